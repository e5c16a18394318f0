/** Data retention: deletion of archives and reports, on the real stores. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { contentDigest } from "../../../src/domain/digest.ts";
import { loadSkillContent, storeSkillContent } from "../../../src/lib/contents/archive-store.ts";
import { sweepArchivePage } from "../../../src/lib/contents/archive-sweep.ts";
import { deleteUnneededContent } from "../../../src/lib/contents/content-removal.ts";
import { applyRetention, RETENTION_JOB, retentionDays } from "../../../src/lib/cron/retention.ts";
import { ledger } from "../../../src/lib/db.ts";
import { submissions } from "../../../src/lib/ledger/schema/submissions.ts";
import { recordJobStart, recordJobSuccess } from "../../../src/lib/operations/job-store.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { inRun, publishNow } from "../../support/publish.ts";
import { goodSkill } from "../../support/skills.ts";

const DAY = 24 * 60 * 60_000;
const NOW = Date.now();

async function stored(name: string): Promise<{ digest: string; files: ReturnType<typeof goodSkill> }> {
  const files = goodSkill(name);
  const digest = contentDigest(files);
  await storeSkillContent(digest, files);
  return { digest, files };
}

async function submission(state: "REJECTED" | "TIER1_SCANNING" | "BLOCKED", change: object): Promise<void> {
  const id = crypto.randomUUID();
  const times = { createdAt: NOW, updatedAt: NOW, terminalAt: state === "TIER1_SCANNING" ? null : NOW };
  const source = { sourceKind: "upload" as const, sourceUrl: `upload:${id}`, owner: "acme", repo: "uploads" };
  await ledger()
    .insert(submissions)
    .values({ id, ...source, state, submittedBy: "t", ...times, ...change });
}

const exists = async (digest: string) => (await loadSkillContent(digest)) !== null;

async function runJob(nowMs: number) {
  await recordJobStart(RETENTION_JOB, nowMs);
  const detail = await applyRetention(nowMs);
  await recordJobSuccess(RETENTION_JOB, detail, nowMs);
  return detail;
}

beforeEach(async () => {
  const { objects } = await env.ARCHIVES.list();
  await env.ARCHIVES.delete(objects.map(({ key }) => key));
  for (const table of ["skill_versions", "skills", "submission_events", "submissions", "jobs"])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
});

describe("the bytes of a rejected submission", () => {
  it("are deleted after thirty days, and not before", async () => {
    await inRun(async () => {
      const { digest } = await stored("refused");
      await submission("REJECTED", { digest });
      await runJob(NOW + 29 * DAY);
      expect(await exists(digest)).toBe(true);
      expect(await runJob(NOW + 31 * DAY)).toMatchObject({ contentsDropped: 1, sweptTo: "" });
      expect(await exists(digest)).toBe(false);
      expect((await env.ARCHIVES.list()).objects).toEqual([]);
    });
  });

  it("are kept while a version, an open submission or a more recent rejection has the same content", async () => {
    await inRun(async () => {
      const published = await publishNow("kept-published");
      const open = await stored("kept-open");
      const waiting = await stored("kept-waiting");
      const young = await stored("kept-young");
      for (const { digest } of [published, open, waiting, young]) await submission("REJECTED", { digest });
      await submission("TIER1_SCANNING", { digest: open.digest });
      await submission("TIER1_SCANNING", { uploadDigest: waiting.digest });
      await submission("BLOCKED", { digest: young.digest, terminalAt: NOW + 10 * DAY });
      expect(await runJob(NOW + 31 * DAY)).toMatchObject({ contentsDropped: 0 });
      for (const { digest } of [published, open, waiting, young]) expect(await exists(digest)).toBe(true);
    });
  });

  it("are deleted after the operator's number of days, and a typo deletes nothing (L47)", async () => {
    expect(retentionDays(undefined)).toBe(30);
    expect(retentionDays("7")).toBe(7);
    for (const wrong of ["0", "-1", "7d", "1.5", " "])
      expect(() => retentionDays(wrong)).toThrow(/RETENTION_DAYS/);
    const { digest } = await inRun(async () => {
      const content = await stored("operator");
      await submission("REJECTED", { digest: content.digest });
      return content;
    });
    await runWithWorkerEnv({ ...env, RETENTION_DAYS: "2" }, () => runJob(NOW + 3 * DAY));
    expect(await inRun(() => exists(digest))).toBe(false);
  });
});

describe("orphans", () => {
  it("are deleted after a day without a row; newer ones and keys of an unknown pattern are kept", async () => {
    await inRun(async () => {
      const { digest } = await stored("orphan");
      await env.ARCHIVES.put("notes/readme.txt", "not ours");
      await runJob(NOW + DAY / 2);
      expect(await exists(digest)).toBe(true);
      await runJob(NOW + DAY + 60_000);
      expect((await env.ARCHIVES.list()).objects.map(({ key }) => key)).toEqual(["notes/readme.txt"]);
    });
  });

  it("include reports, but not those that a row references", async () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const insert =
      "INSERT INTO scan_reports (digest, depth, engine, verdict, score, complete, report, created_at) VALUES (?, 'deep', ?, 'PASS', 90, 1, ?, 1)";
    await env.DB.prepare(insert).bind(digest, "1.0.0", null).run();
    await env.DB.prepare(insert).bind(digest, "2.0.0", "{}").run();
    for (const engine of ["1.0.0", "2.0.0", "3.0.0"])
      await env.ARCHIVES.put(`reports/${digest}/${engine}-deep.json`, "{}");
    expect(await inRun(() => runJob(NOW + 2 * DAY))).toMatchObject({ reportsDropped: 2 });
    const left = (await env.ARCHIVES.list()).objects.map(({ key }) => key);
    expect(left).toEqual([`reports/${digest}/1.0.0-deep.json`]);
  });

  it("L43: are found on every page of the bucket listing", async () => {
    await inRun(async () => {
      const digests = [];
      for (const name of ["one", "two", "three"]) digests.push((await stored(name)).digest);
      const pages = [];
      for (let after = "", first = true; first || after !== ""; first = false) {
        const page = await sweepArchivePage({
          after,
          refusedBeforeMs: NOW,
          nowMs: NOW + 2 * DAY,
          pageSize: 2,
        });
        pages.push(page);
        after = page.after;
      }
      expect(pages.length).toBeGreaterThan(2);
      for (const digest of digests) expect(await exists(digest)).toBe(false);
    });
  });

  it("are searched from where the last run stopped, and from the start after the last page", async () => {
    await inRun(async () => {
      const { digest } = await stored("behind");
      await recordJobStart(RETENTION_JOB, NOW);
      await recordJobSuccess(RETENTION_JOB, { sweptTo: "content/zzz" }, NOW);
      expect(await runJob(NOW + 2 * DAY)).toMatchObject({ seen: 0, sweptTo: "" });
      expect(await exists(digest)).toBe(true);
      expect(await runJob(NOW + 2 * DAY)).toMatchObject({ contentsDropped: 1 });
    });
  });
});

describe("content that is needed again during its deletion", () => {
  /** A bucket that runs `beforeDelete` right before it deletes the bytes: the worst moment for a race. */
  function bucketWithRace(beforeDelete: () => Promise<unknown>): R2Bucket {
    let pending = true;
    return new Proxy(env.ARCHIVES, {
      get(target, name) {
        if (name === "delete" && pending) {
          return async (keys: string[]) => {
            pending = false;
            await beforeDelete();
            return target.delete(keys);
          };
        }
        const member = Reflect.get(target, name) as unknown;
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  }
  const later = NOW + 40 * DAY;

  it("L02: is restored if an upload of the same bytes found them just before", async () => {
    const { digest, files } = await inRun(() => stored("again"));
    // The object must look old, because only then does an upload write the `kept` marker.
    const aged = new Proxy(env.ARCHIVES, {
      get(target, name) {
        if (name === "head")
          return async (key: string) => {
            const object = await target.head(key);
            return (
              object && {
                ...object,
                key,
                size: object.size,
                customMetadata: object.customMetadata,
                uploaded: new Date(0),
              }
            );
          };
        const member = Reflect.get(target, name) as unknown;
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const upload = () => runWithWorkerEnv({ ...env, ARCHIVES: aged }, () => storeSkillContent(digest, files));
    const run = () => deleteUnneededContent(`content/${digest}/`, async () => true, later);
    expect(await runWithWorkerEnv({ ...env, ARCHIVES: bucketWithRace(upload) }, run)).toBe("needed");
    expect(await inRun(() => loadSkillContent(digest))).toEqual(files);
  });

  it("is restored if its row changed state just before", async () => {
    const { digest, files } = await inRun(() => stored("moved"));
    let needed = false;
    const beforeDelete = async () => {
      needed = true;
    };
    const run = () => deleteUnneededContent(`content/${digest}/`, async () => !needed, later);
    expect(await runWithWorkerEnv({ ...env, ARCHIVES: bucketWithRace(beforeDelete) }, run)).toBe("needed");
    expect(await inRun(() => loadSkillContent(digest))).toEqual(files);
  });
});
