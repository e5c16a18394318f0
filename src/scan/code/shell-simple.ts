/** Facts that one shell command shows by itself. */

import type { FactKind } from "./facts.ts";
import { isAgentFile, isAutostartPath, isSecretPath } from "./sensitive.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand } from "./shell-values.ts";

export function simpleFacts(command: ShellCommand, emit: Emit): void {
  const line = [command.name, ...command.args].join(" ");
  if (isDisguised(command)) emit("disguised-command", command, command.name);
  written(command, emit);
  machine(command, line, emit);
  dangerous(command, line, emit);
  if (command.args.some(isSecretPath) || command.reads.some(isSecretPath)) {
    emit("secret-read", command, [...command.args, ...command.reads].find(isSecretPath) ?? "");
  }
  const packages =
    /^(?:pip3?|npm|pnpm|yarn|brew|apt|apt-get|gem|cargo|go|uv|npx|bunx|pipx)$/.test(command.name) &&
    /^(?:install|add|i|get|-y|--yes|pip|tool)$/.test(command.args[0] ?? "");
  if (packages)
    emit(
      "package-install",
      command,
      command.args
        .filter((arg) => !arg.startsWith("-"))
        .slice(1, 4)
        .join(" "),
    );
}

const worthHiding =
  /^(?:curl|wget|bash|sh|zsh|nc|ncat|rm|python3?|node|perl|eval|base64|chmod|sudo|scp|osascript|powershell|dd|cat)$/;

