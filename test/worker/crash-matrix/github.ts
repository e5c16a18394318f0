import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { type IntakeResult, submitRepository } from "../../../src/lib/submissions/intake.ts";
import { fakeGithub } from "../../support/fake-github.ts";
import { type Fault, FaultyEnv } from "../../support/faulty-env.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

const under = (folder: string, name: string) =>
  goodSkill(name).map((file) => ({ ...file, path: `${folder}/${file.path}` }));
const files = [...under("skills/notes", "notes"), ...under("skills/minutes", "minutes")];

let nowMs = TEST_EPOCH_MS;
let runs = 0;

afterEach(() => {
  vi.unstubAllGlobals();
});

async function runWithFault(at: number, fault: Fault) {
  runs += 1;
  nowMs += 3 * 24 * 3_600_000;
  const owner = `expand-${runs}`;
  const platform = new TestPlatform(env, nowMs);
  const faulty = new FaultyEnv(platform.env, at === 0 ? null : { at, fault });
  const github = fakeGithub({ [`${owner}/tools`]: files });
  const attempt = async <T>(go: () => Promise<T>): Promise<T | null> => {
    const work = platform.run(go, faulty.env).catch(() => null);
    const ended = await Promise.race([work, faulty.died]);
    return ended === "died" ? null : (ended as T | null);
  };
  vi.stubGlobal("fetch", faulty.numbered("fetch", github as (...args: unknown[]) => Promise<Response>));
  const request = { repoUrl: `https://github.com/${owner}/tools`, submittedBy: "tester" };
  const result = await attempt<IntakeResult>(() => submitRepository(request, platform.nowMs));
  platform.nowMs += 2_000;
  for (let id = platform.queued.shift(); id !== undefined; id = platform.queued.shift()) {
    const next = id;
    await attempt(() => processSubmission(next, platform.clock));
  }
  vi.stubGlobal("fetch", github);
  await platform.settle();
  return { owner, faulty, result };
}

async function expectOneOutcome({ owner, result }: Awaited<ReturnType<typeof runWithFault>>): Promise<void> {
  const rows = await expectAgreement(env, owner);
  if (result?.kind === "accepted") expect(rows.map(({ id }) => id)).toContain(result.submission.id);
  if (rows.length === 0) return;
  expect(rows.map(({ state }) => state).sort()).toEqual(["EXPANDED", "PUBLISHED", "PUBLISHED"]);
  const versions = await env.DB.prepare(
    "SELECT slug, version FROM skill_versions JOIN skills ON skills.id = skill_id WHERE owner = ? ORDER BY slug",
  )
    .bind(owner)
    .all<{ slug: string; version: string }>();
  expect(versions.results).toEqual([
    { slug: `${owner}/tools/minutes`, version: "1.0.0" },
    { slug: `${owner}/tools/notes`, version: "1.0.0" },
  ]);
}

describe("crash matrix, a repository with two skills", () => {
  it.each(["throws", "dies"] as const)(
    "nothing is lost or duplicated, and no version number is skipped, when any one call %s",
    async (fault) => {
      const clean = await runWithFault(0, fault);
      await expectOneOutcome(clean);
      expect(clean.faulty.names.filter((name) => name === "fetch").length).toBeGreaterThan(3);
      for (let at = 1; at <= clean.faulty.calls; at += 1) {
        const run = await runWithFault(at, fault);
        try {
          await expectOneOutcome(run);
        } catch (error) {
          throw new Error(`call ${at} (${run.faulty.names[at - 1]}) ${fault}: ${String(error)}`, {
            cause: error,
          });
        }
      }
    },
    240_000,
  );
});
