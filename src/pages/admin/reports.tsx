/** `/admin/reports`: abuse reports and appeals, and the replies to them. */
import { Hono } from "hono";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { closeReport, listReports, type SkillReport } from "../../lib/skills/abuse-report-store.ts";
import { When } from "../parts/format.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

export const adminReportsPage = new Hono<AppEnv>();

const OPEN_SHOWN = 100;
const CLOSED_SHOWN = 20;

adminReportsPage.get("/admin/reports", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const [open, closed] = await Promise.all([
    listReports("open", OPEN_SHOWN, 0),
    listReports("closed", CLOSED_SHOWN, 0),
  ]);
  return sendAdminPage(
    c,
    { session, title: "Reports and appeals" },
    <>
      {open.length === 0 && <p class="notice notice-good">No open reports.</p>}
      {open.length === OPEN_SHOWN && (
        <p class="small muted">{`The newest ${OPEN_SHOWN}. Older ones appear as you close these.`}</p>
      )}
      <ul class="stack">
        {open.map((report) => (
          <Report session={session} report={report} />
        ))}
      </ul>
      {closed.length > 0 && <h2>Closed</h2>}
      <ul class="stack">
        {closed.map((report) => (
          <Report session={session} report={report} />
        ))}
      </ul>
    </>,
  );
});

function Report({ session, report }: { session: AdminSession; report: SkillReport }) {
  return (
    <li class="card stack">
      <p class="row">
        <span class={`badge ${report.kind === "appeal" ? "wait" : "bad"}`}>{report.kind}</span>
        <a href={`/skills/${report.slug}`}>{report.slug}</a>
        <span class="small muted">
          <When at={report.createdAt} />
        </span>
      </p>
      <p>
        <Visible text={report.message} />
      </p>
      {report.contact !== null && <p class="small muted">{`reply to ${report.contact}`}</p>}
      {report.status === "closed" ? (
        <p class="small">
          <strong>Reply: </strong>
          <Visible text={report.answer ?? ""} />
        </p>
      ) : (
        <div class="row items-start">
          <ActionForm
            session={session}
            action={`/admin/reports/${report.id}/close`}
            label="Reply and close"
            confirm="Close"
            tone="main"
            reasonLabel="Reply"
          />
          <a class="btn btn-sm" href={`/admin/skills?skill=${encodeURIComponent(report.slug)}`}>
            Manage skill
          </a>
        </div>
      )}
    </li>
  );
}

adminReportsPage.post(
  "/admin/reports/:id/close",
  adminAction("/admin/reports", "Closed.", async ({ by, nowMs }, c) => {
    const closed = await closeReport(c.req.param("id") ?? "", by, nowMs);
    return closed ? { kind: "done" } : failed("Already closed by someone else.");
  }),
);
