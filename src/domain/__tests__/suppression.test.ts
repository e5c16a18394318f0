import { describe, expect, it } from "vitest";
import { families } from "../../scan/rules/index.ts";
import {
  expiryAfterDays,
  expiryProblem,
  MAX_SUPPRESSION_DAYS,
  newSuppressionSchema,
} from "../suppression.ts";

const NOW = Date.parse("2100-01-01T00:00:00Z");
const valid = {
  ruleId: "T02-keep-from-user",
  contentDigest: `sha256:${"a".repeat(64)}`,
  reason: "It quotes an attack.",
  expiresAt: NOW + 1,
};

describe("a new suppression", () => {
  it("names a rule of the scanner, of any version", () => {
    const ids = families.flatMap(({ rules }) => rules.map(({ id }) => id));
    for (const ruleId of [...ids, "T30-removed-long-ago"])
      expect([ruleId, newSuppressionSchema.safeParse({ ...valid, ruleId }).success]).toEqual([ruleId, true]);
  });

  it.each([
    ["no rule", { ruleId: "" }],
    ["a category instead of a rule", { ruleId: "T02" }],
    ["an unknown category", { ruleId: "T31-something" }],
    ["a pattern", { ruleId: "T02-*" }],
    ["a short digest", { contentDigest: "sha256:abc" }],
    ["a reason of spaces", { reason: "  " }],
    ["a reason that is too long", { reason: "x".repeat(501) }],
    ["an end that is no number", { expiresAt: "2100-01-02" }],
    ["an unknown field", { owner: "acme" }],
  ])("is refused with %s", (_, over) => {
    expect(newSuppressionSchema.safeParse(valid).success).toBe(true);
    expect(newSuppressionSchema.safeParse({ ...valid, ...over }).success).toBe(false);
  });

  it("ends in the future, at most a year ahead", () => {
    const latest = expiryAfterDays(MAX_SUPPRESSION_DAYS, NOW);
    expect(expiryProblem(NOW + 1, NOW)).toBeNull();
    expect(expiryProblem(latest, NOW)).toBeNull();
    expect(expiryProblem(NOW, NOW)).toContain("future");
    expect(expiryProblem(latest + 1, NOW)).toContain("365 days");
  });
});
