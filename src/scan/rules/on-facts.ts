/** Detectors over facts of the code, with polarity already applied. */
import type { Fact, FactKind } from "../analysis/facts.ts";
import type { SkillContext } from "../context.ts";
import { type HostKind, hostKind } from "../hosts.ts";
import type { CodeDetector, Hit } from "../rule.ts";
import { isNegatedAt } from "../structure/polarity.ts";

interface Judgement {
  readonly message?: string;
  readonly confidence?: number;
}

/** Hits for facts of these kinds that the judge does not dismiss. */
export function onFacts(
  kinds: readonly FactKind[],
  judge: (fact: Fact, context: SkillContext) => Judgement | undefined,
): CodeDetector {
  return {
    kind: "code",
    *run(context): Generator<Hit> {
      for (const fact of context.facts) {
        if (!kinds.includes(fact.kind) || !counts(fact)) continue;
        const judgement = judge(fact, context);
        if (judgement === undefined) continue;
        yield { artefact: fact.artefact, start: fact.start, end: fact.end, path: fact.path, ...judgement };
      }
    },
  };
}

/** Whether the author means it: asserted, and not the object of a "never" in the same clause. */
function counts(fact: Fact): boolean {
  if (fact.polarity === "teach" || fact.polarity === "prohibit") return false;
  if (fact.polarity === "fixture" && !fact.inScript) return false;
  return fact.inScript || fact.artefact.origin === "decoded" || !isNegatedAt(fact.artefact.text, fact.start);
}

/** Places nobody gives for a good reason as the source of code or the target of data. */
export const shadyHosts: ReadonlySet<HostKind> = new Set([
  "paste",
  "collector",
  "tunnel",
  "shortener",
  "raw-address",
  "self-named",
]);

/** Whether the skill itself names this host's owner: in its front matter, or as the subject of its name. */
export function isDeclaredHost(host: string, context: SkillContext): boolean {
  if (host === "") return false;
  const labels = host
    .split(".")
    .filter(
      (label) =>
        label.length > 3 &&
        !/^(?:www|api|install|get|raw|cdn|docs|github|githubusercontent|com|example)$/.test(label),
    );
  const said =
    `${context.declared.name} ${context.declared.description} ${context.declared.homepage}`.toLowerCase();
  const joined = said.replace(/[\s-]/g, "");
  const name = context.declared.name
    .toLowerCase()
    .split(/[\s_-]/)
    .filter(
      (word) => word.length > 4 && !/^(?:skill|agent|setup|install|helper|tools?|server|update)/.test(word),
    );
  return (
    labels.some((label) => joined.includes(label) || name.some((word) => label.includes(word))) ||
    context.declared.all.includes(host) ||
    isSubject(labels, context)
  );
}

/** Whether the document is about the host's owner: its label stands in headings or all over the prose. */
function isSubject(labels: readonly string[], context: SkillContext): boolean {
  const manifest = context.artefacts.find((artefact) => artefact.role === "manifest");
  if (manifest === undefined) return false;
  return labels.some((label) => label.length > 4 && manifest.lower.split(label).length > 6);
}

/** Whether the fact stands in a fence of one of these languages. */
export function isFenceOf(fact: Fact, languages: readonly string[]): boolean {
  return languages.includes(fact.language);
}

export function kindOf(fact: Fact): HostKind {
  return fact.host === "" ? "unknown" : hostKind(fact.host);
}
