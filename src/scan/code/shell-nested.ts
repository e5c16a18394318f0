/** Scripts that a command carries within it: written to a file that a shell reads, or given to be run. */
import type { ShellCommand } from "./shell-values.ts";
import { interpreters } from "./shell-words.ts";

/** A file that a shell will read: its profile, a script, a timer's table. */
const shellFile =
  /(?:^|\/)\.(?:bash|zsh|k)?(?:rc|profile|_profile|_login|_logout|env|shenv|login)$|\.(?:sh|bash|zsh|command)$|(?:^|\/)(?:cron\.\w{2,8}|profile\.d|bin|hooks)\/[\w.-]{1,60}$|(?:^|\/)rc\.local$/;

/** `cat >> ~/.zshrc <<'END' …` and `bash <<'END' …`: what stands there is a script. */
export function isWrittenScript({ name, args, input, writes, appends }: ShellCommand): boolean {
  if (input.length < 4 || input.length > 20_000) return false;
  if (/^\s{0,4}#!\s?[\w/ ]{0,20}\b(?:ba|z|da|k)?sh\b/.test(input)) return true;
  const isRun = /^(?:ba|z|da|k)?sh$/.test(name) && !args.some((arg) => /^[\w./-]{1,120}\.sh$/.test(arg));
  const isTable = (name === "crontab" && args.includes("-")) || name === "at" || name === "batch";
  return (
    isRun ||
    isTable ||
    [...writes, ...appends, ...(name === "tee" ? args : [])].some((path) => shellFile.test(path))
  );
}

/** `bash -c '…'`, `eval '…'`, `osascript -e 'do shell script …'`: the script inside is a script. Empty where there is none. */
export function nestedScript(command: ShellCommand): string {
  if (command.name === "git") return settingThatRuns(command.args);
  if (command.name === "echo" || command.name === "printf")
    return timed(command.args.join(" ")) || kept(command);
  if (command.name === "cat" || command.name === "tee") return isWrittenScript(command) ? "" : kept(command);
  if (command.name === "npm" && command.args[0] === "pkg") return fetchedLine(command.args.join(" "));
  if (command.name === "trap" && command.args.length > 1) return command.args[0] ?? "";
  if (!interpreters.has(command.name)) return "";
  const i = command.args.findIndex((arg) => arg === "-c" || arg === "-lc" || arg === "-e" || arg === "-ic");
  const script =
    command.name === "eval" ? command.args.join(" ") : i === -1 ? "" : (command.args[i + 1] ?? "");
  const inner =
    /do shell script\s{1,4}\\?"([^"\\]{3,2000})|doShellScript\(\s{0,4}\\?["'`]([^"'`\\]{3,2000})|(?:system|popen|exec(?:Sync)?)\(\s{0,4}\\?["'`]([^"'`\\]{3,2000})/.exec(
      script,
    );
  return inner === null ? script : (inner[1] ?? inner[2] ?? inner[3] ?? "");
}

/** A program that is fetched and run, within a text. */
function fetchedLine(text: string): string {
  return /\b(?:curl|wget)\s[^\n|"']{8,300}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b/.exec(text)?.[0] ?? "";
}

/** `echo "… curl … | sh" >> ~/.vimrc`, and the same in a here-document: a line for whatever reads the file. */
function kept({ args, writes, appends, input }: ShellCommand): string {
  const isKept = [...writes, ...appends].some(
    (file) => file !== "/dev/null" && !/\.(?:md|txt|rst|html?)$/.test(file),
  );
  return isKept ? fetchedLine(input === "" ? args.join(" ") : input) : "";
}

const schedule =
  /^\s{0,8}(?:@(?:reboot|hourly|daily|midnight|weekly|monthly)|(?:[\d*][\d*/,-]{0,20}\s{1,4}){4}[\d*][\w*/,-]{0,20})\s{1,4}(?:root\s{1,4})?/;

/** The command of a line that a table of timers keeps; empty where it is no such line. */
function timed(line: string): string {
  return schedule.test(line) ? line.replace(schedule, "").replace(/%s\\n?$/, "") : "";
}

/** A table of timers as the script that its commands are. */
export function withoutSchedules(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(schedule, ""))
    .join("\n");
}

/** `git config key 'command'`, for keys whose value git runs. */
function settingThatRuns(args: readonly string[]): string {
  const key =
    /^(?:filter\.\S{1,60}\.(?:smudge|clean|process)|core\.(?:fsmonitor|sshcommand|pager|editor|askpass)|alias\.\S{1,60}|(?:\S{1,80}\.)?credential\.(?:\S{1,80}\.)?helper|diff\.external|\S{1,60}\.textconv)$/i;
  const i = args[0] === "config" ? args.findIndex((arg) => key.test(arg)) : -1;
  return i === -1 ? "" : (args[i + 1] ?? "").replace(/^!/, "");
}
