/** What a copy adds to its originals and acts: a command, a script, a place outside, a secret. Words alone do not. */

import type { Artefact } from "../artefact.ts";
import { isForbiddenAt } from "../context.ts";
import type { Block } from "../document/block.ts";
import { visiblePlace } from "../finding.ts";
import { placeOf } from "../position.ts";
import type { Skill } from "../skill.ts";
import { either } from "../tables/compile.ts";
import { NewPlaces } from "./new-places.ts";
import type { Originals } from "./originals.ts";
import { isSecretPath } from "./sensitive.ts";

export interface Act {
  readonly artefact: Artefact;
  readonly start: number;
  readonly line: number;
  readonly note: string;
}

/** Acts told; the tenth says nothing new. */
const mostActs = 5;

/** The first acts that no original has, in the order of the files. */
export function addedActs(context: Skill, originals: Originals): Act[] {
  const acts: Act[] = [];
  const changed = changedFiles(context, originals);
  // Each kind ends by itself once it has enough, so that the first of each is always among them.
  for (const found of [newScripts(changed, originals), actingLines(context, changed, originals)]) {
    let count = 0;
    for (const act of found) {
      acts.push(act);
      if (++count >= mostActs) break;
    }
  }
  acts.push(...addedFacts(context, changed, originals).slice(0, mostActs));
  return acts.sort(inOrder).filter(isFirstOfLine).slice(0, mostActs);
}

function inOrder(a: Act, b: Act): number {
  return a.artefact.path < b.artefact.path ? -1 : a.artefact.path > b.artefact.path ? 1 : a.start - b.start;
}

function isFirstOfLine({ artefact, line }: Act, i: number, acts: readonly Act[]): boolean {
  const before = acts[i - 1];
  return before === undefined || before.artefact !== artefact || before.line !== line;
}

/** What is found in these weighs little: as the first act it would hide the others. */
const quiet: ReadonlySet<Artefact["role"]> = new Set(["fixture", "licence", "changelog"]);

/** The files and archive entries that are not as an original has them. */
function changedFiles({ artefacts }: Skill, originals: Originals): ReadonlySet<Artefact> {
  const changed = new Set<Artefact>();
  for (const artefact of artefacts) {
    const { origin, parent, role } = artefact;
    if (origin === "decoded" || quiet.has(role) || originals.hasFile(artefact)) continue;
    if (parent === undefined || changed.has(parent)) changed.add(artefact);
  }
  return changed;
}

function* newScripts(changed: ReadonlySet<Artefact>, originals: Originals): Generator<Act> {
  for (const artefact of changed) {
    if (artefact.role !== "script" && !artefact.executable) continue;
    const lines = artefact.text.split("\n").filter((line) => line.trim() !== "");
    const known = lines.filter(originals.hasLine).length;
    if (known * 2 < lines.length) yield { artefact, start: 0, line: 1, note: "a script of its own" };
  }
}

/** Lines that are meant, each looked at once however many blocks share it. */
function* actingLines(
  { blocks }: Skill,
  changed: ReadonlySet<Artefact>,
  originals: Originals,
): Generator<Act> {
  const next = new Map<Artefact, number>();
  const places = new NewPlaces(originals);
  for (const block of blocks) {
    const { artefact } = block;
    if (!changed.has(artefact) || !isMeant(block)) continue;
    const { text } = artefact;
    let start = block.start - placeOf(artefact, text, block.start).column + 1;
    start = Math.max(start, next.get(artefact) ?? 0);
    while (start < block.end) {
      const line = lineAt(text, start);
      const note = originals.hasLine(line) ? undefined : actOf(line, block, places);
      if (note !== undefined) yield { artefact, start, line: placeOf(artefact, text, start).line, note };
      start += line.length + 1;
    }
    next.set(artefact, Math.max(start, next.get(artefact) ?? 0));
  }
}

/** How the text around a line presents it says nothing here: the original has the same text, without the line. */
function isMeant({ polarity, role }: Block): boolean {
  return polarity !== "fixture" && role !== "comment";
}

const command = either([
  /^[ \t>*$-]{0,8}(?:sudo|bash|curl|wget|npm|npx|pip3?|python3?|chmod|scp|docker|iwr|powershell) [^`]/,
  /`[ \t$]{0,4}(?:sudo|bash|sh|curl|wget|git|python3?|node|npm|npx|pnpm|yarn|bunx|uvx?|pipx?|pip3|chmod|scp|ssh|nc|rm|docker|iwr|powershell|pwsh|eval|osascript) [^`]/,
]);

/** What a line does; undefined for words. */
function actOf(line: string, { role, language }: Block, places: NewPlaces): string | undefined {
  if (role === "code" && language === "shell" && /^\s{0,80}[a-z0-9_./~$-]/.test(line)) return "a command";
  const run = command.exec(line);
  if (run !== null && !isForbiddenAt(line, run.index)) return "a command";
  if (line.includes("://") || line.includes("@")) {
    const place = places.in(line);
    if (place !== undefined) return place;
  }
  const words = [...line.matchAll(/[^\s"'`,;()]{4,200}/g)];
  const secret = words.find(({ 0: word, index }) => isSecretPath(word) && !isForbiddenAt(line, index));
  return secret === undefined ? undefined : `the secret ${secret[0]}`;
}

/** Facts of the code, where they can be seen: something decoded stands where its encoded piece does. */
function addedFacts({ facts }: Skill, changed: ReadonlySet<Artefact>, originals: Originals): Act[] {
  const acts: Act[] = [];
  // By line: a bundled script has ten thousand facts in one line, which is read once.
  const known = new Map<string, boolean>();
  for (const fact of facts) {
    const { artefact, offset: start } = visiblePlace(fact);
    if (fact.polarity !== "assert" || !changed.has(artefact)) continue;
    const { line, column } = placeOf(artefact, artefact.text, start);
    const key = `${line}:${artefact.path}`;
    const isKnown = known.get(key) ?? originals.hasLine(lineAt(artefact.text, start - column + 1));
    known.set(key, isKnown);
    if (!isKnown)
      acts.push({ artefact, start: start - column + 1, line, note: fact.kind.replaceAll("-", " ") });
  }
  return acts.sort(inOrder);
}

/** The rest of the line that begins here. */
export function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? text.length : end);
}
