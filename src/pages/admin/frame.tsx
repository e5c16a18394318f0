/** The frame of the administration: who is signed in, where one is, what the last action came to. */
import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { problem, Refusal } from "../../domain/problem.ts";
import {
  type AdminSession,
  consumeFlash,
  getSession,
  readAdminForm,
  setFlash,
} from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import type { ActionResult, By } from "../../lib/actions/action.ts";
import { type PageContext, sendPage } from "../page-response.tsx";

const NAV = [
  ["/admin", "Overview"],
  ["/admin/submissions?show=review", "Reviews"],
  ["/admin/submissions", "Submissions"],
  ["/admin/dead-letters", "Dead letters"],
  ["/admin/skills", "Skills"],
  ["/admin/blocklist", "Blocklist"],
  ["/admin/reports", "Reports"],
  ["/admin/owners", "Owners"],
  ["/admin/tokens", "Tokens"],
  ["/admin/audit", "Audit log"],
] as const;

/** The session, or a redirect to the sign-in. */
export async function requireSession(c: Context<AppEnv>): Promise<AdminSession | Response> {
  const session = await getSession(c, Date.now());
  return session ?? c.redirect("/admin/sign-in", 303);
}

export function sendAdminPage(
  c: PageContext,
  session: AdminSession,
  title: string,
  body: Child,
): Promise<Response> {
  const said = consumeFlash(c);
  const here = c.req.path + (c.req.query("show") === "review" ? "?show=review" : "");
  return sendPage(
    c,
    { title: `${title} · Administration`, description: "Administration.", noIndex: true, cache: "never" },
    <div class="wrap stack">
      <div class="spread">
        <nav class="nav m-0!" aria-label="Administration">
          {NAV.map(([href, label]) => (
            <a href={href} {...(href === here ? { "aria-current": "page" as const } : {})}>
              {label}
            </a>
          ))}
        </nav>
        <form method="post" action="/admin/sign-out" class="row">
          <input type="hidden" name="csrf" value={session.csrf} />
          <span class="small muted">
            {/^operator$|^github:/.test(session.actor) ? session.actor : `token ${session.actor.slice(0, 8)}`}
          </span>
          <button class="btn btn-sm" type="submit">
            Sign out
          </button>
        </form>
      </div>
      {said !== null && (
        <p class={`notice ${said.good ? "notice-good" : "notice-bad"}`} role="status">
          {said.text}
        </p>
      )}
      <h1>{title}</h1>
      {body}
    </div>,
  );
}

/** The page of a list that the address asks for; the first where it makes no sense. */
export function pageOf(c: PageContext): number {
  return Math.max(1, Math.floor(Number(c.req.query("page") ?? "1")) || 1);
}

export interface AdminAction {
  readonly session: AdminSession;
  readonly fields: Readonly<Record<string, string>>;
  readonly by: By;
  readonly nowMs: number;
}

/** What an action answers: done or refused, with the sentence to show. */
export type Done = ActionResult | { readonly kind: "said"; readonly good: boolean; readonly text: string };

/**
 * A route that does something: session, form, reason, action, result, and back to `to`. What is refused is said on
 * the page that one comes back to.
 */
export function adminAction(
  to: string | ((c: PageContext) => string),
  doneText: string,
  act: (action: AdminAction, c: PageContext) => Promise<Done>,
) {
  return async (c: PageContext): Promise<Response> => {
    const session = await requireSession(c);
    if (session instanceof Response) return session;
    const fields = await readAdminForm(c, session);
    setFlash(c, await flashFor(doneText, () => act(actionOf(session, fields), c)));
    return c.redirect(typeof to === "string" ? to : to(c), 303);
  };
}

function actionOf(session: AdminSession, fields: Readonly<Record<string, string>>): AdminAction {
  const reason = (fields.reason ?? "").trim();
  return { session, fields, by: { actor: session.actor, reason }, nowMs: Date.now() };
}

const SHORTEST_REASON = 3;
const LONGEST_REASON = 2_000;

/** Every action says why; a form without it did not come from our page. */
export function requireReason({ by }: AdminAction): void {
  if (by.reason.length < SHORTEST_REASON || by.reason.length > LONGEST_REASON)
    throw new Refusal("BAD_REQUEST", "Say why, in a few words.");
}

async function flashFor(doneText: string, act: () => Promise<Done>) {
  try {
    const result = await act();
    if (result.kind === "said") return result;
    return result.kind === "done"
      ? { good: true, text: doneText }
      : { good: false, text: result.problem.message };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { good: false, text: (error.problem ?? problem("INTERNAL")).message };
  }
}
