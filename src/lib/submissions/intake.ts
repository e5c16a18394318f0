/**
 * Accepts submissions: normalises the source, refuses blocked ones, prevents duplicates by a unique key in the
 * database, and records row, event and outbox rows in one batch. Results are data, which the entry points turn into
 * HTTP.
 */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Problem, problem } from "../../domain/problem.ts";
import { formatSelector, parseSelector } from "../../domain/skill-selector.ts";
import { githubWebHost, parseSourceUrl, type SourceRef } from "../../domain/source-ref.ts";
import { OPEN_STATES, type SubmissionState } from "../../domain/submission.ts";
import { commit, isUniqueViolation, ledger } from "../db.ts";
import { type SubmissionRow, submissions } from "../ledger/schema/submissions.ts";
import { insertSubmission, type NewSubmission, requireSubmission } from "../ledger/submission-rows.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { type BlocklistEntry, blockedReason, findBlock } from "../skills/blocklist-store.ts";
import { requireWorkerEnv } from "../worker-context.ts";

export type IntakeResult =
  | { readonly kind: "accepted"; readonly submission: SubmissionRow }
  | { readonly kind: "duplicate"; readonly submission: SubmissionRow }
  | { readonly kind: "already-published"; readonly slug: string; readonly version: string }
  | { readonly kind: "blocked"; readonly submissionId: string }
  | { readonly kind: "refused"; readonly problem: Problem };

export interface RepositorySubmission {
  readonly repoUrl: string;
  readonly skillName?: string;
  /** A selector in its text form: see skill-selector.ts. Without it, the folder that `repoUrl` names. */
  readonly skillPath?: string;
  readonly email?: string;
  /** `anonymous`, or the token's id. */
  readonly submittedBy: string;
}

/** Accepts a repository or site. Nothing is fetched here, so the content is not known yet. */
export async function submitRepository(request: RepositorySubmission, nowMs: number): Promise<IntakeResult> {
  const parsed = parseSourceUrl(request.repoUrl, {
    githubHost: githubWebHost(requireWorkerEnv().GITHUB_API_URL),
  });
  if (!parsed.ok) return { kind: "refused", problem: parsed.problem };
  const selector = parseSelector(request.skillPath ?? parsed.source.path);
  if (selector === null) {
    return {
      kind: "refused",
      problem: problem("BAD_REQUEST", "skillPath must be a folder inside the repository."),
    };
  }
  const row = newSubmission({ ...parsed.source, path: formatSelector(selector) }, request);
  const block = await findBlock({ ...subjectOf(row), skillName: request.skillName ?? null, digest: null });
  return block === null ? accept(row, nowMs) : recordBlocked(row, block, nowMs);
}

/** One open submission for each (source, path, upload): the second caller gets the first one's id. */
export async function accept(row: NewSubmission, nowMs: number): Promise<IntakeResult> {
  try {
    await commit(insertSubmission(row, "submit", nowMs));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const open = await findOpen(row);
    if (open !== null) return { kind: "duplicate", submission: open };
    // It reached a terminal state between our insert and our read, so this insert succeeds now.
    await commit(insertSubmission(row, "submit", nowMs));
  }
  await drainAfterCommit(nowMs);
  return { kind: "accepted", submission: await requireSubmission(row.id) };
}

/** A blocked source has one BLOCKED row, however often it is submitted (L20). */
export async function recordBlocked(
  row: NewSubmission,
  block: BlocklistEntry,
  nowMs: number,
): Promise<IntakeResult> {
  const { code, text } = blockedReason(block);
  const existing = await findInState(row, "BLOCKED");
  if (existing !== null) return { kind: "blocked", submissionId: existing.id };
  const blocked = { ...row, state: "BLOCKED" as const, reasonCode: code, reason: text, terminalAt: nowMs };
  await commit(insertSubmission(blocked, "submit", nowMs));
  await drainAfterCommit(nowMs);
  return { kind: "blocked", submissionId: row.id };
}

export function newSubmission(
  source: SourceRef,
  by: { submittedBy: string; email?: string; skillName?: string },
): NewSubmission {
  return {
    id: crypto.randomUUID(),
    sourceKind: source.kind,
    sourceUrl: source.url,
    owner: source.owner,
    repo: source.repo,
    sourceRef: source.ref ?? "",
    skillPath: source.path,
    skillName: by.skillName ?? source.path.split("/").at(-1) ?? "",
    submittedBy: by.submittedBy,
    email: by.email ?? null,
  };
}

export function subjectOf({ owner, sourceUrl }: NewSubmission): { owner: string; sourceUrl: string } {
  return { owner, sourceUrl };
}

async function findOpen(row: NewSubmission): Promise<SubmissionRow | null> {
  return newest(row, OPEN_STATES);
}

async function findInState(row: NewSubmission, state: SubmissionState): Promise<SubmissionRow | null> {
  return newest(row, [state]);
}

async function newest(row: NewSubmission, states: readonly SubmissionState[]): Promise<SubmissionRow | null> {
  const found = await ledger()
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.sourceUrl, row.sourceUrl),
        eq(submissions.skillPath, row.skillPath),
        eq(submissions.uploadDigest, row.uploadDigest ?? ""),
        inArray(submissions.state, [...states]),
      ),
    )
    .orderBy(desc(submissions.createdAt), desc(sql`rowid`))
    .limit(1);
  return found[0] ?? null;
}
