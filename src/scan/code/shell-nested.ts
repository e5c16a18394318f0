/** Scripts that a command carries within it: given to be run here or elsewhere, or written to a file that a shell reads. */
import type { FactKind } from "./facts.ts";
import { constantOutput, type ShellCommand } from "./shell-values.ts";
import { interpreters, isShell } from "./shell-words.ts";

/** A file that a shell will read: its profile, a script, a timer's table. */
const shellFile =
  /(?:^|\/)\.(?:bash|zsh|k)?(?:rc|profile|_profile|_login|_logout|env|shenv|login)$|\.(?:sh|bash|zsh|command)$|(?:^|\/)(?:cron\.\w{2,8}|profile\.d|bin|hooks)\/[\w.-]{1,60}$|(?:^|\/)rc\.local$/;

/** `cat >> ~/.zshrc <<'END' …` and `bash <<'END' …`: what stands there is a script. Empty where there is none. */
export function writtenScript({ name, args, input, writes, appends }: ShellCommand): string {
  if (input.length < 4 || input.length > longest) return "";
  const isRun = isShell(name) && !args.some((arg) => /^[\w./-]{1,120}\.sh$/.test(arg));
  const isTable = (name === "crontab" && args.includes("-")) || name === "at" || name === "batch";
  const files = [...writes, ...appends, ...(name === "tee" ? args : [])];
  const isScript = /^\s{0,4}#!\s?[\w/ ]{0,20}\b(?:ba|z|da|k)?sh\b/.test(input);
  return isScript || isRun || isTable || files.some((path) => shellFile.test(path))
    ? input.replace(schedules, "")
    : "";
}

/** Longer texts are data. */
const longest = 20_000;

const schedules =
  /^\s{0,8}(?:@(?:reboot|hourly|daily|midnight|weekly|monthly)|(?:[\d*][\d*/,-]{0,20}\s{1,4}){4}[\d*][\w*/,-]{0,20})\s{1,4}(?:root\s{1,4})?/gm;

/** What an interpreter, a setting or a timer is given to run, such as `bash -c '…'`. Empty where there is none. */
export function nestedScript(command: ShellCommand): string {
  const { name, args } = command;
  if (name === "git") return settingThatRuns(args);
  if (name === "trap" && args.length > 1) return args[0] ?? "";
  if (name === "eval") return args.join(" ");
  if (/^(?:echo|printf|cat|tee|npm)$/.test(name)) return keptLine(command);
  const at = interpreters.has(name) ? args.findIndex((arg) => /^-(?:c|lc|ic|e)$/.test(arg)) : -1;
  const script = at === -1 ? "" : (args[at + 1] ?? "");
  const inner = isShell(name) ? null : handedOn.exec(script);
  return inner === null ? script : (inner[1] ?? inner[2] ?? "").replace(/\\(["'\\])/g, "$1");
}

/** A literal in the hands of what starts commands, in AppleScript, Python, JavaScript and others. */
const handedOn =
  /(?:do shell script\s{1,4}|(?:doShellScript|system|popen|exec(?:Sync)?)\(\s{0,4})\\?(?:"((?:[^"\\]|\\.){3,2000})|['`]((?:[^'`\\]|\\.){3,2000}))/;

/** A line for whatever reads the file or the table that it is written to: a timer, or a program that is fetched and run. */
function keptLine({ name, args, writes, appends, input }: ShellCommand): string {
  const text = input === "" ? args.join(" ") : input;
  if (text.search(schedules) === 0) return text.replace(schedules, "").replace(/%s\\n?$/, "");
  const files = [...writes, ...appends].filter((file) => !/^\/dev\/null$|\.(?:md|txt|rst|html?)$/.test(file));
  if (files.length === 0 && name !== "npm") return "";
  return /\b(?:curl|wget)\s[^\n|"']{8,300}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/.exec(text)?.[0] ?? "";
}

const keyThatRuns =
  /^(?:filter\.\S{1,60}\.(?:smudge|clean|process)|core\.(?:fsmonitor|sshcommand|pager|editor|askpass)|alias\.\S{1,60}|(?:\S{1,80}\.)?credential\.(?:\S{1,80}\.)?helper|diff\.external|\S{1,60}\.textconv)$/i;

/** `git config key 'command'`, for keys whose value git runs. */
function settingThatRuns(args: readonly string[]): string {
  const i = args[0] === "config" ? args.findIndex((arg) => keyThatRuns.test(arg)) : -1;
  return i === -1 ? "" : (args[i + 1] ?? "").replace(/^!/, "");
}

/** `echo '…' | sh`: what is said is run. */
export function saidScript(stages: readonly ShellCommand[]): string {
  const [first, last] = stages;
  if (first === undefined || last === undefined || stages.length !== 2) return "";
  const isRun = /^(?:at|batch)$/.test(last.name) || (isShell(last.name) && last.args.length === 0);
  return isRun && /^(?:echo|printf)$/.test(first.name) ? (constantOutput(first) ?? first.args.join(" ")) : "";
}

/** What is as bad on another machine as on this one; what servers are kept with (jobs, services, files) is not. */
export const badElsewhere: ReadonlySet<FactKind> = new Set([
  "fetch-run",
  "download-run",
  "decode-run",
  "hidden-address",
  "disguised-command",
  "reverse-shell",
]);

const sshValue = /^-[bcDEeFIiJLlmOopQRSWw]$/;
const containerValue = /^(?:-[euw]|--(?:env|env-file|user|workdir|index))$/;

/** What another machine, container or account is handed to run; empty where nothing is. */
export function scriptElsewhere({ name, args, input }: ShellCommand): string {
  if (name === "ssh") return commandIn(afterOptions(args, sshValue).slice(1)) || input;
  if (name === "su" || name === "runuser") return commandIn(["sh", ...args]);
  const mark = /^(?:docker|podman|nerdctl|docker-compose)$/.test(name) ? "exec" : "--";
  if (mark === "--" && !/^(?:kubectl|oc|lxc|incus|multipass|wsl)$/.test(name)) return "";
  const at = args.indexOf(mark);
  if (at === -1) return "";
  const rest = args.slice(at + 1);
  return commandIn(mark === "--" ? rest : afterOptions(rest, containerValue).slice(1));
}

function afterOptions(args: readonly string[], valued: RegExp): readonly string[] {
  let i = 0;
  while (i < args.length && args[i]?.startsWith("-") === true) i += valued.test(args[i] ?? "") ? 2 : 1;
  return args.slice(i);
}

/** `sh -c '…'` is what it says; anything else is the command itself. */
function commandIn([program = "", ...words]: readonly string[]): string {
  const at = words.findIndex((word) => /^-l?i?c$/.test(word));
  const isScript = isShell(program.slice(program.lastIndexOf("/") + 1));
  if (isScript) return at === -1 ? "" : (words[at + 1] ?? "");
  return [program, ...words].join(" ").trim();
}
