/** `/submit`: paste an address, choose among what is found there, or upload an archive. Plain forms throughout. */
import { Hono } from "hono";
import { Refusal } from "../../domain/problem.ts";
import { publishingOwner } from "../../domain/publisher.ts";
import { ROOT } from "../../domain/root-skill.ts";
import { githubWebHost, parseSourceUrl, type SourceRef } from "../../domain/source-ref.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { callerOf, hasScope } from "../../http/auth.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm, readFormWith, requireSameOrigin } from "../../http/read-form.ts";
import { discoverSkills } from "../../lib/sources/fetch-source.ts";
import { readUpload } from "../../lib/sources/upload.ts";
import { discoveryStatuses } from "../../lib/submissions/discovery-status.ts";
import { type IntakeResult, submitRepository } from "../../lib/submissions/intake.ts";
import { submitUpload } from "../../lib/submissions/upload-intake.ts";
import { requireWorkerEnv } from "../../lib/worker-context.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { ChooseSkills } from "./choose.tsx";
import { type Outcome, Outcomes, SubmitForms } from "./view.tsx";

export const submitPage = new Hono<AppEnv>();

/** More at once are submitted as the whole repository, which is one submission. */
const MOST_CHOSEN = 50;

submitPage.get("/submit", (c) => sendFormsPage(c, { repoUrl: c.req.query("repoUrl") ?? "" }));

interface Filled {
  readonly repoUrl?: string;
  readonly urlProblem?: string;
  readonly uploadProblem?: string;
}

function sendFormsPage(c: PageContext, filled: Filled): Promise<Response> {
  const wrong = filled.urlProblem !== undefined || filled.uploadProblem !== undefined;
  return sendPage(
    c,
    {
      title: "Submit a skill",
      description: "Submit a skill by address or archive and watch it being verified.",
      canonical: "/submit",
      status: wrong ? 422 : 200,
      cache: wrong ? "never" : "revalidate",
      script: "submit.js",
    },
    <SubmitForms {...filled} />,
  );
}

/** What the address holds, to choose from. Nothing is submitted yet. */
submitPage.post("/submit/discover", limitPageWrites, async (c) => {
  const { repoUrl = "" } = await readForm(c);
  return orShowForms(c, { repoUrl }, "urlProblem", async () => {
    const parsed = parseSourceUrl(repoUrl, { githubHost: githubWebHost(requireWorkerEnv().GITHUB_API_URL) });
    if (!parsed.ok) throw new Refusal(parsed.problem.code, parsed.problem.message);
    const { ref, skills } = await discoverSkills(parsed.source);
    const statuses = await discoveryStatuses(ref, skills);
    const found = skills.map((skill, index) => ({ ...skill, status: statuses[index] ?? ("new" as const) }));
    return sendPage(
      c,
      { title: "Choose what to submit", description: "The skills found.", noIndex: true, cache: "never" },
      <ChooseSkills repoUrl={repoUrl} base={baseOf(ref)} skills={found} />,
    );
  });
});

function baseOf({ kind, url, ref }: SourceRef): string {
  return kind === "github" && ref !== null ? `${url}/tree/${ref}` : url;
}

/** A branch may have slashes in its name: written as one address, the fetch tells it from the folder. */
function folderOf(base: string, path: string): { repoUrl: string; skillPath?: string } {
  if (path === ROOT || !/^https:\/\/[^/]+\/[^/]+\/[^/]+\/tree\//.test(base))
    return { repoUrl: base, skillPath: path };
  return { repoUrl: `${base}/${path.split("/").map(encodeURIComponent).join("/")}` };
}

/** Everything at an address, or the chosen folders of it. */
submitPage.post("/submit", limitPageWrites, async (c) => {
  const { fields, values: ticked } = await readFormWith(c, "path");
  const { repoUrl = "", base, all } = fields;
  const chosen = all === undefined ? ticked : [];
  return orShowForms(c, { repoUrl }, "urlProblem", async () => {
    if (base !== undefined && all === undefined && chosen.length === 0)
      throw new Refusal("BAD_REQUEST", "Tick at least one skill, or submit all of them.");
    if (chosen.length > MOST_CHOSEN)
      throw new Refusal("BAD_REQUEST", `Choose at most ${MOST_CHOSEN}, or submit the whole repository.`);
    const outcomes: Outcome[] = [];
    for (const path of chosen.length === 0 ? [null] : chosen) {
      const asked = path === null ? { repoUrl } : folderOf(base ?? repoUrl, path);
      const result = await submitRepository({ ...asked, submittedBy: "anonymous" }, Date.now());
      outcomes.push({ name: path ?? repoUrl, result });
    }
    return sendOutcomes(c, outcomes);
  });
});

/** An archive, under the name that the token belongs to. */
submitPage.post("/submit/upload", limitPageWrites, async (c) => {
  requireSameOrigin(c);
  return orShowForms(c, {}, "uploadProblem", async () => {
    const body = c.req.raw.body;
    if (body === null) throw new Refusal("UPLOAD_INVALID", "Choose an archive first.");
    const upload = await readUpload(body, c.req.header("content-type") ?? "");
    const token = upload.fields.token?.trim() ?? "";
    const caller = token === "" ? null : await callerOf(token, "POST");
    if (caller === null)
      throw new Refusal("UNAUTHENTICATED", "This token is not known here, or no longer valid.");
    if (!hasScope(caller, "submit")) throw new Refusal("FORBIDDEN", "This token may not submit.");
    const publisher = publishingOwner(caller, upload.fields.owner);
    if ("problem" in publisher) throw new Refusal(publisher.problem.code, publisher.problem.message);
    const { owner } = publisher;
    const result = await submitUpload({ owner, submittedBy: caller.id, upload }, Date.now());
    return sendOutcomes(c, [{ name: "your upload", result }]);
  });
});

/** What can be expected to go wrong is said beside the form that it happened to. */
async function orShowForms(
  c: PageContext,
  filled: Filled,
  place: "urlProblem" | "uploadProblem",
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendFormsPage(c, { ...filled, [place]: error.problem.message });
  }
}

/** One that has a page is shown there; several are listed. */
function sendOutcomes(c: PageContext, outcomes: readonly Outcome[]): Response | Promise<Response> {
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) {
    if (only.result.kind === "refused")
      throw new Refusal(only.result.problem.code, only.result.problem.message);
    return c.redirect(addressOfResult(only.result), 303);
  }
  return sendPage(
    c,
    { title: "Submitted", description: "What became of each.", noIndex: true, cache: "never" },
    <Outcomes outcomes={outcomes} addressOf={addressOfResult} />,
  );
}

function addressOfResult(result: Exclude<IntakeResult, { kind: "refused" }>): string {
  switch (result.kind) {
    case "accepted":
    case "duplicate":
      return `/submissions/${result.submission.id}`;
    case "already-published":
      return `/skills/${result.slug}@${result.version}`;
    case "blocked":
      return `/submissions/${result.submissionId}`;
  }
}
