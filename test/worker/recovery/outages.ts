import { createExecutionContext, env } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CloudflareEnv } from "../../../src/env.ts";
import { hashToken } from "../../../src/lib/accounts/token-store.ts";
import { makeTarGz } from "../../../src/lib/archives/install-archives.ts";
import { openArchive } from "../../../src/lib/contents/archive-store.ts";
import { recoverSubmissions } from "../../../src/lib/cron/recover-submissions.ts";
import { LedgerUnavailable } from "../../../src/lib/db.ts";
import { causedBy } from "../../../src/lib/platform/caused-by.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { enumeratePublishedSkills, getStuckSubmissions } from "../../../src/lib/submission-store.ts";
import worker from "../../../src/worker.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

const TOKEN = "vsk_operator-of-the-test";
const failing = async (): Promise<never> => {
  throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
};
const ledgerOf = (go: () => Promise<never>) =>
  ({
    prepare: () => ({ bind: () => ({ all: go, run: go, raw: go }) }),
    batch: go,
  }) as unknown as D1Database;

let platform: TestPlatform;
let files = 0;

beforeEach(() => {
  files += 1;
  platform = new TestPlatform({ ...env, ADMIN_TOKEN_SHA256: hashToken(TOKEN) });
});

function send(over: Partial<CloudflareEnv>, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers };
  const request = new Request(`http://registry${path}`, { ...init, headers });
  return worker.fetch(request as never, { ...platform.env, ...over }, createExecutionContext());
}

const upload = (over: Partial<CloudflareEnv>, owner: string) =>
  send(over, `/api/v1/submissions/upload?owner=${owner}`, {
    method: "POST",
    headers: { "content-type": "application/gzip" },
    body: makeTarGz(goodSkill("notes", { body: `Edition ${files}.` })),
  });

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await response.json()).toEqual({ error: "UNAVAILABLE", message: expect.any(String) });
}

