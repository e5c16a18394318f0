/** Commands that delete, overwrite or lock the files that a person works on, whichever they are. */
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand, ShellPipeline } from "./shell-values.ts";
import { lineOf, unwrap } from "./shell-words.ts";

/** The present folder, the one above, or what a person keeps, as a whole. */
const wide =
  /^(?:\.{1,2}\/?|(?:\.{1,2}\/)?(?:\*|\.\*|\{\*,\.\*\})|\.{1,2}\/(?:\.{1,2}\/){0,6}\*?|\$\$?\{?PWD\}?(?:\/\*?)?)$/;
const personal =
  /^(?:~|\$\{?HOME\}?|\/home\/[\w$*{}]{1,32}|\/Users\/[\w$*{}]{1,32})(?:\/(?:Documents|Desktop|Pictures|Downloads|Projects|projects|work|src|code))?(?:\/\*{0,2})?$/;
const system = /^(?:\/\*?|\/(?:etc|usr|var|home|bin|boot|lib)\/?\*?|--no-preserve-root)$/;

/** Options of `find` that choose some files among all. */
const chooses =
  /^-(?:i?name|i?path|i?regex|empty|[acm]?(?:time|min)|newer\w{0,2}|size|maxdepth|mindepth|perm|x?type=l|user)$/;
/** Files that people write, whatever their names are. */
const ownDocuments = /-i?name\s["']?\*(?:\.(?:docx?|xlsx?|pptx?|pdf|jpe?g|png|csv|txt|md))?["']?(?:\s|$)/;
const erases = /^(?:rm|unlink|shred|truncate|srm|trash)$/;
const encrypts = /^(?:openssl|gpg2?|age|ccrypt|7za?|rar|zip)$/;

const lists = /^(?:ls|find)$/;
/** Commands of one pipe that list files; the first says which. */
const mostListing = 8;

/** What the commands of one script wipe or lock, in its order. */
export function wipeFacts(pipelines: readonly ShellPipeline[], emit: Emit): void {
  let folder = "";
  for (const { stages } of pipelines) {
    const commands = stages.map(unwrap);
    const [first] = commands;
    if (first !== undefined && /^(?:cd|pushd)$/.test(first.name)) folder = first.args[0] ?? "";
    const listing: ShellCommand[] = [];
    for (const command of commands) {
      const act = actOf(command, listing, isOwnFolder(folder));
      if (act !== undefined) emit(act, command, { detail: lineOf(command).slice(0, 80) });
      if (lists.test(command.name) && listing.length < mostListing) listing.push(command);
    }
  }
}

/** Whether a script has gone to a folder of its own before: all of that is its own to delete. */
function isOwnFolder(folder: string): boolean {
  return folder !== "" && !wide.test(folder) && !personal.test(folder) && !system.test(folder);
}

type Act = "wipe" | "lock" | "destruction";

function actOf(command: ShellCommand, before: readonly ShellCommand[], isInside: boolean): Act | undefined {
  const { name, args } = command;
  const says = command.inner.some(({ stages }) => stages.length === 1 && stages[0]?.name === "pwd");
  const isAll = (word: string) =>
    ((wide.test(word) || (says && /^\$\(\)(?:\/\*?)?$/.test(word))) && !isInside) || personal.test(word);
  if (name === "rm" && isRecursive(args)) return deletedBy(command, isAll);
  if (name === "find") return foundBy(command, isAll);
  const listed = [...before, ...command.inner.flatMap(({ stages }) => stages)];
  const takesAll = args.some(isAll) || listed.some((one) => listsAll(one, isAll));
  if (name === "" && before.some((one) => listsAll(one, isAll))) return loopedBy(command);
  if (erases.test(name) && takesAll) return "wipe";
  if (name === "chmod" && isRecursive(args) && args.some((arg) => /^(?:0?0?00|a-rwx|a=)$/.test(arg)))
    return args.some(isAll) ? "lock" : undefined;
  if (encrypts.test(name) && takesAll) return lockedBy(command);
  return undefined;
}

/** `*` alone may be a folder that the script has just made: it counts with `./*` and `../*` only. */
function deletedBy({ args }: ShellCommand, isAll: (word: string) => boolean): Act | undefined {
  if (args.some((arg) => system.test(arg) || /^(?:~|\$\{?HOME\}?)(?:\/\*?)?$/.test(arg)))
    return "destruction";
  return args.some((arg) => isAll(arg) && arg !== "*") ? "wipe" : undefined;
}

function foundBy(command: ShellCommand, isAll: (word: string) => boolean): Act | undefined {
  const { args } = command;
  const line = lineOf(command);
  const places = args.slice(
    0,
    Math.max(
      1,
      args.findIndex((arg) => arg.startsWith("-")),
    ),
  );
  const chosen = args.some((arg) => chooses.test(arg)) && !ownDocuments.test(line);
  if (chosen || !places.some((place) => isAll(place) || system.test(place))) return undefined;
  if (/\s-delete\b|-exec(?:dir)?\s(?:sudo\s)?(?:rm|shred|unlink|truncate)\s/.test(line)) return "wipe";
  return /-exec(?:dir)?\s(?:sudo\s)?(?:openssl enc|gpg2? |age |7z a|zip -|chmod 0{1,4}\s)/.test(line)
    ? "lock"
    : undefined;
}

function listsAll({ name, args }: ShellCommand, isAll: (word: string) => boolean): boolean {
  if (name === "ls") return args.some(isAll);
  return name === "find" && !args.some((arg) => chooses.test(arg)) && isAll(args[0] ?? "");
}

/** `find … | while read file; do …; done`: what a loop does with each file. */
function loopedBy({ inner }: ShellCommand): Act | undefined {
  const commands = inner.flatMap(({ stages }) => stages).map(unwrap);
  // With a condition it may be a few of them.
  if (commands.some(({ name }) => /^(?:\[|\[\[|test|grep|case)$/.test(name))) return undefined;
  if (commands.some((one) => encrypts.test(one.name) && lockedBy(one) === "lock")) return "lock";
  return commands.some(({ name, args }) => erases.test(name) && args.some((arg) => arg.startsWith("$")))
    ? "wipe"
    : undefined;
}

/** Encrypts all files, or packs them with a password and takes the originals away. */
function lockedBy(command: ShellCommand): Act | undefined {
  const { name } = command;
  const line = lineOf(command);
  if (name === "openssl") return /\benc\b/.test(line) && !/\s-d\b/.test(line) ? "lock" : undefined;
  if (/^(?:gpg2?|age|ccrypt)$/.test(name)) return /\s(?:-d|--decrypt)\b/.test(line) ? undefined : "lock";
  return /\s-(?:sdel|df)\b|(?:^|\s)-\w{0,6}m\w{0,6}\s/.test(line) && /\s-(?:p|P|hp|e)/.test(line)
    ? "lock"
    : undefined;
}

function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-[a-zA-Z]{0,5}[rR]/.test(arg) || arg === "--recursive");
}
