/**
 * Makes KV and search anew from the ledger and the archives, which hold everything: after a restore, or when they
 * are doubted. One page at a time, so that an invocation's limits hold and whoever drives it can go on after a
 * death. Works beside a running platform: documents go through the outbox, so no key gets two writers.
 */
import { asc, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { execute, ledger } from "../../db.ts";
import { skillAliases } from "../../ledger/schema.ts";
import { wantDocumentsOf } from "../../outbox/follow-ups.ts";
import { drainOutbox } from "../../outbox/outbox.ts";
import { aliasKey, submissionsKv } from "../../platform/kv.ts";
import { rebuildSearchPage } from "./rebuild-search.ts";
import { removeStaleKeys } from "./rebuild-stale.ts";

const STAGES = [
  "submissions",
  "skills",
  "aliases",
  "stale submissions",
  "stale skills",
  "documents",
] as const;
type Stage = (typeof STAGES)[number];

/** Where to go on; what `rebuildPage` answered last. */
export const rebuildCursorSchema = z.strictObject({
  stage: z.enum(STAGES),
  after: z.string().max(2_000),
});
export type RebuildCursor = z.infer<typeof rebuildCursorSchema>;

export const REBUILD_START: RebuildCursor = { stage: "submissions", after: "" };

export interface RebuildPage {
  /** Null when everything is done. */
  readonly next: RebuildCursor | null;
  /** Rows, keys or documents that this page dealt with. */
  readonly done: number;
  /** Documents that are still to be written; the same one may be written once a second only. */
  readonly pending: number;
  /** What could not be made whole, in words. */
  readonly problems: readonly string[];
}

interface StagePage {
  /** "" when the stage is done. */
  readonly after: string;
  readonly done: number;
  readonly problems?: readonly string[];
}

const SUBMISSIONS_PER_PAGE = 1_000;
const ALIASES_PER_PAGE = 200;
const DOCUMENTS_PER_PAGE = 100;

/** Does one page of the work. Doing it twice is harmless. */
export async function rebuildPage({ stage, after }: RebuildCursor, nowMs: number): Promise<RebuildPage> {
  if (stage === "documents") return writeDocuments(nowMs);
  const page = await pages[stage](after, nowMs);
  const next = page.after === "" ? { stage: stageAfter(stage), after: "" } : { stage, after: page.after };
  return { next, done: page.done, pending: 0, problems: page.problems ?? [] };
}

const pages: Record<Exclude<Stage, "documents">, (after: string, nowMs: number) => Promise<StagePage>> = {
  submissions: wantSubmissions,
  skills: rebuildSearchPage,
  aliases: writeAliases,
  "stale submissions": (after) => removeStaleKeys("submissions", after),
  "stale skills": (after) => removeStaleKeys("skills", after),
};

function stageAfter(stage: Stage): Stage {
  return STAGES[STAGES.indexOf(stage) + 1] ?? "documents";
}

async function wantSubmissions(after: string, nowMs: number): Promise<StagePage> {
  const rows = await ledger().all<{ id: string }>(sql`
    SELECT id FROM submissions WHERE id > ${after} ORDER BY id LIMIT ${SUBMISSIONS_PER_PAGE}`);
  const last = rows.at(-1)?.id;
  if (last === undefined) return { after: "", done: 0 };
  await execute(wantDocumentsOf("submissions", sql`id > ${after} AND id <= ${last}`, nowMs));
  return { after: rows.length < SUBMISSIONS_PER_PAGE ? "" : last, done: rows.length };
}

async function writeAliases(after: string): Promise<StagePage> {
  const rows = await ledger()
    .select()
    .from(skillAliases)
    .where(gt(skillAliases.oldSlug, after))
    .orderBy(asc(skillAliases.oldSlug))
    .limit(ALIASES_PER_PAGE);
  await Promise.all(rows.map(({ oldSlug, slug }) => submissionsKv().put(aliasKey(oldSlug), slug)));
  return { after: rows.length < ALIASES_PER_PAGE ? "" : (rows.at(-1)?.oldSlug ?? ""), done: rows.length };
}

/** Documents only: messages would set submissions walking in the middle of a repair. */
async function writeDocuments(nowMs: number): Promise<RebuildPage> {
  const { done, failed } = await drainOutbox(nowMs, {
    limit: DOCUMENTS_PER_PAGE,
    kinds: ["submission-document", "skill-document"],
  });
  const { pending } = await ledger().get<{ pending: number }>(sql`
    SELECT COUNT(*) AS pending FROM outbox WHERE wanted > done AND kind <> 'queue-message'`);
  const problems = failed === 0 ? [] : [`${failed} documents could not be written yet`];
  return { next: pending === 0 ? null : { stage: "documents", after: "" }, done, pending, problems };
}
