/**
 * The store's guarantees, stated once and run twice: in Node on a fake that enforces production's limits, and inside
 * workerd on the real binding.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { STUCK_STATES, STUCK_THRESHOLD_MS, SUBMISSION_STATES } from "../../src/domain/submission.ts";
import type { CloudflareEnv } from "../../src/env.ts";
import { submissionMetadata } from "../../src/lib/platform/kv.ts";
import {
  enumeratePublishedSkills,
  getStuckSubmissions,
  getSubmissionsFresh,
} from "../../src/lib/submission-store.ts";
import type { SkippedCounts } from "../../src/lib/submissions/kv/read-documents.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";
import { ProbedKv } from "./probed-kv.ts";
import { logged } from "./quiet.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const OLD = new Date(NOW - STUCK_THRESHOLD_MS).toISOString();
const YOUNG = new Date(NOW - STUCK_THRESHOLD_MS + 1).toISOString();

interface SeedRecord {
  key: string;
  value: string;
  metadata?: unknown;
}

/** An empty namespace for one test, and a way to fill it without production's limits. */
interface KvUnderTest {
  readonly kv: KVNamespace;
  seed(records: readonly SeedRecord[]): Promise<void>;
}

const submission = (id: string, state = "RECEIVED", updatedAt = OLD) =>
  JSON.stringify({
    id,
    state,
    repoUrl: "https://github.com/acme/tools",
    skillName: "pdf",
    skillPath: "skills/pdf",
    updatedAt,
  });

