/** Which pairs the registry would judge wrongly, each in one line. */
import { parseManifest } from "../../../domain/manifest.ts";
import type { SkillFile } from "../../../domain/skill-file.ts";
import { scanSkill } from "../../engine.ts";
import type { Pair } from "./transformations.ts";

/** Every `share`-th pair, beginning with `part`. */
interface Choice {
  readonly share?: number;
  readonly part?: number;
}

type Outcome = "PASS" | "CONCERNS" | "FAIL" | "MANIFEST_INVALID";

/** A skill with an invalid manifest is refused, whatever its report says. */
function judge(files: readonly SkillFile[]): { outcome: Outcome; line: string } {
  const { verdict, score, findings, notLookedAt } = scanSkill(files, { digest: "d" });
  const page = files.find(({ path }) => path === "SKILL.md");
  const isInvalid = page === undefined || parseManifest(page.bytes, null).manifest === null;
  const outcome = isInvalid ? "MANIFEST_INVALID" : verdict;
  const rules = [...new Set(findings.map(({ ruleId }) => ruleId))];
  return {
    outcome,
    line: `${outcome} ${score} ${[...rules, ...notLookedAt.map(({ reason }) => reason)].join(", ")}`,
  };
}

function linesOf(
  pairs: readonly Pair[],
  { share = 1, part = 0 }: Choice,
  isWrong: (outcome: Outcome) => boolean,
) {
  return pairs
    .filter((_, i) => i % share === part % share)
    .flatMap(({ act, files }) => {
      const { outcome, line } = judge(files());
      return isWrong(outcome) ? [`${act}: ${line}`] : [];
    });
}

/** Hostile acts that pass. */
export const passing = (pairs: readonly Pair[], choice: Choice = {}): string[] =>
  linesOf(pairs, choice, (outcome) => outcome === "PASS");

/** Honest acts that do not pass, or that fail where the transformation itself is a reason for a review. */
export const wronged = (pairs: readonly Pair[], choice: Choice & { mayBeReviewed: boolean }): string[] =>
  linesOf(pairs, choice, (outcome) => (choice.mayBeReviewed ? outcome === "FAIL" : outcome !== "PASS"));

/** Acts that are only shown and fail. */
export const failing = (pairs: readonly Pair[], choice: Choice = {}): string[] =>
  linesOf(pairs, choice, (outcome) => outcome === "FAIL");
