/** `/admin/submissions`: the review queue and every other submission; one with its findings beside its files. */
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
import { When } from "../parts/format.tsx";
import { Pager } from "../parts/pager.tsx";
import { Scrolling } from "../parts/scrolling.tsx";
import { StateBadge } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { shownFiles } from "../skill/files.tsx";
import { adminAction, pageOf, requireReason, requireSession, sendAdminPage } from "./frame.tsx";
import { SubmissionReview } from "./review.tsx";

export const adminSubmissionsPage = new Hono<AppEnv>();

const PAGE_SIZE = 50;

adminSubmissionsPage.get("/admin/submissions", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const review = c.req.query("show") === "review";
  const q = c.req.query("q")?.trim() || undefined;
  const page = pageOf(c);
  const { submissions, total } = await listSubmissions({
    states: review ? ["NEEDS_REVIEW"] : undefined,
    q,
    sort: review ? "oldest" : "updated",
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const address = (to: number) =>
    `/admin/submissions?${new URLSearchParams({ ...(review ? { show: "review" } : {}), ...(q === undefined ? {} : { q }), page: String(to) })}`;
  return sendAdminPage(
    c,
    session,
    review ? "Reviews" : "Submissions",
    <>
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
      {submissions.length === 0 && (
        <p class="notice">{review ? "Nothing waits for a review." : "No submission matches."}</p>
      )}
      <Scrolling label="Submissions">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <th scope="col">State</th>
              <th scope="col">Score</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map((row) => (
              <tr>
                <td>
                  <a href={`/admin/submissions/${row.id}`}>
                    <Visible text={row.skillName || row.skillPath || "unnamed"} />
                  </a>
                  <div class="tiny muted">{row.repoUrl}</div>
                </td>
                <td>
                  <StateBadge state={row.state} />
                </td>
                <td class="num">{row.score ?? "–"}</td>
                <td>
                  <When at={row.updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} href={address} />
    </>,
  );
});

adminSubmissionsPage.get("/admin/submissions/:id", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const id = c.req.param("id");
  const [row, found] = await Promise.all([getSubmission(id), readSubmission(id)]);
  if (row === null || found === null)
    return sendProblemPage(c, problem("NOT_FOUND", "There is no such submission."));
  const digest = row.digest ?? (row.uploadDigest || null);
  const files = digest === null ? null : await shownFiles(digest);
  const path = c.req.query("path") ?? MANIFEST_NAME;
  return sendAdminPage(
    c,
    session,
    row.skillName || "Submission",
    <SubmissionReview session={session} row={row} found={found} files={files ?? []} path={path} />,
  );
});

const back = (c: { req: { param(name: string): string | undefined } }) =>
  `/admin/submissions/${c.req.param("id")}`;

/** `version` is the one that the person looked at: who decides second is told that it has changed (L09). */
const seen = (fields: Readonly<Record<string, string>>) => Number(fields.version ?? "-1");

const decisions = {
  approve: { said: "Approved; it is being published.", act: approveSubmission },
  reject: { said: "Rejected.", act: rejectSubmission },
  withdraw: { said: "Withdrawn.", act: withdrawSubmission },
  rescan: { said: "It is scanned again.", act: rescanSubmission },
  unblock: { said: "It is examined again.", act: unblockSubmission },
  requeue: { said: "It is back on the queue.", act: requeueSubmission },
} as const;

for (const [name, { said, act }] of Object.entries(decisions)) {
  adminSubmissionsPage.post(
    `/admin/submissions/:id/${name}`,
    adminAction(back, said, async (action, c) => {
      requireReason(action);
      return act(c.req.param("id") ?? "", action.by, action.nowMs, seen(action.fields));
    }),
  );
}
