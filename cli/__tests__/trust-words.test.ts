/** The page, the README badge, the command line and MCP name the trust of one skill in the same words. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resultLine } from "../../src/api/protocols/mcp/tools.ts";
import { badgeOf } from "../../src/api/site/badge.ts";
import { certificationOf, LISTED_TIERS, type Trust, tierMark, trustTierOf } from "../../src/domain/trust.ts";
import { TrustBadges } from "../../src/pages/parts/trust-badges.tsx";
import { main as info } from "../commands/info.ts";
import { main as search } from "../commands/search.ts";

const verdicts = ["PASS", "CONCERNS", null];
const approvers = ["engine", "person", "vendor"] as const;
const evidence = verdicts.flatMap((verdict) =>
  approvers.flatMap((approvedBy) =>
    [true, false].flatMap((tainted) =>
      [true, false].flatMap((takenDown) =>
        [true, false].map((fromItsSource) => ({ verdict, approvedBy, tainted, takenDown, fromItsSource })),
      ),
    ),
  ),
);

/** Each combination of evidence and publisher look-up, once. */
const combinations = new Map(
  evidence
    .map((given) => ({ certTier: certificationOf(given), trustTier: trustTierOf(given) }))
    .flatMap((tiers) => [true, false, null].map((publisherVerified) => ({ ...tiers, publisherVerified })))
    .map((trust) => [`${trust.trustTier} ${trust.certTier}, publisher ${trust.publisherVerified}`, trust]),
);

let out: string[] = [];

beforeEach(() => {
  out = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void out.push(line));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The output of a command if the registry has one skill of this trust level. */
async function printed(command: typeof info, trust: Trust): Promise<string[]> {
  const skill = { name: "a/b/c", currentVersion: "1.0.0", description: "d", vskillInstalls: 3, ...trust };
  const responses = { skill, versions: [], results: [skill], total: 1 };
  vi.stubGlobal("fetch", async () => Response.json(responses));
  expect(await command(["a/b/c", "--registry", "http://registry.test"])).toBe(0);
  return out;
}

const surfaces: Readonly<Record<string, (trust: Trust) => Promise<string | undefined> | string>> = {
  "the README badge": (trust) => badgeOf({ ...trust, score: 90 }).message.replace(" · 90/100", ""),
  "the search command": async (trust) =>
    (await printed(search, trust)).join("\n").match(/^a\/b\/c@1\.0\.0 {2}(.*) {2}3 installs$/m)?.[1],
  "the info command": async (trust) =>
    (await printed(info, trust)).join("\n").match(/^ {2}trust +(.*)$/m)?.[1],
  "MCP search": (trust) =>
    /^a\/b\/c@1\.0\.0 \[(.*)\] d$/.exec(
      resultLine({ slug: "a/b/c", version: "1.0.0", description: "d", ...trust }),
    )?.[1] ?? "",
};

const onPage = (trust: Trust): string[] =>
  [...String(TrustBadges({ trust })).matchAll(/<span[^>]*>([^<]+)<\/span>/g)].map(([, label = ""]) => label);

describe.each([...combinations])("%s", (_, trust) => {
  it.each(Object.entries(surfaces))("has the wording of its page in %s", async (_name, wordsOn) => {
    expect(await wordsOn(trust)).toBe(onPage(trust).join(" · "));
  });
});

describe("the wording", () => {
  it("covers every tier", () => {
    const tiers = new Set([...combinations.values()].map(({ trustTier }) => trustTier));
    expect([...tiers].sort()).toEqual(["T0", "T1", "T2", "T3", "T4"]);
  });

  it("calls a publisher verified only if a look-up found one", () => {
    const notFound = [...combinations.values()].filter(({ publisherVerified }) => publisherVerified !== true);
    expect(notFound.length).toBeGreaterThan(0);
    for (const trust of notFound) expect(onPage(trust).join()).not.toMatch(/\bVerified/);
  });

  it("describes a tier alone as of the version's publication", () => {
    const labels = LISTED_TIERS.map((tier) => tierMark(tier).label);
    expect(labels).toEqual([
      "Scanned – has concerns",
      "Scan passed",
      "Scan passed · publisher verified when published",
    ]);
  });

  it("separates the content from the publisher", () => {
    expect(onPage({ certTier: "VERIFIED", trustTier: "T3" })).toEqual(["Scan passed"]);
    expect(onPage({ certTier: "CERTIFIED", trustTier: "T4", publisherVerified: true })).toEqual([
      "Scan passed",
      "Verified publisher",
    ]);
    expect(onPage({ certTier: "CERTIFIED", trustTier: "T3", publisherVerified: false })).toEqual([
      "Scan passed, approved",
      "Unverified publisher",
    ]);
    expect(onPage({ trustTier: "T2", publisherVerified: true })).toEqual([
      "Scanned – has concerns",
      "Verified publisher",
    ]);
  });

  it("names a skill without an installable version", async () => {
    const trust = { certTier: null, trustTier: null, publisherVerified: true, currentVersion: null };
    expect((await printed(info, trust)).join("\n")).toMatch(/^ {2}trust +No installable version$/m);
    expect(badgeOf({ ...trust, score: null }).message).toBe("No installable version");
  });
});
