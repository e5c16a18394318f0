/** `/publishers/{owner}`: what one owner has published, and whether the name is proven to be theirs. */
import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import { PUBLISHER_MARKS } from "../../domain/trust.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { ledger } from "../../lib/db.ts";
import { submissions, vendors } from "../../lib/ledger/schema.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { count, When } from "../parts/format.tsx";
import { SkillCard } from "../parts/skill-card.tsx";
import { MarkBadge } from "../parts/trust-badge.tsx";
import { addressOf } from "../skills/query.ts";

export const publisherPage = new Hono<AppEnv>();

const SHOWN = 60;

async function loadPublisher(owner: string, nowMs: number) {
  const [list, vendor, tried] = await Promise.all([
    listSkills({ owner, sort: "updated", limit: SHOWN, offset: 0 }, nowMs),
    ledger().select().from(vendors).where(eq(vendors.owner, owner)).get(),
    ledger()
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.owner, owner)))
      .limit(1),
  ]);
  return { ...list, vendor: vendor ?? null, known: tried.length > 0 };
}

publisherPage.get("/publishers/:owner", async (c) => {
  const owner = c.req.param("owner").toLowerCase();
  const { skills, total, vendor, known } = await loadPublisher(owner, Date.now());
  if (!known && total === 0)
    return sendProblemPage(c, problem("NOT_FOUND", "Nobody of this name has published here."));
  return sendPage(
    c,
    {
      title: owner,
      description: `${count(total, "verified skill")} by ${owner}.`,
      canonical: `/publishers/${owner}`,
      noIndex: total === 0,
    },
    <div class="wrap stack">
      <h1>{owner}</h1>
      <p class="row">
        {vendor === null ? (
          <>
            <MarkBadge mark={PUBLISHER_MARKS.unverified} />
            <a class="small" href={`/publishers/${owner}/claim`}>
              Is this you? Prove it
            </a>
          </>
        ) : (
          <MarkBadge mark={PUBLISHER_MARKS.verified} />
        )}
        <span class="muted small">{count(total, "published skill")}</span>
        {vendor !== null && (
          <span class="muted small">
            proven <When at={vendor.verifiedAt} />
          </span>
        )}
      </p>
      <h2>Skills</h2>
      {total === 0 && <p class="notice">Nothing by this owner is published at the moment.</p>}
      <div class="cards">
        {skills.map((skill) => (
          <SkillCard skill={skill} />
        ))}
      </div>
      {total > SHOWN && <a href={addressOf({ owner })}>{`All ${total} skills`}</a>}
    </div>,
  );
});
