import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { SkillFile } from "../../../src/domain/skill-file.ts";
import { afterPrefix, parseSearchText } from "../../../src/lib/catalogue/search-query.ts";
import { call, callJson } from "../../support/call-api.ts";
import { publish } from "../../support/publish.ts";
import { textFile } from "../../support/skills.ts";

const skill = (name: string, description: string, body = "Do the work in small steps."): SkillFile[] => [
  textFile("SKILL.md", `---\nname: ${name}\ndescription: ${description}\n---\n\n# Work\n\n${body}\n`),
];

beforeAll(async () => {
  await publish(skill("pdf", "Reads documents."));
  await publish(skill("pdf-forms", "Fills forms in documents."));
  await publish(skill("excel", "Makes spreadsheets and says pdf in passing."));
  await publish(skill("kubernetes-rollout", "Watches a deployment until it is done."));
  await publish(skill("quiet", "Says little.", "Somewhere the text has the word zeppelin in it."));
});

interface Found {
  results: { name: string; displayName: string }[];
  total: number;
}
const names = async (q: string, more = "") =>
  (await callJson<Found>(`/api/v1/skills/search?q=${encodeURIComponent(q)}${more}`)).results.map(
    ({ displayName }) => displayName,
  );

describe("search", () => {
  it("ranks the exact name first, then names with that prefix, then words of the text", async () => {
    expect(await names("pdf")).toEqual(["pdf", "pdf-forms", "excel"]);
    expect(await names("acme/uploads/excel")).toContain("excel");
  });

  it("finds words of the text in any inflection", async () => {
    expect(await names("zeppelins")).toEqual(["quiet"]);
    expect(await names("filling forms")).toEqual(["pdf-forms"]);
  });

  it("finds substrings and misspelt names", async () => {
    expect(await names("ernetes")).toEqual(["kubernetes-rollout"]);
    expect(await names("kubernetis-rollout")).toEqual(["kubernetes-rollout"]);
  });

  it("ranks skills with more installs first", async () => {
    await env.DB.prepare("UPDATE skills SET installs = 5000 WHERE name = 'pdf-forms'").run();
    expect(await names("documents")).toEqual(["pdf-forms", "pdf"]);
  });

  it("filters by owner, category and tier", async () => {
    expect(await names("pdf", "&owner=acme&category=other&tier=T3")).toEqual(["pdf", "pdf-forms", "excel"]);
    expect(await names("pdf", "&owner=nobody")).toEqual([]);
    expect(await names("pdf", "&category=finance")).toEqual([]);
    expect(await names("documents", "&owner=acme")).toHaveLength(2);
  });

  it("finds substrings and misspelt names with a filter, too", async () => {
    for (const filter of ["&owner=acme", "&category=other", "&tier=T3", "&tier=VERIFIED"]) {
      expect(await names("ernetes", filter)).toEqual(["kubernetes-rollout"]);
      expect(await names("kubernetis-rollout", filter)).toEqual(["kubernetes-rollout"]);
    }
    for (const filter of ["&owner=nobody", "&category=finance", "&tier=T4"])
      expect(await names("ernetes", filter)).toEqual([]);
    const found = await callJson<{ skills: { name: string }[] }>("/api/search?q=ernetes&owner=acme");
    expect(found.skills.map(({ name }) => name)).toEqual(["kubernetes-rollout"]);
  });

  it("does not look for similar words if skills contain every word of the query", async () => {
    expect(await names("zeppelin forms")).toEqual([]);
    expect(await names("forms documents", "&category=finance")).toEqual([]);
  });

  it("sorts as requested, and by relevance otherwise", async () => {
    const listed = async (sort: string) =>
      (await callJson<{ skills: { displayName: string }[] }>(`/api/v1/skills?q=pdf${sort}`)).skills.map(
        ({ displayName }) => displayName,
      );
    expect(await listed("")).toEqual(["pdf", "pdf-forms", "excel"]);
    expect(await listed("&sort=name")).toEqual(["excel", "pdf", "pdf-forms"]);
    expect((await listed("&sort=installs"))[0]).toBe("pdf-forms");
    expect((await listed("&sort=created"))[0]).toBe("excel");
  });

  it("counts facets of the results, each with the other filters applied", async () => {
    interface FacetsResponse {
      facets: Record<string, { value: string; count: number }[]>;
      total: number;
    }
    const facets = async (path: string) => (await callJson<FacetsResponse>(path)).facets;
    const all = await facets("/api/v1/skills?facets=true");
    expect(all.category).toEqual([{ value: "other", count: 5 }]);
    const found = await facets("/api/v1/skills?q=pdf&facets=true");
    expect(found).toMatchObject({
      category: [{ value: "other", count: 3 }],
      owner: [{ value: "acme", count: 3 }],
      trustTier: [{ value: "T3", count: 3 }],
    });
    expect(await facets("/api/v1/skills/search?q=pdf&facets=true")).toEqual(found);
    const filtered = await facets("/api/v1/skills/search?q=pdf&owner=nobody&facets=true");
    expect(filtered).toMatchObject({ owner: [{ value: "acme", count: 3 }], category: [] });
    const listed = await facets("/api/v1/skills?owner=nobody&facets=true");
    expect(listed).toMatchObject({ owner: [{ value: "acme", count: 5 }], category: [] });
    const similar = await facets("/api/v1/skills/search?q=ernetes&facets=true");
    expect(similar.owner).toEqual([{ value: "acme", count: 1 }]);
    const elsewhere = await facets("/api/v1/skills/search?q=ernetes&owner=nobody&facets=true");
    expect(elsewhere).toMatchObject({ owner: [{ value: "acme", count: 1 }], category: [] });
  });

  it("paginates stably", async () => {
    const pages = [
      await names("pdf", "&limit=1"),
      await names("pdf", "&limit=1&page=2"),
      await names("pdf", "&limit=1&page=3"),
    ];
    expect(pages).toEqual([["pdf"], ["pdf-forms"], ["excel"]]);
  });

  it.each([
    `"`,
    `""`,
    `'`,
    `NEAR(a b)`,
    `a AND`,
    `OR OR`,
    `name:pdf`,
    `{name} : x`,
    `pdf*`,
    `-pdf`,
    `^pdf`,
    `(`,
    `%`,
    `_`,
    `\\`,
    `a"b"c`,
    `\u0000\u0000`,
    `\ud800\ud800`,
    `💥💥`,
    `ﷺﷺ`,
    "x".repeat(200),
    `'; DROP TABLE skills; --`,
    "\t\n ab",
    "+++",
  ])("takes %j for what it is", async (q) => {
    const response = await call(`/api/v1/skills/search?q=${encodeURIComponent(q.toWellFormed())}`);
    expect([200, 400]).toContain(response.status);
    expect((await call(`/api/v1/skills?q=${encodeURIComponent(q.toWellFormed())}`)).status).toBe(200);
  });

  it("never fails with 5xx, whatever the bytes, even if they are not UTF-8", async () => {
    for (const raw of ["%ff%fe", "%00%01", "%c3%28", "%F0%9F%92", "%", "%zz"]) {
      expect([raw, (await call(`/api/v1/skills/search?q=${raw}ab`)).status < 500]).toEqual([raw, true]);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (q) => {
        const response = await call(`/api/v1/skills?q=${encodeURIComponent(q.toWellFormed())}`);
        expect(response.status).toBe(200);
      }),
      { numRuns: 60 },
    );
  });
});

describe("query parsing", () => {
  it("quotes every word and bounds their number", () => {
    expect(parseSearchText(`NEAR("a" OR b)`)).toMatchObject({ match: '"near" "a" "or" "b"', name: null });
    expect(parseSearchText(Array.from({ length: 50 }, (_, n) => `w${n}`).join(" ")).terms).toHaveLength(8);
    expect(parseSearchText("  ")).toMatchObject({ match: null, substring: null, halves: null });
    expect("pdf-forms" < afterPrefix("pdf") && "pdg" > afterPrefix("pdf")).toBe(true);
  });
});
