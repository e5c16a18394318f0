/**
 * Neutral facts of the code of a skill: what is fetched, run, read, sent, kept and changed, each with its place. Made
 * once; rules decide what a fact means for this skill.
 */
import type { Artefact } from "../artefact.ts";
import type { Block, Polarity } from "../document/block.ts";
import { type Language, shapeOfText } from "../language.ts";
import { limits } from "../limits.ts";
import type { FlowStep } from "../report.ts";
import { programsIn } from "../views/embedded.ts";
import { inlineCommands, notebookCommands, recipeIn } from "./block-commands.ts";
import { type ConfigCommand, commandsInConfig } from "./config-commands.ts";
import { flowFacts } from "./flow-facts.ts";
import { looseCommands, tellsAnywhere } from "./loose-commands.ts";
import { PageNames } from "./page-names.ts";
import { commandsInProgram } from "./program-commands.ts";
import { fetchedRuns } from "./program-downloads.ts";
import { codeFact, nothingCarried, type Script, shellFacts } from "./shell-facts.ts";
import { SecretFiles } from "./shell-files.ts";

export type FactKind =
  /** Something remote is run: fetched and handed to an interpreter. */
  | "fetch-run"
  /** Downloaded to a file that is then run. */
  | "download-run"
  /** Something encoded is decoded and run. */
  | "decode-run"
  /** The address that is asked for stands there so that only a decoder can read it. */
  | "hidden-address"
  /** The name of a command is spelled so that filters miss it. */
  | "disguised-command"
  /** Private data reaches the network. */
  | "exfiltration"
  /** Output of a command or a file, not known to be private, reaches the network. */
  | "upload"
  | "reverse-shell"
  | "persistence"
  /** An agent's instruction or memory file, or its settings, is written. */
  | "agent-write"
  | "destruction"
  /** The files that the person works on are deleted or overwritten, whichever they are. */
  | "wipe"
  /** They are encrypted or made inaccessible. */
  | "lock"
  /** Keys or the whole environment are printed, and so reach the model. */
  | "secret-print"
  | "privileged-container"
  | "traffic-redirect"
  | "credential-check"
  | "secret-read"
  | "network"
  | "shell"
  | "package-install"
  | "file-write"
  /** Input of a caller reaches an interpreter. */
  | "input-run"
  /** A command that is, all of it, what somebody says who calls or writes. */
  | "caller-run"
  | "input-sql"
  | "unsafe-load"
  /** A repository is pushed to a place that is not its own, with everything that is in it. */
  | "repository-out"
  /** A name of a function is put together from pieces, or reached by a detour. */
  | "spelled-name";

export interface Fact {
  readonly kind: FactKind;
  readonly artefact: Artefact;
  readonly start: number;
  readonly end: number;
  /** Host, path, command or variable that the fact is about. */
  readonly detail: string;
  /** Host that takes part, empty where none is known. */
  readonly host: string;
  /** The address that is sent to: on a platform of many, the host does not say whose it is. */
  readonly address?: string;
  readonly polarity: Polarity;
  /** True in files, and in programs that a page has its reader run; false in a document's examples. */
  readonly inScript: boolean;
  /** Language of the block: a fence has its own. */
  readonly language: Language;
  readonly path: readonly FlowStep[];
}

export type Facts = readonly Fact[];

export const noFacts: Facts = [];

/** Called with the file whose code could not be followed. */
export type OnBroken = (file: string) => void;

/** The facts of all code blocks, in the order of the blocks. What a parser breaks on is told, never thrown. */
export function factsOf(blocks: readonly Block[], onBroken: OnBroken): Facts {
  const facts: Fact[] = [];
  const known: Known = {
    files: new SecretFiles(),
    commandChars: limits.commandChars,
    names: new PageNames(blocks),
  };
  const embedded = blocks.flatMap(embeddedIn);
  for (const block of [...blocks, ...embedded.filter(({ language }) => unparsed.has(language))]) {
    if (!block.artefact.parseable) continue;
    try {
      const own = blockFacts(block, known);
      facts.push(...own, ...looseFacts(block, known, own));
    } catch {
      onBroken(block.artefact.path);
    }
  }
  try {
    facts.push(...flowFacts([...blocks, ...embedded]));
  } catch {
    onBroken("");
  }
  return facts;
}

/** Programs within a block, as blocks of their own: only facts are made of them, the words are read where they stand. */
function embeddedIn(block: Block): Block[] {
  const { role, artefact, language } = block;
  if ((role !== "code" && role !== "config") || !artefact.parseable) return [];
  return programsIn(block.text, language, artefact.path).map((program) => {
    const start = block.start + program.start;
    const { text } = program;
    return {
      ...block,
      role: "code",
      isRun: language === "shell",
      language: program.language,
      start,
      end: start + text.length,
      text,
      lower: text.toLowerCase(),
    };
  });
}

/** What the blocks before have left behind. */
interface Known {
  readonly files: SecretFiles;
  /** Characters of commands in configuration that are still read. */
  commandChars: number;
  readonly names: PageNames;
}

