/** `/report`: the contact page of security.txt. Leads to the report form of one skill. */
import { Hono } from "hono";
import { parseSlug } from "../../domain/slug.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requireWorkerEnv } from "../../lib/worker-context.ts";
import { sendPage } from "../page-response.tsx";

export const reportEntryPage = new Hono<AppEnv>();

/** Accepts `owner/repo/skill`, or the URL of a skill's page. */
function slugIn(text: string): string | null {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]+\/skills\//, "")
    .replace(/\/+$/, "");
  return parseSlug(slug) === null ? null : slug;
}

reportEntryPage.get("/report", async (c) => {
  const input = c.req.query("skill");
  const slug = input === undefined ? null : slugIn(input);
  if (slug !== null) return c.redirect(`/skills/${slug}/report`, 303);
  const contact = requireWorkerEnv().SECURITY_CONTACT;
  return sendPage(
    c,
    {
      title: "Report a problem",
      description: "Report a harmful skill, appeal a decision, or report a vulnerability.",
      canonical: "/report",
      status: input === undefined ? 200 : 422,
      cache: input === undefined ? "revalidate" : "never",
    },
    <div class="wrap narrow stack">
      <h1>Report a problem</h1>
      <p class="lead">
        Report a harmful skill or an impersonation, or appeal a decision. An operator reads every report.
      </p>
      <form action="/report" method="get" class="card stack">
        {input !== undefined && (
          <p class="notice notice-bad" role="alert">
            Not a skill name or URL.
          </p>
        )}
        <label class="field">
          <span>Which skill?</span>
          <input class="input" name="skill" required maxlength={300} value={input ?? ""} autocomplete="off" />
          <p class="hint">Its name, such as acme/tools/pdf, or the URL of its page.</p>
        </label>
        <button class="btn btn-main" type="submit">
          Continue
        </button>
      </form>
      {contact !== undefined && contact !== "" && (
        <p>
          To report a vulnerability in this registry: <a href={contact}>{contact.replace(/^mailto:/, "")}</a>
        </p>
      )}
    </div>,
  );
});
