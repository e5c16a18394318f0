/** External scanners: requests, claims, results and time-outs, on the real database. */
import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CompletedScan } from "../../../src/domain/external-scan-result.ts";
import { approveSubmission } from "../../../src/lib/actions/submission-actions.ts";
import { maintainExternalScans } from "../../../src/lib/cron/external-scan-upkeep.ts";
import { requestExternalScans } from "../../../src/lib/external-scan-dispatch.ts";
import {
  claimScan,
  type ExternalScan,
  getExternalScan,
  listClaimableScans,
  listExternalScans,
  MAX_RELEASES,
  recordScanRequests,
  SCAN_LIMIT_MS,
} from "../../../src/lib/external-scan-store.ts";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { recordScanResult } from "../../../src/lib/scans/external-scan-results.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { inRun, publishNow } from "../../support/publish.ts";
import { goodSkill, submitFiles, textFile } from "../../support/skills.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const PUSH = JSON.stringify([
  { name: "semgrep", url: "https://scanner.example/scan" },
  { name: "trufflehog" },
]);

let counter = 0;
const freshDigest = () => `sha256:${(++counter).toString(16).padStart(64, "0")}`;

async function requestedScan(provider = "trufflehog"): Promise<ExternalScan> {
  const digest = freshDigest();
  await recordScanRequests(digest, [provider], NOW);
  return (await listExternalScans(digest))[0]!;
}

function completed(
  digest: string,
  provider: string,
  severity?: "critical" | "low" | undefined,
): CompletedScan {
  const findings = severity === undefined ? [] : [{ severity, rule: "aws-key", message: "a live key" }];
  return { status: "completed", digest, provider, findings };
}

function stubScanner(respond: (request: Request) => Response | Promise<Response>) {
  const calls: Request[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    calls.push(request);
    return respond(request);
  });
  return calls;
}

afterEach(() => vi.unstubAllGlobals());

describe("requests", () => {
  it("are not sent if no scanner is configured: the content has no scan, not a passed one (L56)", async () => {
    const digest = freshDigest();
    await inRun(() => requestExternalScans(digest, NOW));
    expect(await inRun(() => listExternalScans(digest))).toEqual([]);
  });

  it("fail with an invalid configuration, which does not count as none (L47)", async () => {
    const run = inRun(() => requestExternalScans(freshDigest(), NOW), {
      EXTERNAL_SCANNERS: '[{"nmae":"x"}]',
    });
    await expect(run).rejects.toThrow(/EXTERNAL_SCANNERS/);
  });

  it("L29: are recorded before they are sent, and kept when the scanner is down", async () => {
    const digest = freshDigest();
    const seen: string[] = [];
    stubScanner(async () => {
      const rows = await inRun(() => listExternalScans(digest));
      seen.push(...rows.map(({ provider, status }) => `${provider} ${status}`));
      throw new Error("connection refused");
    });
    await inRun(() => requestExternalScans(digest, NOW), { EXTERNAL_SCANNERS: PUSH });
    expect(seen).toEqual(["semgrep running", "trufflehog pending"]);
    const rows = await inRun(() => listExternalScans(digest));
    expect(rows.map(({ provider, status, releases }) => [provider, status, releases])).toEqual([
      ["semgrep", "pending", 0],
      ["trufflehog", "pending", 0],
    ]);
  });

  it("reach a scanner with a URL once, however many are made concurrently", async () => {
    const digest = freshDigest();
    const calls = stubScanner(() => new Response(null, { status: 202 }));
    const send = () => inRun(() => requestExternalScans(digest, NOW), { EXTERNAL_SCANNERS: PUSH });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(calls).toHaveLength(1);
    expect(await calls[0]!.json()).toMatchObject({ digest, provider: "semgrep" });
    expect((await inRun(() => listExternalScans(digest)))[0]).toMatchObject({ status: "running" });
  });

  it("do not follow a scanner's redirect, and count as not delivered", async () => {
    const digest = freshDigest();
    stubScanner(
      () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } }),
    );
    await inRun(() => requestExternalScans(digest, NOW), { EXTERNAL_SCANNERS: PUSH });
    expect((await inRun(() => listExternalScans(digest)))[0]).toMatchObject({ status: "pending" });
  });

  it("are repeated after a time-out, but not after a result", async () => {
    await inRun(async () => {
      const late = await requestedScan();
      await maintainExternalScans(NOW + SCAN_LIMIT_MS);
      expect((await getExternalScan(late.id))?.status).toBe("timed_out");
      await recordScanRequests(late.digest, ["trufflehog"], NOW + SCAN_LIMIT_MS + 1);
      expect(await getExternalScan(late.id)).toMatchObject({ status: "pending", releases: 0 });
      await recordScanResult(completed(late.digest, "trufflehog"), crypto.randomUUID(), NOW);
      await recordScanRequests(late.digest, ["trufflehog"], NOW);
      expect((await getExternalScan(late.id))?.status).toBe("done");
    });
  });
});

