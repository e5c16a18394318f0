/** Facts of shell code, by what each pipeline does as a whole. */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../document/block.ts";
import type { Fact, FactKind } from "./facts.ts";
import { isSecretPath } from "./sensitive.ts";
import { isDecoder, undoesEncoding } from "./shell-decoders.ts";
import { followDownload, nothingKept } from "./shell-downloads.ts";
import { scriptElsewhere } from "./shell-elsewhere.ts";
import { SecretFiles } from "./shell-files.ts";
import { isWrittenScript, nestedScript, withoutSchedules } from "./shell-nested.ts";
import { constantOutput } from "./shell-output.ts";
import { parseShell } from "./shell-parse.ts";
import { repositoryFacts } from "./shell-repositories.ts";
import { printedSecret, remoteHost, secretInput, sends } from "./shell-secrets.ts";
import { simpleFacts } from "./shell-simple.ts";
import type { ShellCommand, ShellPipeline } from "./shell-values.ts";
import { wipeFacts } from "./shell-wipe.ts";
import { fetchers, hostIn, interpreters, senders, unwrap, urlIn, zoneIn } from "./shell-words.ts";

export type Emit = (
  kind: FactKind,
  command: { readonly start: number; readonly end: number },
  detail: string,
  host?: string,
) => void;

/** The facts of one script. `exact` false: offsets within are those of the whole piece (quoted JSON). */
export function shellFacts(
  block: Block,
  source: string,
  base: number,
  exact = true,
  files = new SecretFiles(),
  depth = 0,
): Fact[] {
  const facts: Fact[] = [];
  const within = (script: string, start: number): Fact[] =>
    shellFacts(block, script, exact ? base + start : base, false, new SecretFiles(), depth + 1);
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
      inScript: isScript(block.artefact),
      path: [],
    });
  };
  const pipelines = parseShell(withoutPrompts(source));
  const kept = nothingKept();
  let written = 0;
  for (const pipeline of pipelines) {
    pipelineFacts(pipeline, emit, files);
    facts.push(...later(pipeline).flatMap((script) => within(script, pipeline.start)));
    const isDecoded = pipeline.stages.some(undoesEncoding);
    for (const stage of pipeline.stages) {
      const command = unwrap(stage);
      simpleFacts(command, emit);
      facts.push(...nestedFacts(command, depth, emit, within));
      // Each script that is written is parsed again: a bounded number of them, and none inside of another.
      if (exact && written < writtenScripts && isWrittenScript(command)) {
        written++;
        facts.push(...shellFacts(block, withoutSchedules(command.input), base + command.start, false));
      }
      followDownload(command, kept, emit, isDecoded);
    }
  }
  repositoryFacts(pipelines, emit);
  wipeFacts(pipelines, emit);
  printFacts(pipelines, source, emit);
  files.close();
  return facts;
}

/** The facts of the scripts that a command is given to run. Those that are nested too deeply are a fact themselves. */
function nestedFacts(
  command: ShellCommand,
  depth: number,
  emit: Emit,
  within: (script: string, start: number) => Fact[],
): Fact[] {
  const here = nestedScript(command);
  const elsewhere = here === "" ? scriptElsewhere(command) : "";
  const script = here || elsewhere;
  if (script.length < 4 || script.length >= 20_000 || script === "$()") return [];
  if (depth >= nestedScripts) {
    emit("disguised-command", command, command.name);
    return [];
  }
  const facts = within(script, command.start);
  return elsewhere === "" ? facts : facts.filter(({ kind }) => carriedOut.has(kind));
}

/** `echo "…" | at now`: what is said is run later. */
function later({ stages }: ShellPipeline): string[] {
  const [first, last] = stages;
  const waits = stages.length === 2 && /^(?:at|batch)$/.test(last?.name ?? "");
  return waits && first?.name === "echo" ? [first.args.join(" ")] : [];
}

/** What is as bad on another machine as on this one; what servers are kept with (jobs, services, files) is not. */
const carriedOut: ReadonlySet<FactKind> = new Set([
  "fetch-run",
  "download-run",
  "decode-run",
  "hidden-address",
  "disguised-command",
  "reverse-shell",
]);

/** Whether the code stands in a file of its own; a fence with its quotes folded is still a fence. */
export function isScript(artefact: Artefact): boolean {
  const own = artefact.how === "folded" && artefact.parent !== undefined ? artefact.parent : artefact;
  return own.language !== "markdown";
}

