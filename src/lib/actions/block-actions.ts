/** Blocklist actions: an added entry takes down matching skills and blocks matching open submissions. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { OPEN_STATES } from "../../domain/submission.ts";
import { commit, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { blocklist, skills, skillVersions } from "../ledger/schema/skills.ts";
import { type SubmissionRow, submissions } from "../ledger/schema/submissions.ts";
import { transition } from "../ledger/transition.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import {
  type BlocklistEntry,
  blockedReason,
  entryMatchesSql,
  getBlocklistEntry,
  versionSubject,
} from "../skills/blocklist-store.ts";
import { type ActionResult, type By, done, refused } from "./action.ts";
import { takeDownSkill } from "./skill-actions.ts";

export type NewBlock = Pick<
  BlocklistEntry,
  "skillName" | "sourceUrl" | "digest" | "owner" | "threatType" | "severity" | "reason"
> & { readonly evidenceUrls: readonly string[] };

/**
 * Inserts the entry before removing skills: after that commit no match can be published. Safe to repeat after a crash.
 */
export async function block(
  made: NewBlock,
  by: By,
  nowMs: number,
): Promise<{ entry: BlocklistEntry; takenDown: string[] }> {
  const { evidenceUrls, ...rest } = made;
  const entry: BlocklistEntry = {
    ...rest,
    id: crypto.randomUUID(),
    evidence: JSON.stringify(evidenceUrls),
    createdBy: by.actor,
    createdAt: nowMs,
    removedAt: null,
  };
  await commit([
    statement(ledger().insert(blocklist).values(entry)),
    auditEntry({ ...by, action: "blocklist.add", subject: entry.id, detail: rest }, nowMs),
  ]);
  return { entry, takenDown: await enforce(entry, by, nowMs) };
}

export async function unblock(id: string, by: By, nowMs: number): Promise<ActionResult> {
  const entry = await getBlocklistEntry(id);
  if (entry === null || entry.removedAt !== null)
    return refused("NOT_FOUND", "There is no such blocklist entry.");
  const [changed] = await commit([
    statement(
      ledger()
        .update(blocklist)
        .set({ removedAt: nowMs })
        .where(and(eq(blocklist.id, id), isNull(blocklist.removedAt))),
    ),
    auditEntry({ ...by, action: "blocklist.remove", subject: id }, nowMs, hasChanged),
  ]);
  return changed === 1 ? done : refused("CONFLICT");
}

/** Takes down live skills and blocks open submissions that the entry matches; returns the slugs taken down. */
async function enforce(entry: BlocklistEntry, by: By, nowMs: number): Promise<string[]> {
  const takenDown: string[] = [];
  for (const { slug } of await matchingSkills(entry)) {
    const result = await takeDownSkill(slug, { actor: by.actor, reason: blockedReason(entry).text }, nowMs);
    if (result.kind === "done") takenDown.push(slug);
  }
  const reason = blockedReason(entry);
  for (const seen of await matchingOpenSubmissions(entry)) {
    await transition({ seen, to: "BLOCKED", trigger: "block", actor: by.actor, reason }, nowMs);
  }
  await drainAfterCommit(nowMs);
  return takenDown;
}

async function matchingOpenSubmissions(entry: BlocklistEntry): Promise<SubmissionRow[]> {
  return ledger()
    .select()
    .from(submissions)
    .where(and(inArray(submissions.state, [...OPEN_STATES]), entryMatchesSql(entry, submissions)));
}

async function matchingSkills(entry: BlocklistEntry): Promise<{ slug: string }[]> {
  return ledger()
    .selectDistinct({ slug: skills.slug })
    .from(skills)
    .innerJoin(skillVersions, eq(skillVersions.skillId, skills.id))
    .where(and(eq(skills.status, "live"), entryMatchesSql(entry, versionSubject)));
}
