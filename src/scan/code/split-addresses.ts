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

/** The first address that may be the one a program sends to, where it does not stand in the program itself. */
export function addressElsewhere(artefact: Artefact, skill: Skill): string {
  const source = artefact.text;
  const isWorth = (url: string) =>
    !url.includes("...") && /^(?:undeclared|anonymous|shared)$/.test(placeOf(url, skill));
  const given = startLines(artefact, skill).flatMap((line) => line.match(address) ?? []);
  const named = skill.artefacts
    .filter((other) => other !== artefact && isTakenIn(other, source))
    .flatMap(({ text }) => [...text.matchAll(held)].slice(0, mostAddresses).map(([, url = ""]) => url));
  return [...given, ...named].find(isWorth) ?? "";
}

/** A module or a file of settings that the program names. */
function isTakenIn({ path, language, origin }: Artefact, source: string): boolean {
  if (origin === "decoded" || language === "markdown" || language === "binary") return false;
  const [stem = ""] = baseName(path).split(".");
  return stem.length > 3 && source.split("\n").some((line) => takes.exec(line)?.[1]?.includes(stem) === true);
}

/** Lines of commands that start the program. */
function startLines({ path }: Artefact, { blocks }: Skill): string[] {
  const name = baseName(path);
  return blocks.flatMap(({ role, text, artefact }) =>
    (role === "code" || role === "prose") && artefact.path !== path && text.includes(name)
      ? text.split("\n").filter((line) => line.includes(name))
      : [],
  );
}
