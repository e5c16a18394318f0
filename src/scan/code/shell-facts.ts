/** Facts of shell code, by what each pipeline does as a whole. */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../document/block.ts";
import type { Fact, FactKind } from "./facts.ts";
import { followDownload, type Kept, nothingKept } from "./shell-downloads.ts";
import { SecretFiles } from "./shell-files.ts";
import { badElsewhere, nestedScript, saidScript, scriptElsewhere, writtenScript } from "./shell-nested.ts";
import { parseShell } from "./shell-parse.ts";
import { type Remotes, repositoryFacts } from "./shell-repositories.ts";
import { printedSecret, remoteHost, secretInput, sends } from "./shell-secrets.ts";
import { simpleFacts } from "./shell-simple.ts";
import { constantOutput, type ShellCommand, type ShellPipeline } from "./shell-values.ts";
import { wipeFacts } from "./shell-wipe.ts";
import {
  fetchers,
  hostIn,
  interpreters,
  isDecoder,
  isShell,
  lineOf,
  senders,
  undoesEncoding,
  unwrap,
  urlIn,
  zoneIn,
} from "./shell-words.ts";

/** A stretch of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Said {
  readonly detail: string;
  readonly host?: string;
  readonly address?: string;
}

export type Emit = (kind: FactKind, span: Span, said: Said) => void;

export interface Script {
  readonly block: Block;
  readonly text: string;
  /** Where it begins in the file. */
  readonly start: number;
  /** Where it ends, if it does not stand in the file as it is read: then all of it stands for each part. */
  readonly end?: number;
}

/** What the scripts before have left behind, and how many scripts this one stands in. */
export interface Carried {
  readonly files: SecretFiles;
  readonly kept: Kept;
  readonly remotes: Remotes;
  readonly depth: number;
}

export const nothingCarried = (files = new SecretFiles(), depth = 0): Carried => ({
  files,
  kept: nothingKept(),
  remotes: new Map(),
  depth,
});

/** Whether the code stands in a file of its own; a fence with its quotes folded is still a fence. */
function isScript(artefact: Artefact): boolean {
  const own = artefact.how === "folded" && artefact.parent !== undefined ? artefact.parent : artefact;
  return own.language !== "markdown";
}

/** A fact of a place in the file of a block. */
export function codeFact(block: Block, kind: FactKind, at: Span & Said): Fact {
  const { artefact, polarity, language } = block;
  const inScript = isScript(artefact) || block.isRun === true;
  return { kind, artefact, polarity, language, inScript, path: [], host: "", ...at };
}

export function shellFacts(script: Script, carried: Carried = nothingCarried()): Fact[] {
  const { block, start, end } = script;
  const facts: Fact[] = [];
  const emit: Emit = (kind, at, said) => {
    const span = end === undefined ? { start: start + at.start, end: start + at.end } : { start, end };
    facts.push(codeFact(block, kind, { ...said, ...span }));
  };
  const source = withoutPrompts(script.text);
  const pipelines = parseShell(source);
  let scripts = 0;
  for (const pipeline of pipelines) {
    pipelineFacts(pipeline, emit, carried.files);
    const isDecoded = pipeline.stages.some(undoesEncoding);
    for (const stage of pipeline.stages) {
      const command = unwrap(stage);
      simpleFacts(command, emit);
      followDownload(isDecoded ? { ...command, isDecoded } : command, carried.kept, emit);
    }
    for (const { text, at, isHere } of nestedIn(pipeline)) {
      if (scripts++ >= mostScripts) break;
      if (carried.depth >= mostNested) emit("disguised-command", at, { detail: "a script in scripts" });
      else
        facts.push(
          ...shellFacts(
            partOf(script, text, at),
            nothingCarried(new SecretFiles(), carried.depth + 1),
          ).filter(({ kind }) => isHere || badElsewhere.has(kind)),
        );
    }
  }
  repositoryFacts(pipelines, carried.remotes, emit);
  wipeFacts(pipelines, emit);
  printFacts(pipelines, source, emit);
  carried.files.close();
  return facts;
}

/** Scripts within one script that are followed; one that has more has them to be slow. */
const mostScripts = 200;
/** Scripts within scripts that are followed; what is nested deeper hides something. */
const mostNested = 3;

interface Nested {
  readonly text: string;
  readonly at: Span;
  /** Whether it runs on this machine. */
  readonly isHere: boolean;
}

/** The scripts that the commands of a pipeline are given to run, or that they write. */
function nestedIn({ stages, start, end }: ShellPipeline): Nested[] {
  const commands = stages.map(unwrap);
  const found = commands.flatMap((at): Nested[] => {
    const here = nestedScript(at);
    return [
      { text: here, at, isHere: true },
      { text: writtenScript(at), at, isHere: true },
      { text: here === "" ? scriptElsewhere(at) : "", at, isHere: false },
    ];
  });
  found.push({ text: saidScript(commands), at: { start, end }, isHere: true });
  return found.filter(({ text }) => text.length > 3 && text.length < longestNested && text !== "$()");
}

