import fc from "fast-check";
import semver from "semver";
import { describe, expect, it } from "vitest";
import { chooseVersion } from "../next-version.ts";
import { makeSlug, parseSlug, repositoryOf } from "../slug.ts";
import { certificationOf, type TrustColumns, tiersOf, trustTierOf } from "../trust.ts";

describe("slugs", () => {
  it("L14, L16: are created by one function and parsed back to the same parts", () => {
    expect(makeSlug({ owner: "Acme", repo: "Tools.JS", skill: "pdf" })).toBe("acme/tools.js/pdf");
    expect(parseSlug("acme/tools.js/pdf")).toEqual({ owner: "acme", repo: "tools.js", skill: "pdf" });
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (owner, repo, skill) => {
        const slug = makeSlug({ owner, repo, skill });
        if (slug !== null) expect(parseSlug(slug)).not.toBeNull();
      }),
    );
  });

  it.each(["pdf", "a/b", "a/b/c/d", "a//c", "A/b/c", "../b/c", "a/b/c ", ""])("refuse %j", (text) => {
    expect(parseSlug(text)).toBeNull();
  });

  it("do not exist for a name without a letter or digit", () => {
    expect(makeSlug({ owner: "acme", repo: "tools", skill: "—" })).toBeNull();
  });

  it("L18: get owner and repository from any spelling of a URL", () => {
    expect(repositoryOf("https://github.com/Acme/Tools.git")).toEqual({ owner: "Acme", repo: "Tools" });
    expect(repositoryOf("https://github.com/acme/tools/")).toEqual({ owner: "acme", repo: "tools" });
    expect(repositoryOf("https://github.com/acme")).toBeNull();
    expect(repositoryOf("nonsense")).toBeNull();
  });
});

describe("version numbers", () => {
  it("begin with the front matter's, or 1.0.0", () => {
    expect(chooseVersion("2.1.0", [])).toEqual({ kind: "version", version: "2.1.0" });
    expect(chooseVersion(null, [])).toEqual({ kind: "version", version: "1.0.0" });
  });

  it("raise the highest patch number when the front matter has none", () => {
    expect(chooseVersion(null, ["1.0.0", "1.10.0", "1.9.3"])).toEqual({ kind: "version", version: "1.10.1" });
  });

  it("accept a higher one, refuse an equal or lower one", () => {
    expect(chooseVersion("1.2.0", ["1.1.9"])).toEqual({ kind: "version", version: "1.2.0" });
    expect(chooseVersion("1.1.9", ["1.1.9"])).toEqual({ kind: "not-newer", latest: "1.1.9" });
    expect(chooseVersion("1.0.0", ["1.1.9"])).toEqual({ kind: "not-newer", latest: "1.1.9" });
  });

  it("L60: are never assigned twice, and always increase", () => {
    const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join("."));
    fc.assert(
      fc.property(fc.option(version), fc.array(version, { minLength: 1 }), (declared, taken) => {
        const choice = chooseVersion(declared, taken);
        if (choice.kind === "version")
          for (const old of taken) expect(semver.gt(choice.version, old)).toBe(true);
      }),
    );
  });
});

describe("trust", () => {
  const evidence = {
    verdict: "PASS",
    approvedBy: "engine",
    tainted: false,
    takenDown: false,
    fromItsSource: true,
  } as const;

  it("L57: depends only on the evidence, for certification and tier", () => {
    const tiers = [
      [{ ...evidence }, "VERIFIED", "T3"],
      [{ ...evidence, approvedBy: "person" as const }, "CERTIFIED", "T3"],
      [{ ...evidence, approvedBy: "vendor" as const }, "CERTIFIED", "T4"],
      [{ ...evidence, approvedBy: "vendor" as const, fromItsSource: false }, "CERTIFIED", "T3"],
      [{ ...evidence, verdict: "CONCERNS", approvedBy: "person" as const }, "SCANNED", "T2"],
      [{ ...evidence, approvedBy: "vendor" as const, tainted: true }, "SCANNED", "T2"],
    ] as const;
    for (const [given, certification, tier] of tiers) {
      expect(certificationOf(given)).toBe(certification);
      expect(trustTierOf(given)).toBe(tier);
    }
  });

  it("takes its evidence from the columns of a version and its skill", () => {
    const row = {
      verdict: "PASS",
      approvedBy: "vendor",
      taintedReason: null,
      sourceUrl: "https://a.example",
    } as const;
    const tiers = (changed: Partial<TrustColumns>) => Object.values(tiersOf({ ...row, ...changed }));
    expect(tiers({})).toEqual(["CERTIFIED", "T4"]);
    expect(tiers({ sourceUrl: "upload:acme" })).toEqual(["CERTIFIED", "T3"]);
    expect(tiers({ approvedBy: "engine" })).toEqual(["VERIFIED", "T3"]);
    expect(tiers({ taintedReason: "a scanner found something critical" })).toEqual(["SCANNED", "T2"]);
    expect(tiers({ takenDown: true })).toEqual(["CERTIFIED", "T0"]);
  });

  it("is T1 without a scan, and T0 after a takedown", () => {
    expect(trustTierOf({ ...evidence, verdict: null })).toBe("T1");
    expect(trustTierOf({ ...evidence, takenDown: true })).toBe("T0");
  });
});
