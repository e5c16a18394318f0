/**
 * The pipeline on the embedded server: submissions per second from accepted to published, the cost compared with a scan of
 * the same files alone, and whether it slows down as the registry grows.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentDigest } from "../src/domain/digest.ts";
import type { SkillFile } from "../src/domain/skill-file.ts";
import { makeTarGz } from "../src/lib/archives/install-archives.ts";
import { scanSkill } from "../src/scan/engine.ts";
import { withStorage } from "../test/support/open-storage.ts";
import { goodSkill } from "../test/support/skills.ts";
import { type RunningServer, startServer, withServer } from "../test/support/start-server.ts";
import { seedPublishedSkills } from "./support/seed-skills.ts";

const TOKEN = "vsk_bench-operator-token";
const UPLOADS = 60;
const AT_ONCE = 10;
const ROUNDS = 3;
const FEW = 1_000;
const MANY = 50_000;
const MAX_GROWTH = 1.3;

export async function bench(print: (line: string) => void): Promise<boolean> {
  const folders = [FEW, MANY].map((rows) => ({
    rows,
    dir: mkdtempSync(path.join(tmpdir(), "vskill-bench-")),
  }));
  try {
    for (const { rows, dir } of folders) await prepare(dir, rows);
    const times = new Map<number, number[]>([
      [FEW, []],
      [MANY, []],
    ]);
    // The first round only warms up. Rounds alternate, so that other load on the machine affects both.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { rows, dir } of folders) {
        const ms = await measure(dir, `r${rows}-${round}`);
        if (round > 0) times.get(rows)?.push(ms);
      }
    }
    return report(median(times.get(FEW) ?? []), median(times.get(MANY) ?? []), print);
  } finally {
    for (const { dir } of folders) rmSync(dir, { recursive: true, force: true });
  }
}

function report(fewMs: number, manyMs: number, print: (line: string) => void): boolean {
  const bareMs = bareScanMs();
  const perSubmission = fewMs / UPLOADS;
  print(
    `   ${UPLOADS} uploads, ${AT_ONCE} at once, ${FEW} skills published: ${(1000 / perSubmission).toFixed(1)} submissions a second from accepted to published`,
  );
  print(
    `   bare scan of the same files (static and deep): ${bareMs.toFixed(2)} ms each; the pipeline takes ${(perSubmission / bareMs).toFixed(1)} times that (HTTP, ledger, archives, queue)`,
  );
  const growth = manyMs / fewMs;
  print(
    `   with ${MANY} skills instead of ${FEW}: ${growth.toFixed(2)} times the time (target: at most ${MAX_GROWTH})`,
  );
  return growth <= MAX_GROWTH;
}

const skillOf = (round: string, n: number): SkillFile[] =>
  goodSkill(`bench-${n}`, { body: `Round ${round}.` });

async function prepare(dir: string, rows: number): Promise<void> {
  const server = await startServer({ dataDir: dir, env: { ADMIN_TOKEN: TOKEN }, args: ["--no-examples"] });
  await server.stop();
  await withStorage(dir, async (miniflare) => seedPublishedSkills(await miniflare.getD1Database("DB"), rows));
}

/** Milliseconds from the first upload until the last submission is published. */
async function measure(dir: string, round: string): Promise<number> {
  const options = { dataDir: dir, env: { ADMIN_TOKEN: TOKEN }, args: ["--no-examples"] };
  return withServer(options, async (server) => {
    const next = Array.from({ length: UPLOADS }, (_, n) => n);
    const startedAt = performance.now();
    const worker = async (): Promise<void> => {
      for (let n = next.shift(); n !== undefined; n = next.shift()) await publish(server, round, n);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return performance.now() - startedAt;
  });
}

async function publish(server: RunningServer, round: string, n: number): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/gzip" };
  const url = `${server.url}/api/v1/submissions/upload?owner=bench`;
  const response = await fetch(url, { method: "POST", headers, body: makeTarGz(skillOf(round, n)) });
  const { id } = (await response.json()) as { id: string };
  for (;;) {
    const detail = await fetch(`${server.url}/api/v1/submissions/${id}`, { headers });
    const { state, reason } = (await detail.json()) as { state: string; reason: string };
    if (state === "PUBLISHED") return;
    if (/REJECTED|FAILED|REVIEW|BLOCKED/.test(state)) throw new Error(`${state}: ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function bareScanMs(): number {
  const skills = Array.from({ length: UPLOADS }, (_, n) => skillOf("bare", n));
  const scanAll = (): void => {
    for (const files of skills) {
      const digest = contentDigest(files);
      scanSkill(files, { depth: "static", digest });
      scanSkill(files, { depth: "deep", digest });
    }
  };
  scanAll();
  const startedAt = performance.now();
  scanAll();
  return (performance.now() - startedAt) / UPLOADS;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
