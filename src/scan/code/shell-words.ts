/** Which commands fetch, run, wrap, send and decode; the address among their words. */

import { hostOf } from "../hosts.ts";
import { oneOf } from "../tables/compile.ts";
import type { ShellCommand } from "./shell-values.ts";

const named = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export const fetchers = named("curl wget aria2c fetch http https nscurl lwp-request xh axel");
export const interpreters = named(
  "sh bash zsh dash ksh ash fish python python2 python3 node perl ruby php osascript eval source . pwsh powershell deno bun tclsh lua",
);
const wrappers = named(
  "sudo env nohup time command exec xargs nice doas setsid stdbuf timeout builtin busybox",
);
export const senders = named(
  "curl wget nc ncat netcat scp rsync sftp ftp telnet socat mail sendmail mutt aws gsutil rclone nslookup dig host ping http https xh gh az gcloud s3cmd mc croc wormhole lftp mailx swaks",
);

export const isShell = (name: string): boolean => /^(?:ba|z|da|k|a)?sh$/.test(name);

/** The command as one line, its quotes removed. */
export const lineOf = ({ name, args }: ShellCommand): string => [name, ...args].join(" ");

/** Undoes an encoding of text; unpacking a file is everyday. */
export function undoesEncoding({ name, args }: ShellCommand): boolean {
  const flags = args.join(" ");
  if (/^base(?:64|32)$/.test(name))
    return /(?:^|\s)(?:-D|--decode|-[a-z]{0,2}d[a-z]{0,2})(?:\s|$)/.test(flags);
  if (name === "xxd") return /-[a-z]{0,3}r/.test(flags);
  return name === "openssl" && /\b(?:enc|base64)\b/.test(flags) && /\s-d\b/.test(flags);
}

/** Whether a command decodes at all: the text may also be packed, turned round or shuffled. */
export function isDecoder(stage: ShellCommand): boolean {
  if (undoesEncoding(stage)) return true;
  const flags = stage.args.join(" ");
  if (/^(?:gzip|xz)$/.test(stage.name)) return /-[a-z]{0,2}d/.test(flags);
  // Letters put in the place of others, from the middle of the alphabet on; `tr / _` and `tr A-Z a-z` hide nothing.
  if (stage.name === "tr") return /(?:^|\s)['"[]?[B-Zb-y!-@]-[~zZ][aA!]-/.test(flags);
  if (/^(?:python3?|perl)$/.test(stage.name))
    return /b64decode|unhexlify|fromhex|decompress|pack\(/.test(flags);
  return /^(?:gunzip|zcat|uudecode|rev|bunzip2|od)$/.test(stage.name);
}

/** The command behind sudo, env, nohup and their like. */
export function unwrap(command: ShellCommand): ShellCommand {
  let { name, args, spelled } = command;
  for (let i = 0; i < 4 && wrappers.has(name); i++) {
    const rest = args.slice(
      args.findIndex(
        (arg) => !arg.startsWith("-") && !/^\w{1,40}=/.test(arg) && !/^\d{1,6}[smh]?$/.test(arg),
      ),
    );
    if (rest.length === 0 || rest[0] === undefined || rest.length === args.length + 1) break;
    spelled = rest[0];
    name = spelled.slice(spelled.lastIndexOf("/") + 1);
    args = rest.slice(1);
  }
  return { ...command, name, spelled, args };
}

const fileName = oneOf(
  String.raw`\.(?:sh|py|[cm]?js|ts|rb|go|ps1|json|txt|md|html?|ya?ml|toml|ini|conf|csv|tsv|log|xlsx?|docx?|pdf)$
    \.(?:zip|t?gz|tar|bz2|xz|7z|gpg|age|enc|asc|pem|key|sql|db|sqlite|dump|bak|png|jpe?g|gif|webp|svg|mp[34]|wav|m4a)$`,
  "i",
);

/** The address among the words of a command; empty where there is none. */
export function urlIn(args: readonly string[]): string {
  return (
    args.find((arg) => /^(?:https?|hxxps?|ftp):\/\//i.test(arg)) ??
    args.find(
      (arg) => /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?:[:/]\S{0,300})?$/.test(arg) && !fileName.test(arg),
    ) ??
    ""
  );
}

/** The fixed end of a name that is put together to be looked up: `$piece.zone.host.tld`. */
export function zoneIn(args: readonly string[]): string {
  const name = args.find((arg) => /[$)}]\.[\w-]/.test(arg)) ?? "";
  return /[$)}]\.((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12})$/i.exec(name)?.[1] ?? "";
}

export function hostIn(args: readonly string[]): string {
  const url = urlIn(args);
  return hostOf(url.includes("://") ? url : `https://${url}`);
}

/** A word as a shell would have to be given it. */
export function quoted(word: string): string {
  return /^[\w@./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
