/** A name that meant one skill never comes to mean another because the first was taken down, on any protocol. */
import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { admin, call, callJson } from "../../support/call-api.ts";
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

it("flat names: unique, then ambiguous, then never the other's", async () => {
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
    const answer = await call(path);
    expect([path, answer.status]).toEqual([path, 409]);
    expect(await answer.text()).not.toContain("alpha");
  }
  await takeDown("beta/uploads/diary");
  expect((await call("/api/v1/skills/diary")).status).toBe(404);
});

it("flat names: the first's again when whoever came later is gone", async () => {
  await publishGood("ledger", { owner: "alpha" });
  await publishGood("ledger", { owner: "beta", body: "By somebody else." });
  await takeDown("beta/uploads/ledger");
  const { skill } = await callJson<{ skill: { name: string } }>("/api/v1/skills/ledger");
  expect(skill.name).toBe("alpha/uploads/ledger");
});

it("plugin names: the first keeps the short one, whatever is counted or taken down since", async () => {
  await publishGood("planner", { owner: "gamma" });
  await publishGood("planner", { owner: "delta", body: "By somebody else." });
  const named = { planner: "@gamma/planner", "delta--uploads--planner": "@delta/planner" };
  expect(await pluginsOf("planner")).toEqual(named);
  await env.DB.prepare("UPDATE skills SET installs = 99 WHERE slug = 'delta/uploads/planner'").run();
  expect(await pluginsOf("planner")).toEqual(named);
  await takeDown("gamma/uploads/planner");
  expect(await pluginsOf("planner")).toEqual({ "delta--uploads--planner": "@delta/planner" });
});

it("an owner's discovery index: a second repository does not take the place of the first", async () => {
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
