/** `/admin/audit`: who did what by hand, and why. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { countAuditLog, listAuditLog } from "../../lib/ledger/audit-log.ts";
import { When } from "../parts/format.tsx";
import { Pager } from "../parts/pager.tsx";
import { Scrolling } from "../parts/scrolling.tsx";
import { Visible } from "../parts/visible.tsx";
import { pageOf, requireSession, sendAdminPage } from "./frame.tsx";

export const auditPage = new Hono<AppEnv>();

const PAGE_SIZE = 100;

auditPage.get("/admin/audit", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const page = pageOf(c);
  const [entries, total] = await Promise.all([
    listAuditLog(PAGE_SIZE, (page - 1) * PAGE_SIZE),
    countAuditLog(),
  ]);
  return sendAdminPage(
    c,
    session,
    "Audit log",
    <>
      <Scrolling label="Audit log">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">On</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ at, actor, action, subject, reason }) => (
              <tr>
                <td>
                  <When at={at} />
                </td>
                <td>{actor.slice(0, 12)}</td>
                <td>
                  <code>{action}</code>
                </td>
                <td>{subject}</td>
                <td>
                  <Visible text={reason} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} href={(to) => `/admin/audit?page=${to}`} />
    </>,
  );
});
