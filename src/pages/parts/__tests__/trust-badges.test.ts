/** The page and the README badge name the trust of one skill in the same words. */
import { describe, expect, it } from "vitest";
import { badgeOf } from "../../../api/site/badge.ts";
import { certificationOf, type Trust, type TrustEvidence, trustTierOf } from "../../../domain/trust.ts";
import { TrustBadges } from "../trust-badges.tsx";

const evidence: TrustEvidence[] = ["PASS", "CONCERNS", null].flatMap((verdict) =>
  (["engine", "person", "vendor"] as const).flatMap((approvedBy) =>
    [true, false].flatMap((tainted) =>
      [true, false].flatMap((takenDown) =>
        [true, false].map((fromItsSource) => ({ verdict, approvedBy, tainted, takenDown, fromItsSource })),
      ),
    ),
  ),
);

const combinations: Trust[] = evidence.flatMap((given) =>
  [true, false, null].map((publisherVerified) => ({
    certTier: certificationOf(given),
    trustTier: trustTierOf(given),
    publisherVerified,
  })),
);

const onPage = (trust: Trust): string[] =>
  [...String(TrustBadges({ trust })).matchAll(/<span[^>]*>([^<]+)<\/span>/g)].map(([, label = ""]) => label);
const inReadme = (trust: Trust): string[] => badgeOf({ ...trust, score: 90 }).message.split(" · ");

describe("trust marks", () => {
  it("are the same on the page and in the README badge, for every combination of evidence", () => {
    expect(combinations.length).toBeGreaterThan(200);
    for (const trust of combinations) expect(inReadme(trust)).toEqual([...onPage(trust), "90/100"]);
  });

  it("never call a publisher verified whom a look-up does not find", () => {
    for (const trust of combinations.filter(({ publisherVerified }) => publisherVerified === false))
      expect(inReadme(trust).join()).not.toMatch(/\bVerified/);
  });

  it("separate the content from the publisher", () => {
    expect(onPage({ certTier: "VERIFIED", trustTier: "T3" })).toEqual(["Scan passed"]);
    expect(onPage({ certTier: "CERTIFIED", trustTier: "T4" })).toEqual(["Scan passed", "Verified publisher"]);
    expect(onPage({ certTier: "CERTIFIED", trustTier: "T3", publisherVerified: false })).toEqual([
      "Scan passed, approved",
      "Unverified publisher",
    ]);
    expect(onPage({ trustTier: "T2", publisherVerified: true })).toEqual([
      "Scanned – has concerns",
      "Verified publisher",
    ]);
  });

  it("say so when a skill has no installable version", () => {
    expect(badgeOf({ certTier: null, trustTier: null, score: null }).message).toBe("No installable version");
  });
});
