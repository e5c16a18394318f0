/** Whether a skill speaks of a name besides where it takes something from there. */
import type { Artefact } from "../artefact.ts";
import type { Skill } from "../skill.ts";

/** Questions of one skill that are answered; each reads the whole of it. Who takes from more places names none of them. */
const mostAsked = 200;
const asked = new WeakMap<Skill, Map<string, boolean>>();

const everyones = /^(?:main|raw|install|setup|scripts?|tools?)$/;

export function isSaidElsewhere(
  names: readonly string[],
  place: { readonly artefact: Artefact; readonly start: number },
  context: Skill,
): boolean {
  const words = names
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 2 && !everyones.test(name));
  const known = asked.get(context) ?? new Map<string, boolean>();
  asked.set(context, known);
  const key = `${words.join(" ")} ${place.artefact.path} ${place.start}`;
  const before = known.get(key);
  if (before !== undefined || known.size >= mostAsked) return before ?? false;
  const answer = isSaid(words, place, context);
  known.set(key, answer);
  return answer;
}

function isSaid(
  words: readonly string[],
  place: { readonly artefact: Artefact; readonly start: number },
  { declared, blocks }: Skill,
): boolean {
  const { name, description, all, homepage } = declared;
  const said = `${name} ${description} ${homepage} ${all}`.toLowerCase();
  if (words.some((word) => said.includes(word))) return true;
  return blocks.some(
    ({ artefact, start, end, lower, role }) =>
      artefact.origin !== "decoded" &&
      role !== "comment" &&
      role !== "hidden" &&
      (artefact !== place.artefact || place.start < start || place.start >= end) &&
      words.some((word) => lower.includes(word)),
  );
}
