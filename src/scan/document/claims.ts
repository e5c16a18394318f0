/** What a skill says of itself against what its programs do. A contradiction is a fact: claim first, act second. */
import type { Artefact } from "../artefact.ts";
import type { Fact } from "../facts.ts";
import { placeOf } from "../position.ts";
import type { FlowStep } from "../report.ts";
import type { Skill } from "../skill.ts";
import {
  type ClaimedAct,
  callRows,
  claimRows,
  ownFiles,
  permissionWords,
  toolWords,
} from "../tables/claims.ts";
import { anyOf, eachOf, lines } from "../tables/compile.ts";
import type { Block } from "./block.ts";
import { declaredBy } from "./front-matter.ts";
import { settingsIn } from "./settings.ts";

interface Claim {
  readonly row: string;
  readonly denies: readonly ClaimedAct[];
  readonly artefact: Artefact;
  readonly at: number;
  readonly words: string;
  /** The program that the claim is about; undefined where it is about the whole skill. */
  readonly only?: Artefact;
}

interface Call {
  readonly act: ClaimedAct;
  readonly artefact: Artefact;
  readonly start: number;
  readonly end: number;
}

const claims = claimRows.map(({ row, denies, words }) => ({ row, denies, words: anyOf(lines(words)) }));
const calls = callRows.map(({ act, calls: all }) => ({ act, calls: eachOf(lines(all), "gm") }));

/** The claim that a text makes. */
export function claimRowIn(
  text: string,
): { row: string; denies: readonly ClaimedAct[]; at: number; said: string } | undefined {
  for (const { row, denies, words } of claims.toReversed()) {
    const match = words.exec(text);
    if (match !== null) return { row, denies, at: match.index, said: match[0] };
  }
  return undefined;
}

export function claimFacts(skill: Skill): Fact[] {
  const made = claimsOf(skill);
  if (made.length === 0) return [];
  const acts = [...callsOf(skill), ...nestedTools(skill)];
  return made.flatMap((claim) => {
    const call = acts.find(
      ({ act, artefact }) => claim.denies.includes(act) && (claim.only ?? artefact) === artefact,
    );
    return call === undefined ? [] : [contradiction(claim, call)];
  });
}

function contradiction(claim: Claim, { artefact, start, end, act }: Call): Fact {
  const step = (of: Artefact, at: number, note: string): FlowStep => ({
    file: of.path,
    line: placeOf(of, of.text, at).line,
    note,
  });
  return {
    actor: "program",
    verb: "contradict",
    object: "claim",
    place: "none",
    presented: "asserted",
    artefact,
    start,
    end,
    host: "",
    detail: claim.words.slice(0, 80),
    path: [
      step(claim.artefact, claim.at, `says "${claim.words.slice(0, 80)}"`),
      step(artefact, start, doing[act]),
    ],
    row: claim.row,
  };
}

const doing: Readonly<Record<ClaimedAct, string>> = {
  connect: "calls the network",
  write: "writes a file",
  delete: "deletes or moves a file",
  run: "runs another program",
};

/** Tools that another manifest of the same skill declares count as acts of the skill. */
function nestedTools(skill: Skill): Call[] {
  const [main, ...nested] = skill.artefacts.filter(({ role }) => role === "manifest");
  return main === undefined
    ? []
    : nested.flatMap((artefact) => {
        const { tools } = declaredBy(artefact.text);
        const start = Math.max(0, artefact.text.search(/^(?:allowed[-_])?tools:/m));
        const call: Call = { act: "run", artefact, start, end: start + 1 };
        return tools.some((tool) => /^(?:bash|shell)\b/i.test(tool)) ? [call] : [];
      });
}

function claimsOf(skill: Skill): Claim[] {
  const main = skill.artefacts.find(({ role }) => role === "manifest");
  return skill.blocks.flatMap((block) => {
    if (block.role === "front-matter" && block.artefact.role === "manifest")
      return block.artefact.path === main?.path
        ? [...permissionClaims(block), ...toolClaims(block, skill)]
        : [];
    if (block.role === "comment" && isDocString(block)) return wordClaims(block, block.artefact);
    return block.role === "prose" && block.artefact.role === "manifest" ? wordClaims(block, undefined) : [];
  });
}

/** The text with which a program begins: it is about all of the program. */
function isDocString({ start, artefact }: Block): boolean {
  return start < 400 && artefact.text.slice(0, start).split("\n").length < 8;
}