function scriptFacts(block: Block, { names, files }: Known): Fact[] {
  const { start, artefact } = block;
  const isFence = artefact.language === "markdown";
  const text = isFence ? block.text : recipeIn(block);
  const carried = isFence ? names.carriedInto(block) : names.sourcedInto(block);
  const own = shellFacts({ block, text, start }, nothingCarried(files));
  if (carried === "") return own;
  const more = shellFacts({ block, text: carried + text, start: start - carried.length })
    .filter((fact) => fact.end > start)
    .map((fact) => ({ ...fact, start: Math.max(start, fact.start) }));
  // A line that swallows what follows makes a script say less than it says by itself.
  return more.length < own.length ? [...own, ...more] : more;
}

class TooManyCommands extends Error {}

function charged<T extends { readonly text: string }>(commands: T[], known: Known): T[] {
  for (const { text } of commands) known.commandChars -= text.length;
  if (known.commandChars < 0) throw new TooManyCommands();
  return commands;
}

function configCommands(block: Block, known: Known): ConfigCommand[] {
  return charged(commandsInConfig(block), known);
}

/** Languages whose programs are read for the commands that they write out. */
const unparsed: ReadonlySet<Language> = new Set([
  "ruby",
  "perl",
  "php",
  "go",
  "applescript",
  "powershell",
  "batch",
  "program",
]);

/** A command whose text is not as it stands in the file, such as one of JSON: all of it is one place. */
function scriptOf(
  block: Block,
  { text, offset }: { readonly text: string; readonly offset: number },
): Script {
  const start = block.start + offset;
  return { block, text, start, end: Math.max(start + 1, Math.min(block.end, start + text.length)) };
}

function programFacts(block: Block, known: Known): Fact[] {
  const runs = fetchedRuns(block).map(({ kind, url, host, start, end }) =>
    codeFact(block, kind, {
      start: block.start + start,
      end: block.start + Math.min(end, block.text.length),
      detail: url,
      host,
    }),
  );
  const commands = charged(commandsInProgram(block), known).flatMap((command) =>
    shellFacts(scriptOf(block, command), nothingCarried(known.files)),
  );
  return [...runs, ...agentWrites(block), ...commands];
}

/** Commands of one configuration run one after the other on one machine, but for the jobs of a workflow. */
function configFacts(block: Block, known: Known): Fact[] {
  const together = nothingCarried(known.files);
  const hasJobs = block.text.split(/^[ \t]{1,12}steps:/m).length > 2;
  return configCommands(block, known)
    .toSorted((a, b) => a.offset - b.offset)
    .flatMap((command) =>
      shellFacts(scriptOf(block, command), hasJobs ? nothingCarried(known.files) : together),
    );
}

const agentNote =
  /(?:\.claude[\\/]CLAUDE\.md|\.codex[\\/]AGENTS\.md|\.gemini[\\/]GEMINI\.md|copilot-instructions\.md|(?<=[\\/"'])(?:SOUL|MEMORY|HEARTBEAT)\.md)\b/g;
const writesFile =
  /\bFile\.(?:open|write)\(|\bos\.(?:WriteFile|OpenFile)\(|\bfile_put_contents\(|\b(?:Add|Set)-Content\b|\bOut-File\b|\bFile\.(?:Append|Write)AllText\(/;

/** What an agent obeys, named in a program that writes files right after. */
function agentWrites(block: Block): Fact[] {
  const { text, start } = block;
  const note = [...text.matchAll(agentNote)].find(({ index }) =>
    writesFile.test(text.slice(index, index + 400)),
  );
  if (note === undefined) return [];
  const at = start + note.index;
  return [codeFact(block, "agent-write", { start: at, end: at + note[0].length, detail: note[0] })];
}

/** Commands that no parser has read where they stand: in sentences, values, comments and literals. */
function looseFacts(block: Block, known: Known, own: readonly Fact[]): Fact[] {
  if (block.language === "shell" && block.role === "code") return [];
  const kinds = new Set(own.map(({ kind }) => kind));
  return charged(looseCommands(block), known)
    .flatMap((command) => shellFacts(scriptOf(block, command)))
    .filter(({ kind, detail }) => tellsAnywhere.has(kind) && !kinds.has(kind) && !isByword(kind, detail));
}

/** `rm -rf /` is what people write when they speak of harmful commands; no shell of today carries it out. */
export function isByword(kind: FactKind, detail: string): boolean {
  return (
    kind === "destruction" && /^rm -\w{1,4} \/(?:\s|$)/.test(detail) && !detail.includes("preserve-root")
  );
}

function blockFacts(block: Block, known: Known): Fact[] {
  const { role, language } = block;
  const { files } = known;
  if (language === "shell" && role === "code") return scriptFacts(block, known);
  if (language === "python" && role === "code")
    return notebookCommands(block).flatMap((command) =>
      shellFacts({ block, text: command.text, start: block.start + command.offset }, nothingCarried(files)),
    );
  if (role === "front-matter") {
    const asYaml: Block = { ...block, language: "yaml" };
    return configFacts(asYaml, known);
  }
  const loose = role === "code" && language === "text" && shapeOfText(block.artefact.path) === "code";
  if (role === "config" || loose || language === "json" || language === "yaml" || language === "dockerfile") {
    return configFacts(block, known);
  }
  if (role === "code" && unparsed.has(language)) return programFacts(block, known);
  if (role === "prose" || role === "quote" || role === "table" || role === "hidden") {
    return inlineCommands(block).flatMap((command) =>
      shellFacts({ block, text: command.text, start: block.start + command.offset }, nothingCarried(files)),
    );
  }
  return [];
}
