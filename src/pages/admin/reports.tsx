/** `/admin/reports`: what people report and appeal, and the answers. */
import { Hono } from "hono";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { closeReport, listReports, type SkillReport } from "../../lib/skills/abuse-report-store.ts";
import { When } from "../parts/format.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

export const adminReportsPage = new Hono<AppEnv>();

const SHOWN = 100;

adminReportsPage.get("/admin/reports", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const [open, closed] = await Promise.all([listReports("open", SHOWN, 0), listReports("closed", 20, 0)]);
  return sendAdminPage(
    c,
    session,
    "Reports and appeals",
    <>
      {open.length === 0 && <p class="notice notice-good">Nothing is open.</p>}
      {open.length === SHOWN && (
        <p class="small muted">{`The newest ${SHOWN}; older ones follow as these are answered.`}</p>
      )}
      <ul class="stack">
        {open.map((report) => (
          <Report session={session} report={report} />
        ))}
      </ul>
      {closed.length > 0 && <h2>Answered</h2>}
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
      {report.contact !== null && <p class="small muted">{`answer to ${report.contact}`}</p>}
      {report.status === "closed" ? (
        <p class="small">
          <strong>Answer: </strong>
          <Visible text={report.answer ?? ""} />
        </p>
      ) : (
        <div class="row items-start">
          <ActionForm
            session={session}
            action={`/admin/reports/${report.id}/close`}
            label="Answer and close…"
            confirm="Close"
            tone="main"
            says="Your reason is the answer that is kept."
          />
          <a class="btn btn-sm" href={`/admin/skills?skill=${encodeURIComponent(report.slug)}`}>
            Act on the skill
          </a>
        </div>
      )}
    </li>
  );
}

adminReportsPage.post(
  "/admin/reports/:id/close",
  adminAction("/admin/reports", "Closed.", async (action, c) => {
    requireReason(action);
    const closed = await closeReport(
      c.req.param("id") ?? "",
      action.by.actor,
      action.by.reason,
      action.nowMs,
    );
    return closed
      ? { kind: "done" }
      : { kind: "said", good: false, text: "Someone else has answered it already." };
  }),
);
