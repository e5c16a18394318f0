import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getSubmission, listSubmissionEvents } from "../../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { logSink } from "../../../src/lib/platform/log.ts";
import { fakeGithub } from "../../support/fake-github.ts";
import { TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function submitTools(platform: TestPlatform, owner: string): Promise<string> {
  const id = await platform.submitRepository(`https://github.com/${owner}/tools`);
  platform.queued.length = 0;
  return id;
}

describe("a source that is temporarily unavailable", () => {
  it("L51: the host's rate limit postpones until the time it gives, with that reason, and uses up no attempt", async () => {
    const platform = new TestPlatform(env);
    const id = await submitTools(platform, "limited");
    const resetAt = Math.floor(platform.nowMs / 1000) + 1_800;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(resetAt) };
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 403, headers }));
    expect(await platform.run(() => processSubmission(id, platform.clock))).toEqual({ kind: "finished" });
    const row = await platform.run(() => getSubmission(id));
    expect(row).toMatchObject({ state: "RECEIVED", attempts: 0, nextAttemptAt: resetAt * 1000 });
    const events = await platform.run(() => listSubmissionEvents(id));
    expect(events.at(-1)).toMatchObject({ reasonCode: "SOURCE_RATE_LIMITED" });

    vi.stubGlobal("fetch", fakeGithub({ "limited/tools": goodSkill("notes") }));
    platform.nowMs += 20 * 60_000;
    await platform.tick();
    await platform.deliver();
    expect(await platform.run(() => getSubmission(id)), "not before the host's own time").toEqual(row);
    await platform.settle();
    expect(await platform.run(() => getSubmission(id))).toMatchObject({
      state: "PUBLISHED",
      skillSlug: "limited/tools/notes",
    });
  });

  it("a repository that does not exist is rejected at once, with that reason", async () => {
    const platform = new TestPlatform(env);
    const id = await submitTools(platform, "nobody");
    vi.stubGlobal("fetch", fakeGithub({}));
    await platform.run(() => processSubmission(id, platform.clock));
    expect(await platform.run(() => getSubmission(id))).toMatchObject({
      state: "REJECTED",
      reasonCode: "SOURCE_NOT_FOUND",
    });
  });

  it("a server error of the host is retried, and appears in the log and the history", async () => {
    const platform = new TestPlatform(env);
    const id = await submitTools(platform, "flaky");
    vi.stubGlobal("fetch", async () => new Response("oops", { status: 502 }));
    const lines = vi.spyOn(logSink, "write").mockImplementation(() => {});
    expect(await platform.run(() => processSubmission(id, platform.clock))).toEqual({ kind: "retry" });
    expect(await platform.run(() => getSubmission(id))).toMatchObject({ state: "RECEIVED", attempts: 0 });
    expect((await platform.run(() => listSubmissionEvents(id))).at(-1)).toMatchObject({
      toState: "RECEIVED",
      reasonCode: "SOURCE_UNAVAILABLE",
    });
    expect(lines.mock.calls.map(([level, line]) => [level, JSON.parse(line)])).toContainEqual([
      "warn",
      expect.objectContaining({
        event: "pipeline.run",
        phases: [expect.objectContaining({ outcome: "retry", code: "SOURCE_UNAVAILABLE" })],
      }),
    ]);
  });
});
