/** `/report`: where security.txt sends people; leads to the form of the skill that they mean. */
import { Hono } from "hono";
import { parseSlug } from "../../domain/slug.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requireWorkerEnv } from "../../lib/worker-context.ts";
import { sendPage } from "../page-response.tsx";

export const reportPage = new Hono<AppEnv>();

/** `owner/repo/skill`, or an address of ours that ends in it. */
function slugIn(text: string): string | null {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]+\/skills\//, "")
    .replace(/\/+$/, "");
  return parseSlug(slug) === null ? null : slug;
}

reportPage.get("/report", async (c) => {
  const asked = c.req.query("skill");
  const slug = asked === undefined ? null : slugIn(asked);
  if (slug !== null) return c.redirect(`/skills/${slug}/report`, 303);
  const contact = requireWorkerEnv().SECURITY_CONTACT;
  return sendPage(
    c,
    {
      title: "Report a problem",
      description: "Report a skill that does harm, appeal against a decision, or tell us about a hole.",
      canonical: "/report",
      status: asked === undefined ? 200 : 422,
      cache: asked === undefined ? "revalidate" : "never",
    },
    <div class="wrap narrow stack">
      <h1>Report a problem</h1>
      <p class="lead">
        A skill that does harm, that pretends to be someone else's, or a decision that you want looked at
        again: a person reads every report.
      </p>
      <form action="/report" method="get" class="card stack">
        {asked !== undefined && (
          <p class="notice notice-bad" role="alert">
            That is not the name or address of a skill.
          </p>
        )}
        <label class="field">
          <span>Which skill?</span>
          <input class="input" name="skill" required maxlength={300} value={asked ?? ""} autocomplete="off" />
          <p class="hint">Its name, such as acme/tools/pdf, or the address of its page.</p>
        </label>
        <button class="btn btn-main" type="submit">
          Go on
        </button>
      </form>
      {contact !== undefined && contact !== "" && (
        <p>
          A hole in this registry itself: <a href={contact}>{contact.replace(/^mailto:/, "")}</a>
        </p>
      )}
    </div>,
  );
});
