/** A hit of a rule as the report shows it: where in the files a person can look. */
import { messageOf, type RuleMatch } from "./apply-rules.ts";
import type { Artefact } from "./artefact.ts";
import { contextAt, decodedText, endOf, hiddenAt } from "./excerpt.ts";
import { placeOf, snippetOf } from "./position.ts";
import type { Finding } from "./report.ts";
import type { Hit, Rule } from "./rule.ts";

/** In files that nothing in the skill reaches, a finding weighs less. */
const roleWeight: Partial<Record<Artefact["role"], number>> = {
  fixture: 0.25,
  licence: 0.25,
  changelog: 0.25,
};

export function toFinding(rule: Rule, hit: Hit): Finding {
  const { artefact, offset } = visiblePlace(hit);
  const place = placeOf(artefact, artefact.text, offset);
  const stop = artefact === hit.artefact ? Math.max(hit.end, offset + 1) : offset + 1;
  const end = placeOf(artefact, artefact.text, stop - 1);
  const decoded =
    artefact === hit.artefact ? hiddenAt(artefact, offset, stop) : decodedText(hit.artefact.text, hit.start);
  const said = hit.confidence ?? rule.confidence;
  const confidence = said * (roleWeight[artefact.role] ?? 1);
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
    endColumn: end.column + endOf(artefact.text, offset, stop) - stop + 1,
    snippet: snippetOf(hit.artefact.text, hit.start, hit.end),
    context: contextAt(artefact, offset, stop),
    ...(decoded === undefined ? {} : { decoded }),
    message: `${hit.message ?? rule.message}${how}`,
    basis: "fact",
    advice: rule.advice,
    path: [...(hit.path ?? [])],
    places: [],
    references: [...rule.references],
  };
}

/** Verbs that join a source and a sink in one act. */
const flows: ReadonlySet<string> = new Set(["fetch-run", "decode-run", "open-shell"]);

/** Verbs whose path leads to the two places that are compared. */
const compares: ReadonlySet<string> = new Set(["contradict", "impersonate"]);

/** The finding of a rule about a fact. A flow decides alone; what the text presents unclearly never does. */
export function findingOf({ rule, fact, confidence }: RuleMatch): Finding {
  const { artefact, start, end, path, presented, verb } = fact;
  const hit = { artefact, start, end, path, message: messageOf(rule, fact), confidence };
  const isFlow = rule.decides === true || (path.length > 1 && !compares.has(verb)) || flows.has(verb);
  return {
    ...toFinding(rule, hit),
    severity: presented === "shown" ? "info" : rule.severity,
    basis: presented === "asserted" ? (isFlow ? "flow" : "fact") : "context",
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
