/** Whether a pipeline carries something private to where it sends. */
import { either, inTurn } from "../tables/compile.ts";
import { isSecretName, isSecretPath, isSecretVariable } from "./sensitive.ts";
import type { ShellCommand } from "./shell-values.ts";
import { fetchers, unwrap } from "./shell-words.ts";

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
    if (printsSecrets.test([stage.name, ...stage.args].join(" "))) return "what a vault or cluster keeps";
    for (const command of [stage, ...nested]) {
      const found = secretOf(command, command === stage && stages.length > 1);
      if (found !== "" && !(command !== stage && isLogin(stage, found))) return found;
    }
  }
  return secretVariableIn(stages);
}

function keychainOf({ name, args }: ShellCommand, isPiped: boolean): string | undefined {
  if (name !== "security" || !/find-(?:generic|internet)-password|dump-keychain/.test(args.join(" ")))
    return undefined;
  return (isPiped ? undefined : ofOneService(args)) ?? "the keychain";
}

/** `find-generic-password -s name`: the one password that was put there for a service, not what a browser keeps. */
function ofOneService(args: readonly string[]): string | undefined {
  const at = args.indexOf("-s");
  const service = args[at + 1] ?? "";
  const isOne = at > 0 && /^find-/.test(args[0] ?? "") && /^[\w.-]{2,40}$/.test(service);
  return isOne && !/chrome|brave|edge|safari|keychain|login/i.test(service)
    ? `$${service.replace(/\W/g, "_")}_PASSWORD`
    : undefined;
}

/** `jq -r .acme.token credentials.json`: the one key that was put there for a service, out of a file of the skill's user. */
function oneKeyOf({ name, args }: ShellCommand, isPiped: boolean): string | undefined {
  if (isPiped || (name !== "jq" && name !== "yq")) return undefined;
  const [, key] =
    args.map((arg) => /^\.(\w{2,30}\.\w{2,30})(?: \/\/ \w{4,5})?$/.exec(arg)).find(Boolean) ?? [];
  const isOwn = args.some((arg) => /\/(?:credentials|config|secrets|settings)\.json$/.test(arg));
  return key !== undefined && isOwn && !/claudeAi|oauth|openclaw|clawdbot|codex|anthropic|openai/i.test(key)
    ? `$${key.replace(".", "_")}`
    : undefined;
}

/** `env | cut -d= -f1`: which settings there are, not what they say. */
function isNamesOnly({ name }: ShellCommand, next: ShellCommand | undefined): boolean {
  if ((name !== "env" && name !== "printenv") || next === undefined) return false;
  const flags = next.args.join(" ");
  return (
    (next.name === "cut" && /^(?:-d ?= -f ?1|-f ?1 -d ?=)$/.test(flags)) ||
    (next.name === "sed" && /^s\/=\.\*\/\/$/.test(flags)) ||
    (next.name === "awk" && /^-F ?= \{ ?print \$1 ?\}$/.test(flags))
  );
}

/** `-H "Authorization: Bearer $(cat ~/.config/name/token)"`: the one key that a service has given, where it belongs. */
function isLogin(stage: ShellCommand, path: string): boolean {
  return ownKey.test(path) && fillsHeaders(stage);
}

const ownKey =
  /\.config\/(?!solana|gcloud|gh\/|google-chrome|chromium|op\/|rclone|hub\b|glab)[\w.-]{1,40}\/[\w.-]{0,20}(?:token|key|credentials?|auth|secret)/i;

/** Whether what the command puts into its words stands in headers and logins alone. */
function fillsHeaders({ args }: ShellCommand): boolean {
  const filled = args.flatMap((arg, i) => (arg.includes("$(") ? [args[i - 1] ?? ""] : []));
  return (
    filled.length > 0 && filled.every((flag) => /^(?:-H|--header|-u|--user|--oauth2-bearer)$/.test(flag))
  );
}

