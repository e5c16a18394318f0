/** A file that was fetched or decoded and is later run, made executable, or opened. */
import { hostOf } from "../hosts.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand } from "./shell-values.ts";
import { fetchers, interpreters, isDecoder, undoesEncoding, urlIn } from "./shell-words.ts";

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

/** A command, with whether what it is given was decoded before it in the same pipeline. */
type Fed = ShellCommand & { readonly isDecoded?: boolean };

/** Remembers what a command downloads or decodes into a file, and tells where it is run. */
export function followDownload(command: Fed, kept: Kept, emit: Emit): void {
  const { fetched, decoded } = kept;
  if (fetchers.has(command.name)) {
    remember(command, fetched);
    return;
  }
  if (undoesEncoding(command) || (command.isDecoded === true && isDecoder(command))) {
    for (const file of [...command.writes, ...command.appends]) decoded.add(baseOf(file));
    return;
  }
  const locked = unpack(command, fetched);
  if (command.name === "git" && command.args[0] === "clone") clone(command.args, fetched);
  const runs = interpreters.has(command.name) || openers.has(command.name);
  const words = runs ? command.args : [command.spelled];
  const file = words.map(baseOf).find((name) => decoded.has(name));
  if (file !== undefined) emit("decode-run", command, { detail: file });
  const url = locked ?? words.map((word) => originOf(word, fetched)).find((from) => from !== undefined);
  const from = url ?? (isSetup(command) ? fetched.get(copied) : undefined);
  if (from !== undefined) emit("download-run", command, { detail: from, host: hostOf(from) });
}

/** Where a file came from: by its name, by its folder, or out of the archive that was opened here. */
function originOf(word: string, fetched: ReadonlyMap<string, string>): string | undefined {
  const named = baseOf(word) === lastFetched ? undefined : fetched.get(baseOf(word));
  const folders = word.split("/").slice(0, -1);
  const inFolder = folders.map((folder) => fetched.get(`${folder}/`)).find((from) => from !== undefined);
  return named ?? inFolder ?? (/^\.\/[\w.-]{1,60}$/.test(word) ? fetched.get(unpacked) : undefined);
}

const isSetup = ({ name, args }: ShellCommand): boolean =>
  /^(?:python3?|bash|sh|node)$/.test(name) && setupScript.test(args[0] ?? "");

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
const password = /^(?:-P.{0,80}|-p.{1,80}|--password.{0,80})$/;

/** An archive that was fetched, opened. Returns its address if a password keeps others from looking into it. */
function unpack({ name, args }: ShellCommand, fetched: Map<string, string>): string | undefined {
  const isTar = /^(?:bsd)?tar$/.test(name) && /^-?[a-zA-Z]{0,6}x/.test(args[0] ?? "");
  const isOther = name === "unzip" || (/^(?:7z[az]?|unrar)$/.test(name) && /^[xe]$/.test(args[0] ?? ""));
  if (!isTar && !isOther) return;
  const archive = args.find((arg) => fetched.has(baseOf(arg)) && baseOf(arg) !== lastFetched);
  const isPiped = isTar && !args.some((arg) => /\.(?:t?gz|tar|t?xz|bz2|zst)$/.test(arg));
  const url = fetched.get(baseOf(archive ?? lastFetched));
  if (url === undefined || (archive === undefined && !isPiped)) return;
  fetched.set(unpacked, url);
  const folder = args[args.findIndex((arg) => arg === "-C" || arg === "-d") + 1] ?? "";
  if (args.includes("-C") || args.includes("-d")) fetched.set(`${baseOf(folder.replace(/\/$/, ""))}/`, url);
  else if (archive !== undefined) fetched.set(`${baseOf(archive).split(".")[0]}/`, url);
  return isOther && args.some((arg) => password.test(arg)) ? url : undefined;
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
