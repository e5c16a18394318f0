import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import worker from "../../../src/worker.ts";
import { fakeGithub } from "../../support/fake-github.ts";
import { manySkills, publishAll } from "../../support/many-skills.ts";
import { TestPlatform } from "../../support/platform.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("discover reports whether each skill is new, pending, published, rejected or blocked", async () => {
  vi.stubGlobal("fetch", fakeGithub({ "acme/many": manySkills() }));
  const platform = new TestPlatform(env);
  await publishAll(platform);
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
