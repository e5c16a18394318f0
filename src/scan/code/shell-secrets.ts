/** Whether a pipeline carries something private to where it sends. */
import { either, inTurn } from "../tables/compile.ts";
import { isSecretName, isSecretPath, isSecretVariable } from "./sensitive.ts";
import type { ShellCommand } from "./shell-values.ts";
import { fetchers, lineOf, unwrap } from "./shell-words.ts";

/** Commands that print or write keys. In a header their output is a login, so that only pipes and files count. */
const printsSecrets = either([
  /^(?:kubectl\s(?:[^\n]{0,80}\s)?(?:get\ssecrets?\b[^\n]{0,80}-o|config\sview[^\n]{0,40}--raw))\b/,
  /^(?:aws\sconfigure\sexport-credentials|gpg2?\s[^\n]{0,60}--export-secret|bw\sexport)\b/,
  /^(?:op\s(?:document|item)\sget|vault\skv\sget)\b/,
  /^(?:gcloud\sauth\s(?:application-default\s)?print-access-token|gh\sauth\stoken)\b/,
  /^(?:az\saccount\sget-access-token|secret-tool\s(?:lookup|search)|git\scredential\sfill|pass\sshow)\b/,
]);

/** What private thing the pipeline reads or carries; empty where none. */
export function secretInput(stages: readonly ShellCommand[]): string {
  for (const [i, stage] of stages.entries()) {
    if (isNamesOnly(stage, stages[i + 1])) continue;
    // `inner` lists what is nested at any depth, so one look at each is enough.
    const nested = stage.inner.flatMap((pipeline) => pipeline.stages).map(unwrap);
    if (printsSecrets.test(lineOf(stage))) return "what a vault or cluster keeps";
    for (const command of [stage, ...nested]) {
      const found = secretOf(command, command === stage && stages.length > 1);
      if (found !== "" && !(command !== stage && isLogin(stage, found))) return found;
    }
  }
  return secretVariableIn(stages);
}

/** What a keychain keeps; `find-generic-password -s name` is the one password that was put there for a service. */
function keychainOf(line: string, isPiped: boolean): string {
  if (!/^security .{0,40}(?:find-(?:generic|internet)-password|dump-keychain)/.test(line)) return "";
  const service = /^security find-.{0,60} -s ([\w.-]{2,40})(?: |$)/.exec(line)?.[1];
  const isOwn = service !== undefined && !/chrome|brave|edge|safari|keychain|login/i.test(service);
  return isOwn && !isPiped ? `$${service.replace(/\W/g, "_")}_PASSWORD` : "the keychain";
}

/** `env | cut -d= -f1`: which settings there are, not what they say. */
function isNamesOnly({ name }: ShellCommand, next: ShellCommand | undefined): boolean {
  if (!/^(?:env|printenv)$/.test(name) || next === undefined) return false;
  return /^(?:cut (?:-d ?= -f ?1|-f ?1 -d ?=)|sed s\/=\.\*\/\/|awk -F ?= \{ ?print \$1 ?\})$/.test(
    lineOf(next),
  );
}

/** `-H "Authorization: Bearer $(cat ~/.config/name/token)"`: the one key that a service has given, where it belongs. */
function isLogin(stage: ShellCommand, path: string): boolean {
  const flags = stage.args.flatMap((arg, i) => (arg.includes("$(") ? [stage.args[i - 1] ?? ""] : []));
  const inHeaders = flags.every((flag) => /^(?:-H|--header|-u|--user|--oauth2-bearer)$/.test(flag));
  return ownKey.test(path) && flags.length > 0 && inHeaders;
}

const ownKey =
  /\.config\/(?!solana|gcloud|gh\/|google-chrome|chromium|op\/|rclone|hub\b|glab)[\w.-]{1,40}\/[\w.-]{0,20}(?:token|key|credentials?|auth|secret)/i;

