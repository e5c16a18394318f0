/** `/skills/{…}/report`: report a skill, or appeal a decision. Works without scripts. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "../../domain/problem.ts";
import { parseSlug } from "../../domain/slug.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm } from "../../http/read-form.ts";
import { REPORT_KINDS } from "../../lib/ledger/schema/skills.ts";
import { addReport } from "../../lib/skills/abuse-report-store.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { type PageContext, sendPage } from "../page-response.tsx";

export const abuseReportPage = new Hono<AppEnv>();

const KIND_LABELS: Readonly<Record<(typeof REPORT_KINDS)[number], string>> = {
  malware: "Harmful behaviour",
  impersonation: "Impersonation",
  broken: "Doesn't work",
  licence: "Licence violation",
  appeal: "Appeal a decision",
  other: "Something else",
};

const formSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  message: z
    .string()
    .trim()
    .min(10, "Write at least 10 characters.")
    .max(5000, "Write at most 5,000 characters."),
  contact: z.union([z.literal(""), z.email("Invalid email address.").max(254)]),
});

interface Filled {
  readonly kind?: string | undefined;
  readonly message?: string | undefined;
  readonly contact?: string | undefined;
}

const PATH = "/skills/:owner/:repo/:skill/report";

function slugOf(c: PageContext): string | null {
  const { owner = "", repo = "", skill = "" } = c.req.param();
  const slug = `${owner}/${repo}/${skill}`.toLowerCase();
  return parseSlug(slug) === null ? null : slug;
}

abuseReportPage.get(PATH, (c) => {
  const slug = slugOf(c);
  if (slug === null) return sendProblemPage(c, problem("NOT_FOUND"));
  return sendFormPage(c, { slug, filled: { kind: c.req.query("kind") }, errors: {} });
});

abuseReportPage.post(PATH, limitPageWrites, async (c) => {
  const slug = slugOf(c);
  if (slug === null) return sendProblemPage(c, problem("NOT_FOUND"));
  const filled = await readForm(c);
  const parsed = formSchema.safeParse({ contact: "", ...filled });
  if (!parsed.success) {
    const errors = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
    );
    return sendFormPage(c, { slug, filled, errors });
  }
  const { kind, message, contact } = parsed.data;
  const report = { slug, version: null, kind, message, contact: contact || null, reportedBy: "anonymous" };
  const id = await addReport(report, Date.now());
  return sendPage(
    c,
    { title: "Report received", description: "Report received.", noIndex: true, cache: "never" },
    <div class="wrap narrow stack">
      <h1>Thank you</h1>
      <p class="notice notice-good">{`Report received (#${id.slice(0, 8)}).`}</p>
      <p>
        <a href={`/skills/${slug}`}>Back to the skill</a>
      </p>
    </div>,
  );
});

type Errors = Readonly<Record<string, string>>;

interface ReportForm {
  readonly slug: string;
  readonly filled: Filled;
  readonly errors: Errors;
}

function sendFormPage(c: PageContext, form: ReportForm): Promise<Response> {
  const { slug, errors } = form;
  return sendPage(
    c,
    {
      title: `Report ${slug}`,
      description: "Report a skill.",
      noIndex: true,
      cache: "never",
      status: Object.keys(errors).length > 0 ? 400 : 200,
    },
    <div class="wrap narrow stack">
      <h1>{`Report ${slug}`}</h1>
      <p class="lead">An operator reads every report. Only operators can see it.</p>
      <ReportFields form={form} />
    </div>,
  );
}

function ReportFields({ form: { slug, filled, errors } }: { form: ReportForm }) {
  return (
    <form method="post" action={`/skills/${slug}/report`} class="card stack">
      <label class="field">
        <span>What is wrong?</span>
        <select class="input" name="kind">
          {REPORT_KINDS.map((kind) => (
            <option value={kind} selected={kind === filled.kind}>
              {KIND_LABELS[kind]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Details</span>
        <textarea class="input" name="message" rows={6} required minlength={10} maxlength={5000}>
          {filled.message ?? ""}
        </textarea>
        <FieldError text={errors.message} />
      </label>
      <label class="field">
        <span>Email (optional)</span>
        <input
          class="input"
          type="email"
          name="contact"
          value={filled.contact ?? ""}
          autocomplete="email"
          maxlength={254}
        />
        <FieldError text={errors.contact} />
      </label>
      <button class="btn btn-main" type="submit">
        Send
      </button>
    </form>
  );
}

function FieldError({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p class="small bad" role="alert">
      {text}
    </p>
  );
}
