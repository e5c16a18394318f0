/** `/admin/owners`: names that are proven, by proof or by hand. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { addVendor, listVendors, removeVendor } from "../../lib/accounts/vendors.ts";
import { When } from "../parts/format.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

export const adminOwnersPage = new Hono<AppEnv>();

adminOwnersPage.get("/admin/owners", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const vendors = await listVendors();
  return sendAdminPage(
    c,
    session,
    "Owners",
    <>
      <p class="muted">
        Owners prove their names themselves, with a text in their repository, on their site or in its DNS.
        Skills of a proven owner are scanned like any other; the proof adds provenance on top.
      </p>
      <ActionForm
        session={session}
        action="/admin/owners"
        label="Verify a name by hand…"
        confirm="Verify"
        says="Only where you know it from elsewhere. Say how."
      >
        <label class="field">
          <span>Owner</span>
          <input class="input" name="owner" required maxlength={100} autocomplete="off" />
        </label>
      </ActionForm>
      {vendors.length === 0 && <p class="notice">No name is proven yet.</p>}
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
              label="Take it back…"
              confirm="Take it back"
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
  adminAction("/admin/owners", "Verified.", async (action) => {
    requireReason(action);
    const owner = (action.fields.owner ?? "").trim().toLowerCase();
    if (!/^[a-z0-9][a-z0-9.-]{0,99}$/.test(owner))
      return { kind: "said", good: false, text: "That is not an owner's name." };
    const added = await addVendor(owner, action.by, action.nowMs);
    return added ? { kind: "done" } : { kind: "said", good: false, text: "This name is proven already." };
  }),
);

adminOwnersPage.post(
  "/admin/owners/:owner/remove",
  adminAction("/admin/owners", "Taken back.", async (action, c) => {
    requireReason(action);
    const removed = await removeVendor(c.req.param("owner") ?? "", action.by, action.nowMs);
    return removed ? { kind: "done" } : { kind: "said", good: false, text: "This name was not proven." };
  }),
);
