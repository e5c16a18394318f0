/** Addresses that a program takes from another file of the skill, or from the command that starts it. */
import type { Artefact } from "../artefact.ts";
import { baseName } from "../language.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";

const address = /\bhttps?:\/\/[^\s"'`<>)\],;|]{4,200}/g;
/** One that a setting or a constant holds. */
const held = /[:=]\s{0,4}f?["']?(https?:\/\/[^\s"'`<>)\],;|]{4,200})/g;
const mostAddresses = 40;
/** Takes something in from another file, whose name stands next. */
const takes = /(?:import|from|require\(|open\(|readFile\w{0,4}\(|\bPath\(|load\w{0,6}\()([^\n]{0,100})/;

/** Each program is asked about for each of its flows. */
const known = new WeakMap<Artefact, string>();

/** The first address that may be the one a program sends to, where it does not stand in the program itself. */
export function addressElsewhere(artefact: Artefact, skill: Skill): string {
  const address = known.get(artefact) ?? firstElsewhere(artefact, skill);
  known.set(artefact, address);
  return address;
}

function firstElsewhere(artefact: Artefact, skill: Skill): string {
  const isWorth = (url: string) =>
    !url.includes("...") && /^(?:undeclared|anonymous|shared)$/.test(placeOf(url, skill));
  const given = startLines(artefact, skill).flatMap((line) => line.match(address) ?? []);
  const taken = artefact.text
    .split("\n")
    .map((line) => takes.exec(line)?.[1] ?? "")
    .join("\n");
  const named = skill.artefacts
    .filter((other) => other !== artefact && isTakenIn(other, taken))
    .flatMap(({ text }) => [...text.matchAll(held)].slice(0, mostAddresses).map(([, url = ""]) => url));
  return [...given, ...named].find(isWorth) ?? "";
}

/** A module or a file of settings that the program names. */
function isTakenIn({ path, language, origin }: Artefact, taken: string): boolean {
  if (origin === "decoded" || language === "markdown" || language === "binary") return false;
  const [stem = ""] = baseName(path).split(".");
  return stem.length > 3 && taken.includes(stem);
}

interface Line {
  readonly text: string;
  readonly path: string;
}

const started = new WeakMap<Skill, Map<string, Line[]>>();

/** Lines of commands that start the program. */
function startLines({ path }: Artefact, skill: Skill): string[] {
  const lines = started.get(skill) ?? linesWithNames(skill);
  started.set(skill, lines);
  return (lines.get(baseName(path)) ?? []).filter((line) => line.path !== path).map(({ text }) => text);
}

/** The lines of commands and sentences that name files of the skill, by name. */
function linesWithNames({ blocks, paths }: Skill): Map<string, Line[]> {
  const lines = new Map([...paths].map((path): [string, Line[]] => [baseName(path), []]));
  for (const { role, text, artefact } of blocks) {
    if (role !== "code" && role !== "prose") continue;
    for (const line of text.split("\n"))
      for (const [name] of line.matchAll(/[^\s"'`/\\()[\]=:;,|&<>]{3,100}/g))
        lines.get(name.replace(/[.!?]$/, ""))?.push({ text: line, path: artefact.path });
  }
  return lines;
}
