/** `/admin/blocklist`: the entries, a form to add one, and removal. */
import { Hono } from "hono";
import { z } from "zod";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { block, unblock } from "../../lib/actions/block-actions.ts";
import { listBlocklist } from "../../lib/skills/blocklist-store.ts";
import { count, When } from "../parts/format.tsx";
import { SeverityBadge } from "../parts/trust-badges.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed, succeeded } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

export const adminBlocklistPage = new Hono<AppEnv>();

const optionalText = z
  .string()
  .trim()
  .max(300)
  .default("")
  .transform((text) => text || null);

const entrySchema = z
  .object({
    skillName: optionalText,
    sourceUrl: optionalText,
    owner: optionalText.transform((text) => text?.toLowerCase() ?? null),
    digest: optionalText.refine(
      (text) => text === null || /^sha256:[0-9a-f]{64}$/.test(text),
      "Invalid digest.",
    ),
    threatType: z.string().trim().min(3, "Enter a threat.").max(100),
    severity: z.enum(["low", "medium", "high", "critical"]),
  })
  .refine(
    ({ skillName, sourceUrl, owner, digest }) => (skillName ?? sourceUrl ?? owner ?? digest) !== null,
    "Enter a skill name, an owner, a source URL or a digest.",
  );

const FIELDS = [
  ["skillName", "Skill name"],
  ["owner", "Owner"],
  ["sourceUrl", "Source URL"],
  ["digest", "Content digest (sha256:…)"],
] as const;

adminBlocklistPage.get("/admin/blocklist", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const entries = await listBlocklist();
  return sendAdminPage(
    c,
    { session, title: "Blocklist" },
    <>
      <NewEntryForm session={session} filled={c.req.query()} />
      {entries.length === 0 && <p class="notice">The blocklist is empty.</p>}
      <ul class="stack">
        {entries.map((entry) => (
          <Entry session={session} entry={entry} />
        ))}
      </ul>
    </>,
  );
});

interface NewEntryProps {
  readonly session: AdminSession;
  readonly filled: Readonly<Record<string, string>>;
}

function NewEntryForm({ session, filled }: NewEntryProps) {
  return (
    <ActionForm
      session={session}
      action="/admin/blocklist"
      label="Add block"
      confirm="Block and take down matching skills"
      tone="bad"
      hint="All filled fields must match. A name alone blocks it everywhere; add an owner or source to narrow it."
    >
      {FIELDS.map(([name, label]) => (
        <label class="field">
          <span>{label}</span>
          <input class="input" name={name} maxlength={300} autocomplete="off" value={filled[name] ?? ""} />
        </label>
      ))}
      <label class="field">
        <span>Threat</span>
        <input class="input" name="threatType" required maxlength={100} placeholder="credential theft" />
      </label>
      <label class="field">
        <span>Severity</span>
        <select class="input" name="severity">
          {["critical", "high", "medium", "low"].map((severity) => (
            <option>{severity}</option>
          ))}
        </select>
      </label>
    </ActionForm>
  );
}

type BlocklistEntry = Awaited<ReturnType<typeof listBlocklist>>[number];

function Entry({ session, entry }: { session: AdminSession; entry: BlocklistEntry }) {
  const { skillName, owner, sourceUrl, digest } = entry;
  return (
    <li class="card stack">
      <p class="row">
        <SeverityBadge severity={entry.severity} />
        <strong>{[skillName, owner, sourceUrl, digest].filter((part) => part !== null).join(" · ")}</strong>
      </p>
      <p class="small">
        {`${entry.threatType}: `}
        <Visible text={entry.reason} />{" "}
        <span class="muted">
          {`by ${entry.createdBy}, `}
          <When at={entry.createdAt} />
        </span>
      </p>
      <ActionForm
        session={session}
        action={`/admin/blocklist/${entry.id}/remove`}
        label="Remove"
        confirm="Remove"
        hint="Skills that were taken down stay down until you restore them under Skills."
      />
    </li>
  );
}

adminBlocklistPage.post(
  "/admin/blocklist",
  adminAction("/admin/blocklist", "Blocked.", async ({ fields, by, nowMs }) => {
    const parsed = entrySchema.safeParse(fields);
    if (!parsed.success) return failed(parsed.error.issues.map(({ message }) => message).join(" "));
    const entry = { ...parsed.data, reason: by.reason, evidenceUrls: [] };
    const { takenDown } = await block(entry, by, nowMs);
    return succeeded(`Blocked. ${count(takenDown.length, "skill")} taken down.`);
  }),
);

adminBlocklistPage.post(
  "/admin/blocklist/:id/remove",
  adminAction("/admin/blocklist", "Removed from the blocklist.", async ({ by, nowMs }, c) =>
    unblock(c.req.param("id") ?? "", by, nowMs),
  ),
);
