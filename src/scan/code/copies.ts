/** A copy of another publisher's skill: what it adds to its originals and acts. Words alone do not act. */
import type { SkillFile } from "../../domain/skill-file.ts";
import type { Artefact } from "../artefact.ts";
import { isForbiddenAt } from "../context.ts";
import { visiblePlace } from "../finding.ts";
import { cornerOf, hostKind, hostOf } from "../hosts.ts";
import { comparedText, distinctiveLines, shareOf } from "../likeness.ts";
import { limits } from "../limits.ts";
import { lineStartsOf, placeOf } from "../position.ts";
import type { Skill } from "../skill.ts";
import { anyUrl, mailbox } from "../tables/addresses.ts";
import { either } from "../tables/compile.ts";
import { isSecretPath } from "./sensitive.ts";

interface Act {
  readonly artefact: Artefact;
  readonly start: number;
  readonly line: number;
  readonly note: string;
}

export interface Copy {
  /** The first acts that no original has, in the order of the files; never empty. */
  readonly acts: readonly Act[];
  /** The original without the first act, and how much of it is here. */
  readonly slug: string;
  readonly share: number;
}

/** Acts told; the next says nothing new. */
const mostActs = 5;
/** Addresses looked at in what a copy adds; one that adds more is for a person to read. */
const mostAddresses = 20_000;

/** What a copy adds; undefined for what is no copy, or adds nothing that acts. */
export function changedCopyOf(skill: Skill): Copy | undefined {
  const originals = originalsOf(skill);
  if (originals === undefined) return undefined;
  const changed = changedFiles(skill, originals);
  const acts = [
    ...factsIn(skill, changed, originals),
    ...[...changed].flatMap((artefact) => actsIn(artefact, originals)),
  ]
    .sort((a, b) =>
      a.artefact.path < b.artefact.path ? -1 : a.artefact.path > b.artefact.path ? 1 : a.line - b.line,
    )
    .filter(({ artefact, line }, i, all) => all[i - 1]?.artefact !== artefact || all[i - 1]?.line !== line)
    .slice(0, mostActs);
  const [first] = acts;
  if (first === undefined) return undefined;
  return { acts, ...originals.without(lineFrom(first.artefact.text, first.start)) };
}

/** What is found in these weighs little: as the first act it would hide the others. */
const quiet: ReadonlySet<Artefact["role"]> = new Set(["fixture", "licence", "changelog"]);

/** The files and archive entries that are not as an original has them. */
function changedFiles({ artefacts }: Skill, originals: Originals): ReadonlySet<Artefact> {
  const changed = new Set<Artefact>();
  for (const artefact of artefacts) {
    const { origin, parent, role, language } = artefact;
    if (origin === "decoded" || language === "binary" || quiet.has(role) || originals.hasFile(artefact))
      continue;
    if (parent === undefined || changed.has(parent)) changed.add(artefact);
  }
  return changed;
}

/** A script that is mostly new, and lines that name a command, a place outside or a secret. */
function actsIn(artefact: Artefact, originals: Originals): Act[] {
  const { text, role, executable } = artefact;
  const acts: Act[] = [];
  const added = [...lineStartsOf(artefact, text).entries()].filter(
    ([, start]) => !originals.hasLine(lineFrom(text, start)),
  );
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  if ((role === "script" || executable) && added.length * 2 > lines)
    acts.push({ artefact, start: 0, line: 1, note: "a script of its own" });
  const budget = { addresses: mostAddresses };
  for (const [i, start] of added) {
    const note = actOf(lineFrom(text, start), originals, budget);
    if (note !== undefined) acts.push({ artefact, start, line: i + 1, note });
    if (acts.length >= mostActs) break;
  }
  return acts;
}

const command = either([
  /^[ \t>*$-]{0,8}(?:sudo|bash|curl|wget|npm|npx|pip3?|python3?|chmod|scp|docker|iwr|powershell) [^`]/,
  /`[ \t$]{0,4}(?:sudo|bash|sh|curl|wget|git|python3?|node|npm|npx|pnpm|yarn|bunx|uvx?|pipx?|pip3|chmod|scp|ssh|nc|rm|docker|iwr|powershell|pwsh|eval|osascript) [^`]/,
]);

/** What a line does; undefined for words. */
function actOf(line: string, originals: Originals, budget: { addresses: number }): string | undefined {
  const run = command.exec(line);
  if (run !== null && !isForbiddenAt(line, run.index)) return "a command";
  const place = /:\/\/|@/.test(line) ? placeIn(line, originals, budget) : undefined;
  if (place !== undefined) return place;
  const words = [...line.matchAll(/[^\s"'`,;()]{4,200}/g)];
  const secret = words.find(({ 0: word, index }) => isSecretPath(word) && !isForbiddenAt(line, index));
  return secret === undefined ? undefined : `the secret ${secret[0]}`;
}