describe("claims", () => {
  const lease = { by: "worker-1", leaseMs: 10 * MINUTE };

  it("give a scan to one of thirty workers", async () => {
    await inRun(async () => {
      const { id } = await requestedScan();
      const claims = await Promise.all(Array.from({ length: 30 }, () => claimScan(id, lease, NOW)));
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    });
  });

  it("L24: a dead worker's scan is released when its lease ends, and the release is counted", async () => {
    await inRun(async () => {
      const { id } = await requestedScan("pull-a");
      await claimScan(id, lease, NOW);
      expect(await listClaimableScans("pull-a", 10, NOW + 9 * MINUTE)).toEqual([]);
      expect(await claimScan(id, lease, NOW + 9 * MINUTE)).toBeNull();
      expect(await listClaimableScans("pull-a", 10, NOW + 10 * MINUTE)).toHaveLength(1);
      expect(await claimScan(id, lease, NOW + 10 * MINUTE)).toMatchObject({ releases: 1, status: "running" });
    });
  });

  it("L24: after the maximum number of releases no claim succeeds, and the job ends the scan", async () => {
    await inRun(async () => {
      const { id } = await requestedScan("pull-b");
      let now = NOW;
      for (let i = 0; i < MAX_RELEASES; i++, now += 10 * MINUTE) {
        expect(await claimScan(id, lease, now)).toMatchObject({ releases: i });
      }
      expect(await claimScan(id, lease, now)).toBeNull();
      expect(await listClaimableScans("pull-b", 10, now)).toEqual([]);
      await maintainExternalScans(now);
      expect(await getExternalScan(id)).toMatchObject({ status: "timed_out", releases: MAX_RELEASES });
    });
  });

  it("a scan that the scanner reports as failed is released, and does not count as passed (L56)", async () => {
    await inRun(async () => {
      const { id, digest } = await requestedScan();
      await claimScan(id, lease, NOW);
      const failed = { status: "failed" as const, digest, provider: "trufflehog", error: "out of memory" };
      expect(await recordScanResult(failed, crypto.randomUUID(), NOW)).toEqual({ kind: "returned" });
      expect(await getExternalScan(id)).toMatchObject({ status: "pending", releases: 1, verdict: null });
    });
  });
});

