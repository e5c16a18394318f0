/** The frame of the admin pages: navigation, the signed-in user, the result of the last action. */
import type { Child } from "hono/jsx";
import { type AdminSession, consumeFlash, getSession } from "../../http/admin-session.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { actorLabel } from "../parts/format.tsx";

const NAV = [
  ["/admin", "Overview"],
  ["/admin/submissions?show=review", "Reviews"],
  ["/admin/submissions", "Submissions"],
  ["/admin/dead-letters", "Dead letters"],
  ["/admin/skills", "Skills"],
  ["/admin/blocklist", "Blocklist"],
  ["/admin/suppressions", "Suppressions"],
  ["/admin/reports", "Reports"],
  ["/admin/owners", "Publishers"],
  ["/admin/tokens", "Tokens"],
  ["/admin/audit", "Audit log"],
] as const;

/** The session, or a redirect to the sign-in page. */
export async function requireSession(c: PageContext): Promise<AdminSession | Response> {
  const session = await getSession(c, Date.now());
  return session ?? c.redirect("/admin/sign-in", 303);
}

interface AdminHead {
  readonly session: AdminSession;
  readonly title: string;
}

export function sendAdminPage(c: PageContext, { session, title }: AdminHead, body: Child): Promise<Response> {
  const flash = consumeFlash(c);
  return sendPage(
    c,
    { title: `${title} · Admin`, description: "Admin pages.", noIndex: true, cache: "never" },
    <div class="wrap stack">
      <div class="spread">
        <Navigation here={c.req.path + (c.req.query("show") === "review" ? "?show=review" : "")} />
        <SignOut session={session} />
      </div>
      {flash !== null && (
        <p class={`notice ${flash.good ? "notice-good" : "notice-bad"}`} role="status">
          {flash.text}
        </p>
      )}
      <h1>{title}</h1>
      {body}
    </div>,
  );
}

function Navigation({ here }: { here: string }) {
  return (
    <nav class="nav m-0!" aria-label="Admin">
      {NAV.map(([href, label]) => (
        <a href={href} {...(href === here ? { "aria-current": "page" as const } : {})}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function SignOut({ session: { actor, csrf } }: { session: AdminSession }) {
  return (
    <form method="post" action="/admin/sign-out" class="row">
      <input type="hidden" name="csrf" value={csrf} />
      <span class="small muted">{actorLabel(actor)}</span>
      <button class="btn btn-sm" type="submit">
        Sign out
      </button>
    </form>
  );
}

/** The page number in the query; 1 when it is missing or invalid. */
export function pageOf(c: PageContext): number {
  return Math.max(1, Math.floor(Number(c.req.query("page") ?? "1")) || 1);
}
