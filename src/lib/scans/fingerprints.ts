/**
 * Finds the skills that another may have been copied from, without reading them all. Of each published skill a few
 * lines are kept as marks; whoever copies it has most of those lines as well, whatever else is added. The hashes are
 * keyed, so that nobody can tell which lines to change. A mark only points: how alike two skills are, the engine says.
 */
import { createHmac } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { SkillFile } from "../../domain/skill-file.ts";
import { distinctiveLines } from "../../scan/likeness.ts";
import { ledger, type Statement, statement } from "../db.ts";
import { requireInstallationKey } from "../ledger/installation-keys.ts";
import { skillFingerprints } from "../ledger/schema.ts";

/** Of a copy that has six tenths of the lines, fewer than three of sixteen marks are found once in 8,000 times. */
const MARKS_KEPT = 16;
const LEAST_SHARED = 3;
/** The share of common marks that an owner had first, from which on the other skill is the copy. */
const FIRST_SHARE = 0.25;
/** The lines with the smallest hashes: padding has to be a hundred times as long as the copy to push marks out. */
const LINES_ASKED = 5_000;
/** Skills that are looked at for one line, those that had it first: a line that more have in common is a template's. */
const SKILLS_PER_MARK = 20;

/** The marks of a skill, smallest first: the same lines are chosen in every copy. */
export async function fingerprintsOf(files: readonly SkillFile[], count = MARKS_KEPT): Promise<number[]> {
  const key = await requireInstallationKey("skill-marks");
  const hashes = [...distinctiveLines(files)].map((line) =>
    // Six bytes: a whole number in SQL and here.
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

/** Adds the marks to a skill's, if `guard` holds, as a statement for the batch that changes it. */
export function addFingerprints({ slug, fingerprints, sinceMs }: NewFingerprints, guard: SQL): Statement {
  return statement(sql`
    INSERT INTO ${skillFingerprints} (mark, skill_id, since)
    SELECT value, skills.id, ${sinceMs} FROM skills, json_each(${JSON.stringify(fingerprints)})
    WHERE slug = ${slug} AND ${guard} ON CONFLICT DO NOTHING`);
}

export interface Lookalike {
  readonly slug: string;
  /** Content of the version that is offered. */
  readonly digest: string;
  /** The asking owner's own. */
  readonly own?: boolean;
}

/**
 * Live skills of other owners with most marks in common, those first of equals that had them first; more marks than
 * one text has count for nothing, or many versions would push the original out. One whose lines this
 * owner had published before does not count: it is the copy, and must not make a copy of its original.
 * CROSS JOIN keeps the order: SQLite would begin with all skills, which takes a second where this takes a millisecond.
 */
export async function findLookalikes(
  files: readonly SkillFile[],
  owner: string,
  limit: number,
): Promise<Lookalike[]> {
  const asked = JSON.stringify(await fingerprintsOf(files, LINES_ASKED));
  return ledger().all<Lookalike>(sql`
    WITH held AS MATERIALIZED (
      SELECT m.mark, m.since, s.id, s.slug, s.owner, s.status, s.latest_version
      FROM json_each(${asked}) line CROSS JOIN skill_marks m ON m.mark = line.value CROSS JOIN skills s ON s.id = m.skill_id
      WHERE m.skill_id IN (
        SELECT skill_id FROM skill_marks WHERE mark = line.value ORDER BY since, skill_id LIMIT ${SKILLS_PER_MARK})
    ), own AS (SELECT mark, MIN(since) AS since FROM held WHERE owner = ${owner} GROUP BY mark)
    SELECT held.slug, v.digest FROM held
    CROSS JOIN skill_versions v ON v.skill_id = held.id AND v.version = held.latest_version
    LEFT JOIN own ON own.mark = held.mark
    WHERE held.owner <> ${owner} AND held.status = 'live'
    GROUP BY held.id
    HAVING COUNT(*) >= ${LEAST_SHARED} AND TOTAL(own.since <= held.since) < COUNT(*) * ${FIRST_SHARE}
    ORDER BY MIN(COUNT(*), ${MARKS_KEPT}) DESC, MIN(held.since), held.id LIMIT ${limit}`);
}
