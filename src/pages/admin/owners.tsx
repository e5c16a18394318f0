/** `/admin/owners`: verified publishers, by their own proof or by an admin. */
import { Hono } from "hono";
import { isSlugPart } from "../../domain/slug.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { addVendor, listVendors, removeVendor } from "../../lib/accounts/vendors.ts";
import { When } from "../parts/format.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

export const adminOwnersPage = new Hono<AppEnv>();

adminOwnersPage.get("/admin/owners", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const vendors = await listVendors();
  return sendAdminPage(
    c,
    { session, title: "Publishers" },
    <>
      <p class="muted">
        Publishers verify their own names with a line in their repository, on their site or in its DNS. Skills
        of a verified publisher are scanned like any other.
      </p>
      <ActionForm
        session={session}
        action="/admin/owners"
        label="Verify publisher manually"
        confirm="Verify"
        hint="Only if you've confirmed it another way."
      >
        <label class="field">
          <span>Owner</span>
          <input class="input" name="owner" required maxlength={100} autocomplete="off" />
        </label>
      </ActionForm>
      {vendors.length === 0 && <p class="notice">No verified publishers yet.</p>}
      <ul class="stack">
        {vendors.map(({ owner, verifiedBy, verifiedAt }) => (
          <li class="card row items-start">
            <a href={`/publishers/${owner}`}>{owner}</a>
            <span class="small muted">
              {`by ${verifiedBy}, `}
              <When at={verifiedAt} />
            </span>
            <ActionForm
              session={session}
              action={`/admin/owners/${owner}/remove`}
              label="Revoke"
              confirm="Revoke"
              tone="bad"
            />
          </li>
        ))}
      </ul>
    </>,
  );
});

adminOwnersPage.post(
  "/admin/owners",
  adminAction("/admin/owners", "Verified.", async ({ fields, by, nowMs }) => {
    const owner = (fields.owner ?? "").trim().toLowerCase();
    if (!isSlugPart(owner)) return failed("Invalid owner name.");
    const added = await addVendor(owner, by, nowMs);
    return added ? { kind: "done" } : failed("Already verified.");
  }),
);

adminOwnersPage.post(
  "/admin/owners/:owner/remove",
  adminAction("/admin/owners", "Revoked.", async ({ by, nowMs }, c) => {
    const removed = await removeVendor(c.req.param("owner") ?? "", by, nowMs);
    return removed ? { kind: "done" } : failed("This publisher is not verified.");
  }),
);
