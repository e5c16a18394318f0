import { beforeAll, describe, expect, it } from "vitest";
import { call, callJson } from "../../support/call-api.ts";
import { ledgerDown } from "../../support/ledger-down.ts";
import { publishGood } from "../../support/publish.ts";

const API = "/clawhub/api/v1";

beforeAll(async () => {
  await publishGood("notes", { version: "1.0.0" });
  await publishGood("notes", { version: "1.1.0", body: "More." });
  await publishGood("review-code", { body: "Code." });
  await publishGood("review-prose", { owner: "zenith", body: "Prose." });
  await publishGood("code-review", { body: "The word review stands here too." });
});

describe("downloads and installs", () => {
  const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

  it("are counted separately: three downloads of one client are one install", async () => {
    for (const version of ["1.1.0", "1.1.0", "1.1.0"])
      await (await call(`${API}/download?slug=notes&version=${version}`, from("192.0.2.1"))).arrayBuffer();
    const report = { version: "1.1.0", source: "test" };
    await callJson("/api/v1/skills/acme/uploads/notes/installs", { json: report, ...from("192.0.2.2") });
    const counted = { downloads: 3, installs: 2 };
    const detail = await callJson<{ skill: object }>(`${API}/skills/notes`);
    expect(detail.skill).toMatchObject({ stats: counted });
    const { items } = await callJson<{ items: object[] }>(`${API}/skills?prefix=notes`);
    expect(items).toEqual([expect.objectContaining({ stats: { ...counted, versions: 2 } })]);
    const { results } = await callJson<{ results: object[] }>(`${API}/search?q=notes`);
    expect(results[0]).toMatchObject({ slug: "notes", downloads: 3 });
  });

  it("are absent, not zero, while the database is down (L36)", async () => {
    const path = `${API}/skills/notes?ownerHandle=acme`;
    const { skill } = await callJson<{ skill: { stats: object } }>(path, { env: ledgerDown });
    expect(skill.stats).not.toHaveProperty("downloads");
  });
});

describe("tags", () => {
  it.each(["verify?", "file?path=SKILL.md&"])("%s accepts latest, and no other tag", async (route) => {
    expect((await call(`${API}/skills/notes/${route}tag=latest`)).status).toBe(200);
    expect((await call(`${API}/skills/notes/${route}tag=nosuchtag`)).status).toBe(404);
    expect((await call(`${API}/skills/notes/${route}version=1.0.0&tag=nosuchtag`)).status).toBe(404);
  });

  it("apply to downloads", async () => {
    expect((await call(`${API}/download?slug=notes&tag=nosuchtag`)).status).toBe(404);
    expect((await call(`${API}/download?slug=notes&tag=latest`)).status).toBe(200);
  });

  it.each([
    ["", { resolvedFrom: "latest", tag: null, version: "1.1.0" }],
    ["?tag=latest", { resolvedFrom: "tag", tag: "latest", version: "1.1.0" }],
    ["?version=1.0.0", { resolvedFrom: "version", tag: null, version: "1.0.0" }],
  ])("verify%s reports how the version was resolved", async (query, expected) => {
    expect(await callJson(`${API}/skills/notes/verify${query}`)).toMatchObject(expected);
  });
});

describe("skills?prefix=", () => {
  const slugs = async (query: string) => {
    const page = await callJson<{ items: { slug: string }[]; nextCursor: string | null }>(
      `${API}/skills?${query}`,
    );
    return { slugs: page.items.map(({ slug }) => slug), cursor: page.nextCursor };
  };

  it("lists only names with that prefix, page by page", async () => {
    expect(await slugs("prefix=review")).toEqual({ slugs: ["review-code", "review-prose"], cursor: null });
    expect((await slugs("prefix=Review-P")).slugs).toEqual(["review-prose"]);
    expect((await slugs("prefix=eview")).slugs).toEqual([]);
    expect((await slugs("prefix=%25")).slugs).toEqual([]);
    const first = await slugs("prefix=review&limit=1");
    expect(first.slugs).toEqual(["review-code"]);
    expect(await slugs(`prefix=review&limit=1&cursor=${first.cursor}`)).toEqual({
      slugs: ["review-prose"],
      cursor: null,
    });
    expect((await slugs("prefix=review&cursor=nonsense")).slugs).toEqual(["review-code", "review-prose"]);
  });
});

it("HEAD counts as a read for the rate limit, as GET does", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await call(`${API}/skills/notes`, { method });
    expect([method, response.headers.get("ratelimit-policy")]).toEqual([method, `"read";q=600;w=60`]);
  }
});