export function submissionStoreSuite(makeKv: () => Promise<KvUnderTest>): void {
  let probe: ProbedKv;
  let seed: KvUnderTest["seed"];

  const inRun = <T>(fn: () => Promise<T>): Promise<T> =>
    runWithWorkerEnv({ SUBMISSIONS_KV: probe.asNamespace() } as CloudflareEnv, fn);

  beforeEach(async () => {
    const made = await makeKv();
    probe = new ProbedKv(made.kv);
    seed = made.seed;
  });

  describe("getSubmissionsFresh", () => {
    it("TC-050: reads all requested ids concurrently, keeps their order, leaves out missing ones", async () => {
      await seed(["a", "b", "c", "d"].map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      const found = await inRun(() => getSubmissionsFresh(["d", "gone", "b", "a", "c"]));
      expect(found.map(({ id }) => id)).toEqual(["d", "b", "a", "c"]);
      expect(probe.maxConcurrent).toBe(5);
    });

    it("leaves out malformed submissions and failed reads, and counts them separately", async () => {
      await seed([
        { key: "sub:good", value: submission("good") },
        { key: "sub:bad", value: "{not json" },
        { key: "sub:refused", value: submission("refused") },
      ]);
      probe.refusedKeys.add("sub:refused");
      const onSkipped = vi.fn<(skipped: SkippedCounts) => void>();
      const found = await inRun(() => getSubmissionsFresh(["bad", "good", "refused", "gone"], { onSkipped }));
      expect(found.map(({ id }) => id)).toEqual(["good"]);
      expect(onSkipped).toHaveBeenCalledExactlyOnceWith({
        missing: 1,
        malformed: 1,
        readFailed: 1,
        notRead: 0,
        listComplete: true,
      });
    });

    it("L50: reads more ids than fit into one bulk read and loses none", async () => {
      const ids = Array.from({ length: 230 }, (_, n) => `id-${n}`);
      await seed(ids.map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      expect((await inRun(() => getSubmissionsFresh(ids))).map(({ id }) => id)).toEqual(ids);
      expect(probe.operations).toBe(3);
    });
  });

  describe("getStuckSubmissions", () => {
    it("TC-056 / TC-070: reads all sub:* keys concurrently (maxConcurrent == 5)", async () => {
      await seed(["a", "b", "c", "d", "e"].map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      expect(await inRun(() => getStuckSubmissions(NOW))).toHaveLength(5);
      expect(probe.maxConcurrent).toBe(5);
    });

    it("TC-071: skips malformed values, returns the others and throws nothing", async () => {
      await seed([
        { key: "sub:a", value: submission("a") },
        { key: "sub:b", value: "{{{" },
        { key: "sub:c", value: submission("c") },
        { key: "sub:d", value: JSON.stringify({ id: "d", state: "RECEIVED", updatedAt: "yesterday-ish" }) },
        { key: "sub:e", value: JSON.stringify({ id: "e", state: "NO_SUCH_STATE", updatedAt: OLD }) },
        { key: "sub:f", value: "null" },
      ]);
      const stuck = await inRun(() => getStuckSubmissions(NOW));
      expect(stuck.map(({ id }) => id)).toEqual(["a", "c"]);
      expect(logged("warn")).toContainEqual(
        expect.objectContaining({ event: "kv.skipped", operation: "getStuckSubmissions", malformed: 4 }),
      );
    });

    it("L04: a rejected read does not fail the others, is logged, and is reported to the caller's onSkipped", async () => {
      await seed(["a", "b", "c"].map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      probe.refusedKeys.add("sub:b");
      const onSkipped = vi.fn<(skipped: SkippedCounts) => void>();
      const stuck = await inRun(() => getStuckSubmissions(NOW, { onSkipped }));
      expect(stuck.map(({ id }) => id)).toEqual(["a", "c"]);
      const skipped = { missing: 0, malformed: 0, readFailed: 1, notRead: 0, listComplete: true };
      expect(onSkipped).toHaveBeenCalledExactlyOnceWith(skipped);
      expect(logged("warn")).toEqual([
        { level: "warn", event: "kv.skipped", operation: "getStuckSubmissions", ...skipped },
      ]);
    });

    it("TC-072: of every state, young and old, returns exactly the stuck ones, with their duration", async () => {
      const cases = SUBMISSION_STATES.flatMap((state) => [
        { id: `${state}-old`, state, updatedAt: OLD },
        { id: `${state}-young`, state, updatedAt: YOUNG },
      ]);
      await seed(cases.map((c) => ({ key: `sub:${c.id}`, value: submission(c.id, c.state, c.updatedAt) })));
      const stuck = await inRun(() => getStuckSubmissions(NOW));
      expect(stuck.map(({ id }) => id).sort()).toEqual(STUCK_STATES.map((state) => `${state}-old`).sort());
      expect(stuck.find(({ state }) => state === "RECEIVED")).toEqual({
        id: "RECEIVED-old",
        state: "RECEIVED",
        repoUrl: "https://github.com/acme/tools",
        skillName: "pdf",
        skillPath: "skills/pdf",
        updatedAt: OLD,
        stuckForMs: STUCK_THRESHOLD_MS,
      });
      expect(logged("warn")).toEqual([]);
    });

    it("does not read keys whose metadata rules them out, and reads all others", async () => {
      await seed([
        {
          key: "sub:terminal",
          value: submission("terminal", "PUBLISHED"),
          metadata: { state: "PUBLISHED", updatedAt: OLD },
        },
        {
          key: "sub:young",
          value: submission("young", "RECEIVED", YOUNG),
          metadata: { state: "RECEIVED", updatedAt: YOUNG },
        },
        { key: "sub:stuck", value: submission("stuck"), metadata: { state: "RECEIVED", updatedAt: OLD } },
        {
          key: "sub:terminal2",
          value: submission("terminal2", "REJECTED"),
          metadata: submissionMetadata("REJECTED", OLD),
        },
        {
          key: "sub:young2",
          value: submission("young2", "RECEIVED", YOUNG),
          metadata: submissionMetadata("RECEIVED", YOUNG),
        },
        { key: "sub:stuck2", value: submission("stuck2"), metadata: submissionMetadata("RECEIVED", OLD) },
        { key: "sub:odd2", value: submission("odd2"), metadata: "NOT_A_STATE soon" },
        { key: "sub:bare", value: submission("bare") },
        { key: "sub:odd", value: submission("odd"), metadata: { state: 7 } },
      ]);
      const stuck = await inRun(() => getStuckSubmissions(NOW));
      expect(stuck.map(({ id }) => id).sort()).toEqual(["bare", "odd", "odd2", "stuck", "stuck2"]);
      expect([...probe.keysRead].sort()).toEqual([
        "sub:bare",
        "sub:odd",
        "sub:odd2",
        "sub:stuck",
        "sub:stuck2",
      ]);
    });

    it("uses the document if its metadata wrongly says that it is stuck", async () => {
      await seed([
        {
          key: "sub:a",
          value: submission("a", "PUBLISHED"),
          metadata: { state: "RECEIVED", updatedAt: OLD },
        },
        {
          key: "sub:b",
          value: submission("b", "RECEIVED", YOUNG),
          metadata: { state: "RECEIVED", updatedAt: OLD },
        },
      ]);
      expect(await inRun(() => getStuckSubmissions(NOW))).toEqual([]);
    });

    it("L43: finds stuck submissions beyond the first page of 1,000 keys", async () => {
      const records = Array.from({ length: 1203 }, (_, n) => {
        const id = String(n).padStart(5, "0");
        const updatedAt = n % 400 === 399 || n === 1202 ? OLD : YOUNG;
        return {
          key: `sub:${id}`,
          value: submission(id, "RECEIVED", updatedAt),
          metadata: { state: "RECEIVED", updatedAt },
        };
      });
      await seed(records);
      const stuck = await inRun(() => getStuckSubmissions(NOW));
      expect(stuck.map(({ id }) => id)).toEqual(["00399", "00799", "01199", "01202"]);
      expect(probe.operations).toBe(2 + 4);
    });

    it("continues after an empty page that is not the last", async () => {
      probe.emptyFirstPage = true;
      await seed([{ key: "sub:a", value: submission("a") }]);
      expect(await inRun(() => getStuckSubmissions(NOW))).toHaveLength(1);
    });

    it("reads 2,500 keys without metadata within the operation budget, losing none", async () => {
      const ids = Array.from({ length: 2500 }, (_, n) => String(n).padStart(5, "0"));
      await seed(ids.map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      expect(await inRun(() => getStuckSubmissions(NOW))).toHaveLength(2500);
      expect(probe.operations).toBe(3 + 25);
      expect(logged("warn")).toEqual([]);
    });

    it("halves a failing bulk read until only the bad record is left out", async () => {
      const ids = Array.from({ length: 150 }, (_, n) => String(n).padStart(5, "0"));
      await seed(ids.map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      probe.refusedKeys.add("sub:00042");
      const onSkipped = vi.fn<(skipped: SkippedCounts) => void>();
      const stuck = await inRun(() => getStuckSubmissions(NOW, { onSkipped }));
      expect(stuck).toHaveLength(149);
      expect(onSkipped).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ readFailed: 1, notRead: 0 }),
      );
    });

    it("L44: if every bulk read fails, stays within the operation budget and counts the absent submissions", async () => {
      const ids = Array.from({ length: 1500 }, (_, n) => String(n).padStart(5, "0"));
      await seed(ids.map((id) => ({ key: `sub:${id}`, value: submission(id) })));
      probe.refusedBulkSize = 2;
      let absent = 0;
      const onSkipped = ({ readFailed, notRead }: SkippedCounts) => {
        absent = readFailed + notRead;
      };
      const stuck = await inRun(() => getStuckSubmissions(NOW, { onSkipped }));
      expect(probe.operations).toBeLessThanOrEqual(1000);
      expect(absent).toBeGreaterThan(0);
      expect(stuck.length + absent).toBe(1500);
    });
  });

  describe("enumeratePublishedSkills", () => {
    const skill = (name: string) => JSON.stringify({ name, repoUrl: "https://github.com/acme/tools" });

    it("TC-057 / TC-075: reads all skill:* keys concurrently (maxConcurrent == 4)", async () => {
      await seed(["a", "b", "c", "d"].map((slug) => ({ key: `skill:${slug}`, value: skill(slug) })));
      expect(await inRun(() => enumeratePublishedSkills())).toHaveLength(4);
      expect(probe.maxConcurrent).toBe(4);
    });

    it("TC-076: skips only malformed entries and refused reads", async () => {
      await seed([
        { key: "skill:a", value: skill("A") },
        { key: "skill:b", value: "}" },
        { key: "skill:c", value: "42" },
        { key: "skill:d", value: skill("D") },
        { key: "skill:e", value: skill("E") },
      ]);
      probe.refusedKeys.add("skill:d");
      const onSkipped = vi.fn<(skipped: SkippedCounts) => void>();
      const found = await inRun(() => enumeratePublishedSkills({ onSkipped }));
      expect(found.map(({ slug, name }) => [slug, name])).toEqual([
        ["a", "A"],
        ["e", "E"],
      ]);
      expect(onSkipped).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ malformed: 2, readFailed: 1 }),
      );
      expect(logged("warn")).toHaveLength(1);
    });

    it("TC-077: excludes skill:alias:* before reading (two reads, not three)", async () => {
      await seed([
        { key: "skill:foo", value: skill("foo") },
        { key: "skill:bar", value: skill("bar") },
        { key: "skill:alias:old", value: JSON.stringify({ slug: "foo" }) },
      ]);
      const found = await inRun(() => enumeratePublishedSkills());
      expect(found.map(({ slug }) => slug).sort()).toEqual(["bar", "foo"]);
      expect([...probe.keysRead].sort()).toEqual(["skill:bar", "skill:foo"]);
    });

    it("takes the summary from complete metadata, and otherwise reads the document", async () => {
      const summary = {
        slug: "acme/tools/pdf",
        name: "PDF",
        repoUrl: "https://github.com/acme/tools",
        description: "Reads PDFs",
        version: "1.2.0",
        certTier: "VERIFIED",
        trustTier: "T3",
        score: 97,
        updatedAt: OLD,
      };
      await seed([
        { key: "skill:acme/tools/pdf", value: skill("unread"), metadata: { summary } },
        { key: "skill:acme/tools/xls", value: skill("XLS"), metadata: { summary: { name: "half" } } },
      ]);
      const found = await inRun(() => enumeratePublishedSkills());
      expect(found[0]).toEqual(summary);
      expect(found[1]).toMatchObject({ slug: "acme/tools/xls", name: "XLS" });
      expect(probe.keysRead).toEqual(["skill:acme/tools/xls"]);
    });

    it("defaults the name to the slug and the repository to an empty string", async () => {
      await seed([{ key: "skill:plain", value: "{}" }]);
      expect(await inRun(() => enumeratePublishedSkills())).toMatchObject([
        { slug: "plain", name: "plain", repoUrl: "" },
      ]);
    });
  });
}
