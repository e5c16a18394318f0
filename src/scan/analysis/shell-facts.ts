/** Facts of shell code, by what each pipeline does as a whole. */
import { hostOf } from "../hosts.ts";
import type { Block } from "../structure/block.ts";
import type { Fact, FactKind } from "./facts.ts";
import { isSecretPath, isSecretVariable } from "./sensitive.ts";
import { constantOutput, parseShell, type ShellCommand, type ShellPipeline } from "./shell-parse.ts";
import { simpleFacts } from "./shell-simple.ts";

const fetchers = new Set([
  "curl",
  "wget",
  "aria2c",
  "fetch",
  "http",
  "https",
  "nscurl",
  "lwp-request",
  "xh",
  "axel",
]);
const interpreters = new Set([
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "ash",
  "fish",
  "python",
  "python2",
  "python3",
  "node",
  "perl",
  "ruby",
  "php",
  "osascript",
  "eval",
  "source",
  ".",
  "pwsh",
  "powershell",
  "deno",
  "bun",
  "tclsh",
  "lua",
]);
const wrappers = new Set([
  "sudo",
  "env",
  "nohup",
  "time",
  "command",
  "exec",
  "xargs",
  "nice",
  "doas",
  "setsid",
  "stdbuf",
  "timeout",
  "builtin",
  "busybox",
]);
const decoders =
  /^(?:base64|base32|xxd|openssl|gunzip|gzip|zcat|uudecode|rev|tr|bunzip2|xz|python3?|perl|od)$/;
const senders = new Set([
  "curl",
  "wget",
  "nc",
  "ncat",
  "netcat",
  "scp",
  "rsync",
  "sftp",
  "ftp",
  "telnet",
  "socat",
  "mail",
  "sendmail",
  "mutt",
  "aws",
  "gsutil",
  "rclone",
  "nslookup",
  "dig",
  "host",
  "ping",
  "http",
  "gh",
]);

export type Emit = (
  kind: FactKind,
  command: { readonly start: number; readonly end: number },
  detail: string,
  host?: string,
) => void;

/** The facts of one script. `exact` false: offsets within are those of the whole piece (quoted JSON). */
export function shellFacts(block: Block, source: string, base: number, exact = true): Fact[] {
  const facts: Fact[] = [];
  const emit: Emit = (kind, command, detail, host = "") => {
    const start = exact ? base + command.start : base;
    const end = exact ? base + command.end : base + 1;
    facts.push({
      kind,
      artefact: block.artefact,
      start,
      end,
      detail,
      host,
      polarity: block.polarity,
      language: block.language,
      inScript: block.artefact.language !== "markdown",
      path: [],
    });
  };
  const pipelines = parseShell(withoutPrompts(source));
  const downloaded = new Map<string, string>();
  for (const pipeline of pipelines) {
    pipelineFacts(pipeline, emit);
    for (const stage of pipeline.stages) {
      const command = unwrap(stage);
      simpleFacts(command, emit);
      nestedScript(block, command, base, facts, exact);
      followDownload(command, downloaded, emit);
    }
  }
  return facts;
}

/** "$ " and "> " at the start of lines, as transcripts have them, blanked so that offsets stay. */
function withoutPrompts(source: string): string {
  return source.replace(/^[ \t]{0,8}[$>%][ \t](?=\S)/gm, (prompt) => " ".repeat(prompt.length));
}

/** The command behind sudo, env, nohup and their like. */
export function unwrap(command: ShellCommand): ShellCommand {
  let { name, args } = command;
  for (let i = 0; i < 4 && wrappers.has(name); i++) {
    const rest = args.slice(
      args.findIndex(
        (arg) => !arg.startsWith("-") && !/^\w{1,40}=/.test(arg) && !/^\d{1,6}[smh]?$/.test(arg),
      ),
    );
    if (rest.length === 0 || rest[0] === undefined || rest.length === args.length + 1) break;
    name = rest[0].slice(rest[0].lastIndexOf("/") + 1);
    args = rest.slice(1);
  }
  return { ...command, name, args };
}

export function urlIn(args: readonly string[]): string {
  return (
    args.find((arg) => /^(?:https?|hxxps?|ftp):\/\//i.test(arg)) ??
    args.find(
      (arg) =>
        /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?:[:/]\S{0,300})?$/.test(arg) &&
        !/\.(?:sh|py|js|json|txt|md|zip|gz|html?|ya?ml|csv|log|pem|key|sql)$/i.test(arg),
    ) ??
    ""
  );
}

