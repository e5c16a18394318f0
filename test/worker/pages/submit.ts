/** `/submit` without JavaScript: the skills found, their status, and the submissions created. */
import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import worker from "../../../src/worker.ts";
import { fakeGithub } from "../../support/fake-github.ts";
import { manySkills, publishAll, under } from "../../support/many-skills.ts";
import { TestPlatform } from "../../support/platform.ts";
import { goodSkill, textFile } from "../../support/skills.ts";

let platform: TestPlatform;

beforeEach(() => {
  platform = new TestPlatform(env);
  vi.stubGlobal(
    "fetch",
    fakeGithub({
      "acme/many": [...manySkills(), ...under("broken", [textFile("SKILL.md", "no front matter")])],
      "acme/several": [...under("one"), ...under("two")],
      "acme/rooted": [...goodSkill("rooted"), ...under("inner")],
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function post(path: string, fields: [string, string][]): Promise<Response> {
  const request = new Request(`http://registry${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: "http://registry", accept: "text/html" },
    body: new URLSearchParams(fields),
  });
  return worker.fetch(request as never, platform.env, createExecutionContext());
}

/** Each listed skill by its folder: whether it is selected, whether it can be, and its text. */
async function listed(repoUrl: string) {
  const html = await (await post("/submit/discover", [["repoUrl", repoUrl]])).text();
  const items = [...html.matchAll(/<li class="card[^>]*>(.*?)<\/li>/gs)].map(([, item = ""]) => item);
  const skills = items.map((item) => {
    const box = /<input type="checkbox"[^>]*>/.exec(item)?.[0] ?? "";
    const words = item.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    return [
      /value="([^"]*)"/.exec(box)?.[1] ?? "",
      { selected: / checked/.test(box), open: !/ disabled/.test(box), words },
    ] as const;
  });
  return { html, skills: Object.fromEntries(skills) };
}

const rootedSubmissions = async () =>
  (
    await env.DB.prepare(
      "SELECT skill_path AS path, source_ref AS ref, state FROM submissions WHERE repo = ? ORDER BY skill_path",
    )
      .bind("rooted")
      .all()
  ).results;

it("each skill shows its status; only those worth submitting are selected", async () => {
  await publishAll(platform);
  const { skills, html } = await listed("https://github.com/Acme/Many.git");
  expect(skills).toEqual({
    "skills/fresh": { selected: true, open: true, words: expect.stringContaining("new") },
    "skills/bad": { selected: true, open: true, words: expect.stringContaining("rejected before") },
    "skills/open": { selected: false, open: true, words: expect.stringContaining("in progress") },
    "skills/out": { selected: false, open: true, words: expect.stringContaining("published") },
    "skills/banned": { selected: false, open: false, words: expect.stringContaining("blocked") },
    "skills/broken": { selected: false, open: true, words: expect.stringContaining("would be rejected") },
  });
  expect(html).toContain("Submit selected");
  expect(html).toContain("Submit all 6");
});

it("the requested branch is kept when the selection is submitted, slashes included", async () => {
  const { html } = await listed("https://github.com/acme/rooted/tree/next/skills");
  const base = /name="base" value="([^"]*)"/.exec(html)?.[1] ?? "";
  expect(base).toBe("https://github.com/acme/rooted/tree/next");
  const slashed = "https://github.com/acme/rooted/tree/next/one";
  await post("/submit", [
    ["base", slashed],
    ["path", "skills/inner"],
  ]);
  expect(await rootedSubmissions()).toEqual([{ path: "one/skills/inner", ref: "next", state: "RECEIVED" }]);
});

it("the root skill is submitted alone when it alone is selected", async () => {
  const { skills } = await listed("https://github.com/acme/rooted");
  expect(Object.keys(skills)).toEqual([".", "skills/inner"]);
  const response = await post("/submit", [
    ["base", "https://github.com/acme/rooted"],
    ["repoUrl", "https://github.com/acme/rooted"],
    ["path", "."],
  ]);
  expect(response.status).toBe(303);
  platform.nowMs += 2_000;
  await platform.settle();
  expect(await rootedSubmissions()).toContainEqual({ path: ".", ref: "", state: "PUBLISHED" });
});

it("the root skill is labelled as such among several results", async () => {
  const response = await post("/submit", [
    ["base", "https://github.com/acme/rooted"],
    ["repoUrl", "https://github.com/acme/rooted"],
    ["path", "."],
    ["path", "skills/inner"],
  ]);
  const names = [...(await response.text()).matchAll(/<li class="card"><strong>([^<]*)</g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(["Root skill", "skills/inner"]);
});

it("selecting nothing submits nothing and shows why; only “Submit all” submits all", async () => {
  const before = await rootedSubmissions();
  const choice: [string, string][] = [
    ["base", "https://github.com/acme/rooted"],
    ["repoUrl", "https://github.com/acme/rooted"],
  ];
  const refused = await post("/submit", choice);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Select at least one");
  expect(await rootedSubmissions()).toEqual(before);
  expect((await post("/submit", [...choice, ["path", "skills/inner"], ["all", "1"]])).status).toBe(303);
  expect(await rootedSubmissions()).toContainEqual({ path: "", ref: "", state: "RECEIVED" });
});

it("a source with several skills is shown as in progress until the last of them is terminal", async () => {
  const response = await post("/submit", [["repoUrl", "https://github.com/acme/several"]]);
  const address = response.headers.get("location") ?? "";
  const parent = address.split("/").at(-1) ?? "";
  await platform.run(() => processSubmission(parent, platform.clock));
  const read = async () => {
    const request = new Request(`http://registry${address}`, { headers: { accept: "text/html" } });
    return (await worker.fetch(request as never, platform.env, createExecutionContext())).text();
  };
  const { results } = await env.DB.prepare("SELECT id FROM submissions WHERE parent_id = ?")
    .bind(parent)
    .all<{ id: string }>();
  expect(results).toHaveLength(2);
  const moving = await read();
  for (const { id } of results) expect(/data-live="([^"]*)"/.exec(moving)?.[1]).toContain(id);
  expect(moving).not.toContain("data-settled");
  expect(moving).toContain('http-equiv="refresh"');
  platform.nowMs += 2_000;
  await platform.settle();
  const finished = await read();
  expect(finished).toContain("data-settled");
  expect(finished).not.toContain('http-equiv="refresh"');
});