/** "$ " and "> " at the start of lines, as transcripts have them, blanked so that offsets stay. */
function withoutPrompts(source: string): string {
  return (
    withoutNameless(source)
      .replace(/^[ \t]{0,8}[$>%][ \t](?=\S)/gm, (prompt) => " ".repeat(prompt.length))
      // `<name>` stands for something and `->` leads the eye: neither is a file that is read or written.
      .replace(/(?<!<)<([A-Za-z][\w.-]{0,40})>/g, "{$1}")
      .replace(/(?<=\s)(?:-{1,2}|=)>(?=\s)/g, (arrow) => " ".repeat(arrow.length))
  );
}

/** `() { …}`, a function of zsh that has no name and runs at once, as the group that it is. */
function withoutNameless(source: string): string {
  if (!/^\s{0,8}\(\)\s{0,2}\{/m.test(source)) return source;
  return source
    .replace(/^(\s{0,8})\(\)(?=\s{0,2}\{)/gm, "$1  ")
    .replace(/(?<=[^\s;&|{]) (?=\}\s{0,2}(?:&[!|]?)?\s{0,4}$)/gm, ";")
    .replace(/&[!|](?=\s{0,4}$)/gm, "& ");
}

function pipelineFacts(pipeline: ShellPipeline, emit: Emit, files: SecretFiles): void {
  const stages = pipeline.stages.map(unwrap).flatMap(withExecuted);
  const fetcher = stages.findIndex(fetches);
  const lastInterpreter = stages.findLastIndex(isInterpreterOfInput);
  if (fetcher !== -1 && lastInterpreter > fetcher) {
    const args = fetchArgs(stages[fetcher]);
    emit("fetch-run", pipeline, urlIn(args), hostIn(args));
  }
  decodeRun(stages, lastInterpreter, pipeline, emit);
  const line = stages.findLastIndex(
    ({ name, args }) => name === "telnet" || (name === "openssl" && args[0] === "s_client"),
  );
  if (stages.slice(0, Math.max(line, 0)).some(({ name }) => /^(?:ba|z|da|k)?sh$/.test(name)))
    emit("reverse-shell", pipeline, "openssl s_client");
  for (const stage of stages) substitutionFacts(stage, pipeline, emit);
  requestFacts(stages, emit);
  const data = secretInput(stages) || files.read(stages);
  files.follow(stages);
  for (const stage of stages) awkFacts(stage, emit);
  const ssh = stages.findLastIndex(({ name }) => name === "ssh");
  const isFed = ssh > 0 && secretInput(stages.slice(0, ssh)) !== "";
  const sender = stages.findLast(({ name }, i) => senders.has(name) || (i === ssh && isFed));
  if (data !== "" && sender !== undefined && sends(sender))
    emit("exfiltration", pipeline, data, hostIn(sender.args) || remoteHost(sender) || zoneIn(sender.args));
  const uploads =
    data === "" && sender !== undefined && (sender.name === "curl" || sender.name === "wget")
      ? uploaded(stages, sender)
      : "";
  if (uploads !== "" && sender !== undefined && sends(sender))
    emit("upload", pipeline, uploads, hostIn(sender.args));
}

/** Keys that are printed; what a substitution says goes elsewhere. */
function printFacts(pipelines: readonly ShellPipeline[], source: string, emit: Emit): void {
  for (const pipeline of pipelines) {
    if (/(?:\$\(|<\(|`)\s{0,4}$/.test(source.slice(Math.max(0, pipeline.start - 6), pipeline.start)))
      continue;
    const printed = printedSecret(pipeline.stages.map(unwrap));
    if (printed !== "") emit("secret-print", pipeline, printed);
  }
}

/** A program of awk that starts commands: what they read and what they send meet within it. */
function awkFacts(stage: ShellCommand, emit: Emit): void {
  if (!/^[gmn]?awk$/.test(stage.name)) return;
  const program = stage.args.find((arg) => /\bsystem\(|\|\s{0,3}getline\b/.test(arg)) ?? "";
  if (isSecretPath(program) && /\b(?:dig|nslookup|host|curl|wget|ncat?)\s/.test(program))
    emit("exfiltration", stage, "key files, by way of awk");
}

/** What `find … -exec` runs counts as a command that is fed with what was found. */
function withExecuted(stage: ShellCommand): ShellCommand[] {
  const i = stage.name === "find" ? stage.args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg)) : -1;
  const name = stage.args[i + 1];
  if (i === -1 || name === undefined) return [stage];
  return [stage, unwrap({ ...stage, name, args: stage.args.slice(i + 2), inner: [] })];
}

/** Fetches by itself, or hands on what was fetched into a variable: `echo "$answer" | …`. */
function fetches(stage: ShellCommand): boolean {
  if (fetchers.has(stage.name) || asksForText(stage)) return true;
  const handsOn = /^(?:echo|printf|jq|cat)$/.test(stage.name);
  return handsOn && stage.inner.some((inner) => inner.stages.some((part) => fetchers.has(unwrap(part).name)));
}

/** What a substitution within a command fetches or decodes, where the command runs it. */
function substitutionFacts(stage: ShellCommand, pipeline: ShellPipeline, emit: Emit): void {
  const fetched = stage.inner
    .flatMap((inner) => inner.stages)
    .map(unwrap)
    .find((inner) => fetchers.has(inner.name));
  const runsIt = runsItsInput(stage);
  if (fetched !== undefined && runsIt) emit("fetch-run", pipeline, urlIn(fetched.args), hostIn(fetched.args));
  const decoded = stage.inner.some((inner) => inner.stages.some((part) => isDecoder(unwrap(part))));
  if (decoded && runsIt) emit("decode-run", pipeline, stage.name);
}

/** `dig TXT name`: the answer is whatever the owner of the name likes to say. */
function asksForText({ name, args }: ShellCommand): boolean {
  return (
    /^(?:dig|drill|kdig|host|nslookup)$/.test(name) && args.some((arg) => /^(?:-q=|-type=)?txt$/i.test(arg))
  );
}

function fetchArgs(stage: ShellCommand | undefined): readonly string[] {
  if (stage === undefined || fetchers.has(stage.name) || asksForText(stage)) return stage?.args ?? [];
  const inner = stage.inner.flatMap((pipeline) => pipeline.stages).map(unwrap);
  return inner.find((part) => fetchers.has(part.name))?.args ?? [];
}

/** Every address that is asked for: a capability, whatever becomes of the answer. */
function requestFacts(stages: readonly ShellCommand[], emit: Emit): void {
  for (const stage of stages) {
    const host = fetchers.has(stage.name) ? hostIn(stage.args) : "";
    if (host !== "") emit("network", stage, urlIn(stage.args), host);
    // An address that only a decoder can read is one that nobody is to read.
    else if (
      fetchers.has(stage.name) &&
      stage.inner.some(({ stages: inner }) => inner.map(unwrap).some(undoesEncoding))
    )
      emit("hidden-address", stage, stage.name);
  }
}

/** `python script.py "$(…)"` hands the text to a program; only `-c`, `eval` and a bare substitution run it. */
function runsItsInput({ name, args }: ShellCommand): boolean {
  if (name === "$()" || /^(?:eval|source|\.)$/.test(name)) return true;
  if (!interpreters.has(name) || /^[\w./-]{1,120}\.\w{1,4}$/.test(args[0] ?? "")) return false;
  const script = args[args.findIndex((arg) => /^-[a-z]{0,2}[ce]$/.test(arg)) + 1] ?? "";
  // In a script that is written out, what is filled in is data, unless it stands where a command does.
  return script.length < 80 || /(?:^|[;&|(\n{]|\b(?:exec|eval)\(["'`]{0,3})\s{0,8}\$\(\)/.test(script);
}

/** What a request carries besides constants: a file, what is piped in, what a command prints. */
function uploaded(stages: readonly ShellCommand[], sender: ShellCommand): string {
  const body = sender.args.find(
    (arg, i) =>
      /^(?:-d|--data(?:-raw|-binary|-urlencode)?|-F|--form|-T|--upload-file)$/.test(
        sender.args[i - 1] ?? "",
      ) &&
      (/^(?:[\w-]{1,40}=)?@/.test(arg) || arg.includes("$()") || sender.args[i - 1] === "-T"),
  );
  if (body === undefined) return "";
  const inner = sender.inner[0]?.stages[0];
  if (inner !== undefined) return [inner.name, ...inner.args].join(" ").slice(0, 60);
  return stages.length > 1 ? (stages[0]?.name ?? "") : body.slice(0, 60);
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
    (first === "-c" && /^(?:sh|bash|"?\$|["']?\{\}["']?$)/.test(stage.args[1] ?? ""))
  );
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

/** Scripts written by one script that are followed; one that writes more than these writes them to be slow. */
const writtenScripts = 20;

/** Scripts within scripts that are followed: whoever nests deeper hides something, or wants to be read for ever. */
const nestedScripts = 3;
