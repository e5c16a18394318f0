/** Sentences as facts: what is done with what, at which place. A negated verb makes the fact a shown one. */
import { presentedAt } from "../context.ts";
import type { Fact } from "../facts.ts";
import type { Skill } from "../skill.ts";
import { at, type SentenceRow, sentenceRows } from "../tables/sentences.ts";
import type { Block } from "./block.ts";
import { placeIn } from "./plain.ts";
import { type NamedPlace, type Sentence, sentencesOf, spanOf } from "./sentences.ts";

export function sentenceFacts(skill: Skill): Fact[] {
  return sentencesOf(skill).flatMap((sentence) =>
    sentence.places
      .filter(({ cited }) => !cited)
      .flatMap((place) => {
        // The first row that fits says what the sentence does with the place.
        const row = sentenceRows.find((one) => fits(one, sentence, place));
        return row === undefined ? [] : [factOf(row, sentence, place)];
      }),
  );
}

function fits(row: SentenceRow, sentence: Sentence, { kind, from, token }: NamedPlace): boolean {
  const { says, around, block } = sentence;
  if (!row.places.includes(kind)) return false;
  const [verbs, ...others] = row.says;
  const isVerbBefore =
    verbs === undefined ||
    verbs.some((name) => {
      const verb = says.get(name);
      return verb !== undefined && verb.end <= from && isJoined(block, verb.end, from);
    });
  const isSaid = others.every((list) => list.some((name) => says.has(name)));
  const isAround = (row.around ?? []).every((list) => list.some((name) => around.has(name)));
  const isOther = (row.never ?? []).some((name) => says.has(name));
  if (!isVerbBefore || !isSaid || !isAround || isOther) return false;
  const before = block.text.slice(Math.max(sentence.tokens[0]?.start ?? 0, from - 200), from);
  if (row.near?.test(block.text.slice(Math.max(0, from - 160), token.end + 160)) === false) return false;
  // A mailbox or a bare host stands in many texts beside a verb; "to" makes it the place.
  const isAddress = token.kind === "url" || token.kind === "repo";
  const leads = isAddress ? row.lead : row.lead?.filter((lead) => lead !== at);
  return leads === undefined || leads.some((lead) => lead.test(before));
}

/** Whether a verb and a place are of one statement: no label ("Email:"), and no line that begins with one between. */
function isJoined(block: Block, verbEnd: number, from: number): boolean {
  if (/^\*{0,2}[:：]/.test(block.text.slice(verbEnd, verbEnd + 3))) return false;
  const between = block.artefact.text.slice(placeIn(block, verbEnd), placeIn(block, from));
  return !/\n\s{0,8}(?:[-*+]\s|\d{1,2}[.)]\s|\*\*|__|[A-Z][\w /()-]{0,40}:\s)/.test(between);
}

function factOf(row: SentenceRow, { block }: Sentence, { token, host, kind }: NamedPlace): Fact {
  return {
    actor: "instruction",
    verb: row.verb,
    object: row.object,
    place: kind,
    presented: presentedAt(block, token.start),
    artefact: block.artefact,
    ...spanOf(block, token),
    host,
    detail: "",
    path: [],
    row: row.id,
  };
}