describe("the database is down", () => {
  const dead = { DB: ledgerOf(failing) };

  it("skills, the catalogue and archives are still served from KV and R2, marked as degraded", async () => {
    await platform.publishNotes("degraded");
    await platform.run(
      async () => {
        const { skill, degraded } = await getSkill("degraded/uploads/notes");
        expect(degraded).toBe(true);
        expect(skill?.versions[0]?.version).toBe("1.0.0");
        const slugs = (await enumeratePublishedSkills()).map(({ slug }) => slug);
        expect(slugs).toContain("degraded/uploads/notes");
        const archive = await openArchive(skill?.versions[0]?.digest ?? "", "skill.tar.gz");
        expect((await archive?.arrayBuffer())?.byteLength).toBe(skill?.versions[0]?.forms.tarGz.size);
      },
      { ...platform.env, ...dead },
    );
  });

  it("the list is served from KV's keys where they suffice, and is a 503 otherwise", async () => {
    await platform.publishNotes("listed-down");
    const list = (query: string) =>
      worker.fetch(
        new Request(`http://registry/api/v1/skills${query}`) as never,
        { ...platform.env, ...dead },
        createExecutionContext(),
      );
    const response = await list("?owner=listed-down&sort=name");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      degraded: true,
      pagination: { total: 1, totalPages: 1 },
      skills: [{ name: "listed-down/uploads/notes", currentVersion: "1.0.0", isTainted: false }],
    });
    const second = (await (await list("?limit=1&page=2")).json()) as { skills: unknown[] };
    expect(second.skills).toHaveLength(1);
    for (const query of ["?sort=installs", "?category=data", "?q=notes", "?facets=true"])
      await expectUnavailable(await list(query));
  });

  it("a submission is still served from KV, marked as degraded", async () => {
    const accepted = await (await upload({}, "shown")).json<{ id: string }>();
    const response = await send(dead, `/api/v1/submissions/${accepted.id}`, {
      headers: { authorization: "" },
    });
    expect(response.status).toBe(401);
    const anonymous = new Request(`http://registry/api/v1/submissions/${accepted.id}`);
    const shown = await worker.fetch(
      anonymous as never,
      { ...platform.env, ...dead },
      createExecutionContext(),
    );
    expect(await shown.json()).toMatchObject({ id: accepted.id, state: "RECEIVED", degraded: true });
  });

  it("the sweep still finds stuck submissions, and recovery waits instead of acting on KV's data", async () => {
    const old = {
      id: "lost",
      state: "RECEIVED",
      updatedAt: new Date(platform.nowMs - 3_600_000).toISOString(),
    };
    await env.SUBMISSIONS_KV.put("sub:lost", JSON.stringify(old));
    const broken = { ...platform.env, ...dead };
    const stuck = await platform.run(() => getStuckSubmissions(platform.nowMs), broken);
    expect(stuck.map(({ id }) => id)).toContain("lost");
    const recovery = platform.run(() => recoverSubmissions(platform.nowMs), broken);
    await expect(recovery).rejects.toSatisfy((error) => causedBy(error, LedgerUnavailable) !== null);
    await env.SUBMISSIONS_KV.delete("sub:lost");
  });

  it("L37, L40: a write is a 503 with Retry-After, never a false 200", async () => {
    await expectUnavailable(await upload(dead, "down"));
    const body = JSON.stringify({ repoUrl: "https://github.com/acme/tools" });
    const headers = { "content-type": "application/json" };
    await expectUnavailable(await send(dead, "/api/v1/submissions", { method: "POST", headers, body }));
    expect((await send(dead, "/healthz")).status).toBe(503);
  });

  it("L48: a database that hangs counts as down after its time limit", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const hanging = { DB: ledgerOf(() => new Promise<never>(() => undefined)) };
      const response = upload(hanging, "hangs");
      let received: Response | null = null;
      void response.then((value) => {
        received = value;
      });
      while (received === null) await vi.advanceTimersByTimeAsync(1_000);
      await expectUnavailable(await response);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("other stores are down", () => {
  it("KV refuses writes: the submission is accepted and processed, its documents follow when KV is back", async () => {
    const refuse = async () => Promise.reject(new Error("KV PUT failed: 500"));
    const kv = new Proxy(env.SUBMISSIONS_KV, {
      get: (target, name) => (name === "put" ? refuse : Reflect.get(target, name).bind(target)),
    });
    const response = await upload({ SUBMISSIONS_KV: kv }, "no-kv");
    expect(response.status).toBe(201);
    await platform.settle();
    expect(await expectAgreement(env, "no-kv")).toMatchObject([{ state: "PUBLISHED" }]);
  });

  it("L23: the queue refuses messages: the submission is kept, and its message is sent later", async () => {
    const refuse = async () => Promise.reject(new Error("queue is unavailable"));
    const queue = { send: refuse, sendBatch: refuse } as unknown as CloudflareEnv["SUBMISSION_QUEUE"];
    expect((await upload({ SUBMISSION_QUEUE: queue }, "no-queue")).status).toBe(201);
    await platform.settle();
    expect(await expectAgreement(env, "no-queue")).toMatchObject([{ state: "PUBLISHED" }]);
  });

  it("R2 is down: the upload fails with a clear error, and leaves no row in the database", async () => {
    const down = async () => Promise.reject(new Error("R2 is unavailable"));
    const bucket = { put: down, get: down, head: down } as unknown as R2Bucket;
    const response = await upload({ ARCHIVES: bucket }, "no-r2");
    await expectUnavailable(response);
    const rows = await env.DB.prepare("SELECT COUNT(*) AS n FROM submissions WHERE owner = 'no-r2'").first<{
      n: number;
    }>();
    expect(rows?.n).toBe(0);
  });

  it("R2 is down during a run: the submission waits, and is published when R2 is back", async () => {
    expect((await upload({}, "r2-later")).status).toBe(201);
    const down = async () => Promise.reject(new Error("R2 is unavailable"));
    const real = platform.env;
    const broken = { ...real, ARCHIVES: { put: down, get: down, head: down } as unknown as R2Bucket };
    Object.assign(platform, { env: broken });
    await platform.deliver();
    Object.assign(platform, { env: real });
    await platform.settle();
    expect(await expectAgreement(env, "r2-later")).toMatchObject([{ state: "PUBLISHED" }]);
  });
});