/** Quotes, escapes or pieces inside a word; a whole word in quotes or a single variable is everyday. */
function isDisguised({ name, spelled }: ShellCommand): boolean {
  if (!worthHiding.test(name) || spelled.endsWith(name)) return false;
  return !/^(?:\$\{?\w{1,60}\}?|"[^"'\\]{1,80}"|'[^"'\\]{1,80}'|\\\w{1,20})$/.test(spelled);
}

function written(command: ShellCommand, emit: Emit): void {
  const targets = [...command.writes, ...command.appends];
  if (
    command.name === "tee" ||
    command.name === "cp" ||
    command.name === "mv" ||
    command.name === "ln" ||
    command.name === "install"
  ) {
    targets.push(
      ...(command.name === "tee"
        ? command.args.filter((arg) => !arg.startsWith("-"))
        : command.args.slice(-1)),
    );
  }
  if (command.name === "sed" && command.args.some((arg) => /^-[a-zA-Z]{0,4}i/.test(arg)))
    targets.push(...command.args.slice(-1));
  for (const target of targets) {
    if (target === "/dev/null" || target === "") continue;
    // `echo > /dev/tcp/host/port` asks whether somebody answers.
    if (
      target.startsWith("/dev/tcp/") &&
      (/^(?:echo|printf|:|true)?$/.test(command.name) ||
        (command.name === "cat" && command.args.length === 0 && command.reads.includes("/dev/null")))
    )
      continue;
    const kind = writeKind(target);
    emit(kind, command, target, kind === "reverse-shell" ? (target.split("/")[3] ?? "") : "");
  }
}

function writeKind(target: string): FactKind {
  if (/\/dev\/(?:tcp|udp)\//.test(target)) return "reverse-shell";
  if (isAgentFile(target)) return "agent-write";
  if (isAutostartPath(target)) return "persistence";
  if (/^\/dev\/(?:sd|nvme|disk|hd|vd)[a-z0-9]{1,8}$/.test(target)) return "destruction";
  return target === "/etc/hosts" || target === "/etc/resolv.conf" ? "traffic-redirect" : "file-write";
}

function machine(command: ShellCommand, line: string, emit: Emit): void {
  const { name, args } = command;
  if (name === "crontab" && args.length > 0 && !/^-[elr]$/.test(args[args[0] === "-u" ? 2 : 0] ?? ""))
    emit("persistence", command, "crontab");
  if (name === "launchctl" && /^(?:load|bootstrap|submit)$/.test(args[0] ?? ""))
    emit("persistence", command, "launchctl");
  if (name === "systemctl" && args.includes("enable")) emit("persistence", command, "systemd");
  if (name === "schtasks" && /\/create/i.test(line)) emit("persistence", command, "scheduled task");
  if (name === "reg" && /\badd\b/i.test(line) && /\\Run\b/i.test(line))
    emit("persistence", command, "Run key");
  if (
    name === "git" &&
    /\bconfig\b/.test(line) &&
    /core\.hooksPath|core\.fsmonitor|core\.sshCommand/.test(line)
  )
    emit("persistence", command, "git configuration that runs commands");
  const turned = turnsTraffic(name, line);
  if (turned !== undefined && !isSameHost(line) && !isOwnProxy(line))
    emit("traffic-redirect", command, turned);
  if (/^(?:docker|podman|nerdctl)$/.test(name) && /\brun\b/.test(line)) container(command, line, emit);
}

/** `url."git@host:".insteadOf https://host/`: another way to the same place. */
function isSameHost(line: string): boolean {
  const [, to, from] =
    /url\.\W{0,3}(?:ssh:\/\/|https:\/\/)?(?:git@)?([\w.-]{3,80})[:/]\S{0,20}\.insteadOf\s\W{0,3}(?:(?:https?|git|ssh):\/\/)?(?:git@)?([\w.-]{3,80})/i.exec(
      line,
    ) ?? [];
  return to !== undefined && to === from;
}

/** A proxy on this machine or in the same house. */
function isOwnProxy(line: string): boolean {
  return /\bproxy\s{1,3}["']?(?:\w{2,6}:\/\/)?(?:localhost|127\.\d{1,3}|10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}\.\d{1,3})?(?=[:/\s"']|$)/i.test(
    line,
  );
}

const trustStore = /\/(?:usr\/local\/share\/ca-certificates|etc\/pki\/ca-trust|etc\/ssl\/certs)\//;

/** Lines after which traffic goes elsewhere, or others are trusted with it: each with what it changes. */
const turns: ReadonlyArray<readonly [RegExp, RegExp, string]> = [
  [
    /^git$/,
    /\bconfig\b.{0,80}(?:\bhttps?\.proxy\s\S|\.insteadOf\b|sslVerify\sfalse)/i,
    "git's addresses or checks",
  ],
  [/^security$/, /add-trusted-cert/, "whom the machine trusts"],
  [/^(?:curl|wget|cp|mv|tee)$/, trustStore, "whom the machine trusts"],
  [/^certutil$/, /-addstore\s(?:-f\s)?root/i, "whom the machine trusts"],
  [
    /^(?:npm|pnpm|yarn)$/,
    /\bconfig set\b.{0,20}\b(?:proxy|https-proxy|strict-ssl false)/,
    "the package manager's proxy",
  ],
  [/^networksetup$/, /-set(?:secure)?webproxy|-setdnsservers|-setautoproxyurl/i, "the network settings"],
  [/^iptables$/, /REDIRECT|DNAT/, "iptables"],
];

function turnsTraffic(name: string, line: string): string | undefined {
  if (/127\.0\.0\.1|localhost/.test(line)) return undefined;
  return turns.find(([command, words]) => command.test(name) && words.test(line))?.[2];
}

function container(command: ShellCommand, line: string, emit: Emit): void {
  const host =
    /-v\s?(?:\/|~|\$HOME)(?::|\/?:)|-v\s?\/(?:etc|root|home|proc|var\/run\/docker\.sock|var\/lib\/docker)\b|source=\/(?:etc|root|home|proc)?\b/.exec(
      line,
    )?.[0];
  if (/--privileged\b|--cap-add[= ](?:ALL|SYS_ADMIN)|--pid[= ]host/.test(line) || host !== undefined)
    if (!/--gpus|--runtime[= ]nvidia/.test(line) || host !== undefined)
      emit("privileged-container", command, host ?? "--privileged", registryIn(command.args));
}

/** The registry of an image, where it is named with the image. */
function registryIn(args: readonly string[]): string {
  const image = args.find((arg) =>
    /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?::\d{2,5})?\/[\w./-]{2,120}(?:[:@]|$)/.test(arg),
  );
  return image?.split("/")[0] ?? "";
}

/** Lines that wipe a machine, by what they say as a whole. */
function wipes({ name }: ShellCommand, line: string): boolean {
  if (name === "dd") return /of=\/dev\/(?:sd|nvme|disk|hd)/.test(line);
  if (name === "shred") return /\/dev\//.test(line);
  if (name === "kubectl")
    return /\bdelete\s(?:ns|namespaces?)\s[^|]{0,40}--all\b|\bdelete\s\S{1,20}\s[^|]{0,60}--all\b[^|]{0,40}(?:\s-A\b|--all-namespaces)/.test(
      line,
    );
  return name.startsWith("mkfs");
}

function dangerous(command: ShellCommand, line: string, emit: Emit): void {
  const { name, args } = command;
  if (wipes(command, line)) emit("destruction", command, line);
  const listens =
    /^(?:nc|ncat|netcat)$/.test(name) && /\s(?:-[a-z]{0,4}e|--(?:sh-)?exec|-c)\b/.test(` ${args.join(" ")}`);
  if (listens) emit("reverse-shell", command, line, args.find((arg) => /\./.test(arg)) ?? "");
  const opens =
    /(?<!\b(?:echo|:|true)\s{0,3}\d?>\s{0,3}|<\s{0,3})\/dev\/(?:tcp|udp)\/[\w.$-]{1,100}\/\d{1,5}/.test(
      line,
    ) ||
    (name === "socat" && /exec:/i.test(line)) ||
    (/^[gmn]?awk$/.test(name) && /\/inet\d?\/(?:tcp|udp)\/[\s\S]{0,300}getline/.test(line));
  if (opens) emit("reverse-shell", command, line.slice(0, 80));
  if (name === "dscl" && /-authonly/.test(line)) emit("credential-check", command, "dscl -authonly");
}
