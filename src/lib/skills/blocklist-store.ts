/**
 * What must not be published. An entry matches when every field it has matches; a missing source is a deliberate
 * ban everywhere (L19). Taking down what is already published is the block action's work, not this store's.
 */
import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { ledger } from "../db.ts";
import { blocklist } from "../ledger/schema.ts";

export type BlocklistEntry = typeof blocklist.$inferSelect;

/** What is asked about; null where it is not known yet, which matches no entry that names it. */
export interface BlockSubject {
  readonly owner: string;
  readonly sourceUrl: string;
  readonly skillName: string | null;
  readonly digest: string | null;
}

/** True in SQL when an entry in force matches; for guards, so that a new entry and a publication cannot cross. */
export function isBlockedSql(subject: BlockSubject): SQL {
  return sql`EXISTS (SELECT 1 FROM blocklist WHERE ${matches(subject)})`;
}

/** True in SQL when an entry in force matches the skill of this row, by any of its versions. */
export function isSkillBlockedSql(skillId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM blocklist b, skills s, skill_versions v
    WHERE s.id = ${skillId} AND v.skill_id = s.id AND b.removed_at IS NULL
      AND (b.owner IS NULL OR b.owner = s.owner) AND (b.source_url IS NULL OR b.source_url = s.source_url)
      AND (b.skill_name IS NULL OR b.skill_name = s.name) AND (b.digest IS NULL OR b.digest = v.digest))`;
}

/**
 * Whether this content was taken down under an entry that calls a skill or its source dangerous; a ban of an owner
 * says nothing about what they copied. Content that someone else offers all the same is no such content.
 */
export async function isBlockedContent(digest: string): Promise<boolean> {
  const found = await ledger().all(sql`
    SELECT 1 FROM skill_versions v CROSS JOIN skills s ON s.id = v.skill_id CROSS JOIN blocklist b ON b.removed_at IS NULL
    WHERE v.digest = ${digest} AND s.status = 'taken_down' AND b.severity IN ('high', 'critical')
      AND COALESCE(b.skill_name, b.source_url, b.digest) IS NOT NULL
      AND (b.owner IS NULL OR b.owner = s.owner) AND (b.source_url IS NULL OR b.source_url = s.source_url)
      AND (b.skill_name IS NULL OR b.skill_name = s.name) AND (b.digest IS NULL OR b.digest = v.digest)
      AND NOT EXISTS (SELECT 1 FROM skill_versions w JOIN skills o ON o.id = w.skill_id
        WHERE w.digest = ${digest} AND o.status = 'live')
    LIMIT 1`);
  return found.length > 0;
}

/** The newest entry in force that matches, or null. */
export async function findBlock(subject: BlockSubject): Promise<BlocklistEntry | null> {
  const found = await ledger()
    .select()
    .from(blocklist)
    .where(matches(subject))
    .orderBy(desc(blocklist.createdAt))
    .limit(1);
  return found[0] ?? null;
}

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

/** What a blocked submission or skill says of itself. */
export function blockedReason(entry: BlocklistEntry): { code: string; text: string } {
  return { code: "BLOCKLISTED", text: `Blocked (${entry.threatType}, ${entry.severity}): ${entry.reason}` };
}

function matches({ owner, sourceUrl, skillName, digest }: BlockSubject): SQL | undefined {
  return and(
    isNull(blocklist.removedAt),
    or(isNull(blocklist.owner), eq(blocklist.owner, owner)),
    or(isNull(blocklist.sourceUrl), eq(blocklist.sourceUrl, sourceUrl)),
    or(isNull(blocklist.skillName), sql`${blocklist.skillName} = ${skillName}`),
    or(isNull(blocklist.digest), sql`${blocklist.digest} = ${digest}`),
  );
}
