/** A hit of a rule as the report shows it: where in the files a person can look. */
import type { Artefact } from "./artefact.ts";
import { placeOf, snippetOf } from "./position.ts";
import type { Finding } from "./report.ts";
import type { Hit, Rule } from "./rule.ts";

/** In files that nothing in the skill reaches, a finding weighs less. */
const roleWeight: Partial<Record<Artefact["role"], number>> = {
  fixture: 0.25,
  licence: 0.25,
  changelog: 0.25,
};

/** Up to this length of all texts a confidence stands as the rule says it. */
const usualChars = 24_000;
/** What each doubling beyond takes away, and what is left at least: padding must not hide what is fairly sure. */
const perDoubling = 0.1;
const leastCrowd = 0.75;
/** From this confidence on, a pattern is not met by accident. */
const sure = 0.8;

/**
 * How far a guess at words holds in a skill of this length. A pattern that one page in a thousand meets by accident is met
 * by every tenth skill of a hundred pages.
 */
export function crowdOf(artefacts: readonly Artefact[]): number {
  let chars = 0;
  for (const { origin, text } of artefacts) if (origin !== "decoded") chars += text.length;
  return chars <= usualChars ? 1 : Math.max(leastCrowd, 1 - perDoubling * Math.log2(chars / usualChars));
}

export function toFinding(rule: Rule, hit: Hit, crowd = 1): Finding {
  const { artefact, offset } = visiblePlace(hit);
  const place = placeOf(artefact, artefact.text, offset);
  const end =
    artefact === hit.artefact ? placeOf(artefact, artefact.text, Math.max(hit.start, hit.end - 1)) : place;
  const said = hit.confidence ?? rule.confidence;
  // Programs and bytecode among the files are no matter of words.
  const words = rule.layer === "static" && rule.kind !== "vulnerable" && rule.category !== "T25";
  const guessed = words && said < sure;
  const confidence = said * (guessed ? crowd : 1) * (roleWeight[artefact.role] ?? 1);
  const how = hit.artefact.how === "" ? "" : ` (decoded: ${hit.artefact.how})`;
  return {
    ruleId: rule.id,
    category: rule.category,
    severity: rule.severity,
    confidence: Math.round(confidence * 100) / 100,
    kind: rule.kind,
    file: artefact.path,
    line: place.line,
    column: place.column,
    endLine: end.line,
    snippet: snippetOf(hit.artefact.text, hit.start, hit.end),
    message: `${hit.message ?? rule.message}${how}`,
    advice: rule.advice,
    path: [...(hit.path ?? [])],
    references: [...rule.references],
  };
}

/** A decoded piece has no lines of its own: show where it stands encoded. */
export function visiblePlace(hit: Pick<Hit, "artefact" | "start">): { artefact: Artefact; offset: number } {
  let artefact = hit.artefact;
  let offset = hit.start;
  while (artefact.origin === "decoded" && artefact.parent !== undefined) {
    offset = artefact.parentOffset;
    artefact = artefact.parent;
  }
  return { artefact, offset };
}
