/** `/admin/blocklist`: entries in force, a new one, and taking one off. */
import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { block, unblock } from "../../lib/actions/block-actions.ts";
import { listBlocklist } from "../../lib/skills/blocklist-store.ts";
import { count, When } from "../parts/format.tsx";
import { SeverityBadge } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

export const adminBlocklistPage = new Hono<AppEnv>();

const orNull = z
  .string()
  .trim()
  .max(300)
  .default("")
  .transform((text) => text || null);

const entrySchema = z
  .object({
    skillName: orNull,
    sourceUrl: orNull,
    owner: orNull.transform((text) => text?.toLowerCase() ?? null),
    digest: orNull.refine(
      (text) => text === null || /^sha256:[0-9a-f]{64}$/.test(text),
      "The digest is not one.",
    ),
    threatType: z.string().trim().min(3, "Name the threat.").max(100),
    severity: z.enum(["low", "medium", "high", "critical"]),
  })
  .refine(
    ({ skillName, sourceUrl, owner, digest }) => (skillName ?? sourceUrl ?? owner ?? digest) !== null,
    "Say what is blocked: a name, a source, an owner or a digest.",
  );

const FIELDS = [
  ["skillName", "Name of the skill"],
  ["owner", "Owner"],
  ["sourceUrl", "Source, as its address"],
  ["digest", "Digest of the content, sha256:…"],
] as const;

adminBlocklistPage.get("/admin/blocklist", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const entries = await listBlocklist();
  return sendAdminPage(
    c,
    session,
    "Blocklist",
    <>
      <ActionForm
        session={session}
        action="/admin/blocklist"
        label="Block something…"
        confirm="Block, and take down what matches"
        tone="bad"
        says="Every field that is filled in must match. A name alone is a ban everywhere; add the owner or the source to mean one."
      >
        {FIELDS.map(([name, label]) => (
          <label class="field">
            <span>{label}</span>
            <input
              class="input"
              name={name}
              maxlength={300}
              autocomplete="off"
              value={c.req.query(name) ?? ""}
            />
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
      {entries.length === 0 && <p class="notice">Nothing is blocked.</p>}
      <ul class="stack">
        {entries.map((entry) => (
          <li class="card stack">
            <p class="row">
              <SeverityBadge severity={entry.severity} />
              <strong>
                {[entry.skillName, entry.owner, entry.sourceUrl, entry.digest]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </strong>
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
              label="Take it off…"
              confirm="Take it off"
              says="What was taken down stays down until it is brought back, under Skills."
            />
          </li>
        ))}
      </ul>
    </>,
  );
});

adminBlocklistPage.post(
  "/admin/blocklist",
  adminAction("/admin/blocklist", "Blocked.", async (action) => {
    requireReason(action);
    const parsed = entrySchema.safeParse(action.fields);
    if (!parsed.success)
      return { kind: "said", good: false, text: parsed.error.issues.map(({ message }) => message).join(" ") };
    const made = { ...parsed.data, reason: action.by.reason, evidenceUrls: [] };
    const { takenDown } = await block(made, action.by, action.nowMs);
    return { kind: "said", good: true, text: `Blocked; ${count(takenDown.length, "skill")} taken down.` };
  }),
);

adminBlocklistPage.post(
  "/admin/blocklist/:id/remove",
  adminAction("/admin/blocklist", "Taken off the list.", async (action, c) => {
    requireReason(action);
    return unblock(c.req.param("id") ?? "", action.by, action.nowMs);
  }),
);
