/**
 * Submits the examples at the first start through the upload API, with a token that is valid for minutes. The database
 * records that it was done, so that a restart does not repeat it.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Miniflare } from "miniflare";
import { MANIFEST_NAME } from "../../src/domain/manifest.ts";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { makeZip } from "../../src/lib/archives/install-archives.ts";
import { projectRoot } from "./project.ts";

/** The owner of the examples; no account has this name. */
const OWNER = "vskill-examples";
const JOB = "examples";
const TOKEN_LIFE_MS = 10 * 60 * 1000;

/** Submits the examples unless that was done before or the registry has submissions. Returns how many were accepted. */
export async function submitExamples(miniflare: Miniflare, nowMs: number): Promise<number> {
  const ledger = await miniflare.getD1Database("DB");
  const first = await ledger
    .prepare(
      "INSERT INTO jobs (name, started_at) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM submissions) ON CONFLICT DO NOTHING",
    )
    .bind(JOB, nowMs)
    .run();
  if (first.meta.changes !== 1) return 0;
  const token = `vsk_${randomBytes(32).toString("base64url")}`;
  const id = randomUUID();
  await ledger
    .prepare(
      `INSERT INTO api_tokens (id, hash, owner, scopes, label, created_by, created_at, expires_at)
       VALUES (?, ?, ?, '["submit"]', 'examples of the first start', 'system', ?, ?)`,
    )
    .bind(id, createHash("sha256").update(token).digest("hex"), OWNER, nowMs, nowMs + TOKEN_LIFE_MS)
    .run();
  let accepted = 0;
  for (const folder of exampleFolders()) {
    const response = await miniflare.dispatchFetch("http://localhost/api/v1/submissions/upload", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
      body: makeZip(filesOf(folder)),
    });
    await response.arrayBuffer();
    if (response.ok) accepted += 1;
  }
  await ledger.batch([
    ledger.prepare("UPDATE api_tokens SET revoked_at = ? WHERE id = ?").bind(Date.now(), id),
    ledger
      .prepare("UPDATE jobs SET succeeded_at = ?, detail = ? WHERE name = ?")
      .bind(Date.now(), JSON.stringify({ submitted: accepted }), JOB),
  ]);
  return accepted;
}

/** Every folder with a SKILL.md two levels below `examples/`. */
export function exampleFolders(root: string = path.join(projectRoot, "examples")): string[] {
  if (!existsSync(root)) return [];
  return ["good", "bad"].flatMap((kind) =>
    readdirSync(path.join(root, kind))
      .sort()
      .map((name) => path.join(root, kind, name))
      .filter((folder) => existsSync(path.join(folder, MANIFEST_NAME))),
  );
}

export function filesOf(folder: string): SkillFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => ({
      path: name.split(path.sep).join("/"),
      bytes: new Uint8Array(readFileSync(path.join(folder, name))),
      executable: false,
    }));
}
