/** A file that was fetched and is later run, made executable, or opened. */
import { hostOf } from "../hosts.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand } from "./shell-values.ts";
import { fetchers, interpreters, urlIn } from "./shell-words.ts";

const openers = new Set(["chmod", "open", "start", "installer", "msiexec"]);
const setupScript =
  /^(?:\.?\/?[\w-]{1,40}\/)?(?:setup|install(?:er)?|bootstrap|run|main|init)\.(?:py|sh|js)$/;

/** Remembers what a command downloads, and tells where it is run. `downloaded` lives for one script. */
export function followDownload(command: ShellCommand, downloaded: Map<string, string>, emit: Emit): void {
  if (fetchers.has(command.name)) {
    remember(command, downloaded);
    return;
  }
  if (isDecoding(command)) {
    for (const file of [...command.writes, ...command.appends]) downloaded.set(baseOf(file), "decoded");
    return;
  }
  if (command.name === "git" && command.args[0] === "clone") downloaded.set("git clone", urlIn(command.args));
  const runs = interpreters.has(command.name) || openers.has(command.name);
  const words = runs ? command.args : [command.name];
  const target = words.map(baseOf).find((word) => downloaded.has(word));
  const url = target === undefined ? undefined : downloaded.get(target);
  if (url === "decoded") emit("decode-run", command, target ?? "");
  else if (url !== undefined) emit("download-run", command, url, hostOf(url));
  const cloned = downloaded.get("git clone");
  const isSetup = /^(?:python3?|bash|sh|node)$/.test(command.name) && setupScript.test(command.args[0] ?? "");
  if (cloned !== undefined && isSetup) emit("download-run", command, cloned, hostOf(cloned));
}

function isDecoding({ name, args }: ShellCommand): boolean {
  const flags = args.join(" ");
  if (/^base(?:64|32)$/.test(name))
    return /(?:^|\s)-{1,2}(?:d|D|decode|[a-z]{0,2}d[a-z]{0,2})(?:\s|$)/.test(flags);
  return (
    (name === "xxd" && /-[a-z]{0,3}r/.test(flags)) ||
    (name === "openssl" && /\benc\b.{0,80}\s-d\b/.test(flags))
  );
}

function remember(command: ShellCommand, downloaded: Map<string, string>): void {
  const url = urlIn(command.args);
  const i = command.args.findIndex((arg) => /^-[a-zA-Z]{0,6}[oO]$|^--output(?:-document)?$/.test(arg));
  const named = i === -1 ? command.writes[0] : command.args[i + 1];
  const last = url.slice(url.lastIndexOf("/") + 1).split(/[?#]/)[0] ?? "";
  const file = named === undefined || named.startsWith("-") || named.includes("://") ? last : named;
  if (url !== "" && file !== "") downloaded.set(baseOf(file), url);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
