/** Private data on its way through files: copied, packed, encoded, and sent at the end. */
import { isSecretPath } from "./sensitive.ts";
import { secretInput } from "./shell-secrets.ts";
import type { ShellCommand } from "./shell-values.ts";

/** Files and folders that hold private data, each with what it came from. */
export class SecretFiles {
  private readonly held = new Map<string, string>();
  private folder = "";

  /** What private thing the stages read out of a marked file; empty where none. */
  read(stages: readonly ShellCommand[]): string {
    for (const stage of stages)
      for (const word of payloads(stage)) {
        const from = this.holds(word);
        if (from !== "") return from;
      }
    return stages.some(publishesFolder) ? this.inFolder(this.folder) : "";
  }

  /** Takes in what a pipeline writes. Called in the order of the script. */
  follow(stages: readonly ShellCommand[]): void {
    const [first] = stages;
    if (first !== undefined && /^(?:cd|pushd)$/.test(first.name)) this.folder = plain(first.args[0] ?? "");
    const from = taken(stages) || this.read(stages) || this.copied(stages);
    if (from === "") return;
    for (const target of stages.flatMap(outputs)) this.mark(target, from);
  }

  /** Leaves only what has a name of its own: the next script has other variables and starts elsewhere. */
  close(): void {
    this.folder = "";
    for (const path of this.held.keys()) if (/[$()*{}]/.test(path) || path.length < 6) this.held.delete(path);
  }

  private mark(target: string, from: string): void {
    const path = this.resolve(target);
    if (path !== "" && !path.startsWith("/dev/") && this.held.size < 200) this.held.set(path, from);
  }

  /** A folder packed as a whole takes along what was put into it. */
  private copied(stages: readonly ShellCommand[]): string {
    const packs = stages.filter((stage) => packers.test(stage.name));
    for (const word of packs.flatMap((stage) => stage.args)) {
      const from = this.inFolder(this.resolve(word));
      if (from !== "") return from;
    }
    return "";
  }

  private inFolder(path: string): string {
    for (const [held, from] of this.held)
      if (path !== "" && (held === path || held.startsWith(`${path}/`) || isOneOf(held, path))) return from;
    return "";
  }

  private holds(word: string): string {
    const path = this.resolve(word);
    if (path === "") return "";
    for (const [held, from] of this.held)
      if (path === held || path.startsWith(`${held}/`) || isOneOf(held, path)) return from;
    return "";
  }

  private resolve(word: string): string {
    const path = plain(word);
    if (path === "" || path.startsWith("-")) return "";
    if (path === ".") return this.folder;
    return this.folder === "" || /^[/~$]/.test(path) ? path : `${this.folder}/${path}`;
  }
}

const packers =
  /^(?:tar|bsdtar|zip|cpio|pax|7za?|rar|gpg2?|age|openssl|dd|split|ditto|hdiutil|zstd|makeself)$/;
const copiers = /^(?:cp|mv|install|rsync|ln|ditto|scp)$/;
const shrinkers: Readonly<Record<string, string>> = {
  gzip: ".gz",
  pigz: ".gz",
  bzip2: ".bz2",
  xz: ".xz",
  zstd: ".zst",
};

/** `gh repo create … --public --source . --push` shows a folder to everybody. */
function publishesFolder({ name, args }: ShellCommand): boolean {
  return name === "gh" && args[0] === "repo" && args[1] === "create" && args.includes("--public");
}

/** `/tmp/ix.*` takes all that begins like it. */
function isOneOf(held: string, path: string): boolean {
  return path.endsWith("*") && path.length > 5 && held.startsWith(path.slice(0, -1));
}

/** One spelling for one path: no quotes, no mark before it, the home folder by its sign. */
function plain(word: string): string {
  return word
    .replace(/^(?:[\w-]{1,40}=)?[@<]?/, "")
    .replace(/;[\w=/.-]{1,60}$/, "")
    .replace(/^\$\{?HOME\}?(?=\/|$)/, "~")
    .replace(/^\.\/(?=.)/, "")
    .replace(/\/(?:\.|\*)?$/, "");
}

/** Options whose value is a login, a place to write to, or a header: not what is sent. */
const aside =
  /^(?:-H|--header|-b|--cookie|-c|--cookie-jar|-i|--key|--cert|-E|-u|--user|-o|--output|-K|--config|--cacert)$/;

/** The words of a command that may name a file it reads. */
function payloads(stage: ShellCommand): string[] {
  const own = stage.args.filter((_, i) => !aside.test(stage.args[i - 1] ?? ""));
  const nested = stage.inner
    .flatMap((pipeline) => pipeline.stages)
    .flatMap((command) => [...command.args, ...command.reads]);
  const inCode = own.flatMap((arg) => [...arg.matchAll(/["'=](\/?[\w~$][\w./~$-]{3,120})["']/g)]);
  return [...own, ...stage.reads, ...nested, ...inCode.map((match) => match[1] ?? "")];
}

/** Private data that the stages read at its source. */
function taken(stages: readonly ShellCommand[]): string {
  const known = secretInput(stages);
  // A variable; `$HOME/…` is a file.
  return /^\$\{?\w{1,80}\}?$/.test(known) ? "" : known;
}

/** Files that a command writes, by redirection and by what it is for. */
function outputs(stage: ShellCommand): string[] {
  const { name, args } = stage;
  const files = args.filter((arg) => !arg.startsWith("-"));
  const out = [...stage.writes, ...stage.appends];
  const named = args.filter((_, i) =>
    /^(?:-o|--output|-out|--cookies|--cookies-export|-t)$/.test(args[i - 1] ?? ""),
  );
  out.push(...named.filter((arg) => !isSecretPath(arg)));
  if (name === "tee") out.push(...files);
  if (copiers.test(name)) out.push(...copyTargets(args, files));
  // What is packed is marked already; of the rest one word is the archive.
  if (packers.test(name)) out.push(...files.filter((arg) => !isSecretPath(arg)).map(withoutOption));
  const ending = shrinkers[name];
  if (ending !== undefined) out.push(...files.map((file) => `${file}${ending}`));
  if (/^(?:sqlite3)$/.test(name))
    out.push(
      ...args.flatMap((arg) =>
        [.../\.(?:backup|output|once)\s{1,4}'?([\w./~$-]{3,120})/g[Symbol.matchAll](arg)].map(
          (m) => m[1] ?? "",
        ),
      ),
    );
  return out;
}

function withoutOption(arg: string): string {
  return arg.replace(/^(?:of|if)=/, "");
}

/** Where copies go: the last word; of a folder also the file by its own name. */
function copyTargets(args: readonly string[], files: readonly string[]): string[] {
  const folder = args[args.findIndex((arg) => arg === "-t" || arg === "--target-directory") + 1];
  if (folder !== undefined && args.includes("-t")) return [folder];
  return files.slice(-1);
}
