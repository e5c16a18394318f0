/** A file that was fetched or decoded and is later run, made executable, or opened. */
import { hostOf } from "../hosts.ts";
import { isDecoder, undoesEncoding } from "./shell-decoders.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand } from "./shell-values.ts";
import { fetchers, interpreters, urlIn } from "./shell-words.ts";

const openers = new Set(["chmod", "open", "start", "installer", "msiexec"]);
const setupScript =
  /^(?:\.?\/?[\w-]{1,40}\/)?(?:setup|install(?:er)?|bootstrap|run|main|init)\.(?:py|sh|js)$/;

/** Files that a script has made of what nobody could look at. */
export interface Kept {
  /** Name of the file → address that it came from. */
  readonly fetched: Map<string, string>;
  readonly decoded: Set<string>;
}

export const nothingKept = (): Kept => ({ fetched: new Map(), decoded: new Set() });

/**
 * Remembers what a command downloads or decodes into a file, and tells where it is run. `kept` lives for one script;
 * `encoded` tells that what the command is given was decoded before it in the same pipeline.
 */
export function followDownload(command: ShellCommand, kept: Kept, emit: Emit, encoded = false): void {
  const { fetched: downloaded, decoded } = kept;
  if (fetchers.has(command.name)) {
    remember(command, downloaded);
    return;
  }
  if (undoesEncoding(command) || (encoded && isDecoder(command))) {
    for (const file of [...command.writes, ...command.appends]) decoded.add(baseOf(file));
    return;
  }
  unpack(command, downloaded);
  if (command.name === "git" && command.args[0] === "clone") clone(command.args, downloaded);
  const runs = interpreters.has(command.name) || openers.has(command.name);
  const words = runs ? command.args : [command.name];
  const names = words.map(baseOf).filter((name) => name !== lastFetched);
  const file = names.find((name) => decoded.has(name));
  if (file !== undefined) emit("decode-run", command, file);
  const url =
    names.map((name) => downloaded.get(name)).find((from) => from !== undefined) ??
    (/^\.\/[\w.-]{1,60}$/.test(command.spelled) ? downloaded.get(unpacked) : undefined);
  if (url !== undefined) emit("download-run", command, url, hostOf(url));
  const repository = repositoryOf(command, words[0] ?? "", downloaded);
  if (repository !== undefined) emit("download-run", command, repository, hostOf(repository));
}

/** The repository that a program lies in which is run: by its folder, or as the script that sets it up. */
function repositoryOf(
  { name, args }: ShellCommand,
  path: string,
  downloaded: Map<string, string>,
): string | undefined {
  const isSetup = /^(?:python3?|bash|sh|node)$/.test(name) && setupScript.test(args[0] ?? "");
  const whose = path
    .split("/")
    .slice(0, -1)
    .map((folder) => downloaded.get(`${folder}/`))
    .find((from) => from !== undefined);
  return whose ?? (isSetup ? downloaded.get(copied) : undefined);
}

/** Stands for the repository that was copied last. */
const copied = "git clone";

/** A repository that was copied: by the folder that it lies in now. */
function clone(args: readonly string[], downloaded: Map<string, string>): void {
  const url = urlIn(args);
  downloaded.set(copied, url);
  const last = args.at(-1) ?? "";
  const folder = last.includes("://") ? baseOf(last).replace(/\.git$/, "") : baseOf(last.replace(/\/$/, ""));
  if (url !== "" && folder.length > 1) downloaded.set(`${folder}/`, url);
}

/** Stands for whatever came out of an archive that was fetched. */
const unpacked = "./";
const lastFetched = "";

/** An archive that was fetched, opened: by its name, or out of the pipe that it came through. */
function unpack({ name, args }: ShellCommand, downloaded: Map<string, string>): void {
  const opens = name === "unzip" || (/^(?:bsd)?tar$/.test(name) && /^-?[a-zA-Z]{0,6}x/.test(args[0] ?? ""));
  if (!opens) return;
  const from = args.map((arg) => downloaded.get(baseOf(arg))).find((url) => url !== undefined);
  const isPiped = name !== "unzip" && !args.some((arg) => /\.(?:t?gz|tar|t?xz|bz2|zst)$/.test(arg));
  const url = from ?? (isPiped ? downloaded.get(lastFetched) : undefined);
  if (url === undefined) return;
  downloaded.set(unpacked, url);
  const folder = args[args.findIndex((arg) => arg === "-C" || arg === "-d") + 1] ?? "";
  if (args.includes("-C") || args.includes("-d"))
    downloaded.set(`${baseOf(folder.replace(/\/$/, ""))}/`, url);
}

function remember(command: ShellCommand, downloaded: Map<string, string>): void {
  const url = urlIn(command.args);
  const i = command.args.findIndex((arg) => /^-[a-zA-Z]{0,6}[oO]$|^--output(?:-document)?$/.test(arg));
  const named = i === -1 ? command.writes[0] : command.args[i + 1];
  const last = url.slice(url.lastIndexOf("/") + 1).split(/[?#]/)[0] ?? "";
  const file = named === undefined || named.startsWith("-") || named.includes("://") ? last : named;
  if (url === "") return;
  downloaded.set(lastFetched, url);
  if (file !== "") downloaded.set(baseOf(file), url);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
