/**
 * The blocklist's rows, and the rule for when an entry applies as SQL. Taking down published skills that a new entry matches is
 * the block action's job.
 */
import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { BLOCK_FIELDS, type BlockFields } from "../../domain/blocklist.ts";
import { ledger } from "../db.ts";
import { blocklist, skills, skillVersions } from "../ledger/schema/skills.ts";

export type BlocklistEntry = typeof blocklist.$inferSelect;

export interface BlockSubject extends BlockFields {
  readonly owner: string;
  readonly sourceUrl: string;
}

/** Each field as a column or as a value. */
type BlockSide = Readonly<Record<keyof BlockFields, SQLWrapper | string | null>>;

/** `entryMatches` of the domain as SQL. Values of the entry are tested here and not in SQL, so that indexes can be used. */
export function entryMatchesSql(entry: BlockSide, subject: BlockSide): SQL {
  const tests = BLOCK_FIELDS.flatMap((field) => {
    const wanted = entry[field];
    if (wanted === null) return [];
    const isEqual = sql`${wanted} = ${subject[field]}`;
    return typeof wanted === "string" ? [isEqual] : [sql`(${wanted} IS NULL OR ${isEqual})`];
  });
  return tests.length === 0 ? sql`TRUE` : sql.join(tests, sql` AND `);
}

/** A version of a skill as a subject. */
export const versionSubject: BlockSide = {
  owner: skills.owner,
  sourceUrl: skills.sourceUrl,
  skillName: skills.name,
  digest: skillVersions.digest,
};

/** True in SQL when an active entry matches; for guards, so that a new entry and a publication cannot cross. */
export function isBlockedSql(subject: BlockSubject): SQL {
  return sql`EXISTS (SELECT 1 FROM blocklist WHERE ${isActiveMatch(subject)})`;
}

/** True in SQL when an active entry matches any version of the skill with this id. */
export function isSkillBlockedSql(skillId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM blocklist, skills, skill_versions
    WHERE ${skills.id} = ${skillId} AND ${skillVersions.skillId} = ${skills.id} AND ${isActiveMatch(versionSubject)})`;
}

/**
 * Whether this content was taken down by an entry that calls the skill or its source dangerous. A ban of an owner does not
 * condemn the content they copied, and neither is content condemned that someone else still offers.
 */
export async function isBlockedContent(digest: string): Promise<boolean> {
  const found = await ledger().all(sql`
    SELECT 1 FROM skill_versions CROSS JOIN skills ON ${skills.id} = ${skillVersions.skillId} CROSS JOIN blocklist
    WHERE ${skillVersions.digest} = ${digest} AND ${skills.status} = 'taken_down'
      AND ${blocklist.severity} IN ('high', 'critical')
      AND COALESCE(${blocklist.skillName}, ${blocklist.sourceUrl}, ${blocklist.digest}) IS NOT NULL
      AND ${isActiveMatch(versionSubject)}
      AND NOT EXISTS (SELECT 1 FROM skill_versions other JOIN skills offered ON offered.id = other.skill_id
        WHERE other.digest = ${digest} AND offered.status = 'live')
    LIMIT 1`);
  return found.length > 0;
}

/** The newest active entry that matches, or null. */
export async function findBlock(subject: BlockSubject): Promise<BlocklistEntry | null> {
  const found = await ledger()
    .select()
    .from(blocklist)
    .where(isActiveMatch(subject))
    .orderBy(desc(blocklist.createdAt))
    .limit(1);
  return found[0] ?? null;
}

/** All active entries, newest first. */
export async function listBlocklist(): Promise<BlocklistEntry[]> {
  return ledger()
    .select()
    .from(blocklist)
    .where(isNull(blocklist.removedAt))
    .orderBy(desc(blocklist.createdAt));
}

export async function getBlocklistEntry(id: string): Promise<BlocklistEntry | null> {
  return (await ledger().select().from(blocklist).where(eq(blocklist.id, id)).get()) ?? null;
}

/** The reason that a blocked submission or skill shows. */
export function blockedReason(entry: BlocklistEntry): { code: string; text: string } {
  return { code: "BLOCKLISTED", text: `Blocked (${entry.threatType}, ${entry.severity}): ${entry.reason}` };
}

function isActiveMatch(subject: BlockSide): SQL | undefined {
  return and(isNull(blocklist.removedAt), entryMatchesSql(blocklist, subject));
}