function dumpsEnvironment({ name, args }: ShellCommand): boolean {
  // With a name it gives that one value, as the variable itself would.
  if (name === "printenv" || name === "set") return args.length === 0;
  if (name === "env") return !args.some((arg) => arg.includes("="));
  return /^(?:export|declare|typeset)$/.test(name) && /^-[px]{1,2}$/.test(args.join(" "));
}

function secretOf(stage: ShellCommand, isPiped = false): string {
  if (dumpsEnvironment(stage)) return "the environment";
  // What is said of a file is not what the file holds.
  if ((stage.name === "echo" || stage.name === "printf") && !isPiped)
    return stage.reads.find(isSecretPath) ?? "";
  const keychain = keychainOf(stage, isPiped) ?? oneKeyOf(stage, isPiped);
  if (keychain !== undefined) return keychain;
  if (
    stage.args.includes("--cookies-from-browser") &&
    stage.args.some((arg) => /^--cookies(?:-export)?$/.test(arg))
  )
    return "the browser's cookies";
  const sought = stage.name === "find" || stage.name === "fd" ? stage.args.find(isSecretName) : undefined;
  if (sought !== undefined && !stage.args.some((arg) => arg === "!" || arg === "-not" || arg === "-prune"))
    return sought;
  const whole = /^(?:tar|zip|7z|ditto)$/.test(stage.name)
    ? stage.args.find((arg) => ofThePerson.test(arg))
    : undefined;
  if (whole !== undefined) return whole;
  // The key that a command signs in with is not what it sends.
  const identity = stage.args.indexOf("-i");
  const words = [
    ...stage.args.filter(
      (arg, i) =>
        (identity === -1 || i !== identity + 1) &&
        !isLeftOut(stage.args, i) &&
        !(stage.name === "rsync" && isShellOf(stage.args, i)) &&
        !(/^(?:-H|--header)$/.test(stage.args[i - 1] ?? "") && ownKey.test(arg)),
    ),
    ...stage.reads,
  ];
  // The public half of a key is there to be handed out.
  return words.find((word) => !word.endsWith(".pub") && isSecretPath(word.replace(/^@/, ""))) ?? "";
}

/** All that a person has written, or what a browser keeps of them, packed as a whole. */
const ofThePerson = inTurn([
  /^(?:~|\$\{?HOME\}?|\/(?:home|Users)\/\w{1,32})\//,
  either([
    /(?:Documents|Desktop|Pictures|\.mozilla)\/?$/,
    /(?:Library\/Application Support|\.config)\/(?:Google\/Chrome|google-chrome|BraveSoftware)(?:\/[\w .-]{1,40})?\/?$/,
  ]),
]);

/** `rsync -e "ssh -i key"`: how it signs in. */
function isShellOf(args: readonly string[], i: number): boolean {
  const flag = args[i - 1] ?? "";
  return /^ssh\s/.test(args[i] ?? "") && (flag === "--rsh" || /^-[a-zA-Z]{0,8}e$/.test(flag));
}

/** `--exclude=.env` and `-x .env` keep a file from going along. */
function isLeftOut(args: readonly string[], i: number): boolean {
  return (
    /^--(?:exclude|ignore)/.test(args[i] ?? "") || /^(?:--exclude|--ignore|-x|-not)$/.test(args[i - 1] ?? "")
  );
}

