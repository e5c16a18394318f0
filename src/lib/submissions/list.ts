/** Submissions for lists, counts and the event stream; never with an email address. */
import { and, asc, desc, eq, gt, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { DECISION_STATES } from "../../domain/decision.ts";
import { STATE_GROUPS, SUBMISSION_STATES, type SubmissionState } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { submissionEvents, submissions } from "../ledger/schema/submissions.ts";
import { storedSubmissionOf } from "../outbox/projections.ts";

export const SUBMISSION_SORTS = ["newest", "oldest", "updated"] as const;

export interface SubmissionsQuery {
  readonly state?: SubmissionState | undefined;
  /** Any of these. Pages filter by groups of states. */
  readonly states?: readonly SubmissionState[] | undefined;
  readonly repoUrl?: string | undefined;
  readonly q?: string | undefined;
  readonly sort: (typeof SUBMISSION_SORTS)[number];
  readonly limit: number;
  readonly offset: number;
}

const orders = {
  newest: [desc(submissions.createdAt), desc(submissions.id)],
  oldest: [asc(submissions.createdAt), asc(submissions.id)],
  updated: [desc(submissions.updatedAt), desc(submissions.id)],
} as const;

export async function listSubmissions(query: SubmissionsQuery) {
  const where = and(
    query.state === undefined ? undefined : eq(submissions.state, query.state),
    query.states === undefined ? undefined : inArray(submissions.state, [...query.states]),
    query.repoUrl === undefined ? undefined : eq(submissions.sourceUrl, query.repoUrl),
    query.q === undefined ? undefined : containing(query.q),
  );
  const [rows, counted] = await ledger().batch([
    ledger()
      .select()
      .from(submissions)
      .where(where)
      .orderBy(...orders[query.sort])
      .limit(query.limit)
      .offset(query.offset),
    ledger().select({ n: sql<number>`COUNT(*)` }).from(submissions).where(where),
  ]);
  return {
    submissions: rows.map((row) => ({
      ...storedSubmissionOf(row),
      submissionId: row.id,
      status: row.state,
      skillSlug: row.skillSlug,
    })),
    total: counted[0]?.n ?? 0,
  };
}

/** LIKE takes at most 50 bytes on D1. Wildcards in the text are escaped. */
function containing(text: string): SQL | undefined {
  const pattern = `%${text.slice(0, 20).replace(/[%_\\]/g, "")}%`;
  return or(
    like(submissions.skillName, pattern),
    like(submissions.sourceUrl, pattern),
    eq(submissions.id, text),
  );
}

/** The newest submissions of each content, for an operator who decides about the content. */
export async function listSubmissionsOfContents(digests: readonly string[], limit: number) {
  const { id, digest, state, skillName } = submissions;
  return ledger()
    .select({ id, digest, state, skillName })
    .from(submissions)
    .where(inArray(digest, [...digests]))
    .orderBy(...orders.updated)
    .limit(limit);
}

export interface SubmissionStats {
  readonly total: number;
  readonly active: number;
  readonly published: number;
  readonly rejected: number;
  readonly blocked: number;
  readonly review: number;
  readonly withdrawn: number;
  readonly byState: Readonly<Record<SubmissionState, number>>;
  readonly generatedAt: string;
  readonly degraded: boolean;
}

/** The one definition of these counts (L35). Throws when they cannot be read instead of returning zeros. */
export async function getSubmissionStats(nowMs: number): Promise<SubmissionStats> {
  const rows = await ledger()
    .select({ state: submissions.state, n: sql<number>`COUNT(*)` })
    .from(submissions)
    .groupBy(submissions.state);
  const counted = new Map(rows.map(({ state, n }) => [state, n]));
  const of = (states: readonly SubmissionState[]) =>
    states.reduce((sum, state) => sum + (counted.get(state) ?? 0), 0);
  return {
    total: of(SUBMISSION_STATES),
    active: of(STATE_GROUPS.active),
    published: of(STATE_GROUPS.published),
    rejected: of(STATE_GROUPS.rejected),
    blocked: of(STATE_GROUPS.blocked),
    review: of(STATE_GROUPS.review),
    withdrawn: of(STATE_GROUPS.withdrawn),
    byState: Object.fromEntries(
      SUBMISSION_STATES.map((state) => [state, of([state])]),
    ) as SubmissionStats["byState"],
    generatedAt: new Date(nowMs).toISOString(),
    degraded: false,
  };
}

export interface StreamEvent {
  readonly seq: number;
  readonly submissionId: string;
  readonly skillName: string;
  readonly state: SubmissionState;
  readonly score?: number;
  readonly message: string;
  readonly timestamp: string;
}

/**
 * The row has the result of the latest scan. Only the event that ended this scan and the ones after it show the
 * result, until the submission is scanned again; earlier events had another score or none.
 */
const scoreOfEvent = sql<number | null>`CASE WHEN
  (SELECT MAX(seq) FROM submission_events b WHERE b.submission_id = ${submissionEvents.submissionId}
    AND b.trigger = 'pipeline' AND (b.to_state = 'TIER1_FAILED' OR b.from_state = 'TIER2_SCANNING'
    AND ${inArray(sql`b.to_state`, [...DECISION_STATES])}))
  BETWEEN
  (SELECT MAX(seq) FROM submission_events b WHERE b.submission_id = ${submissionEvents.submissionId}
    AND b.to_state = 'RECEIVED' AND b.seq <= ${submissionEvents.seq})
  AND ${submissionEvents.seq} THEN ${submissions.score} END`;

/** Events after `after`, oldest first, from the table that every isolate shares (L49). */
export async function listEventsAfter(
  after: number,
  ids: readonly string[] | null,
  limit: number,
): Promise<StreamEvent[]> {
  const rows = await ledger()
    .select({ event: submissionEvents, name: submissions.skillName, score: scoreOfEvent })
    .from(submissionEvents)
    .innerJoin(submissions, eq(submissions.id, submissionEvents.submissionId))
    .where(
      and(
        gt(submissionEvents.seq, after),
        ids === null ? undefined : inArray(submissionEvents.submissionId, [...ids]),
      ),
    )
    .orderBy(asc(submissionEvents.seq))
    .limit(limit);
  return rows.map(({ event, name, score }) => ({
    seq: event.seq,
    submissionId: event.submissionId,
    skillName: name,
    state: event.toState as SubmissionState,
    ...(score === null ? {} : { score }),
    message: event.reason ?? `${event.fromState || "new"} → ${event.toState}`,
    timestamp: new Date(event.at).toISOString(),
  }));
}

export async function getLastEventSeq(): Promise<number> {
  const rows = await ledger().all<{ seq: number | null }>(sql`SELECT MAX(seq) AS seq FROM submission_events`);
  return rows[0]?.seq ?? 0;
}

/** Whether this owner has any submissions. */
export async function hasSubmissionsOf(owner: string): Promise<boolean> {
  const found = await ledger()
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.owner, owner))
    .limit(1);
  return found.length > 0;
}
