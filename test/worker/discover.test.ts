import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import { block } from "../../src/lib/actions/block-actions.ts";
import { submitRepository } from "../../src/lib/submission-intake.ts";
import worker from "../../src/worker.ts";
import { fakeGithub } from "../support/fake-github.ts";
import { TestPlatform } from "../support/platform.ts";
import { badSkill, goodSkill } from "../support/skills.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("discover tells of each skill whether it is new, pending, published, rejected or blocked", async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const under = (name: string, files = goodSkill(name)) =>
    files.map((file) => ({ ...file, path: `skills/${name}/${file.path}` }));
  const files = [
    ...under("fresh"),
    ...under("open"),
    ...under("out"),
    ...under("bad", badSkill("bad")),
    ...under("banned"),
  ];
  vi.stubGlobal("fetch", fakeGithub({ "acme/many": files }));
  const platform = new TestPlatform(env, Date.now() - 600_000);
  const submit = (skillPath: string) =>
    platform.run(() =>
      submitRepository(
        { repoUrl: "https://github.com/acme/many", skillPath, submittedBy: "x" },
        platform.nowMs,
      ),
    );
  await submit("skills/out");
  await submit("skills/bad");
  platform.nowMs += 2_000;
  await platform.settle();
  await submit("skills/open");
  const entry = { skillName: "banned", sourceUrl: "https://github.com/acme/many", digest: null, owner: null };
  const why = { threatType: "test", severity: "high" as const, reason: "seen", evidenceUrls: [] };
  await platform.run(() => block({ ...entry, ...why }, { actor: "admin", reason: "seen" }, platform.nowMs));
  const request = new Request("http://registry/api/v1/submissions/discover", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repoUrl: "https://github.com/Acme/Many.git" }),
  });
  const response = await worker.fetch(request as never, platform.env, createExecutionContext());
  const { skills } = await response.json<{ skills: { name: string; status: string }[] }>();
  expect(Object.fromEntries(skills.map(({ name, status }) => [name, status]))).toEqual({
    bad: "rejected",
    banned: "blocked",
    fresh: "new",
    open: "pending",
    out: "published",
  });
});
