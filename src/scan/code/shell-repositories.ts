/** Repositories pushed to a place that is not their own. */
import { hostKind, hostOf } from "../hosts.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand, ShellPipeline } from "./shell-values.ts";
import { unwrap } from "./shell-words.ts";

/** What one script does with git, line by line. */
interface Pushed {
  readonly command: ShellCommand;
  readonly url: string;
  readonly all: boolean;
}

/** What is known of the remotes while a script is read. */
interface Remotes {
  readonly known: Map<string, string>;
  readonly removed: Set<string>;
  readonly pushed: Pushed[];
  ignoredToo: boolean;
}

/** Tells each push to an address that carries somebody's key, or that is taken out again after everything went there. */
export function repositoryFacts(pipelines: readonly ShellPipeline[], emit: Emit): void {
  const remotes: Remotes = { known: new Map(), removed: new Set(), pushed: [], ignoredToo: false };
  for (const stage of pipelines.flatMap((pipeline) => pipeline.stages).map(unwrap))
    if (stage.name === "git") takeLine(remotes, stage, withoutOptions(stage.args));
  for (const { command, url, all } of remotes.pushed) {
    const name = [...remotes.known].find(([, address]) => address === url)?.[0] ?? "";
    const reason = whyOut(url, {
      all,
      ignoredToo: remotes.ignoredToo,
      removed: remotes.removed.has(name),
      direct: name === "",
      named: /^(?:origin|upstream)?$/.test(name) ? "" : name,
    });
    if (reason !== "") emit("repository-out", command, reason, hostOfRemote(url));
  }
}

function takeLine(remotes: Remotes, stage: ShellCommand, words: readonly string[]): void {
  const [verb = "", second = "", third = "", fourth = ""] = words;
  if (verb === "remote" && /^(?:add|set-url)$/.test(second)) {
    const url = words.find((word) => /:\/\/|@[\w.-]{3,100}:/.test(word)) ?? fourth;
    remotes.known.set(third.startsWith("-") ? fourth : third, url);
  }
  // Taken out after it was put in; an old remote that makes room for a new one is not meant.
  if (verb === "remote" && /^(?:remove|rm)$/.test(second) && remotes.known.has(third))
    remotes.removed.add(third);
  if (verb === "config") takeSetting(remotes, words);
  if (verb === "add" && stage.args.some((arg) => /^(?:-\w{0,3}f\w{0,3}|--force)$/.test(arg)))
    remotes.ignoredToo = true;
  if (verb === "push") remotes.pushed.push(pushOf(stage, words, remotes.known));
}

/** `git config remote.name.url address`. */
function takeSetting(remotes: Remotes, words: readonly string[]): void {
  const i = words.findIndex((word) => /^remote\.\S{1,60}\.(?:push)?url$/.test(word));
  const name = (words[i] ?? "").split(".").slice(1, -1).join(".");
  if (i !== -1) remotes.known.set(name, words[i + 1] ?? "");
}

function pushOf(
  command: ShellCommand,
  words: readonly string[],
  remotes: ReadonlyMap<string, string>,
): Pushed {
  const target = words.slice(1).find((word) => !word.startsWith("-")) ?? "";
  return {
    command,
    url: remotes.get(target) ?? target,
    all: command.args.some((arg) => /^--(?:mirror|all|tags)$/.test(arg)),
  };
}

interface Circumstances {
  readonly all: boolean;
  readonly ignoredToo: boolean;
  readonly removed: boolean;
  readonly direct: boolean;
  /** Name of a remote of the script's own; empty for those that every repository has. */
  readonly named: string;
}

function whyOut(url: string, { all, ignoredToo, removed, direct, named }: Circumstances): string {
  if (!/:\/\/|@[\w.-]{3,100}:/.test(url) || isToFillIn.test(url)) return "";
  if (named !== "" && !/localhost|127\.0\.0\.1/.test(url)) return `its remote ${named} is written out`;
  const kind = hostKind(hostOfRemote(url));
  if (kind === "local" || kind === "placeholder") return "";
  if (hasKey(url)) return "the address carries a key that is not the user's";
  if (removed && (all || ignoredToo)) return "the remote is taken out again afterwards";
  if (ignoredToo && (all || direct)) return "ignored files go along";
  return "";
}

/** What stands for an owner or a place that the reader puts in. */
const isToFillIn =
  /[<>{}]|\$|your|example|\.\.\.|[/:](?:user(?:name)?|owner|org(?:ani[sz]ation)?|team|company|acme|me|myorg|name)\//i;

/** `https://user:key@host/` with the key written out. */
function hasKey(url: string): boolean {
  const key = /^https?:\/\/(?:[^/\s:@]{0,60}:)?([^/\s:@]{10,200})@/.exec(url)?.[1] ?? "";
  return key !== "" && !/^(?:token|password|secret|my|x{3,}|pat|git$|oauth)/i.test(key);
}

function hostOfRemote(url: string): string {
  return url.includes("://") ? hostOf(url) : (/@([\w.-]{3,100}):/.exec(url)?.[1] ?? "");
}

/** `git -C folder -c key=value push`: the words from the verb on. */
function withoutOptions(args: readonly string[]): string[] {
  let i = 0;
  while (i < args.length && (args[i] ?? "").startsWith("-")) i += /^-[cC]$/.test(args[i] ?? "") ? 2 : 1;
  return args.slice(i);
}