/** A sentence about the skill as a whole: its description, or one whose subject is the skill or nothing else. */
const aboutAll =
  /^(?:(?:this|the) (?:skill|tool|script|program)|it|everything|all (?:processing|data|work)|data|no|nothing|never|does not|doesn't|works|runs|makes no|read-only|fully|100%)\b/i;

function wordClaims(block: Block, only: Artefact | undefined): Claim[] {
  const isDescription = block.section.length === 0 && block.start < skillHead;
  const sentences = block.text.split(/(?<=[.!?])\s{1,8}/);
  let offset = block.start;
  return sentences.flatMap((sentence) => {
    const at = offset;
    offset += sentence.length + 1;
    const claim = claimRowIn(sentence);
    const counts = only !== undefined || isDescription || aboutAll.test(sentence.trim());
    if (claim === undefined || !counts || hasCondition.test(sentence)) return [];
    return [
      {
        row: claim.row,
        denies: claim.denies,
        artefact: block.artefact,
        at: Math.min(at + claim.at, block.end - 1),
        words: sentence.trim(),
        ...(only === undefined ? {} : { only }),
      },
    ];
  });
}

const skillHead = 4_000;
/** A claim with an exception, or about one case. */
const hasCondition =
  /\b(?:unless|except|apart from|other than|only (?:when|if|the)|until|by default|if|when|mode|option(?:al)?|flag|fallback)\b|--\w/i;

/** `permissions` with a list: what it does not name, the skill says it does not need. */
function permissionClaims(block: Block): Claim[] {
  const field = /^permissions:[ \t]{0,4}(\[[^\]\n]{0,200}\]|none)?[^\n]{0,200}/m.exec(block.text);
  if (field === null) return [];
  const words = settingsIn(block)
    .filter(({ keys }) => keys[0] === "permissions")
    .map(({ keys, value }) => `${keys.slice(1).join(" ")} ${value}`.trim());
  const isEmpty = words.length === 0 || words.every((word) => /^(?:null|none|false)?$/i.test(word));
  if (words.some((word) => !/^[\w:*./ -]{0,40}$/.test(word))) return [];
  const denied = (["connect", "write", "delete", "run"] as const).filter(
    (act) => isEmpty || !words.some((word) => permissionWords[act].test(word)),
  );
  const said = isEmpty ? "permissions: none" : `permissions: ${words.join(", ")}`;
  const claim = { row: "permissions", artefact: block.artefact, at: block.start + field.index, words: said };
  return denied.length === 0 ? [] : [{ ...claim, denies: denied }];
}

/** `allowed-tools` without a tool that runs programs or reaches the network. */
function toolClaims(block: Block, { declared }: Skill): Claim[] {
  const at = block.text.search(/^(?:allowed[-_])?tools:/m);
  if (declared.tools.length === 0 || at === -1) return [];
  const denies = (["connect", "run"] as const).filter(
    (act) => !declared.tools.some((tool) => toolWords[act].test(tool)),
  );
  const words = `allowed-tools: ${declared.tools.join(", ")}`;
  return denies.length === 0
    ? []
    : [{ row: "allowed-tools", denies, artefact: block.artefact, at: block.start + at, words }];
}

const programs: ReadonlySet<string> = new Set(
  "python javascript typescript shell ruby perl php go powershell batch program".split(" "),
);

/** The calls of the skill's own programs. Comments call nothing. */
function callsOf({ artefacts }: Skill): Call[] {
  return artefacts
    .filter(({ role, language, parseable }) => role === "script" && programs.has(language) && parseable)
    .flatMap((artefact) =>
      calls.flatMap(({ act, calls: pattern }) => {
        const match = [...artefact.text.matchAll(pattern)].find(({ index }) =>
          counts(act, lineAt(artefact.text, index)),
        );
        if (match === undefined) return [];
        return [{ act, artefact, start: match.index, end: match.index + match[0].length }];
      }),
    );
}

function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", Math.max(0, at - 1)) + 1;
  const end = text.indexOf("\n", at + 1);
  return text.slice(start, Math.min(start + 400, end === -1 ? text.length : end));
}

function counts(act: ClaimedAct, line: string): boolean {
  return !/^\s{0,40}(?:#|\/\/|\*)/.test(line) && (act !== "delete" || !ownFiles.test(line));
}
