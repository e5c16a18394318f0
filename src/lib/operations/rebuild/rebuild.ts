/**
 * Rebuilds KV and search from the database and the archives: after a restore, or when the read models may be wrong.
 * It works page by page, so that it stays within the limits of an invocation and can be resumed. It is safe while the
 * platform runs: documents go through the outbox, so no key has two writers.
 */
import { asc, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { execute, ledger } from "../../db.ts";
import { skillAliases } from "../../ledger/schema/skills.ts";
import { recordDocumentsOf } from "../../outbox/follow-ups.ts";
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

/** Where to continue: the result of the previous `rebuildPage`. */
export const rebuildCursorSchema = z.strictObject({
  stage: z.enum(STAGES),
  after: z.string().max(2_000),
});
export type RebuildCursor = z.infer<typeof rebuildCursorSchema>;

export const REBUILD_START: RebuildCursor = { stage: "submissions", after: "" };

export interface RebuildPage {
  /** Null when everything is done. */
  readonly next: RebuildCursor | null;
  /** Rows, keys or documents processed in this page. */
  readonly done: number;
  /** Documents still to be written. The same document can be written once a second only. */
  readonly pending: number;
  /** Descriptions of what could not be rebuilt. */
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

/** Processes one page. Idempotent. */
export async function rebuildPage({ stage, after }: RebuildCursor, nowMs: number): Promise<RebuildPage> {
  if (stage === "documents") return writeDocuments(nowMs);
  const page = await pages[stage](after, nowMs);
  const next = page.after === "" ? { stage: stageAfter(stage), after: "" } : { stage, after: page.after };
  return { next, done: page.done, pending: 0, problems: page.problems ?? [] };
}

const pages: Record<Exclude<Stage, "documents">, (after: string, nowMs: number) => Promise<StagePage>> = {
  submissions: recordSubmissions,
  skills: rebuildSearchPage,
  aliases: writeAliases,
  "stale submissions": (after) => removeStaleKeys("submissions", after),
  "stale skills": (after) => removeStaleKeys("skills", after),
};

function stageAfter(stage: Stage): Stage {
  return STAGES[STAGES.indexOf(stage) + 1] ?? "documents";
}

async function recordSubmissions(after: string, nowMs: number): Promise<StagePage> {
  const rows = await ledger().all<{ id: string }>(sql`
    SELECT id FROM submissions WHERE id > ${after} ORDER BY id LIMIT ${SUBMISSIONS_PER_PAGE}`);
  const last = rows.at(-1)?.id;
  if (last === undefined) return { after: "", done: 0 };
  await execute(recordDocumentsOf("submissions", sql`id > ${after} AND id <= ${last}`, nowMs));
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

/** Documents only: queue messages would start pipeline runs in the middle of a rebuild. */
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