function hostIn(args: readonly string[]): string {
  const url = urlIn(args);
  return hostOf(url.includes("://") ? url : `https://${url}`);
}

function pipelineFacts(pipeline: ShellPipeline, emit: Emit): void {
  const stages = pipeline.stages.map(unwrap);
  const fetcher = stages.findIndex((stage) => fetchers.has(stage.name));
  const lastInterpreter = stages.findLastIndex(isInterpreterOfInput);
  if (fetcher !== -1 && lastInterpreter > fetcher) {
    emit("fetch-run", pipeline, urlIn(stages[fetcher]?.args ?? []), hostIn(stages[fetcher]?.args ?? []));
  }
  decodeRun(stages, lastInterpreter, pipeline, emit);
  for (const stage of stages) {
    const fetched = stage.inner
      .flatMap((inner) => inner.stages)
      .map(unwrap)
      .find((inner) => fetchers.has(inner.name));
    const runsIt = interpreters.has(stage.name) || stage.name === "$()";
    if (fetched !== undefined && runsIt)
      emit("fetch-run", pipeline, urlIn(fetched.args), hostIn(fetched.args));
    const decoded = stage.inner.some((inner) => inner.stages.some((part) => isDecoder(unwrap(part))));
    if (decoded && runsIt) emit("decode-run", pipeline, stage.name);
  }
  const data = secretInput(stages);
  const sender = stages.findLast((stage) => senders.has(stage.name));
  if (data !== "" && sender !== undefined && sends(sender))
    emit("exfiltration", pipeline, data, hostIn(sender.args) || remoteHost(sender));
}

