/** The page of a skill that cannot be installed: removed, rejected, still being reviewed, or unknown. */
import { problem } from "../../domain/problem.ts";
import { CONTENT_MARKS } from "../../domain/trust.ts";
import type { SkillRow } from "../../lib/ledger/schema/skills.ts";
import type { SubmissionRow } from "../../lib/ledger/schema/submissions.ts";
import { findUnpublishedSkill } from "../../lib/skills/unpublished-skill.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { type PageContext, sendPage } from "../page-response.tsx";
import { When } from "../parts/format.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { MarkBadge } from "../parts/trust-badges.tsx";
import { Visible } from "../parts/visible.tsx";

export async function sendGonePage(c: PageContext, slug: string, version?: string): Promise<Response> {
  if (version !== undefined)
    return sendProblemPage(c, problem("NOT_FOUND", `${slug} has no version ${version}.`));
  // Throws while the database is unavailable: the page must not claim that the skill does not exist.
  const { skill = null, submission = null } = (await findUnpublishedSkill(slug)) ?? {};
  if (skill?.status === "taken_down") return sendRemovedPage(c, skill);
  if (submission !== null) return sendUnpublishedPage(c, slug, submission);
  return sendProblemPage(c, problem("NOT_FOUND", "Skill not found."));
}

function sendRemovedPage(c: PageContext, skill: SkillRow): Promise<Response> {
  return sendPage(
    c,
    {
      title: `${skill.name} was taken down`,
      description: "This skill was taken down.",
      status: 410,
      noIndex: true,
      cache: "never",
    },
    <div class="wrap narrow stack">
      <p>
        <MarkBadge mark={CONTENT_MARKS.removed} />
      </p>
      <h1>{`${skill.slug} was taken down`}</h1>
      <p class="notice notice-bad">
        <Visible text={skill.statusReason ?? "No reason was recorded."} />
      </p>
      <p class="muted">
        Removed from search and installs <When at={skill.updatedAt} />. If you have it installed, remove it.
      </p>
      <p>
        Is this your skill? <a href={`/skills/${skill.slug}/report?kind=appeal`}>Appeal</a>. See also{" "}
        <a href="/trust#taken-down">all takedowns</a>.
      </p>
    </div>,
  );
}

function sendUnpublishedPage(c: PageContext, slug: string, submission: SubmissionRow): Promise<Response> {
  return sendPage(
    c,
    {
      title: `${slug} is not published`,
      description: "This skill is not published.",
      status: 404,
      noIndex: true,
      cache: "never",
    },
    <div class="wrap narrow stack">
      <p>
        <StateBadge state={submission.state} />
      </p>
      <h1>{`${slug} is not published`}</h1>
      <p class="notice">
        <Visible text={submission.reason ?? "Still being reviewed."} />
      </p>
      <p>
        <a href={`/submissions/${submission.id}`}>See the submission</a> for its stages, findings and next
        steps.
      </p>
    </div>,
  );
}