describe("results", () => {
  it("one of thirty for a scan is accepted, and the others are reported as already done", async () => {
    await inRun(async () => {
      const { digest, id } = await requestedScan();
      const results = await Promise.all(
        Array.from({ length: 30 }, () =>
          recordScanResult(completed(digest, "trufflehog", "low"), crypto.randomUUID(), NOW),
        ),
      );
      expect(results.filter(({ kind }) => kind === "recorded")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "already-done")).toHaveLength(29);
      expect(await getExternalScan(id)).toMatchObject({
        status: "done",
        verdict: "findings",
        criticalCount: 0,
      });
    });
  });

  it("L10: one of thirty copies of one delivery is accepted", async () => {
    await inRun(async () => {
      const { digest } = await requestedScan();
      const delivery = crypto.randomUUID();
      const results = await Promise.all(
        Array.from({ length: 30 }, () => recordScanResult(completed(digest, "trufflehog"), delivery, NOW)),
      );
      expect(results.filter(({ kind }) => kind === "recorded")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "replayed")).toHaveLength(29);
    });
  });

  it("a result that was not requested is refused", async () => {
    const result = completed(freshDigest(), "trufflehog", "critical");
    expect(await inRun(() => recordScanResult(result, crypto.randomUUID(), NOW))).toEqual({
      kind: "not-requested",
    });
  });

  it("a critical result lowers the tier of every version with that content at once, in the database and KV", async () => {
    await inRun(async () => {
      const files = goodSkill("shared-notes");
      const one = await publishNow("shared-notes", { files });
      const other = await publishNow("shared-notes", { files, owner: "globex" });
      const bystander = await publishNow("bystander");
      expect(other.digest).toBe(one.digest);
      await recordScanRequests(one.digest, ["semgrep"], NOW);
      const before = await getSkill(one.slug);
      expect(before.skill).toMatchObject({ trustTier: "T3", certTier: "VERIFIED" });

      const later = Date.now() + 5_000;
      const recorded = await recordScanResult(
        completed(one.digest, "semgrep", "critical"),
        crypto.randomUUID(),
        later,
      );
      expect(recorded).toEqual({ kind: "recorded", taintedVersions: 2 });
      for (const { slug } of [one, other]) {
        const { skill } = await getSkill(slug);
        expect(skill).toMatchObject({ trustTier: "T2", certTier: "SCANNED" });
        expect(skill?.versions[0]?.tainted).toBe("semgrep reported 1 critical finding(s)");
        const kv = await env.SUBMISSIONS_KV.get<{ trustTier: string; revision: number }>(
          `skill:${slug}`,
          "json",
        );
        expect(kv).toMatchObject({ trustTier: "T2", revision: skill?.revision });
        expect(skill?.revision).toBeGreaterThan(before.skill?.revision ?? 0);
      }
      expect((await getSkill(bystander.slug)).skill).toMatchObject({ trustTier: "T3", revision: 1 });
    });
  });

  it("content with a critical result needs a review, and its published version is tainted", async () => {
    await inRun(async () => {
      const files = [...goodSkill("late-notes"), textFile("references/more.md", "# More\n")];
      const first = await publishNow("late-notes", { files });
      await recordScanRequests(first.digest, ["semgrep"], NOW);
      await recordScanResult(completed(first.digest, "semgrep", "critical"), crypto.randomUUID(), NOW);
      const second = await submitFiles(files, { owner: "initech" });
      if (second.kind !== "accepted") throw new Error(second.kind);
      const { id } = second.submission;
      await processSubmission(id);
      expect(await getSubmission(id)).toMatchObject({
        state: "NEEDS_REVIEW",
        reasonCode: "EXTERNAL_SCAN_CRITICAL",
        digest: first.digest,
      });
      await approveSubmission(id, { actor: "operator", reason: "a test key" }, Date.now());
      await processSubmission(id);
      expect((await getSkill("initech/uploads/late-notes")).skill).toMatchObject({ trustTier: "T2" });
    });
  });

  it("a result after the time-out still counts", async () => {
    await inRun(async () => {
      const { id, digest } = await requestedScan();
      await maintainExternalScans(NOW + SCAN_LIMIT_MS);
      expect((await getExternalScan(id))?.status).toBe("timed_out");
      const late = completed(digest, "trufflehog", "critical");
      expect(await recordScanResult(late, crypto.randomUUID(), NOW + SCAN_LIMIT_MS + 1)).toMatchObject({
        kind: "recorded",
      });
    });
  });
});

describe("maintenance", () => {
  it("resends undelivered requests, and only those", async () => {
    const digest = freshDigest();
    stubScanner(() => new Response(null, { status: 503 }));
    await inRun(() => requestExternalScans(digest, NOW), { EXTERNAL_SCANNERS: PUSH });
    const calls = stubScanner(() => new Response(null, { status: 202 }));
    const run = () => inRun(() => maintainExternalScans(NOW + MINUTE), { EXTERNAL_SCANNERS: PUSH });
    expect(await run()).toMatchObject({ pushed: 1, notReached: 0 });
    expect(await run()).toMatchObject({ pushed: 0 });
    expect(calls).toHaveLength(1);
  });
});
