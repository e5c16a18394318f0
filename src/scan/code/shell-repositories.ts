/** Repositories pushed to a place that is not their own: a remote that the script adds, or an address written out. */
import { hostOf } from "../hosts.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand, ShellPipeline } from "./shell-values.ts";
import { unwrap } from "./shell-words.ts";

/** What stands for an owner or a place that the reader puts in. */
const isToFillIn =
  /[<>{}]|\$|your|example|\.\.\.|[/:](?:user(?:name)?|owner|org(?:ani[sz]ation)?|team|company|acme|me|myorg|name)\//i;
const isAddress = (word: string): boolean => /:\/\/|@[\w.-]{3,100}:/.test(word);

/** Name of a remote → its address. */
export type Remotes = Map<string, string>;

export function repositoryFacts(pipelines: readonly ShellPipeline[], remotes: Remotes, emit: Emit): void {
  for (const stage of pipelines.flatMap(({ stages }) => stages).map(unwrap)) {
    if (stage.name !== "git") continue;
    const words = withoutOptions(stage.args);
    const [verb = "", second = ""] = words;
    if (verb === "remote" && /^(?:add|set-url)$/.test(second)) takeRemote(remotes, words.slice(2));
    if (verb === "config" && /^remote\.\S{1,60}\.(?:push)?url$/.test(second))
      takeRemote(remotes, [second.split(".").slice(1, -1).join("."), words[2] ?? ""]);
    if (verb === "push") pushFact(stage, remotes, emit);
  }
}

/** `remote add name address`, with options between them. */
function takeRemote(remotes: Remotes, words: readonly string[]): void {
  const url = words.find(isAddress);
  const name = words.find((word) => !word.startsWith("-") && word !== url);
  if (url !== undefined && name !== undefined) remotes.set(name, url);
}

function pushFact(stage: ShellCommand, remotes: ReadonlyMap<string, string>, emit: Emit): void {
  const target =
    withoutOptions(stage.args)
      .slice(1)
      .find((word) => !word.startsWith("-")) ?? "";
  const url = remotes.get(target) ?? target;
  const host = url.includes("://") ? hostOf(url) : (/@([\w.-]{3,100}):/.exec(url)?.[1] ?? "");
  if (!isAddress(url) || isToFillIn.test(url) || /localhost|127\.0\.0\.1/.test(url)) return;
  const isOwn = /^(?:origin|upstream)$/.test(target);
  if (hasKey(url)) emit("repository-out", stage, { detail: "the address carries a key", host });
  else if (!isOwn && target !== url)
    emit("repository-out", stage, { detail: `its remote ${target} is written out`, host });
}

/** `https://user:key@host/` with the key written out. */
function hasKey(url: string): boolean {
  const key = /^https?:\/\/(?:[^/\s:@]{0,60}:)?([^/\s:@]{10,200})@/.exec(url)?.[1] ?? "";
  return key !== "" && !/^(?:token|password|secret|my|x{3,}|pat|git$|oauth)/i.test(key);
}

/** `git -C folder -c key=value push`: the words from the verb on. */
function withoutOptions(args: readonly string[]): string[] {
  let i = 0;
  while (i < args.length && (args[i] ?? "").startsWith("-")) i += /^-[cC]$/.test(args[i] ?? "") ? 2 : 1;
  return args.slice(i);
}
