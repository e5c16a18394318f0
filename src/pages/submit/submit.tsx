/** `/submit`: enter a URL and choose from the skills found there, or upload an archive. Works without scripts. */
import { Hono } from "hono";
import { Refusal } from "../../domain/problem.ts";
import { publishingOwner } from "../../domain/publisher.ts";
import { parseSelector } from "../../domain/skill-selector.ts";
import { githubWebHost, parseSourceUrl, type SourceRef } from "../../domain/source-ref.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { callerOf, hasScope } from "../../http/auth.ts";
import { discoverForClient } from "../../http/discover.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm, readFormWith, requireSameOrigin } from "../../http/read-form.ts";
import { readUpload } from "../../lib/sources/upload.ts";
import { discoveryStatuses } from "../../lib/submissions/discovery-status.ts";
import { submitRepository } from "../../lib/submissions/intake.ts";
import { submitUpload } from "../../lib/submissions/upload-intake.ts";
import { requireWorkerEnv } from "../../lib/worker-context.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { ChooseSkills } from "./choose.tsx";
import { addressOfResult, type Outcome, Outcomes } from "./outcomes.tsx";
import { SubmitForms } from "./view.tsx";

export const submitPage = new Hono<AppEnv>();

/** For more, submit the whole repository, which is one submission. */
const MAX_SELECTED = 50;

submitPage.get("/submit", (c) => sendFormsPage(c, { repoUrl: c.req.query("repoUrl") ?? "" }));

interface Filled {
  readonly repoUrl?: string;
  readonly urlProblem?: string;
  readonly uploadProblem?: string;
}

function sendFormsPage(c: PageContext, filled: Filled): Promise<Response> {
  const failed = filled.urlProblem !== undefined || filled.uploadProblem !== undefined;
  return sendPage(
    c,
    {
      title: "Submit a skill",
      description: "Submit a skill by URL or upload and watch it being scanned.",
      canonical: "/submit",
      status: failed ? 422 : 200,
      cache: failed ? "never" : "revalidate",
      script: "submit.js",
    },
    <SubmitForms {...filled} />,
  );
}

/** Lists the skills at a URL. Submits nothing yet. */
submitPage.post("/submit/discover", limitPageWrites, async (c) => {
  const { repoUrl = "" } = await readForm(c);
  return showFormsOnProblem(c, { filled: { repoUrl }, field: "urlProblem" }, async () => {
    const parsed = parseSourceUrl(repoUrl, { githubHost: githubWebHost(requireWorkerEnv().GITHUB_API_URL) });
    if (!parsed.ok) throw new Refusal(parsed.problem.code, parsed.problem.message);
    const { ref, skills } = await discoverForClient(c, parsed.source);
    const statuses = await discoveryStatuses(ref, skills);
    const found = skills.map((skill, index) => ({ ...skill, status: statuses[index] ?? ("new" as const) }));
    return sendPage(
      c,
      {
        title: "Choose skills to submit",
        description: "The skills at this URL.",
        noIndex: true,
        cache: "never",
      },
      <ChooseSkills repoUrl={repoUrl} base={baseOf(ref)} skills={found} />,
    );
  });
});

function baseOf({ kind, url, ref }: SourceRef): string {
  return kind === "github" && ref !== null ? `${url}/tree/${ref}` : url;
}

/** A branch name may contain slashes. Written as one URL, the fetch can tell the branch from the folder. */
function folderOf(base: string, path: string): { repoUrl: string; skillPath?: string } {
  if (parseSelector(path)?.kind !== "path" || !/^https:\/\/[^/]+\/[^/]+\/[^/]+\/tree\//.test(base))
    return { repoUrl: base, skillPath: path };
  return { repoUrl: `${base}/${path.split("/").map(encodeURIComponent).join("/")}` };
}

const nameOf = (path: string) => (parseSelector(path)?.kind === "root" ? "Root skill" : path);

/** Submits everything at a URL, or the selected folders. */
submitPage.post("/submit", limitPageWrites, async (c) => {
  const { fields, values: selected } = await readFormWith(c, "path");
  const { repoUrl = "", base, all } = fields;
  const chosen = all === undefined ? selected : [];
  return showFormsOnProblem(c, { filled: { repoUrl }, field: "urlProblem" }, async () => {
    if (base !== undefined && all === undefined && chosen.length === 0)
      throw new Refusal("BAD_REQUEST", "Select at least one skill, or submit all.");
    if (chosen.length > MAX_SELECTED)
      throw new Refusal(
        "BAD_REQUEST",
        `Select at most ${MAX_SELECTED} skills, or submit the whole repository.`,
      );
    const outcomes: Outcome[] = [];
    for (const path of chosen.length === 0 ? [null] : chosen) {
      const params = path === null ? { repoUrl } : folderOf(base ?? repoUrl, path);
      const result = await submitRepository({ ...params, submittedBy: "anonymous" }, Date.now());
      outcomes.push({ name: path === null ? repoUrl : nameOf(path), result });
    }
    return sendOutcomes(c, outcomes);
  });
});

/** Uploads an archive under the owner name of the token. */
submitPage.post("/submit/upload", limitPageWrites, async (c) => {
  requireSameOrigin(c);
  return showFormsOnProblem(c, { filled: {}, field: "uploadProblem" }, async () => {
    const body = c.req.raw.body;
    if (body === null) throw new Refusal("UPLOAD_INVALID", "Select a file.");
    const upload = await readUpload(body, c.req.header("content-type") ?? "");
    const token = upload.fields.token?.trim() ?? "";
    const caller = token === "" ? null : await callerOf(token, "POST");
    if (caller === null) throw new Refusal("UNAUTHENTICATED", "Invalid or expired token.");
    if (!hasScope(caller, "submit")) throw new Refusal("FORBIDDEN", "This token doesn't have permission.");
    const publisher = publishingOwner(caller, upload.fields.owner);
    if ("problem" in publisher) throw new Refusal(publisher.problem.code, publisher.problem.message);
    const { owner } = publisher;
    const result = await submitUpload({ owner, submittedBy: caller.id, upload }, Date.now());
    return sendOutcomes(c, [{ name: "Upload", result }]);
  });
});

interface FormPlace {
  readonly filled: Filled;
  readonly field: "urlProblem" | "uploadProblem";
}

/** Shows an expected problem next to the form that caused it. */
async function showFormsOnProblem(
  c: PageContext,
  { filled, field }: FormPlace,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendFormsPage(c, { ...filled, [field]: error.problem.message });
  }
}

/** Redirects to the page of a single result; lists several. */
function sendOutcomes(c: PageContext, outcomes: readonly Outcome[]): Response | Promise<Response> {
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) {
    if (only.result.kind === "refused")
      throw new Refusal(only.result.problem.code, only.result.problem.message);
    return c.redirect(addressOfResult(only.result), 303);
  }
  return sendPage(
    c,
    { title: "Submitted", description: "The result of each submission.", noIndex: true, cache: "never" },
    <Outcomes outcomes={outcomes} />,
  );
}
