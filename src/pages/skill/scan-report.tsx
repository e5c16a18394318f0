/** `/skills/{…}/report`: say that something is wrong with a skill, or appeal against a decision. Works without scripts. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "../../domain/problem.ts";
import { parseSlug } from "../../domain/slug.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm } from "../../http/read-form.ts";
import { REPORT_KINDS } from "../../lib/ledger/api-schema.ts";
import { addReport } from "../../lib/skills/abuse-report-store.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { type PageContext, sendPage } from "../page-response.tsx";

export const skillReportPage = new Hono<AppEnv>();

const KIND_LABELS: Readonly<Record<(typeof REPORT_KINDS)[number], string>> = {
  malware: "It does something harmful",
  impersonation: "It pretends to be someone else's",
  broken: "It does not work",
  licence: "It breaks a licence",
  appeal: "I appeal against a decision about it",
  other: "Something else",
};

const formSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  message: z
    .string()
    .trim()
    .min(10, "Please write at least a sentence.")
    .max(5000, "Please keep it under 5,000 characters."),
  contact: z.union([z.literal(""), z.email("That is not an e-mail address.").max(254)]),
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

skillReportPage.get(PATH, (c) => {
  const slug = slugOf(c);
  if (slug === null) return sendProblemPage(c, problem("NOT_FOUND"));
  return sendFormPage(c, slug, { kind: c.req.query("kind") }, {});
});

skillReportPage.post(PATH, limitPageWrites, async (c) => {
  const slug = slugOf(c);
  if (slug === null) return sendProblemPage(c, problem("NOT_FOUND"));
  const filled = await readForm(c);
  const parsed = formSchema.safeParse({ contact: "", ...filled });
  if (!parsed.success) {
    const errors = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
    );
    return sendFormPage(c, slug, filled, errors);
  }
  const { kind, message, contact } = parsed.data;
  const report = { slug, version: null, kind, message, contact: contact || null, reportedBy: "anonymous" };
  const id = await addReport(report, Date.now());
  return sendPage(
    c,
    { title: "Thank you", description: "The report was taken.", noIndex: true, cache: "never" },
    <div class="wrap narrow stack">
      <h1>Thank you</h1>
      <p class="notice notice-good">
        Your report on <strong>{slug}</strong> was taken. The operators see it in their queue, under the
        number <code>{id.slice(0, 8)}</code>.
      </p>
      <p>
        <a href={`/skills/${slug}`}>Back to the skill</a>
      </p>
    </div>,
  );
});

type Errors = Readonly<Record<string, string>>;

function sendFormPage(c: PageContext, slug: string, filled: Filled, errors: Errors): Promise<Response> {
  const wrong = Object.keys(errors).length > 0;
  return sendPage(
    c,
    {
      title: `Report ${slug}`,
      description: "Report a skill.",
      noIndex: true,
      cache: "never",
      status: wrong ? 400 : 200,
    },
    <div class="wrap narrow stack">
      <h1>{`Report ${slug}`}</h1>
      <p class="lead">A person reads every report. What you write is seen by the operators only.</p>
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
          <span>Tell us more</span>
          <textarea class="input" name="message" rows={6} required minlength={10} maxlength={5000}>
            {filled.message ?? ""}
          </textarea>
          <FieldError text={errors.message} />
        </label>
        <label class="field">
          <span>E-mail, if you want an answer</span>
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
    </div>,
  );
}

function FieldError({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p class="small bad" role="alert">
      {text}
    </p>
  );
}
