/** Runs an admin's form: checks session, form and reason, acts, and redirects to a page that shows the result. */
import { Refusal } from "../../domain/problem.ts";
import { type AdminSession, type FlashMessage, readAdminForm, setFlash } from "../../http/admin-session.ts";
import type { ActionResult, By } from "../../lib/actions/action.ts";
import type { PageContext } from "../page-response.tsx";
import { MAX_REASON_CHARACTERS, MIN_REASON_CHARACTERS } from "./action-form.tsx";
import { requireSession } from "./frame.tsx";

export interface AdminAction {
  readonly fields: Readonly<Record<string, string>>;
  readonly by: By;
  readonly nowMs: number;
}

/** The result of an action: the store's own, or a message of the page. */
type AdminResult = ActionResult | ({ readonly kind: "flash" } & FlashMessage);

export const succeeded = (text: string): AdminResult => ({ kind: "flash", good: true, text });
export const failed = (text: string): AdminResult => ({ kind: "flash", good: false, text });

type Act = (action: AdminAction, c: PageContext) => Promise<AdminResult>;

/** A POST route that redirects to `back`, where the next page shows `doneText` or the problem. */
export function adminAction(back: string | ((c: PageContext) => string), doneText: string, act: Act) {
  return async (c: PageContext): Promise<Response> => {
    const session = await requireSession(c);
    if (session instanceof Response) return session;
    const fields = await readAdminForm(c, session);
    setFlash(c, await flashFor(doneText, () => act(actionOf(session, fields), c)));
    return c.redirect(typeof back === "string" ? back : back(c), 303);
  };
}

/** Throws BAD_REQUEST without a reason: the audit log has one for every action. */
function actionOf({ actor }: AdminSession, fields: Readonly<Record<string, string>>): AdminAction {
  const reason = (fields.reason ?? "").trim();
  if (reason.length < MIN_REASON_CHARACTERS || reason.length > MAX_REASON_CHARACTERS)
    throw new Refusal("BAD_REQUEST", "Enter a reason.");
  return { fields, by: { actor, reason }, nowMs: Date.now() };
}

async function flashFor(doneText: string, act: () => Promise<AdminResult>): Promise<FlashMessage> {
  try {
    const result = await act();
    if (result.kind === "flash") return { good: result.good, text: result.text };
    return result.kind === "done"
      ? { good: true, text: doneText }
      : { good: false, text: result.problem.message };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { good: false, text: error.problem.message };
  }
}
