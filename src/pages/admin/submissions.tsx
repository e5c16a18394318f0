/** `/admin/submissions`: the review queue and all other submissions; one submission with its findings and files. */
import { Hono } from "hono";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import { problem } from "../../domain/problem.ts";
import type { AppEnv } from "../../http/app-env.ts";
import {
  approveSubmission,
  rejectSubmission,
  requeueSubmission,
  rescanSubmission,
  unblockSubmission,
  withdrawSubmission,
} from "../../lib/actions/submission-actions.ts";
import { getSubmission } from "../../lib/ledger/submission-rows.ts";
import { listSubmissions } from "../../lib/submissions/list.ts";
import { readSubmission } from "../../lib/submissions/read.ts";
import { sendProblemPage } from "../error-pages.tsx";
import type { PageContext } from "../page-response.tsx";
import { Pager } from "../parts/pager.tsx";
import { scoreColumn, skillColumn, stateColumn, updatedColumn } from "../parts/submission-columns.tsx";
import { Table } from "../parts/table.tsx";
import { shownFiles } from "../skill/files.tsx";
import { adminAction } from "./actions.ts";
import { pageOf, requireSession, sendAdminPage } from "./frame.tsx";
import { SubmissionReview } from "./review.tsx";

export const adminSubmissionsPage = new Hono<AppEnv>();

const PAGE_SIZE = 50;

interface SubmissionsQuery {
  readonly review: boolean;
  readonly q: string | undefined;
}

function addressOf({ review, q }: SubmissionsQuery, page: number): string {
  const params = { ...(review ? { show: "review" } : {}), ...(q === undefined ? {} : { q }) };
  return `/admin/submissions?${new URLSearchParams({ ...params, page: String(page) })}`;
}

adminSubmissionsPage.get("/admin/submissions", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const query = { review: c.req.query("show") === "review", q: c.req.query("q")?.trim() || undefined };
  const page = pageOf(c);
  const { submissions, total } = await listSubmissions({
    states: query.review ? ["NEEDS_REVIEW"] : undefined,
    q: query.q,
    sort: query.review ? "oldest" : "updated",
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  return sendAdminPage(
    c,
    { session, title: query.review ? "Reviews" : "Submissions" },
    <>
      <SearchForm query={query} />
      {submissions.length === 0 && (
        <p class="notice">{query.review ? "No pending reviews." : "No submissions match."}</p>
      )}
      <Table label="Submissions" columns={COLUMNS} rows={submissions} />
      <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} href={(to) => addressOf(query, to)} />
    </>,
  );
});

const COLUMNS = [skillColumn("/admin/submissions"), stateColumn, scoreColumn, updatedColumn];

function SearchForm({ query: { review, q } }: { query: SubmissionsQuery }) {
  return (
    <form action="/admin/submissions" method="get" class="searchbar">
      {review && <input type="hidden" name="show" value="review" />}
      <input
        class="input"
        type="search"
        name="q"
        value={q ?? ""}
        aria-label="Search submissions"
        maxlength={100}
      />
      <button class="btn" type="submit">
        Search
      </button>
    </form>
  );
}

adminSubmissionsPage.get("/admin/submissions/:id", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const id = c.req.param("id");
  const [row, found] = await Promise.all([getSubmission(id), readSubmission(id)]);
  if (row === null || found === null)
    return sendProblemPage(c, problem("NOT_FOUND", "Submission not found."));
  const digest = row.digest ?? (row.uploadDigest || null);
  const files = digest === null ? null : await shownFiles(digest);
  const path = c.req.query("path") ?? MANIFEST_NAME;
  return sendAdminPage(
    c,
    { session, title: row.skillName || "Submission" },
    <SubmissionReview session={session} row={row} found={found} files={files ?? []} path={path} />,
  );
});

const back = (c: PageContext) => `/admin/submissions/${c.req.param("id")}`;

/** The row version that the reviewer saw: a later decision gets a conflict (L09). */
const seenVersion = (fields: Readonly<Record<string, string>>) => Number(fields.version ?? "-1");

const actions = {
  approve: { doneText: "Approved. Publishing…", act: approveSubmission },
  reject: { doneText: "Rejected.", act: rejectSubmission },
  withdraw: { doneText: "Withdrawn.", act: withdrawSubmission },
  rescan: { doneText: "Re-scanning.", act: rescanSubmission },
  unblock: { doneText: "Unblocked. Re-scanning.", act: unblockSubmission },
  requeue: { doneText: "Requeued.", act: requeueSubmission },
} as const;

for (const [name, { doneText, act }] of Object.entries(actions)) {
  adminSubmissionsPage.post(
    `/admin/submissions/:id/${name}`,
    adminAction(back, doneText, async ({ fields, by, nowMs }, c) =>
      act(c.req.param("id") ?? "", { ...by, seenVersion: seenVersion(fields) }, nowMs),
    ),
  );
}
