/** `/admin/suppressions`: the suppressions of findings, a form to add one, and revocation. */
import { Hono } from "hono";
import { z } from "zod";
import {
  DEFAULT_SUPPRESSION_DAYS,
  expiryAfterDays,
  MAX_SUPPRESSION_DAYS,
  MAX_SUPPRESSION_REASON,
  newSuppressionSchema,
} from "../../domain/suppression.ts";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { addSuppression, revokeSuppression } from "../../lib/actions/suppression-actions.ts";
import { isRegistryRule } from "../../lib/scans/registry-findings-store.ts";
import {
  countSuppressions,
  listSuppressions,
  type SuppressionRow,
} from "../../lib/scans/suppression-store.ts";
import { listSubmissionsOfContents } from "../../lib/submissions/list.ts";
import { actorLabel, Digest, day, When } from "../parts/format.tsx";
import { Pager } from "../parts/pager.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed } from "./actions.ts";
import { pageOf, requireSession, sendAdminPage } from "./frame.tsx";

export const adminSuppressionsPage = new Hono<AppEnv>();

const PAGE_SIZE = 50;
/** Most contents have one submission. The list of submissions shows the others. */
const MAX_SUBMISSIONS = 200;

/** The form with rule and content filled in; null for a rule that cannot be suppressed. */
export const suppressLink = (ruleId: string, contentDigest: string): string | null =>
  isRegistryRule(ruleId) ? null : `/admin/suppressions?${new URLSearchParams({ ruleId, contentDigest })}`;

type Submission = Awaited<ReturnType<typeof listSubmissionsOfContents>>[number];

adminSuppressionsPage.get("/admin/suppressions", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const page = pageOf(c);
  const [rows, total] = await Promise.all([
    listSuppressions(PAGE_SIZE, (page - 1) * PAGE_SIZE),
    countSuppressions(),
  ]);
  const digests = [...new Set(rows.map(({ contentDigest }) => contentDigest))];
  const concerned = await listSubmissionsOfContents(digests, MAX_SUBMISSIONS);
  return sendAdminPage(
    c,
    { session, title: "Suppressions" },
    <>
      <NewSuppressionForm session={session} filled={c.req.query()} />
      {rows.length === 0 && <p class="notice">No suppressions.</p>}
      <ul class="stack">
        {rows.map((row) => (
          <Entry
            session={session}
            row={row}
            submissions={concerned.filter(({ digest }) => digest === row.contentDigest)}
          />
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / PAGE_SIZE)}
        href={(to) => `/admin/suppressions?page=${to}`}
      />
    </>,
  );
});

interface NewSuppressionProps {
  readonly session: AdminSession;
  readonly filled: Readonly<Record<string, string>>;
}

const FIELDS = [
  ["ruleId", "Rule"],
  ["contentDigest", "Content digest (sha256:…)"],
] as const;

function NewSuppressionForm({ session, filled }: NewSuppressionProps) {
  return (
    <ActionForm
      session={session}
      action="/admin/suppressions"
      label="Add suppression"
      confirm="Suppress"
      tone="main"
      maxReason={MAX_SUPPRESSION_REASON}
      open={filled.ruleId !== undefined}
      hint="The findings of this rule do not count for exactly this content until the end. Your name and reason are public. The decision about a submission changes when you re-scan it: open it below and select Re-scan."
    >
      {FIELDS.map(([name, label]) => (
        <label class="field">
          <span>{label}</span>
          <input
            class="input"
            name={name}
            required
            maxlength={80}
            autocomplete="off"
            value={filled[name] ?? ""}
          />
        </label>
      ))}
      <label class="field">
        <span>Ends in (days)</span>
        <input
          class="input"
          type="number"
          name="days"
          value={String(DEFAULT_SUPPRESSION_DAYS)}
          min="1"
          max={String(MAX_SUPPRESSION_DAYS)}
          required
        />
      </label>
    </ActionForm>
  );
}

interface EntryProps {
  readonly session: AdminSession;
  readonly row: SuppressionRow;
  readonly submissions: readonly Submission[];
}

function Entry({ session, row, submissions }: EntryProps) {
  return (
    <li class="card stack">
      <p class="row">
        <code>{row.ruleId}</code>
        <Digest value={row.contentDigest} />
        <span class="chip">{statusOf(row, Date.now())}</span>
      </p>
      <p class="small">
        <Visible text={row.reason} />{" "}
        <span class="muted">
          {`by ${actorLabel(row.author)}, `}
          <When at={row.createdAt} />
        </span>
      </p>
      {submissions.map(({ id, state, skillName }) => (
        <p class="row small">
          <StateBadge state={state} />
          <a href={`/admin/submissions/${id}`}>{skillName || "Untitled submission"}</a>
        </p>
      ))}
      {submissions.length === 0 && <p class="small muted">No submission has this content.</p>}
      {row.revokedAt === null && (
        <ActionForm
          session={session}
          action={`/admin/suppressions/${row.id}/revoke`}
          label="Revoke"
          confirm="Revoke"
          tone="bad"
          hint="A published version keeps its verdict until you re-scan its submission."
        />
      )}
    </li>
  );
}

function statusOf({ revokedAt, revokedBy, expiresAt }: SuppressionRow, nowMs: number): string {
  if (revokedAt !== null) return `revoked by ${actorLabel(revokedBy ?? "")} on ${day(revokedAt)}`;
  return `${expiresAt > nowMs ? "until" : "expired on"} ${day(expiresAt)}`;
}

const daysSchema = z.coerce.number().int().min(1).max(MAX_SUPPRESSION_DAYS);

adminSuppressionsPage.post(
  "/admin/suppressions",
  adminAction(
    "/admin/suppressions",
    "Suppressed. Re-scan the submission to apply it.",
    async ({ fields, by, nowMs }) => {
      const days = daysSchema.safeParse(fields.days);
      if (!days.success) return failed(`Enter 1 to ${MAX_SUPPRESSION_DAYS} days.`);
      const { ruleId, contentDigest } = fields;
      const expiresAt = expiryAfterDays(days.data, nowMs);
      const parsed = newSuppressionSchema.safeParse({ ruleId, contentDigest, reason: by.reason, expiresAt });
      if (!parsed.success) return failed(parsed.error.issues.map(({ message }) => message).join(" "));
      const result = await addSuppression(parsed.data, by.actor, nowMs);
      return result.kind === "added" ? { kind: "done" } : result;
    },
  ),
);

adminSuppressionsPage.post(
  "/admin/suppressions/:id/revoke",
  adminAction("/admin/suppressions", "Revoked. Re-scan its submissions to apply that.", ({ by, nowMs }, c) =>
    revokeSuppression(c.req.param("id") ?? "", by, nowMs),
  ),
);
