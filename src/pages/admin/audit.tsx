/** `/admin/audit`: every manual action, with its actor and reason. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { countAuditLog, listAuditLog } from "../../lib/ledger/audit-log.ts";
import { When } from "../parts/format.tsx";
import { Pager } from "../parts/pager.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { Visible } from "../parts/visible.tsx";
import { pageOf, requireSession, sendAdminPage } from "./frame.tsx";

export const auditPage = new Hono<AppEnv>();

const PAGE_SIZE = 100;

type AuditEntry = Awaited<ReturnType<typeof listAuditLog>>[number];

const COLUMNS: readonly Column<AuditEntry>[] = [
  { heading: "Time", cell: ({ at }) => <When at={at} /> },
  { heading: "Actor", cell: ({ actor }) => actor.slice(0, 12) },
  { heading: "Action", cell: ({ action }) => <code>{action}</code> },
  { heading: "Target", cell: ({ subject }) => subject },
  { heading: "Reason", cell: ({ reason, detail }) => <Visible text={reason + timesText(detail)} /> },
];

/** Failed sign-ins are counted in one row. */
function timesText(detail: string): string {
  const times = /^{"times":(\d+)}$/.exec(detail)?.[1] ?? "1";
  return times === "1" ? "" : ` (${times} times)`;
}

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
    { session, title: "Audit log" },
    <>
      <Table label="Audit log" columns={COLUMNS} rows={entries} />
      <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} href={(to) => `/admin/audit?page=${to}`} />
    </>,
  );
});
