/** Facts that one shell command shows by itself. */

import { isAgentFile, isAutostartPath, isSecretPath } from "./sensitive.ts";
import type { Emit } from "./shell-facts.ts";
import type { ShellCommand } from "./shell-parse.ts";

export function simpleFacts(command: ShellCommand, emit: Emit): void {
  const line = [command.name, ...command.args].join(" ");
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
    if (/\/dev\/(?:tcp|udp)\//.test(target))
      emit("reverse-shell", command, target, target.split("/")[3] ?? "");
    else if (isAgentFile(target)) emit("agent-write", command, target);
    else if (isAutostartPath(target)) emit("persistence", command, target);
    else if (target === "/etc/hosts") emit("traffic-redirect", command, target);
    else emit("file-write", command, target);
  }
}

function machine(command: ShellCommand, line: string, emit: Emit): void {
  const { name, args } = command;
  if (name === "crontab" && args[0] !== "-l") emit("persistence", command, "crontab");
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
  if (name === "iptables" && /REDIRECT|DNAT/.test(line)) emit("traffic-redirect", command, "iptables");
  if (/^(?:docker|podman|nerdctl)$/.test(name) && /\brun\b/.test(line)) container(command, line, emit);
  if (
    /^(?:xmrig|minerd|cpuminer|ethminer|t-rex|nbminer|lolminer)$/.test(name) ||
    /stratum\+(?:tcp|ssl):\/\//.test(line)
  )
    emit("miner", command, name);
}

function container(command: ShellCommand, line: string, emit: Emit): void {
  const host =
    /-v\s?(?:\/|~|\$HOME)(?::|\/?:)|-v\s?\/(?:etc|root|home|proc|var\/run\/docker\.sock|var\/lib\/docker)\b|source=\/(?:etc|root|home|proc)?\b/.exec(
      line,
    )?.[0];
  if (/--privileged\b|--cap-add[= ](?:ALL|SYS_ADMIN)|--pid[= ]host/.test(line) || host !== undefined)
    emit("privileged-container", command, host ?? "--privileged");
}

function dangerous(command: ShellCommand, line: string, emit: Emit): void {
  const { name, args } = command;
  const recursive = args.some((arg) => /^-[a-zA-Z]{0,5}[rR]/.test(arg) || arg === "--recursive");
  if (
    name === "rm" &&
    recursive &&
    args.some((arg) =>
      /^(?:\/|~\/?|\/\*|\$\{?HOME\}?\/?|~\/\*|\/(?:etc|usr|var|home|bin|boot|lib)\/?\*?|--no-preserve-root)$/.test(
        arg,
      ),
    )
  )
    emit("destruction", command, line);
  if (
    (name === "dd" && /of=\/dev\/(?:sd|nvme|disk|hd)/.test(line)) ||
    name.startsWith("mkfs") ||
    (name === "shred" && /\/dev\//.test(line))
  )
    emit("destruction", command, line);
  if (name === "find" && /^(?:\/|~|\$HOME)$/.test(args[0] ?? "") && /-delete\b/.test(line))
    emit("destruction", command, line);
  if (/^(?:nc|ncat|netcat)$/.test(name) && /\s-[a-z]{0,4}e\b/.test(` ${args.join(" ")}`))
    emit("reverse-shell", command, line, args.find((arg) => /\./.test(arg)) ?? "");
  if (/\/dev\/(?:tcp|udp)\/[\w.$-]{1,100}\/\d{1,5}/.test(line) || (name === "socat" && /exec:/i.test(line)))
    emit("reverse-shell", command, line.slice(0, 80));
  const off =
    (name === "spctl" && /--master-disable|--global-disable/.test(line)) ||
    (name === "csrutil" && /disable/.test(line)) ||
    (name === "setenforce" && args[0] === "0") ||
    (name === "xattr" &&
      /-[a-z]{0,3}[dc]/.test(line) &&
      /com\.apple\.quarantine|-[a-z]{0,2}c\b/.test(line)) ||
    (name === "ufw" && args[0] === "disable") ||
    (name === "systemctl" &&
      /\b(?:stop|disable)\b.{0,40}\b(?:auditd|apparmor|firewalld|falcon-sensor|clamav|ufw)\b/.test(line)) ||
    /^(?:Set-MpPreference|Add-MpPreference)$/i.test(name) ||
    (name === "history" && args[0] === "-c");
  if (off) emit("protection-off", command, line.slice(0, 80));
  if (name === "dscl" && /-authonly/.test(line)) emit("credential-check", command, "dscl -authonly");
}
