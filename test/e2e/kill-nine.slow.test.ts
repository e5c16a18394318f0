import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { makeTarGz } from "../../src/lib/archives/install-archives.ts";
import { withStorage } from "../support/open-storage.ts";
import { badSkill, goodSkill } from "../support/skills.ts";
import { startServer } from "../support/start-server.ts";

const UPLOADS = 200;
const TOKEN = "vsk_kill-nine-test-token";
/** The server is killed after this many uploads were accepted. Others are in flight, and most of the accepted are queued. */
const ACCEPTED_BEFORE_KILL = 120;

interface Accepted {
  readonly id: string;
  readonly bad: boolean;
}

async function uploadAll(url: string, onResponse: (accepted: Accepted) => void): Promise<void> {
  const uploadOne = async (n: number): Promise<void> => {
    const bad = n % 5 === 0;
    const files = bad ? badSkill(`skill-${n}`) : goodSkill(`skill-${n}`);
    try {
      const response = await fetch(`${url}/api/v1/submissions/upload?owner=acme`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/gzip" },
        body: makeTarGz(files),
      });
      if (response.ok) onResponse({ id: ((await response.json()) as { id: string }).id, bad });
    } catch {
      // The connection broke when the server was killed: this client got no response.
    }
  };
  const next = Array.from({ length: UPLOADS }, (_, n) => n);
  const worker = async (): Promise<void> => {
    for (let n = next.shift(); n !== undefined; n = next.shift()) await uploadOne(n);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}

async function stateOf(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/submissions/${id}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return ((await response.json()) as { state: string }).state;
}

const ACTIVE = /^(RECEIVED|TIER1_SCANNING|TIER2_SCANNING|AUTO_APPROVED|VENDOR_APPROVED)$/;

it("kill -9 during 200 uploads: after a restart every accepted upload reaches a terminal state, and none is partly published", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "vskill-kill-"));
  const env = { ADMIN_TOKEN: TOKEN };
  try {
    const accepted: Accepted[] = [];
    {
      await using server = await startServer({ dataDir, env, args: ["--no-examples"] });
      let kill: () => void = () => undefined;
      const enough = new Promise<void>((resolve) => {
        kill = resolve;
      });
      const uploading = uploadAll(server.url, (upload) => {
        accepted.push(upload);
        if (accepted.length === ACCEPTED_BEFORE_KILL) kill();
      });
      await enough;
      await server.kill9();
      await uploading;
    }
    expect(accepted.length).toBeGreaterThanOrEqual(ACCEPTED_BEFORE_KILL);
    expect(accepted.length).toBeLessThan(UPLOADS);

    await using server = await startServer({ dataDir, env, args: ["--no-examples"] });
    const states = new Map<string, string>();
    const listActive = async () => {
      for (const { id } of accepted.filter((one) => !states.has(one.id))) {
        const state = await stateOf(server.url, id);
        if (!ACTIVE.test(state)) states.set(id, state);
      }
      return accepted.filter(({ id }) => !states.has(id));
    };
    await expect.poll(listActive, { interval: 200 }).toEqual([]);
    for (const { id, bad } of accepted) {
      expect(bad ? ["TIER1_FAILED", "REJECTED"] : ["PUBLISHED"]).toContain(states.get(id));
    }
    await server.stop();
    await withStorage(dataDir, async (miniflare) => {
      const DB = await miniflare.getD1Database("DB");
      const inconsistent = await DB.prepare(
        `SELECT id, state FROM submissions s WHERE NOT EXISTS (SELECT 1 FROM submission_events e WHERE e.submission_id = s.id AND e.version = s.version AND e.to_state = s.state)
           OR NOT EXISTS (SELECT 1 FROM outbox o WHERE o.key = s.id AND o.kind = 'submission-document')
           OR (state = 'PUBLISHED' AND NOT EXISTS (SELECT 1 FROM skill_versions v WHERE v.submission_id = s.id))`,
      ).all();
      expect(inconsistent.results).toEqual([]);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
