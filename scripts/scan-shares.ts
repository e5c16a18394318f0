/** What a rule alone decides: the skills that are no longer flagged when only this rule is switched off. */
import type { ScanReport, Verdict } from "../src/scan/report.ts";
import { type Scanned, verdictBy, weightsOf } from "./scan-corpus.ts";

/**
 * The rules without which the skill would pass. Where it would pass without a rule's findings, it is scanned without the
 * rule: another rule may take over its facts.
 */
export function decidersOf(report: ScanReport, verdictWithout: (ruleId: string) => Verdict): string[] {
  if (report.verdict === "PASS") return [];
  const rules = [...new Set(report.findings.map(({ ruleId }) => ruleId))];
  return rules
    .filter((rule) => verdictBy(({ ruleId }) => ruleId !== rule, report) === "PASS")
    .filter((rule) => verdictWithout(rule) === "PASS");
}

/** By source: families on the labelled sets, skills or examples elsewhere. */
export interface RuleShare {
  fires: number;
  dev: number;
  second: number;
  falseAlarms: number;
  npm: number;
  transformations: number;
  examples: number;
}

export const isSkill = ({ source }: Scanned) => source !== "examples" && source !== "transformations";

export function sharesOf(scanned: readonly Scanned[]): Map<string, RuleShare> {
  const weights = weightsOf(scanned);
  const shares = new Map<string, RuleShare>();
  for (const skill of scanned)
    for (const ruleId of new Set(skill.report.findings.map((finding) => finding.ruleId))) {
      const share = shares.get(ruleId) ?? nothing();
      shares.set(ruleId, share);
      if (isSkill(skill)) share.fires++;
      if (decides(ruleId, skill)) share[columnOf(skill)] += isSkill(skill) ? (weights.get(skill) ?? 0) : 1;
    }
  return shares;
}

export const nothing = (): RuleShare => ({
  fires: 0,
  dev: 0,
  second: 0,
  falseAlarms: 0,
  npm: 0,
  transformations: 0,
  examples: 0,
});

function columnOf({ source, bad }: Scanned): keyof RuleShare {
  return (source === "dev" || source === "second") && !bad ? "falseAlarms" : source;
}

/** In a rule's own example, to be the only one that fires is enough: not every rule opens a concern. */
function decides(ruleId: string, skill: Scanned): boolean {
  const { report, source, family, decidedBy } = skill;
  if (source !== "examples") return decidedBy.includes(ruleId);
  const isAlone = report.findings.every((finding) => finding.ruleId === ruleId);
  return family === ruleId && (isAlone || decidedBy.includes(ruleId));
}

/** Why a rule stays: what it decides, or that an example needs it. */
export function reasonOf({ dev, second, transformations, examples }: RuleShare): string {
  if (dev + second + transformations > 0) return "decides";
  return examples > 0 ? "example only" : "DECIDES NOTHING";
}
