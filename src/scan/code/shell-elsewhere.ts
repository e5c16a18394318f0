/** Commands handed to another machine, container or account, which runs them there. */
import type { ShellCommand } from "./shell-values.ts";

/** Options of ssh that are followed by a value. */
const sshValue = /^-[bcDEeFIiJLlmOopQRSWw]$/;
const containerValue = /^(?:-[euw]|--(?:env|env-file|user|workdir|index))$/;

/** What is run elsewhere, as a script; empty where nothing is. */
export function scriptElsewhere({ name, args, input }: ShellCommand): string {
  if (name === "ssh") {
    const rest = afterOptions(args, sshValue).slice(1);
    return rest.length > 0 ? commandIn(rest) : input;
  }
  if (name === "su" || name === "runuser")
    return args.includes("-c") ? (args[args.indexOf("-c") + 1] ?? "") : "";
  if (/^(?:kubectl|oc|lxc|incus|multipass|wsl)$/.test(name)) {
    const at = args.indexOf("--");
    return at === -1 ? "" : commandIn(args.slice(at + 1));
  }
  if (/^(?:docker|podman|nerdctl|docker-compose)$/.test(name)) {
    const at = args.indexOf("exec");
    return at === -1 ? "" : commandIn(afterOptions(args.slice(at + 1), containerValue).slice(1));
  }
  return "";
}

function afterOptions(args: readonly string[], valued: RegExp): readonly string[] {
  let i = 0;
  while (i < args.length && args[i]?.startsWith("-") === true) i += valued.test(args[i] ?? "") ? 2 : 1;
  return args.slice(i);
}

/** `sh -c '…'` is what it says; anything else is the command itself. */
function commandIn(words: readonly string[]): string {
  const at = words.findIndex((word) => /^-l?i?c$/.test(word));
  return at !== -1 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(words[0] ?? "")
    ? (words[at + 1] ?? "")
    : words.join(" ");
}