/** A secret variable in the body or the address of a request; in a header it is the caller's own login. */
function secretVariableIn(stages: readonly ShellCommand[]): string {
  for (const stage of stages) {
    if (!fetchers.has(stage.name) && stage.name !== "nslookup" && stage.name !== "dig") continue;
    for (const [i, arg] of stage.args.entries()) {
      const flag = stage.args[i - 1] ?? "";
      const body =
        /^(?:-d|--data(?:-raw|-binary|-urlencode)?|-F|--form|--json)$/.test(flag) ||
        (/^https?:/.test(arg) && arg.includes("?"));
      const variable = /\$\{?([A-Z][A-Z0-9_]{2,60})/.exec(arg)?.[1];
      if (
        (body || stage.name === "nslookup" || stage.name === "dig") &&
        variable !== undefined &&
        isSecretVariable(variable)
      )
        return `$${variable}`;
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
const prints = /^(?:cat|bat|less|more|head|tail|strings|base64|xxd|od|tac|nl|printf|echo|type)$/;

/** What keys a pipeline of a script prints where everybody reads it; empty where none. */
export function printedSecret(stages: readonly ShellCommand[]): string {
  const last = stages.at(-1);
  if (last === undefined || stages.some(({ writes, appends }) => writes.length + appends.length > 0))
    return "";
  const [first] = stages;
  const isWhole = stages.slice(1).every(({ name }) => /^(?:sort|uniq|cat|less|more|column|nl)$/.test(name));
  if (first !== undefined && isWhole && dumpsAll(first)) return "the environment";
  if (!prints.test(last.name) && last.name !== "xargs") return "";
  const words = [...last.args, ...last.reads, ...(stages.length > 1 ? (first?.args ?? []) : [])];
  return words.find((word) => printable.test(word.replace(/["']$/, ""))) ?? "";
}

function dumpsAll(stage: ShellCommand): boolean {
  return /^(?:env|printenv)$/.test(stage.name) && stage.args.length === 0;
}

/** Whether the command, as it is called, sends data rather than fetching some. */
export function sends(stage: ShellCommand): boolean {
  const flags = stage.args.join(" ");
  if (stage.name === "curl")
    return (
      /(?:^|\s)(?:-d|--data\S{0,12}|-F|--form|-T|--upload-file|--json|-X\s?(?:POST|PUT)|-[a-zA-Z]{1,6}[dFT]\s)/.test(
        flags,
      ) || /\$|@-/.test(flags)
    );
  if (stage.name === "wget") return /--post-|--body-|\$/.test(flags);
  if (stage.name === "scp" || stage.name === "rsync") return remoteHost(stage) !== "";
  if (stage.name === "aws") return /\bs3\s(?:cp|sync|mv)\b/.test(flags) && /s3:\/\//.test(flags);
  if (stage.name === "az") return /\bstorage\s(?:blob|file)\supload/.test(flags);
  if (stage.name === "gcloud") return /\bstorage\s(?:cp|rsync|mv)\b/.test(flags);
  if (stage.name === "s3cmd" || stage.name === "mc")
    return /(?:^|\s)(?:put|sync|cp|mirror|pipe)\s/.test(flags);
  if (stage.name === "wormhole" || stage.name === "croc") return /(?:^|\s)send\b/.test(flags);
  if (stage.name === "gh")
    return /^(?:gist create|repo create|(?:issue|pr|discussion) (?:comment|create|edit)|release (?:create|upload))\b|^api\b[^\n]{0,200}\s-(?:[fF]|X\s?P\w{2,4})\b/.test(
      flags,
    );
  return true;
}

/** The machine that ssh, scp or rsync speaks to; empty for local copies. */
export function remoteHost(stage: ShellCommand): string {
  const keeps = /^(?:aws|s3cmd|rclone|mc)$/.test(stage.name);
  const bucket = !keeps ? undefined : stage.args.find((arg) => /^s3:\/\/[\w.-]{3,63}/.test(arg));
  if (bucket !== undefined) return `${bucket.slice(5).split("/")[0]}.s3.amazonaws.com`;
  const address = stage.args.find((arg) => /^(?:rsync|ssh|sftp|scp):\/\//.test(arg));
  if (address !== undefined)
    return address.replace(/^\w{3,5}:\/\/(?:[^@/]{1,64}@)?/, "").split(/[:/]/)[0] ?? "";
  const target = stage.args.find(
    (arg) => /^[\w.-]{0,64}@?[\w.-]{1,255}:/.test(arg) && !/^[A-Za-z]:\\/.test(arg),
  );
  const login =
    stage.name === "ssh" ? stage.args.find((arg) => /^[\w.-]{1,64}@[\w.-]{3,255}$/.test(arg)) : undefined;
  if (login !== undefined) return login.slice(login.indexOf("@") + 1);
  return target === undefined ? "" : (target.slice(target.indexOf("@") + 1).split(":")[0] ?? "");
}
