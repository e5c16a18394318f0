/** Facts that one shell command shows by itself: a table of commands, and the files that it writes. */
import { either } from "../tables/compile.ts";
import type { FactKind } from "./facts.ts";
import { isAgentFile, isAutostartPath, isSecretPath } from "./sensitive.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand } from "./shell-values.ts";
import { lineOf } from "./shell-words.ts";

interface CommandRow {
  readonly kind: FactKind;
  readonly name: RegExp;
  readonly line: RegExp;
  /** What it does; the line itself where this is empty. */
  readonly detail: string;
  readonly not?: RegExp;
}

const row = (kind: FactKind, name: RegExp, line: RegExp, detail = "", not?: RegExp): CommandRow => ({
  kind,
  name,
  line,
  detail,
  ...(not === undefined ? {} : { not }),
});

/** This machine, the same network, or another way to the same host. */
const sameNetwork = either(
  [
    /127\.0\.0\.1|localhost/,
    /\bproxy\s{1,3}["']?(?:\w{2,6}:\/\/)?(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}/,
    /url\.\W{0,3}(?:ssh:\/\/|https:\/\/)?(?:git@)?([\w.-]{3,80})[:/]\S{0,20}\.insteadOf\s\W{0,3}(?:\w{3,5}:\/\/)?(?:git@)?\1/,
  ],
  "i",
);
const engine = /^(?:docker|podman|nerdctl)$/;

const table: readonly CommandRow[] = [
  row("persistence", /^crontab$/, /^crontab (?!(?:-u \S{1,40} )?-[elr]\b)/, "crontab"),
  row("persistence", /^launchctl$/, /^launchctl (?:load|bootstrap|submit)\b/, "launchctl"),
  row("persistence", /^systemctl$/, / enable\b/, "systemd"),
  row("persistence", /^schtasks$/, /\/create/i, "scheduled task"),
  row("persistence", /^reg$/, /\badd\b.{0,200}\\Run\b/i, "Run key"),
  row("persistence", /^git$/, /\bconfig\b.{0,80}core\.(?:hooksPath|fsmonitor|sshCommand)/, "git settings"),
  row("persistence", /^chmod$/, / (?:u?\+\w{0,2}s|0?[4-7][0-7]{3}) .{0,200}\/\.?\w/, "root rights kept"),
  row("persistence", /^install$/, / -m ?0?[4-7][0-7]{3}\b/, "root rights kept"),
  row("persistence", /^setcap$/, /\bcap_(?:setuid|sys_admin)/, "root rights kept"),
  row("persistence", /^useradd$/, / -u ?0\b/, "a second root"),
  row("traffic-redirect", /^git$/, /\bconfig\b.{0,80}\bhttps?\.proxy\s\S/i, "git's proxy", sameNetwork),
  row("traffic-redirect", /^git$/, /\bconfig\b.{0,80}\.insteadOf\b/i, "git's addresses", sameNetwork),
  row("traffic-redirect", /^git$/, /\bconfig\b.{0,80}sslVerify\sfalse/i, "git's checks", sameNetwork),
  row("traffic-redirect", /^security$/, /add-trusted-cert/, "whom the machine trusts"),
  row("traffic-redirect", /^certutil$/, /-addstore\s(?:-f\s)?root/i, "whom the machine trusts"),
  row(
    "traffic-redirect",
    /^(?:curl|wget|cp|mv|tee)$/,
    /\/(?:usr\/local\/share\/ca-certificates|etc\/pki\/ca-trust|etc\/ssl\/certs)\//,
    "whom the machine trusts",
  ),
  row(
    "traffic-redirect",
    /^(?:npm|pnpm|yarn)$/,
    /\bconfig set\b.{0,20}\b(?:proxy|https-proxy|strict-ssl false)/,
    "the package manager's proxy",
    sameNetwork,
  ),
  row(
    "traffic-redirect",
    /^networksetup$/,
    /-set(?:secure)?webproxy|-setdnsservers|-setautoproxyurl/i,
    "DNS",
  ),
  row("traffic-redirect", /^iptables$/, /REDIRECT|DNAT/, "iptables", sameNetwork),
  row(
    "privileged-container",
    engine,
    /\brun\b.{0,400}?(?:(?:-v\s?|source=)(?:(?:\/|~|\$HOME)\/?:|\/(?:etc|root|home|proc|var\/(?:run\/docker\.sock|lib\/docker))\b))/,
    "the machine's folders",
  ),
  row(
    "privileged-container",
    engine,
    /\brun\b.{0,400}(?:--privileged\b|--cap-add[= ](?:ALL|SYS_ADMIN)|--pid[= ]host)/,
    "--privileged",
    /--gpus|--runtime[= ]nvidia/,
  ),
  row("destruction", /^dd$/, /of=\/dev\/(?:sd|nvme|disk|hd)/),
  row("destruction", /^shred$/, /\/dev\//),
  row("destruction", /^mkfs/, /./),
  row("destruction", /^kubectl$/, /\bdelete\s(?:ns|namespaces?)\s[^|]{0,40}--all\b/),
  row(
    "destruction",
    /^kubectl$/,
    /\bdelete\s\S{1,20}\s[^|]{0,60}--all\b[^|]{0,40}(?:\s-A\b|--all-namespaces)/,
  ),
  row("reverse-shell", /^(?:nc|ncat|netcat)$/, /\s(?:-[a-z]{0,4}e|--(?:sh-)?exec|-c)\b/),
  row("reverse-shell", /^socat$/, /exec:/i),
  row("reverse-shell", /^[gmn]?awk$/, /\/inet\d?\/(?:tcp|udp)\/[\s\S]{0,300}getline/),
  row(
    "reverse-shell",
    /./,
    /(?<!\b(?:echo|:|true)\s{0,3}\d?>\s{0,3}|<\s{0,3})\/dev\/(?:tcp|udp)\/[\w.$-]{1,100}\/\d{1,5}/,
  ),
];

const installs =
  /^(?:pip3?|npm|pnpm|yarn|brew|apt|apt-get|gem|cargo|go|uv|npx|bunx|pipx) (?:install|add|i|get|-y|--yes|pip|tool)\b/;

export function simpleFacts(command: ShellCommand, emit: Emit): void {
  const { name, args, reads } = command;
  const line = lineOf(command).slice(0, longestLine);
  if (isDisguised(command)) emit("disguised-command", command, { detail: name });
  written(command, emit);
  for (const one of table)
    if (one.name.test(name) && one.line.test(line) && one.not?.test(line) !== true)
      emit(one.kind, command, { detail: one.detail || line.slice(0, 80), host: hostBeside(one.kind, args) });
  const secret = [...args, ...reads].find(isSecretPath);
  if (secret !== undefined) emit("secret-read", command, { detail: secret });
  if (!installs.test(line)) return;
  const packages = args.filter((arg) => !arg.startsWith("-")).slice(1, 4);
  emit("package-install", command, { detail: packages.join(" ") });
}

/** Longer commands carry data, which is not read as a line. */
const longestLine = 4_000;

/** Who is called, or where an image comes from. */
function hostBeside(kind: FactKind, args: readonly string[]): string {
  if (kind === "reverse-shell") return args.find((arg) => /^[\w.-]{1,80}\.[a-z\d]{1,20}$/i.test(arg)) ?? "";
  if (kind !== "privileged-container") return "";
  const image = args.find((arg) =>
    /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?::\d{2,5})?\/[\w./-]{2,120}/.test(arg),
  );
  return image?.split("/")[0] ?? "";
}

const worthHiding =
  /^(?:curl|wget|bash|sh|zsh|nc|ncat|rm|python3?|node|perl|eval|base64|chmod|sudo|scp|osascript|powershell|dd|cat)$/;

/** Quotes, escapes or pieces inside a word; a whole word in quotes or a single variable is everyday. */
function isDisguised({ name, spelled }: ShellCommand): boolean {
  if (!worthHiding.test(name) || spelled.endsWith(name)) return false;
  return !/^(?:\$\{?\w{1,60}\}?|"[^"'\\]{1,80}"|'[^"'\\]{1,80}'|\\\w{1,20})$/.test(spelled);
}

function written(command: ShellCommand, emit: Emit): void {
  const { name, args, writes, appends } = command;
  const edits = name === "sed" && args.some((arg) => /^-[a-zA-Z]{0,4}i/.test(arg));
  const named = name === "tee" ? args.filter((arg) => !arg.startsWith("-")) : args.slice(-1);
  const targets = [...writes, ...appends, ...(edits || /^(?:tee|cp|mv|ln|install)$/.test(name) ? named : [])];
  for (const target of targets) {
    if (target === "/dev/null" || target === "" || isProbe(command, target)) continue;
    const kind = isEveryday(command, target) ? "file-write" : writeKind(target);
    const host = kind === "reverse-shell" ? (target.split("/")[3] ?? "") : "";
    emit(kind, command, { detail: target, host });
  }
}

/** A folder that is added to the path in a start file of the shell, or named there, starts nothing. */
function isEveryday({ name, args }: ShellCommand, target: string): boolean {
  const text = args.filter((arg) => !/^(?:-\w|%s(?:\\n)?)$/.test(arg)).join(" ");
  const isNamed = /^(?:export )?(?:PATH|[A-Z]{2,20}_(?:HOME|DIR|ROOT))=[^;|&`()\n]{1,200}$/.test(text);
  return isNamed && /^(?:echo|printf)$/.test(name) && /\.\w{0,8}(?:rc|profile|env)$/.test(target);
}

/** `echo > /dev/tcp/host/port` asks whether somebody answers. */
function isProbe({ name, args, reads }: ShellCommand, target: string): boolean {
  const says = /^(?:echo|printf|:|true)?$/.test(name) || (name === "cat" && args.length + reads.length < 2);
  return target.startsWith("/dev/tcp/") && says;
}

function writeKind(target: string): FactKind {
  if (/\/dev\/(?:tcp|udp)\//.test(target)) return "reverse-shell";
  if (isAgentFile(target)) return "agent-write";
  if (isAutostartPath(target) || target === "/etc/passwd") return "persistence";
  if (/^\/dev\/(?:sd|nvme|disk|hd|vd)[a-z0-9]{1,8}$/.test(target)) return "destruction";
  return target === "/etc/hosts" || target === "/etc/resolv.conf" ? "traffic-redirect" : "file-write";
}
