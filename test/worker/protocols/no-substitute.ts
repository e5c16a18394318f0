/** On no protocol does a takedown make a skill's name resolve to another skill. */
import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { admin, call, callJson } from "../../support/call-api.ts";
import { ledgerDown } from "../../support/ledger-down.ts";
import { publishGood } from "../../support/publish.ts";

const takeDown = (slug: string) =>
  callJson(`/api/v1/admin/skills/${slug}/take-down`, admin({ reason: "for the test" }));

interface Plugins {
  plugins: { name: string; source: { package: string } }[];
}
const pluginsOf = async (name: string) =>
  Object.fromEntries(
    (await callJson<Plugins>("/marketplace.json")).plugins
      .filter(({ source }) => source.package.endsWith(`/${name}`))
      .map((plugin) => [plugin.name, plugin.source.package]),
  );

beforeAll(async () => {
  await publishGood("diary", { owner: "alpha" });
});

it("flat names: resolve while unique, are refused while ambiguous, and never resolve to the other skill after a takedown", async () => {
  expect((await call("/api/v1/skills/diary")).status).toBe(200);
  await publishGood("diary", { owner: "beta", body: "By somebody else." });
  expect((await call("/api/v1/skills/diary")).status).toBe(409);
  await takeDown("alpha/uploads/diary");
  for (const path of [
    "/api/v1/skills/diary",
    "/clawhub/api/v1/skills/diary",
    "/clawhub/api/v1/download?slug=diary",
    "/clawhub/api/v1/resolve?slug=diary&hash=x",
  ]) {
    const response = await call(path);
    expect([path, response.status]).toEqual([path, 409]);
    expect(await response.text()).not.toContain("alpha");
  }
  await takeDown("beta/uploads/diary");
  expect((await call("/api/v1/skills/diary")).status).toBe(404);
});

it("flat names: resolve to the first skill again when the later one is taken down", async () => {
  await publishGood("ledger", { owner: "alpha" });
  await publishGood("ledger", { owner: "beta", body: "By somebody else." });
  await takeDown("beta/uploads/ledger");
  const { skill } = await callJson<{ skill: { name: string } }>("/api/v1/skills/ledger");
  expect(skill.name).toBe("alpha/uploads/ledger");
});

it("plugin names: the first skill keeps the short name, whatever is counted or taken down later", async () => {
  await publishGood("planner", { owner: "gamma" });
  await publishGood("planner", { owner: "delta", body: "By somebody else." });
  const named = { planner: "@gamma/planner", "delta--uploads--planner": "@delta/planner" };
  expect(await pluginsOf("planner")).toEqual(named);
  await env.DB.prepare("UPDATE skills SET installs = 99 WHERE slug = 'delta/uploads/planner'").run();
  expect(await pluginsOf("planner")).toEqual(named);
  await takeDown("gamma/uploads/planner");
  expect(await pluginsOf("planner")).toEqual({ "delta--uploads--planner": "@delta/planner" });
});

const pageOf = async (slug: string) =>
  (await call(`/skills/${slug}`, { headers: { accept: "text/html" } })).text();