/** The first place outside that a line names and does not warn of. */
function placeIn(line: string, originals: Originals, budget: { addresses: number }): string | undefined {
  for (const { 0: url, index } of [...line.matchAll(anyUrl), ...line.matchAll(mailbox)]) {
    if (--budget.addresses < 0) return "more addresses than are looked at";
    const isMail = !url.includes("://");
    const host = isMail ? url.slice(url.indexOf("@") + 1).toLowerCase() : hostOf(url);
    const kind = hostKind(host);
    // Pages of well-known hosts are read everywhere; what anyone can create there is a place of its own.
    const isOutside =
      kind === "well-known"
        ? !isMail && cornerOf(url) !== undefined
        : kind !== "local" && kind !== "placeholder";
    if (isOutside && !originals.hasHost(host) && (isMail || !isForbiddenAt(line, index)))
      return isMail ? `a mailbox at ${host}` : `the host ${host}`;
  }
  return undefined;
}

/** Facts of the code, where they can be seen: something decoded stands where its encoded piece does. */
function factsIn({ facts }: Skill, changed: ReadonlySet<Artefact>, originals: Originals): Act[] {
  // By line: a bundled script has ten thousand facts in one line, which is read once.
  const byLine = new Map<string, Act | undefined>();
  for (const fact of facts) {
    const { artefact, offset } = visiblePlace(fact);
    if (fact.polarity !== "assert" || !changed.has(artefact)) continue;
    const { line, column } = placeOf(artefact, artefact.text, offset);
    const key = `${line}:${artefact.path}`;
    if (byLine.has(key)) continue;
    const start = offset - column + 1;
    const isKnown = originals.hasLine(lineFrom(artefact.text, start));
    byLine.set(key, isKnown ? undefined : { artefact, start, line, note: fact.kind.replaceAll("-", " ") });
  }
  return [...byLine.values()].filter((act) => act !== undefined);
}

/** The rest of the line that begins here. */
function lineFrom(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? text.length : end);
}

/** From this share of an original's lines on, a skill is a copy of it. */
const copyShare = 0.6;

/** Something is known only where every original knows it, by itself or by another copy of it. */
interface Originals {
  /** Whether a line stands there as it is written, but for spaces around it. */
  readonly hasLine: (line: string) => boolean;
  readonly hasHost: (host: string) => boolean;
  /** Whether this very file is there. */
  readonly hasFile: (artefact: Artefact) => boolean;
  /** The original with most of its lines here among those without this line; the first of equals. */
  readonly without: (line: string) => { readonly slug: string; readonly share: number };
}

/** What the skill was copied from, by its SKILL.md; undefined where it is no copy. */
function originalsOf({ artefacts, registry }: Skill): Originals | undefined {
  const here = distinctiveLines(artefacts);
  const budget = { chars: limits.originalChars };
  const copied = (registry.resembling ?? [])
    .map(({ slug, files, own = false }) => ({ slug, files, own, lines: distinctiveLines(files) }))
    .map((original) => ({ ...original, share: shareOf(original.lines, here) }))
    .filter(({ share }) => share >= copyShare)
    .map((original) => ({ ...original, known: knownFrom(original.files, budget) }))
    .sort((a, b) => b.share - a.share);
  const others = copied.filter(({ own }) => !own);
  const [best] = others;
  if (best === undefined) return undefined;
  // A later copy of an original was looked at when it was published; what only shares a part of it was not.
  const sources = others.map(({ slug, share, lines }) => ({
    slug,
    share,
    known: copied.filter((other) => shareOf(lines, other.lines) >= copyShare).map(({ known }) => known),
  }));
  return {
    hasLine: (line) => sources.every(({ known }) => known.some(({ lines }) => lines.has(line.trim()))),
    hasHost: (host) => sources.every(({ known }) => known.some(({ hosts }) => hosts.has(host))),
    hasFile: ({ path, bytes }) =>
      sources.every(({ known }) =>
        known.some(({ files }) => files.some((file) => file.path === path && isSame(file.bytes, bytes))),
      ),
    without: (line) =>
      sources.find(({ known }) => !known.some(({ lines }) => lines.has(line.trim()))) ?? best,
  };
}

interface Known {
  readonly files: readonly SkillFile[];
  readonly lines: ReadonlySet<string>;
  readonly hosts: ReadonlySet<string>;
}

function knownFrom(files: readonly SkillFile[], budget: { chars: number }): Known {
  const lines = new Set<string>();
  const hosts = new Set<string>();
  for (const file of files) {
    const text = budget.chars > 0 ? comparedText(file).slice(0, budget.chars) : "";
    budget.chars -= text.length;
    for (const line of text.split("\n")) lines.add(line.trim());
    for (const [url] of text.matchAll(anyUrl)) hosts.add(hostOf(url));
    for (const [, host = ""] of text.matchAll(mailbox)) hosts.add(host.toLowerCase());
  }
  return { files, lines, hosts };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
