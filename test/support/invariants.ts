/** Invariants of an idle system: ledger, KV, R2 and search agree, and the history has no gaps. */
import { expect } from "vitest";
import type { CloudflareEnv } from "../../src/env.ts";
import { loadSkillContent } from "../../src/lib/contents/archive-store.ts";
import { loadSkillDocument } from "../../src/lib/skills/skill-document.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";

interface Row {
  id: string;
  state: string;
  version: number;
  reason: string | null;
  skill_slug: string | null;
  skill_version: string | null;
  digest: string | null;
}

/** Checks the submissions and skills of one owner. */
export async function expectAgreement(env: CloudflareEnv, owner: string): Promise<Row[]> {
  const { results } = await env.DB.prepare("SELECT * FROM submissions WHERE owner = ?")
    .bind(owner)
    .all<Row>();
  for (const row of results) await expectSubmissionAgrees(env, row);
  const skills = await env.DB.prepare("SELECT id, slug, status FROM skills WHERE owner = ?")
    .bind(owner)
    .all<{ id: number; slug: string; status: string }>();
  for (const skill of skills.results) await expectSkillAgrees(env, skill);
  return results;
}

async function expectSubmissionAgrees(env: CloudflareEnv, row: Row): Promise<void> {
  const document = await env.SUBMISSIONS_KV.getWithMetadata<
    { state: string; version: number },
    { state: string }
  >(`sub:${row.id}`, "json");
  expect(document.value).toMatchObject({ state: row.state, version: row.version });
  expect(document.metadata).toMatch(new RegExp(`^${row.state} \\d+$`));
  const events = await env.DB.prepare(
    "SELECT version, from_state, to_state FROM submission_events WHERE submission_id = ? ORDER BY version",
  )
    .bind(row.id)
    .all<{ version: number; from_state: string; to_state: string }>();
  expect(events.results.map(({ version }) => version)).toEqual(
    Array.from({ length: row.version }, (_, n) => n + 1),
  );
  events.results.reduce((before, event) => {
    expect(event.from_state).toBe(before);
    return event.to_state;
  }, "");
  expect(events.results.at(-1)?.to_state).toBe(row.state);
  if (row.state === "PUBLISHED") expect(row.skill_slug).not.toBeNull();
  expect(row.reason, `${row.state} has a reason`).toBeTruthy();
}

async function expectSkillAgrees(
  env: CloudflareEnv,
  skill: { id: number; slug: string; status: string },
): Promise<void> {
  await runWithWorkerEnv(env, async () => {
    const inLedger = await loadSkillDocument(skill.slug);
    const inKv = await env.SUBMISSIONS_KV.get(`skill:${skill.slug}`, "json");
    expect(inKv).toEqual(inLedger);
    for (const version of inLedger?.versions ?? []) {
      expect(await loadSkillContent(version.digest), version.digest).not.toBeNull();
      for (const archive of Object.values(version.forms))
        expect(await env.ARCHIVES.head(archive.key)).not.toBeNull();
    }
  });
  const rows = await env.DB.prepare("SELECT COUNT(*) AS n FROM skill_search WHERE rowid = ?")
    .bind(skill.id)
    .first<{ n: number }>();
  expect(rows?.n).toBe(skill.status === "live" ? 1 : 0);
}
