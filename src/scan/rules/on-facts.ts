/** Detectors over facts of the code, with polarity already applied. */

import type { Fact, FactKind } from "../code/facts.ts";
import type { BlockRole } from "../document/block.ts";
import { asRead } from "../document/plain.ts";
import { isNegatedAt, isTaughtAfter } from "../document/polarity.ts";
import { type HostKind, hostKind } from "../hosts.ts";
import type { CodeDetector, Hit } from "../rule.ts";
import type { Skill } from "../skill.ts";

interface Judgement {
  readonly message?: string;
  readonly confidence?: number;
}

/** Hits for facts of these kinds that the judge does not dismiss. */
export function onFacts(
  kinds: readonly FactKind[],
  judge: (fact: Fact, context: Skill) => Judgement | undefined,
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
  if (fact.inScript || fact.artefact.origin === "decoded") return true;
  return !isNegatedAt(fact.artefact.text, fact.start) && !isTaughtAfter(fact.artefact.text, fact.end);
}

/** Whether the manifest tells the reader of it in words, not only in code: what is said openly is no secret. */
export function isSaidOpenly(words: RegExp, context: Skill): boolean {
  return isInManifest(words, ["prose", "table", "heading", "front-matter"], context);
}

/** The same of commands in the manifest's fences: whoever follows the page sees them. */
export function isShownOpenly(commands: RegExp, context: Skill): boolean {
  return isInManifest(commands, ["code"], context);
}

function isInManifest(pattern: RegExp, roles: readonly BlockRole[], context: Skill): boolean {
  return context.blocks.some(
    (block) =>
      block.artefact.role === "manifest" &&
      block.polarity === "assert" &&
      roles.includes(block.role) &&
      asRead(block).some(({ lower }) => pattern.test(lower)),
  );
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

/** Whether the fact stands in a fence of one of these languages. */
export function isFenceOf(fact: Fact, languages: readonly string[]): boolean {
  return languages.includes(fact.language);
}

export function kindOf(fact: Fact): HostKind {
  return fact.host === "" ? "unknown" : hostKind(fact.host);
}