const pluginOnPage = async (slug: string) => /\/plugin install ([^<"]+)@vskill/.exec(await pageOf(slug))?.[1];

it("plugin names: the page of a skill shows that skill's name in marketplace.json", async () => {
  await publishGood("agenda", { owner: "gamma" });
  await publishGood("agenda", { owner: "delta", body: "By somebody else." });
  for (const owner of ["gamma", "delta"]) {
    const shown = (await pluginOnPage(`${owner}/uploads/agenda`)) ?? "";
    expect((await pluginsOf("agenda"))[shown]).toBe(`@${owner}/agenda`);
  }
});

it("plugin names: the page of an older version does not offer the plugin, which installs the latest version", async () => {
  await publishGood("edition", { owner: "gamma" });
  await publishGood("edition", { owner: "gamma", body: "A second edition." });
  expect(await pluginOnPage("gamma/uploads/edition")).toBe("edition");
  expect(await pluginOnPage("gamma/uploads/edition@1.0.0")).toBeUndefined();
});

it("short names: the page shows the skill's own name if another repository of its owner was first", async () => {
  // What publishing @gamma/booklet from another repository would have written.
  await env.DB.prepare("INSERT INTO short_names VALUES ('gamma/booklet', 'gamma/tools/booklet', 1)").run();
  await publishGood("booklet", { owner: "gamma" });
  const page = await pageOf("gamma/uploads/booklet");
  expect(/clawhub install ([^ <]+)/.exec(page)?.[1]).toBe("@gamma/uploads.booklet");
  expect(page).toContain("/npm/ @gamma/uploads.booklet@1.0.0");
});

it("an owner's discovery index: a second repository does not replace the first", async () => {
  await publishGood("sorter", { owner: "epsilon" });
  await publishGood("sorter", { owner: "zeta", body: "Another." });
  // The same owner's second repository: what publishing from it would have written.
  await env.DB.prepare(
    "UPDATE skills SET owner = 'epsilon', repo = 'tools', slug = 'epsilon/tools/sorter' WHERE slug = 'zeta/uploads/sorter'",
  ).run();
  const index = "/skills/epsilon/.well-known/agent-skills/index.json";
  const { skills } = await callJson<{ skills: { url: string }[] }>(index);
  expect(skills.map(({ url }) => url.includes("epsilon/uploads/sorter"))).toEqual([true]);
  await takeDown("epsilon/uploads/sorter");
  expect((await call(index)).status).toBe(404);
  expect((await call("/skills/epsilon/tools/.well-known/agent-skills/index.json")).status).toBe(200);
});

it("with the database down: each scope lists and each name resolves to the same skills as before", async () => {
  // What publishing @theta/index-card from another repository would have written.
  await env.DB.prepare(
    "INSERT INTO short_names VALUES ('theta/index-card', 'theta/tools/index-card', 1)",
  ).run();
  await publishGood("index-card", { owner: "theta" });
  await publishGood("index-card", { owner: "iota", body: "By somebody else." });
  await publishGood("card-box", { owner: "theta" });
  const listed = async (path: string, options = {}) => {
    const { skills } = await callJson<{ skills: { url: string }[] }>(
      `${path}/.well-known/agent-skills/index.json`,
      options,
    );
    return skills.map(({ url }) => /\/skills\/(.*)\/\.well-known/.exec(url)?.[1]);
  };
  const found = async (name: string, options = {}) =>
    (await callJson<{ name: string; "dist-tags": object }>(`/npm/${name}`, options)).name;
  for (const options of [{}, { env: ledgerDown }]) {
    expect(await listed("/skills/theta", options)).toEqual(["theta/uploads/card-box"]);
    expect(await listed("/skills/theta/uploads", options)).toEqual([
      "theta/uploads/card-box",
      "theta/uploads/index-card",
    ]);
    expect(await found("@theta/uploads.index-card", options)).toBe("@theta/uploads.index-card");
    expect(await found("@iota/index-card", options)).toBe("@iota/index-card");
    // Another repository holds the name. Neither its skill nor the other owner's is returned instead.
    expect((await call("/npm/@theta/index-card", options)).status).toBe(404);
    expect((await call("/clawhub/api/v1/skills/index-card?ownerHandle=theta", options)).status).toBe(404);
  }
});

// Last: it leaves 2,000 skills behind.
it("plugin names: a skill that marketplace.json leaves out has no Claude Code tab", async () => {
  await publishGood("crowded", { owner: "gamma" });
  const insertMore = env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO skills (slug, source_url, owner, repo, name, description, latest_version, installs, created_at, updated_at)
     SELECT 'more/uploads/more-' || i, 'upload:more', 'more', 'uploads', 'more-' || i, '', '1.0.0', 1000, 1, 1 FROM n`,
  );
  await env.DB.batch([
    insertMore,
    env.DB.prepare(
      `INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files,
         forms, published_at, certified_at)
       SELECT s.id, '1.0.0', v.digest, v.submission_id, v.verdict, v.score, v.engine, v.approved_by, v.files, v.forms, 1, 1
       FROM skills s, skill_versions v WHERE s.owner = 'more' AND v.id = (SELECT MAX(id) FROM skill_versions)`,
    ),
  ]);
  const { plugins } = await callJson<Plugins>("/marketplace.json");
  expect(plugins.map(({ name }) => name)).toContain("more-1");
  expect(plugins.map(({ name }) => name)).not.toContain("crowded");
  expect(await pageOf("gamma/uploads/crowded")).not.toContain("Claude Code</label>");
  await env.DB.prepare("UPDATE skills SET installs = 1001 WHERE name = 'crowded'").run();
  expect(await pluginOnPage("gamma/uploads/crowded")).toBe("crowded");
});