function dumpsEnvironment({ name, args }: ShellCommand): boolean {
  // With a name it gives that one value, as the variable itself would.
  if (name === "printenv" || name === "set") return args.length === 0;
  if (name === "env") return !args.some((arg) => arg.includes("="));
  return /^(?:export|declare|typeset)$/.test(name) && /^-[px]{1,2}$/.test(args.join(" "));
}

function secretOf(stage: ShellCommand, isPiped: boolean): string {
  const { name, args, reads } = stage;
  if (dumpsEnvironment(stage)) return "the environment";
  // What is said of a file is not what the file holds.
  if (/^(?:echo|printf|test|\[)$/.test(name) && !isPiped) return reads.find(isSecretPath) ?? "";
  const keychain = keychainOf(lineOf(stage), isPiped);
  if (keychain !== "") return keychain;
  const [key = ""] = isPiped || name !== "jq" ? [] : args.filter((arg) => ofOneService.test(arg));
  if (key !== "") return `$${key.split(" ")[0]?.slice(1).replace(".", "_")}`;
  if (args.includes("--cookies-from-browser")) return "the browser's cookies";
  const isSearch = /^(?:find|fd)$/.test(name) && !args.some((arg) => /^(?:!|-not|-prune)$/.test(arg));
  const sought = isSearch ? args.find(isSecretName) : undefined;
  const whole = /^(?:tar|zip|7z|ditto)$/.test(name) ? args.find((arg) => ofThePerson.test(arg)) : undefined;
  const words = [...args.filter((_, i) => !isAside(stage, i)), ...reads];
  // The public half of a key is there to be handed out.
  const path = words.find((word) => !word.endsWith(".pub") && isSecretPath(word.replace(/^@/, "")));
  return sought ?? whole ?? path ?? "";
}

/** `jq -r .acme.token`: the one key that was put there for a service, unless it is an agent's own. */
const ofOneService =
  /^\.(?!claudeAi|oauth|openclaw|clawdbot|codex|anthropic|openai)\w{2,30}\.\w{2,30}(?: \/\/ \w{4,5})?$/i;

/** All that a person has written, or what a browser keeps of them, packed as a whole. */
const ofThePerson = inTurn([
  /^(?:~|\$\{?HOME\}?|\/(?:home|Users)\/\w{1,32})\//,
  either([
    /(?:Documents|Desktop|Pictures|\.mozilla)\/?$/,
    /(?:Library\/Application Support|\.config)\/(?:Google\/Chrome|google-chrome|BraveSoftware)(?:\/[\w .-]{1,40})?\/?$/,
  ]),
]);

/** Whether a word is not what is sent: what a command signs in with, or leaves out. */
function isAside({ name, args }: ShellCommand, i: number): boolean {
  const flag = args[i - 1] ?? "";
  const word = args[i] ?? "";
  if (/^(?:-i|--exclude|--ignore|-x|-not)$/.test(flag) || /^--(?:exclude|ignore)/.test(word)) return true;
  if (name === "rsync" && /^ssh\s/.test(word)) return /^(?:--rsh|-[a-zA-Z]{0,8}e)$/.test(flag);
  return /^(?:-H|--header)$/.test(flag) && ownKey.test(word);
}

const bodyFlag = /^(?:-d|--data(?:-raw|-binary|-urlencode)?|-F|--form|--json)$/;

/** A secret variable in the body or the address of a request; in a header it is the caller's own login. */
function secretVariableIn(stages: readonly ShellCommand[]): string {
  for (const { name, args } of stages) {
    const isLookup = name === "nslookup" || name === "dig";
    if (!fetchers.has(name) && !isLookup) continue;
    for (const [i, arg] of args.entries()) {
      const isSent = bodyFlag.test(args[i - 1] ?? "") || (/^https?:/.test(arg) && arg.includes("?"));
      const variable = /\$\{?([A-Z][A-Z0-9_]{2,60})/.exec(arg)?.[1] ?? "";
      if ((isSent || isLookup) && variable !== "" && isSecretVariable(variable)) return `$${variable}`;
    }
  }
  return "";
}

const printable = either(
  [
    /\.ssh\/(?:id_\w{2,12}|\*)$|\.aws\/credentials|\.netrc$|\.git-credentials|\.pgpass|\.kube\/config/,
    /\.docker\/config\.json|\/etc\/shadow|\.config\/gh\/hosts|\.vault-token|\.gnupg\//,
    /\.(?:claude\/\.credentials|codex\/auth)/,
  ],
  "i",
);
const prints = /^(?:cat|bat|less|more|head|tail|strings|base64|xxd|od|tac|nl|printf|echo|type|xargs)$/;

/** What keys a pipeline of a script prints where everybody reads it; empty where none. */
export function printedSecret(stages: readonly ShellCommand[]): string {
  const [first] = stages;
  const last = stages.at(-1);
  if (first === undefined || last === undefined) return "";
  if (stages.some(({ writes, appends }) => writes.length + appends.length > 0)) return "";
  const isWhole = stages.slice(1).every(({ name }) => /^(?:sort|uniq|cat|less|more|column|nl)$/.test(name));
  if (isWhole && /^(?:env|printenv)$/.test(first.name) && first.args.length === 0) return "the environment";
  if (!prints.test(last.name)) return "";
  const words = [...last.args, ...last.reads, ...(stages.length > 1 ? first.args : [])];
  return words.find((word) => printable.test(word.replace(/["']$/, ""))) ?? "";
}

const curlSends =
  /(?:^|\s)(?:-d|--data\S{0,12}|-F|--form|-T|--upload-file|--json|-X\s?(?:POST|PUT)|-[a-zA-Z]{1,6}[dFT]\s)|\$|@-/;

/** How a command that can do both is called where it sends; the others send always. */
const sending: Readonly<Record<string, RegExp>> = {
  curl: curlSends,
  wget: /--post-|--body-|\$/,
  aws: /\bs3\s(?:cp|sync|mv)\b.{0,2000}s3:\/\//,
  az: /\bstorage\s(?:blob|file)\supload/,
  gcloud: /\bstorage\s(?:cp|rsync|mv)\b/,
  s3cmd: /(?:^|\s)(?:put|sync)\s/,
  mc: /(?:^|\s)(?:cp|mirror|pipe)\s/,
  wormhole: /(?:^|\s)send\b/,
  croc: /(?:^|\s)send\b/,
  gh: either([
    /^(?:gist create|repo create|(?:issue|pr|discussion) (?:comment|create|edit)|release (?:create|upload))\b/,
    /^api\b[^\n]{0,200}\s-(?:[fF]|X\s?P\w{2,4})\b/,
  ]),
};

/** Whether the command, as it is called, sends data rather than fetching some. */
export function sends(stage: ShellCommand): boolean {
  if (stage.name === "scp" || stage.name === "rsync") return remoteHost(stage) !== "";
  return sending[stage.name]?.test(stage.args.join(" ")) ?? true;
}

/** The machine that ssh, scp or rsync speaks to, or the bucket; empty for local copies. */
export function remoteHost({ name, args }: ShellCommand): string {
  for (const arg of args) {
    const bucket = /^s3:\/\/([\w.-]{3,63})/.exec(arg)?.[1];
    if (bucket !== undefined) return `${bucket}.s3.amazonaws.com`;
    const host = /^(?:(?:rsync|ssh|sftp|scp):\/\/)?(?:[\w.-]{1,64}@)?([\w.-]{1,255})(:?)/.exec(arg);
    const isRemote = arg.includes("://") ? /^(?:rsync|ssh|sftp|scp):/.test(arg) : host?.[2] === ":";
    const isLogin = name === "ssh" && /^[\w.-]{1,64}@[\w.-]{3,255}$/.test(arg);
    if ((isRemote || isLogin) && !/^[A-Za-z]:\\/.test(arg)) return host?.[1] ?? "";
  }
  return "";
}
