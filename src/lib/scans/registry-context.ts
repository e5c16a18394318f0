/**
 * The registry context of a scan: similar skills and names of other owners, and removed content. Each query is bounded, whatever the number of skills. If a store fails, this fails: a scan without the
 * registry context must not look like one that found nothing.
 */
import { sql } from "drizzle-orm";
import { nearNames } from "../../domain/near-names.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import type { PublishedSkill, RegistryContext } from "../../scan/registry.ts";
import { loadSkillContent } from "../contents/archive-store.ts";
import { ledger } from "../db.ts";
import { log } from "../platform/log.ts";
import { isBlockedContent } from "../skills/blocklist-store.ts";
import { findLookalikes, type Lookalike } from "./fingerprints.ts";

/** Enough to find the original among copies of it. */
const MAX_RESEMBLING = 3;
/** Bytes of similar skills held in memory. A skill beyond this limit counts as added by the copy. */
const MAX_BYTES = 8 * 1024 * 1024;
/** One is enough for a finding. */
const MAX_NAMES = 5;

export interface Scanned {
  readonly owner: string;
  readonly name: string;
  readonly digest: string;
  readonly files: readonly SkillFile[];
}

/** Null when the registry has nothing relevant. */
export async function gatherRegistryContext(skill: Scanned, nowMs: number): Promise<RegistryContext | null> {
  const [otherNames, isBad, resembling] = await Promise.all([
    listNearNames(skill, nowMs),
    isBlockedContent(skill.digest),
    loadResembling(skill),
  ]);
  if (otherNames.length === 0 && !isBad && resembling.length === 0) return null;
  return { otherNames, knownBadDigests: isBad ? [skill.digest] : [], resembling };
}

/**
 * Names that other owners published before this owner published this one. CROSS JOIN makes SQLite start with the
 * names, never with all skills.
 */
async function listNearNames({ owner, name }: Scanned, nowMs: number): Promise<string[]> {
  const rows = await ledger().all<{ name: string }>(sql`
    SELECT DISTINCT s.name FROM json_each(${JSON.stringify(nearNames(name))}) near CROSS JOIN skills s ON s.name = near.value
    WHERE s.owner <> ${owner} AND s.status = 'live' AND s.latest_version IS NOT NULL AND s.created_at <
      COALESCE((SELECT MIN(created_at) FROM skills WHERE name = ${name} AND owner = ${owner}), ${nowMs})
    ORDER BY s.name LIMIT ${MAX_NAMES}`);
  return rows.map((row) => row.name);
}

/** One after the other, so that only one archive is unpacked at a time. */
async function loadResembling(skill: Scanned): Promise<PublishedSkill[]> {
  const lookalikes = await findLookalikes(skill.files, skill.owner, MAX_RESEMBLING);
  if (lookalikes.length === 0) return [];
  const resembling: PublishedSkill[] = [];
  let left = MAX_BYTES;
  for (const { slug, digest, own } of [...lookalikes, ...(await listOwn(skill))]) {
    const content = await loadSkillContent(digest);
    if (content === null) {
      log("error", "registry-context.archive-missing", { slug, digest });
      continue;
    }
    const kept = content.filter(({ bytes }) => {
      left -= bytes.byteLength;
      return left >= 0;
    });
    resembling.push({ slug, own: own === true, files: kept });
  }
  return resembling;
}

/**
 * The skill as this owner currently publishes it: additions that were accepted once are not reported again for the
 * next version. Scanning the same content again does report them, because its publication must not turn its verdict
 * into a pass.
 */
async function listOwn({ owner, name, digest }: Scanned): Promise<Lookalike[]> {
  const rows = await ledger().all<Lookalike>(sql`
    SELECT s.slug, v.digest FROM skills s JOIN skill_versions v ON v.skill_id = s.id AND v.version = s.latest_version
    WHERE s.name = ${name} AND s.owner = ${owner} AND s.status = 'live' AND v.digest <> ${digest}
    ORDER BY s.id LIMIT 1`);
  return rows.map((row) => ({ ...row, own: true }));
}
