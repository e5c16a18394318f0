/** `/publishers/{owner}`: an owner's skills, and whether the owner is a verified publisher. */
import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import { PUBLISHER_MARKS } from "../../domain/trust.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { getVendor } from "../../lib/accounts/vendors.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { hasSubmissionsOf } from "../../lib/submissions/list.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { count, When } from "../parts/format.tsx";
import { SkillCard } from "../parts/skill-card.tsx";
import { MarkBadge } from "../parts/trust-badges.tsx";
import { addressOf } from "../skills/query.ts";

export const publisherPage = new Hono<AppEnv>();

const SHOWN = 60;

async function loadPublisher(owner: string, nowMs: number) {
  const [list, vendor, known] = await Promise.all([
    listSkills({ owner, sort: "updated", limit: SHOWN, offset: 0 }, nowMs),
    getVendor(owner),
    hasSubmissionsOf(owner),
  ]);
  return { ...list, vendor, known };
}

type Publisher = Awaited<ReturnType<typeof loadPublisher>>;

publisherPage.get("/publishers/:owner", async (c) => {
  const owner = c.req.param("owner").toLowerCase();
  const publisher = await loadPublisher(owner, Date.now());
  const { skills, total, known } = publisher;
  if (!known && total === 0) return sendProblemPage(c, problem("NOT_FOUND", "No such publisher."));
  return sendPage(
    c,
    {
      title: owner,
      description: `${count(total, "skill")} by ${owner}.`,
      canonical: `/publishers/${owner}`,
      noIndex: total === 0,
    },
    <div class="wrap stack">
      <h1>{owner}</h1>
      <Identity owner={owner} publisher={publisher} />
      <h2>Skills</h2>
      {total === 0 && <p class="notice">No published skills.</p>}
      <div class="cards">
        {skills.map((skill) => (
          <SkillCard skill={skill} />
        ))}
      </div>
      {total > SHOWN && <a href={addressOf({ owner })}>{`All ${total} skills`}</a>}
    </div>,
  );
});

function Identity({ owner, publisher: { vendor, total } }: { owner: string; publisher: Publisher }) {
  return (
    <p class="row">
      <MarkBadge mark={vendor === null ? PUBLISHER_MARKS.unverified : PUBLISHER_MARKS.verified} />
      {vendor === null ? (
        <a class="small" href={`/publishers/${owner}/claim`}>
          Claim this name
        </a>
      ) : (
        <span class="muted small">
          verified <When at={vendor.verifiedAt} />
        </span>
      )}
      <span class="muted small">{count(total, "published skill")}</span>
    </p>
  );
}
