/** A fact that a rule matched, as the report shows it: where in the files a person can look. */
import { messageOf, type RuleMatch } from "./apply-rules.ts";
import type { Artefact } from "./artefact.ts";
import { contextAt, decodedText, endOf, hiddenAt } from "./excerpt.ts";
import type { Fact } from "./facts.ts";
import { placeOf, snippetOf } from "./position.ts";
import type { Finding } from "./report.ts";

/** In files that nothing in the skill reaches, a finding weighs less. */
const roleWeight: Partial<Record<Artefact["role"], number>> = {
  fixture: 0.25,
  licence: 0.25,
  changelog: 0.25,
};

/** Verbs that join a source and a sink in one act. */
const flows: ReadonlySet<string> = new Set(["fetch-run", "decode-run", "open-shell"]);

/** The finding of a rule about a fact. A flow decides alone; what the text presents unclearly never does. */
export function findingOf({ rule, fact, confidence }: RuleMatch): Finding {
  const { presented, path, verb } = fact;
  const isFlow = rule.decides === true || (path.length > 1 && verb !== "contradict") || flows.has(verb);
  const weighed = confidence * (roleWeight[fact.artefact.role] ?? 1);
  const how = fact.artefact.how === "" ? "" : ` (decoded: ${fact.artefact.how})`;
  return {
    ruleId: rule.id,
    category: rule.category,
    severity: presented === "shown" ? "info" : rule.severity,
    confidence: Math.round(weighed * 100) / 100,
    kind: rule.kind,
    basis: presented === "asserted" ? (isFlow ? "flow" : "fact") : "context",
    ...placeInFile(fact),
    message: `${messageOf(rule, fact)}${how}`,
    advice: rule.advice,
    path: [...path],
    places: [],
    references: [...rule.references],
  };
}

type PlaceInFile = Pick<
  Finding,
  "file" | "line" | "column" | "endLine" | "endColumn" | "snippet" | "context" | "decoded"
>;

function placeInFile(fact: Fact): PlaceInFile {
  const { artefact, offset } = visiblePlace(fact);
  const isVisible = artefact === fact.artefact;
  const stop = isVisible ? Math.max(fact.end, offset + 1) : offset + 1;
  const place = placeOf(artefact, artefact.text, offset);
  const end = placeOf(artefact, artefact.text, stop - 1);
  const decoded = isVisible ? hiddenAt(artefact, offset, stop) : decodedText(fact.artefact.text, fact.start);
  return {
    file: artefact.path,
    line: place.line,
    column: place.column,
    endLine: end.line,
    endColumn: end.column + endOf(artefact.text, offset, stop) - stop + 1,
    snippet: snippetOf(fact.artefact.text, fact.start, fact.end),
    context: contextAt(artefact, offset, stop),
    ...(decoded === undefined ? {} : { decoded }),
  };
}

/** A decoded piece has no lines of its own: show where it stands encoded. */
export function visiblePlace(fact: Pick<Fact, "artefact" | "start">): { artefact: Artefact; offset: number } {
  let artefact = fact.artefact;
  let offset = fact.start;
  while (artefact.origin === "decoded" && artefact.parent !== undefined) {
    offset = artefact.parentOffset;
    artefact = artefact.parent;
  }
  return { artefact, offset };
}