function isInterpreterOfInput(stage: ShellCommand): boolean {
  if (!interpreters.has(stage.name)) return false;
  // `python3 -m json.tool`, `node -e …` and `python script.py` read input as data, not as code.
  const first = stage.args[0];
  return (
    first === undefined ||
    first === "-" ||
    first === "-s" ||
    first === "-i" ||
    first === "/dev/stdin" ||
    /^-[a-z]{0,3}s/.test(first) ||
    (first === "-c" && /^(?:sh|bash|"?\$)/.test(stage.args[1] ?? ""))
  );
}

function isDecoder(stage: ShellCommand): boolean {
  if (!decoders.test(stage.name)) return false;
  const flags = stage.args.join(" ");
  if (stage.name === "base64" || stage.name === "base32")
    return /(?:^|\s)(?:-d|-D|--decode|-[a-z]{0,2}d)\b/.test(flags);
  if (stage.name === "xxd") return /-[a-z]{0,3}r/.test(flags);
  if (stage.name === "openssl") return /\b(?:enc|base64)\b/.test(flags) && /\s-d\b/.test(flags);
  if (stage.name === "gzip" || stage.name === "xz") return /-[a-z]{0,2}d/.test(flags);
  if (/^(?:python3?|perl)$/.test(stage.name))
    return /b64decode|unhexlify|fromhex|decompress|pack\(/.test(flags);
  return true;
}

function decodeRun(
  stages: readonly ShellCommand[],
  lastInterpreter: number,
  pipeline: ShellPipeline,
  emit: Emit,
): void {
  const decoder = stages.findIndex(isDecoder);
  if (decoder !== -1 && lastInterpreter > decoder) emit("decode-run", pipeline, stages[decoder]?.name ?? "");
  const first = stages[0];
  if (lastInterpreter > 0 && first !== undefined && (first.name === "printf" || first.name === "echo")) {
    const text = first.args.join(" ");
    if (/\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2}/.test(text))
      emit("decode-run", pipeline, constantOutput(first) ?? "escapes");
  }
}

/** What private thing the pipeline reads or carries; empty where none. */
function secretInput(stages: readonly ShellCommand[]): string {
  for (const stage of stages) {
    const whole =
      stage.name === "env" ||
      stage.name === "printenv" ||
      (stage.name === "set" && stage.args.length === 0) ||
      (stage.name === "export" && stage.args[0] === "-p");
    if (whole && !stage.args.some((arg) => arg.includes("="))) return "the environment";
    const words = [...stage.args, ...stage.reads];
    const path = words.find(
      (word) => isSecretPath(word.replace(/^@/, "")) && !/^(?:-i|--identity)/.test(word),
    );
    const identity = stage.args.indexOf("-i");
    if (path !== undefined && stage.args[identity + 1] !== path) return path;
    if (
      stage.name === "security" &&
      /find-(?:generic|internet)-password|dump-keychain/.test(stage.args.join(" "))
    )
      return "the keychain";
    for (const inner of stage.inner.flatMap((pipeline) => pipeline.stages)) {
      const inside = secretInput([unwrap(inner)]);
      if (inside !== "") return inside;
    }
  }
  return secretVariableIn(stages);
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

function sends(stage: ShellCommand): boolean {
  const flags = stage.args.join(" ");
  if (stage.name === "curl")
    return (
      /(?:^|\s)(?:-d|--data\S{0,12}|-F|--form|-T|--upload-file|--json|-X\s?(?:POST|PUT))/.test(flags) ||
      /\$|@-/.test(flags)
    );
  if (stage.name === "wget") return /--post-|--body-|\$/.test(flags);
  if (stage.name === "scp" || stage.name === "rsync") return remoteHost(stage) !== "";
  if (stage.name === "aws") return /\bs3\s(?:cp|sync|mv)\b/.test(flags) && /s3:\/\//.test(flags);
  if (stage.name === "gh") return /\bgist\s+create\b/.test(flags);
  return true;
}

function remoteHost(stage: ShellCommand): string {
  const target = stage.args.find(
    (arg) => /^[\w.-]{0,64}@?[\w.-]{1,255}:/.test(arg) && !/^[A-Za-z]:\\/.test(arg),
  );
  return target === undefined ? "" : (target.slice(target.indexOf("@") + 1).split(":")[0] ?? "");
}

/** `bash -c '…'`, `eval '…'`, `osascript -e 'do shell script …'`: the script inside is a script. */
function nestedScript(
  block: Block,
  command: ShellCommand,
  base: number,
  facts: Fact[],
  exact: boolean,
): void {
  if (!interpreters.has(command.name)) return;
  const i = command.args.findIndex((arg) => arg === "-c" || arg === "-lc" || arg === "-e" || arg === "-ic");
  const script =
    command.name === "eval" ? command.args.join(" ") : i === -1 ? "" : (command.args[i + 1] ?? "");
  const inner =
    /do shell script\s{1,4}\\?"([^"\\]{3,2000})|doShellScript\(\s{0,4}\\?["'`]([^"'`\\]{3,2000})|(?:system|popen|exec(?:Sync)?)\(\s{0,4}\\?["'`]([^"'`\\]{3,2000})/.exec(
      script,
    );
  const source = inner === null ? script : (inner[1] ?? inner[2] ?? inner[3] ?? "");
  if (source.length > 3 && source.length < 20_000 && source !== "$()")
    facts.push(...shellFacts(block, source, exact ? base + command.start : base, false));
}

/** A file that was fetched and is later run, made executable, or opened. */
function followDownload(command: ShellCommand, downloaded: Map<string, string>, emit: Emit): void {
  if (fetchers.has(command.name)) {
    const url = urlIn(command.args);
    const i = command.args.findIndex((arg) => /^-[a-zA-Z]{0,6}[oO]$|^--output(?:-document)?$/.test(arg));
    const named = i === -1 ? command.writes[0] : command.args[i + 1];
    const last = url.slice(url.lastIndexOf("/") + 1).split(/[?#]/)[0] ?? "";
    const file = named === undefined || named.startsWith("-") || named.includes("://") ? last : named;
    if (url !== "" && file !== "") downloaded.set(baseOf(file), url);
    return;
  }
  if (command.name === "git" && command.args[0] === "clone") downloaded.set("git clone", urlIn(command.args));
  const runs =
    interpreters.has(command.name) ||
    command.name === "chmod" ||
    command.name === "open" ||
    command.name === "start" ||
    command.name === "installer" ||
    command.name === "msiexec";
  const target = runs
    ? command.args.find((arg) => downloaded.has(baseOf(arg)))
    : downloaded.has(command.name)
      ? command.name
      : undefined;
  const url = target === undefined ? undefined : downloaded.get(baseOf(target));
  if (url !== undefined) emit("download-run", command, url, hostOf(url));
  const cloned = downloaded.get("git clone");
  const script =
    /^(?:(?:python3?|bash|sh|node)$)/.test(command.name) &&
    /^(?:\.?\/?[\w-]{1,40}\/)?(?:setup|install(?:er)?|bootstrap|run|main|init)\.(?:py|sh|js)$/.test(
      command.args[0] ?? "",
    );
  if (cloned !== undefined && script) emit("download-run", command, cloned, hostOf(cloned));
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
