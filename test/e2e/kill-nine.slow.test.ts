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
/** The server is killed when this many uploads have been answered: others are in flight, most are queued. */
const ANSWERED_BEFORE_KILL = 120;

interface Answered {
  readonly id: string;
  readonly bad: boolean;
}

async function uploadAll(url: string, onResponse: (answered: Answered) => void): Promise<void> {
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
      // The connection died with the server: this caller was told nothing.
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

it("kill -9 amid 200 uploads: after a restart every accepted upload reaches a terminal state, and none is half published", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "vskill-kill-"));
  const env = { ADMIN_TOKEN: TOKEN };
  try {
    const answered: Answered[] = [];
    {
      await using server = await startServer({ dataDir, env, args: ["--no-examples"] });
      let kill: () => void = () => undefined;
      const enough = new Promise<void>((resolve) => {
        kill = resolve;
      });
      const uploading = uploadAll(server.url, (answer) => {
        answered.push(answer);
        if (answered.length === ANSWERED_BEFORE_KILL) kill();
      });
      await enough;
      await server.kill9();
      await uploading;
    }
    expect(answered.length).toBeGreaterThanOrEqual(ANSWERED_BEFORE_KILL);
    expect(answered.length).toBeLessThan(UPLOADS);

    await using server = await startServer({ dataDir, env, args: ["--no-examples"] });
    const states = new Map<string, string>();
    const listActive = async () => {
      for (const { id } of answered.filter((one) => !states.has(one.id))) {
        const state = await stateOf(server.url, id);
        if (!ACTIVE.test(state)) states.set(id, state);
      }
      return answered.filter(({ id }) => !states.has(id));
    };
    await expect.poll(listActive, { interval: 200 }).toEqual([]);
    for (const { id, bad } of answered) {
      expect(bad ? ["TIER1_FAILED", "REJECTED"] : ["PUBLISHED"]).toContain(states.get(id));
    }
    await server.stop();
    await withStorage(dataDir, async (miniflare) => {
      const DB = await miniflare.getD1Database("DB");
      const odd = await DB.prepare(
        `SELECT id, state FROM submissions s WHERE NOT EXISTS (SELECT 1 FROM submission_events e WHERE e.submission_id = s.id AND e.version = s.version AND e.to_state = s.state)
           OR NOT EXISTS (SELECT 1 FROM outbox o WHERE o.key = s.id AND o.kind = 'submission-document')
           OR (state = 'PUBLISHED' AND NOT EXISTS (SELECT 1 FROM skill_versions v WHERE v.submission_id = s.id))`,
      ).all();
      expect(odd.results).toEqual([]);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
