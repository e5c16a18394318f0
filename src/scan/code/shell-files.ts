/** Private data on its way through files: copied, packed, encoded, and sent at the end. */
import { isSecretPath } from "./sensitive.ts";
import { secretInput } from "./shell-secrets.ts";
import type { ShellCommand } from "./shell-values.ts";
import { lineOf } from "./shell-words.ts";

const mostFiles = 200;

/** Files and folders that hold private data, each with what it came from. */
export class SecretFiles {
  private readonly held = new Map<string, string>();
  private folder = "";

  /** What private thing the stages read out of a marked file; empty where none. */
  read(stages: readonly ShellCommand[]): string {
    const shown = stages.some((stage) => /^gh repo create .{0,200}--public/.test(lineOf(stage)));
    if (shown) return this.heldBy(["."], (path, held) => held.startsWith(`${path}/`));
    return this.heldBy(stages.flatMap(payloads), (path, held) => path.startsWith(`${held}/`));
  }

  /** Takes in what a pipeline writes. Called in the order of the script. */
  follow(stages: readonly ShellCommand[]): void {
    const [first] = stages;
    if (first !== undefined && /^(?:cd|pushd)$/.test(first.name)) this.folder = plain(first.args[0] ?? "");
    const from = taken(stages) || this.read(stages) || this.packed(stages);
    if (from === "") return;
    for (const target of stages.flatMap(outputs)) {
      const path = this.resolve(target);
      if (path !== "" && !path.startsWith("/dev/") && this.held.size < mostFiles) this.held.set(path, from);
    }
  }

  /** Leaves only what has a name of its own: the next script has other variables and starts elsewhere. */
  close(): void {
    this.folder = "";
    for (const path of this.held.keys()) if (/[$()*{}]/.test(path) || path.length < 6) this.held.delete(path);
  }

  /** A folder packed as a whole takes along what was put into it. */
  private packed(stages: readonly ShellCommand[]): string {
    const words = stages.filter(({ name }) => packers.test(name)).flatMap(({ args }) => args);
    return this.heldBy(words, (path, held) => held.startsWith(`${path}/`));
  }

  private heldBy(words: readonly string[], takesAlong: (path: string, held: string) => boolean): string {
    if (this.held.size === 0) return "";
    for (const path of words.map((word) => this.resolve(word)))
      for (const [held, from] of path === "" ? [] : this.held)
        if (path === held || isOneOf(held, path) || takesAlong(path, held)) return from;
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
const endings: Readonly<Record<string, string>> = {
  gzip: "gz",
  pigz: "gz",
  bzip2: "bz2",
  xz: "xz",
  zstd: "zst",
};

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
    .flatMap(({ stages }) => stages)
    .flatMap(({ args, reads }) => [...args, ...reads]);
  const inCode = own.flatMap((arg) => [...arg.matchAll(/["'=](\/?[\w~$][\w./~$-]{3,120})["']/g)]);
  return [...own, ...stage.reads, ...nested, ...inCode.map((match) => match[1] ?? "")];
}

/** Private data that the stages read at its source. A variable is none; `$HOME/…` is a file. */
function taken(stages: readonly ShellCommand[]): string {
  const known = secretInput(stages);
  return /^\$\{?\w{1,80}\}?$/.test(known) ? "" : known;
}

/** Files that a command writes, by redirection and by what it is for. */
function outputs({ name, args, writes, appends }: ShellCommand): string[] {
  const files = args.filter((arg) => !arg.startsWith("-"));
  const flag = (i: number) => args[i - 1] ?? "";
  const named = args.filter(
    (arg, i) => /^(?:-o|--output|-out|--cookies|-t)$/.test(flag(i)) && !isSecretPath(arg),
  );
  // What is packed is marked already; of the rest one word is the archive.
  const archives = packers.test(name) ? files.filter((arg) => !isSecretPath(arg)) : [];
  const ending = endings[name];
  return [
    ...writes,
    ...appends,
    ...named,
    ...(name === "tee" ? files : []),
    ...(copiers.test(name) ? files.slice(-1) : []),
    ...archives.map((arg) => arg.replace(/^(?:of|if)=/, "")),
    ...(ending === undefined ? [] : files.map((file) => `${file}.${ending}`)),
  ];
}