const longestNested = 20_000;

/** A script within another: where it stands word for word, or else the whole command that holds it. */
function partOf({ block, text, start, end }: Script, part: string, at: Span): Script {
  if (end !== undefined) return { block, text: part, start, end };
  const found = text.indexOf(part, at.start);
  return found !== -1
    ? { block, text: part, start: start + found }
    : { block, text: part, start: start + at.start, end: start + at.end };
}

/** Prompts at the start of lines, as transcripts have them, blanked so that offsets stay. */
function withoutPrompts(source: string): string {
  const blank = (mark: string) => " ".repeat(mark.length);
  return (
    source
      .replace(/^[ \t]{0,8}(?:[$>%]|[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#%>]{0,80}[$#%>])[ \t](?=\S)/gm, blank)
      // `<name>` stands for something and `->` leads the eye: neither is a file that is read or written.
      .replace(/(?<!<)<([A-Za-z][\w.-]{0,40})>/g, "{$1}")
      .replace(/(?<=\s)(?:-{1,2}|=)>(?=\s)/g, blank)
  );
}

function pipelineFacts(pipeline: ShellPipeline, emit: Emit, files: SecretFiles): void {
  const stages = pipeline.stages.map(unwrap).flatMap(withExecuted);
  const last = stages.findLastIndex(isInterpreterOfInput);
  const fetcher = stages.findIndex(fetches);
  if (fetcher !== -1 && last > fetcher) {
    const args = fetchArgs(stages[fetcher]);
    emit("fetch-run", pipeline, { detail: urlIn(args), host: hostIn(args) });
  }
  const decoded = decodedIn(stages, last);
  if (decoded !== "") emit("decode-run", pipeline, { detail: decoded });
  const line = stages.findLastIndex(({ name, args }) => name === "telnet" || args[0] === "s_client");
  if (stages.slice(0, Math.max(line, 0)).some(({ name }) => isShell(name)))
    emit("reverse-shell", pipeline, { detail: stages[line]?.name ?? "" });
  for (const stage of stages) substitutionFacts(stage, pipeline, emit);
  for (const stage of stages) requestFacts(stage, emit);
  const data = secretInput(stages) || files.read(stages);
  files.follow(stages);
  const sender = senderIn(stages);
  if (sender === undefined || !sends(sender)) return;
  if (data !== "") {
    const host = hostIn(sender.args) || remoteHost(sender) || zoneIn(sender.args);
    emit("exfiltration", pipeline, { detail: data, host, address: urlIn(sender.args) });
    return;
  }
  const detail = /^(?:curl|wget)$/.test(sender.name) ? uploaded(stages, sender) : "";
  if (detail !== "")
    emit("upload", pipeline, { detail, host: hostIn(sender.args), address: urlIn(sender.args) });
}

/** The last command that may send; ssh does where it is fed with something private. */
function senderIn(stages: readonly ShellCommand[]): ShellCommand | undefined {
  const other = stages.findLastIndex(({ name }) => senders.has(name));
  const ssh = stages.findLastIndex(({ name }) => name === "ssh");
  // One look at all that stands before the last ssh: a look for each would cost the square of their number.
  const isFed = ssh > Math.max(0, other) && secretInput(stages.slice(0, ssh)) !== "";
  return stages[isFed ? ssh : other];
}

/** Keys that are printed; what a substitution says goes elsewhere. */
function printFacts(pipelines: readonly ShellPipeline[], source: string, emit: Emit): void {
  for (const pipeline of pipelines) {
    const before = source.slice(Math.max(0, pipeline.start - 6), pipeline.start);
    const printed = printedSecret(pipeline.stages.map(unwrap));
    if (printed !== "" && !/(?:\$\(|<\(|`)\s{0,4}$/.test(before))
      emit("secret-print", pipeline, { detail: printed });
  }
}

/** What `find … -exec` runs counts as a command that is fed with what was found. */
function withExecuted(stage: ShellCommand): ShellCommand[] {
  const i = stage.name === "find" ? stage.args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg)) : -1;
  const name = stage.args[i + 1];
  if (i === -1 || name === undefined) return [stage];
  return [stage, unwrap({ ...stage, name, args: stage.args.slice(i + 2), inner: [] })];
}

/** The commands whose output is put into the words of a command. */
const innerOf = ({ inner }: ShellCommand): ShellCommand[] =>
  inner.flatMap(({ stages }) => stages).map(unwrap);

/** Fetches by itself, or hands on what was fetched into a variable: `echo "$answer" | …`. */
function fetches(stage: ShellCommand): boolean {
  if (fetchers.has(stage.name) || asksForText(stage)) return true;
  const handsOn = /^(?:echo|printf|jq|cat)$/.test(stage.name);
  return handsOn && innerOf(stage).some(({ name }) => fetchers.has(name));
}

/** `dig TXT name`: the answer is whatever the owner of the name likes to say. */
function asksForText({ name, args }: ShellCommand): boolean {
  const asks = /^(?:dig|drill|kdig|host|nslookup)$/.test(name);
  return asks && args.some((arg) => /^(?:-q=|-type=)?txt$/i.test(arg));
}

function fetchArgs(stage: ShellCommand | undefined): readonly string[] {
  if (stage === undefined || fetchers.has(stage.name) || asksForText(stage)) return stage?.args ?? [];
  return innerOf(stage).find(({ name }) => fetchers.has(name))?.args ?? [];
}

/** What a substitution within a command fetches or decodes, where the command runs it. */
function substitutionFacts(stage: ShellCommand, pipeline: ShellPipeline, emit: Emit): void {
  if (!runsItsInput(stage)) return;
  const inner = innerOf(stage);
  const fetched = inner.find(({ name }) => fetchers.has(name));
  if (fetched !== undefined)
    emit("fetch-run", pipeline, { detail: urlIn(fetched.args), host: hostIn(fetched.args) });
  if (inner.some(isDecoder)) emit("decode-run", pipeline, { detail: stage.name });
}

/** `python script.py "$(…)"` hands the text to a program; only `-c`, `eval` and a bare substitution run it. */
function runsItsInput({ name, args }: ShellCommand): boolean {
  if (name === "$()" || /^(?:eval|source|\.)$/.test(name)) return true;
  if (!interpreters.has(name) || /^[\w./-]{1,120}\.\w{1,4}$/.test(args[0] ?? "")) return false;
  const script = args[args.findIndex((arg) => /^-[a-z]{0,2}[ce]$/.test(arg)) + 1] ?? "";
  // In a script that is written out, what is filled in is data, unless it stands where a command does.
  return script.length < 80 || /(?:^|[;&|(\n{]|\b(?:exec|eval)\(["'`]{0,3})\s{0,8}\$\(\)/.test(script);
}

/** Every address that is asked for: a capability, whatever becomes of the answer. */
function requestFacts(stage: ShellCommand, emit: Emit): void {
  if (!fetchers.has(stage.name)) return;
  const host = hostIn(stage.args);
  if (host !== "") emit("network", stage, { detail: urlIn(stage.args), host });
  // An address that only a decoder can read is one that nobody is to read.
  else if (innerOf(stage).some(undoesEncoding)) emit("hidden-address", stage, { detail: stage.name });
}

const body = /^(?:-d|--data(?:-raw|-binary|-urlencode)?|-F|--form|-T|--upload-file)$/;

/** What a request carries besides constants: a file, what is piped in, what a command prints. */
function uploaded(stages: readonly ShellCommand[], { args, inner }: ShellCommand): string {
  const carried = args.find((arg, i) => {
    const flag = args[i - 1] ?? "";
    const isData = flag === "-T" || /^(?:[\w-]{1,40}=)?@/.test(arg) || arg.includes("$()");
    return isData && body.test(flag);
  });
  if (carried === undefined) return "";
  const made = inner[0]?.stages[0];
  if (made !== undefined) return lineOf(made).slice(0, 60);
  return stages.length > 1 ? (stages[0]?.name ?? "") : carried.slice(0, 60);
}

/** `python3 -m json.tool`, `node -e …` and `python script.py` read input as data, not as code. */
function isInterpreterOfInput({ name, args }: ShellCommand): boolean {
  if (!interpreters.has(name)) return false;
  const [first, second = ""] = args;
  if (first === undefined || /^(?:-|-i|\/dev\/stdin|-[a-z]{0,3}s.*)$/.test(first)) return true;
  return first === "-c" && /^(?:sh|bash|"?\$|["']?\{\}["']?$)/.test(second);
}

/** What is decoded before the interpreter at `last` reads it; empty where nothing is. */
function decodedIn(stages: readonly ShellCommand[], last: number): string {
  const decoder = stages.findIndex(isDecoder);
  if (decoder !== -1 && last > decoder) return stages[decoder]?.name ?? "";
  const [first] = stages;
  if (last < 1 || first === undefined || !/^(?:printf|echo)$/.test(first.name)) return "";
  const isEscaped = /\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2}/.test(first.args.join(" "));
  return isEscaped ? (constantOutput(first) ?? "escapes") : "";
}
