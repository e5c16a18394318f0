/** A skill that is not there says why: taken down, blocked, refused, or never heard of. */
import { and, desc, eq } from "drizzle-orm";
import { problem } from "../../domain/problem.ts";
import { makeSlug, parseSlug } from "../../domain/slug.ts";
import { CONTENT_MARKS } from "../../domain/trust.ts";
import { ledger } from "../../lib/db.ts";
import { type SkillRow, type SubmissionRow, skills, submissions } from "../../lib/ledger/schema.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { type PageContext, sendPage } from "../page-response.tsx";
import { When } from "../parts/format.tsx";
import { MarkBadge, StateBadge } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";

export async function sendGonePage(c: PageContext, slug: string, version?: string): Promise<Response> {
  if (version !== undefined)
    return sendProblemPage(c, problem("NOT_FOUND", `${slug} has no version ${version}.`));
  // A ledger that does not answer is not a skill that does not exist: that is thrown, and told as such.
  const known = await findGone(slug);
  if (known === null || (known.skill === null && known.submission === null))
    return sendProblemPage(c, problem("NOT_FOUND", "There is no skill of this name here."));
  return known.skill?.status === "taken_down"
    ? answerTakenDown(c, known.skill)
    : answerUnpublished(c, slug, known.submission);
}

async function findGone(
  slug: string,
): Promise<{ skill: SkillRow | null; submission: SubmissionRow | null } | null> {
  const parts = parseSlug(slug);
  if (parts === null) return null;
  const [found, tried] = await ledger().batch([
    ledger().select().from(skills).where(eq(skills.slug, slug)),
    ledger()
      .select()
      .from(submissions)
      .where(and(eq(submissions.owner, parts.owner), eq(submissions.repo, parts.repo)))
      .orderBy(desc(submissions.updatedAt))
      .limit(200),
  ]);
  const same = tried.find(
    ({ owner, repo, skillName }) => makeSlug({ owner, repo, skill: skillName || "-" }) === slug,
  );
  return { skill: found[0] ?? null, submission: same ?? null };
}

function answerTakenDown(c: PageContext, skill: SkillRow): Promise<Response> {
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
        Taken down <When at={skill.updatedAt} />. It is gone from search, from every list and from every
        install path. If you have it installed, remove it.
      </p>
      <p>
        If it is yours and you disagree, <a href={`/skills/${skill.slug}/report?kind=appeal`}>appeal here</a>.
        See also <a href="/trust#taken-down">everything that was taken down</a>.
      </p>
    </div>,
  );
}

function answerUnpublished(
  c: PageContext,
  slug: string,
  submission: SubmissionRow | null,
): Promise<Response> {
  if (submission === null) return sendProblemPage(c, problem("NOT_FOUND"));
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
        <Visible text={submission.reason ?? "It is still being examined."} />
      </p>
      <p>
        <a href={`/submissions/${submission.id}`}>See its submission</a>, with stages, findings and what to do
        next.
      </p>
    </div>,
  );
}
