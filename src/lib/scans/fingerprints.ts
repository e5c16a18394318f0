/**
 * MinHash-style sketch: the 16 smallest keyed hashes of a skill's distinctive lines, for near-duplicate lookup. A copy shares
 * most of the original's fingerprints, whatever else it adds, so the skills it may have been copied from are found without
 * reading them all. The hashes are keyed: nobody can compute which lines to change. Fingerprints only select candidates;
 * the scan engine measures how similar two skills are.
 */
import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { SkillFile } from "../../domain/skill-file.ts";
import { distinctiveLines } from "../../scan/likeness.ts";
import { ledger, type Statement, statement } from "../db.ts";
import { requireInstallationKey } from "../ledger/installation-keys.ts";
import { skillFingerprints } from "../ledger/schema/scans.ts";

/** A copy with 60% of the lines shares fewer than 3 of 16 fingerprints once in 8,000 cases. */
const FINGERPRINTS_STORED = 16;
const MIN_SHARED = 3;
/** From this share of common fingerprints that an owner published first, the other skill is the copy. */
const FIRST_SHARE = 0.25;
/** Lines looked up, those with the smallest hashes. Only padding a hundred times as long as the copy pushes them out. */
const LINES_LOOKED_UP = 5_000;
/** Skills considered for one line, the first publishers of it. A line that more skills share comes from a template. */
const SKILLS_PER_FINGERPRINT = 20;

/** The fingerprints of a skill, smallest first: every copy selects the same lines. */
export async function fingerprintsOf(
  files: readonly SkillFile[],
  count = FINGERPRINTS_STORED,
): Promise<number[]> {
  const key = await requireInstallationKey("skill-marks");
  const hashes = [...distinctiveLines(files)].map((line) =>
    // Six bytes: an exact integer in SQLite and in JavaScript.
    createHmac("sha256", key).update(line).digest().readUIntBE(0, 6),
  );
  return hashes.sort((a, b) => a - b).slice(0, count);
}

export interface NewFingerprints {
  readonly slug: string;
  readonly fingerprints: readonly number[];
  /** When the content was published. */
  readonly sinceMs: number;
}

/** The statement that adds fingerprints to a skill if `guard` holds, for the batch that changes the skill. */
export function addFingerprints({ slug, fingerprints, sinceMs }: NewFingerprints, guard: SQL): Statement {
  return statement(sql`
    INSERT INTO ${skillFingerprints} (mark, skill_id, since)
    SELECT value, skills.id, ${sinceMs} FROM skills, json_each(${JSON.stringify(fingerprints)})
    WHERE slug = ${slug} AND ${guard} ON CONFLICT DO NOTHING`);
}

export interface Lookalike {
  readonly slug: string;
  /** Digest of the latest version. */
  readonly digest: string;
  /** True for a skill of the same owner. */
  readonly own?: boolean;
}

/**
 * Live skills of other owners that share the most fingerprints, the earlier publisher first among equals. Shared fingerprints
 * count up to the number one text has, or a copy with many versions would rank above the original. A skill whose lines this
 * owner published earlier is left out: it is the copy, and must not turn its original into one.
 * CROSS JOIN fixes the join order: SQLite would start with all skills, which takes a second instead of a millisecond.
 */
export async function findLookalikes(
  files: readonly SkillFile[],
  owner: string,
  limit: number,
): Promise<Lookalike[]> {
  const lines = JSON.stringify(await fingerprintsOf(files, LINES_LOOKED_UP));
  return ledger().all<Lookalike>(sql`
    WITH held AS MATERIALIZED (
      SELECT m.mark, m.since, s.id, s.slug, s.owner, s.status, s.latest_version
      FROM json_each(${lines}) line CROSS JOIN skill_marks m ON m.mark = line.value CROSS JOIN skills s ON s.id = m.skill_id
      WHERE m.skill_id IN (
        SELECT skill_id FROM skill_marks WHERE mark = line.value ORDER BY since, skill_id LIMIT ${SKILLS_PER_FINGERPRINT})
    ), own AS (SELECT mark, MIN(since) AS since FROM held WHERE owner = ${owner} GROUP BY mark)
    SELECT held.slug, v.digest FROM held
    CROSS JOIN skill_versions v ON v.skill_id = held.id AND v.version = held.latest_version
    LEFT JOIN own ON own.mark = held.mark
    WHERE held.owner <> ${owner} AND held.status = 'live'
    GROUP BY held.id
    HAVING COUNT(*) >= ${MIN_SHARED} AND TOTAL(own.since <= held.since) < COUNT(*) * ${FIRST_SHARE}
    ORDER BY MIN(COUNT(*), ${FINGERPRINTS_STORED}) DESC, MIN(held.since), held.id LIMIT ${limit}`);
}
