/** `/submissions/{id}`: one submission, live: by server-sent events, else by polling, else by reloading the page. */
import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import { makeSlug } from "../../domain/slug.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { getSubmission } from "../../lib/ledger/submission-rows.ts";
import { listChildren } from "../../lib/submissions/children.ts";
import { readSubmission } from "../../lib/submissions/read.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { optional } from "../optional.ts";
import { sendPage } from "../page-response.tsx";
import { stateLabel } from "../parts/state-badge.tsx";
import { isSettled, SubmissionView } from "./view.tsx";

export const submissionPage = new Hono<AppEnv>();

const REFRESH_SECONDS = 5;

export type ReadSubmission = NonNullable<Awaited<ReturnType<typeof readSubmission>>>;

submissionPage.get("/submissions/:id", async (c) => {
  const id = c.req.param("id");
  const found = /^[A-Za-z0-9-]{1,64}$/.test(id) ? await readSubmission(id) : null;
  if (found === null) return sendProblemPage(c, problem("NOT_FOUND", "Submission not found."));
  const children = (found.state === "EXPANDED" ? await optional("children", listChildren(id)) : null) ?? [];
  const name = found.skillName || found.repoUrl;
  return sendPage(
    c,
    {
      title: `${name}: ${stateLabel(found.state).toLowerCase()}`,
      description: `Status of ${name}`,
      noIndex: true,
      cache: "never",
      ...(isSettled({ found, children }) ? {} : { refreshSeconds: REFRESH_SECONDS }),
    },
    <SubmissionView found={found} children={children} nowMs={Date.now()} />,
  );
});

/** An appeal is an abuse report about the slug under which it would be published. */
submissionPage.get("/submissions/:id/appeal", async (c) => {
  const row = await getSubmission(c.req.param("id"));
  const slug = row && makeSlug({ owner: row.owner, repo: row.repo, skill: row.skillName });
  if (slug === null) return sendProblemPage(c, problem("NOT_FOUND", "Submission not found."));
  return c.redirect(`/skills/${slug}/report?kind=appeal`, 303);
});
