/** `/trust`: the trust levels and how many skills have each, the blocklist, and the takedowns. */
import { Hono } from "hono";
import { LISTED_TIERS, TRUST_TIERS, type TrustTier, tierMark, trustMarksOf } from "../domain/trust.ts";
import type { AppEnv } from "../http/app-env.ts";
import { countFacets } from "../lib/catalogue/facets.ts";
import { listBlocklist } from "../lib/skills/blocklist-store.ts";
import { listTakenDown } from "../lib/skills/taken-down.ts";
import { optional } from "./optional.ts";
import { sendPage } from "./page-response.tsx";
import { count, When } from "./parts/format.tsx";
import { DegradedNotice } from "./parts/notices.tsx";
import { MarkBadge, SeverityBadge } from "./parts/trust-badges.tsx";
import { Visible } from "./parts/visible.tsx";

export const trustPage = new Hono<AppEnv>();

const TAKEN_DOWN_SHOWN = 100;

async function loadTrust(nowMs: number) {
  const [facets, blocked, takenDown] = await Promise.all([
    countFacets(nowMs),
    listBlocklist(),
    listTakenDown(TAKEN_DOWN_SHOWN),
  ]);
  return { counts: facets.trustTier, blocked, takenDown };
}

type Trust = Awaited<ReturnType<typeof loadTrust>>;
type Counts = Trust["counts"];

trustPage.get("/trust", async (c) => {
  const trust = await optional("trust", loadTrust(Date.now()));
  return sendPage(
    c,
    {
      title: "Trust",
      description: "What the trust levels mean, the blocklist, and all takedowns.",
      canonical: "/trust",
    },
    <div class="wrap stack-lg">
      <header class="stack">
        <h1>Trust</h1>
        <p class="lead">
          Each version gets a trust level computed from its scan results. Nobody can set it manually.
        </p>
      </header>
      <Levels counts={trust?.counts ?? null} />
      {trust === null ? <DegradedNotice /> : <Removals trust={trust} />}
    </div>,
  );
});

function Levels({ counts }: { counts: Counts | null }) {
  const total = counts?.reduce((sum, { count: n }) => sum + n, 0) ?? 0;
  return (
    <section class="stack" aria-labelledby="levels">
      <h2 id="levels">Trust levels</h2>
      <ul class="stack">
        {[...TRUST_TIERS].reverse().map((tier) => (
          <Level tier={tier} skills={skillsAt(tier, counts)} total={total} />
        ))}
      </ul>
      <p class="small muted">
        The scan rates the content. The publisher mark shows whether the publisher's identity is verified. The
        two are independent. Vulnerabilities lower the score but don't mark a skill as malicious. A scan that
        didn't finish never passes.
      </p>
    </section>
  );
}

/** Null if there is no count: the database is unavailable, or skills of this tier are never listed. */
function skillsAt(tier: TrustTier, counts: Counts | null): number | null {
  if (counts === null || !LISTED_TIERS.some((listed) => listed === tier)) return null;
  return counts.find(({ value }) => value === tier)?.count ?? 0;
}

interface LevelProps {
  readonly tier: TrustTier;
  readonly skills: number | null;
  readonly total: number;
}

function Level({ tier, skills, total }: LevelProps) {
  const { content } = trustMarksOf({ trustTier: tier });
  return (
    <li class="card">
      <div class="spread">
        <p class="row">
          <MarkBadge mark={content} /> <code class="muted">{tier}</code>
        </p>
        {skills !== null && (
          <a class="small" href={`/skills?tier=${tier}`}>
            {count(skills, "skill")}
          </a>
        )}
      </div>
      <p class="small mt-2">{tierMark(tier).meaning}</p>
      {skills !== null && skills > 0 && <Share percent={(skills / total) * 100} />}
    </li>
  );
}

function Share({ percent }: { percent: number }) {
  return (
    <svg
      class="chart mt-2"
      viewBox="0 0 100 2"
      preserveAspectRatio="none"
      height="6"
      role="img"
      aria-label={`${Math.round(percent)}% of all skills`}
    >
      <rect class="bar" x="0" y="0" height="2" width={String(percent)} />
    </svg>
  );
}

function Removals({ trust: { blocked, takenDown } }: { trust: Trust }) {
  return (
    <>
      <section class="stack" aria-labelledby="blocklist">
        <h2 id="blocklist">Blocklist</h2>
        {blocked.length === 0 ? (
          <p class="muted">The blocklist is empty.</p>
        ) : (
          <ul class="stack">
            {blocked.map((entry) => (
              <li class="card small stack">
                <p class="row">
                  <SeverityBadge severity={entry.severity} />
                  <strong>{entry.skillName ?? entry.owner ?? entry.sourceUrl ?? entry.digest}</strong>
                  <span class="muted">{scopeOf(entry)}</span>
                </p>
                <p>
                  {`${entry.threatType}: `}
                  <Visible text={entry.reason} />
                </p>
                <p class="muted">
                  <When at={entry.createdAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="stack" aria-labelledby="taken-down">
        <h2 id="taken-down">Takedowns</h2>
        {takenDown.length === 0 ? (
          <p class="muted">No takedowns.</p>
        ) : (
          <ul class="stack">
            {takenDown.map((skill) => (
              <li class="card small">
                <a href={`/skills/${skill.slug}`}>{skill.slug}</a>{" "}
                <span class="muted">
                  <When at={skill.updatedAt} />
                </span>
                <p class="mt-1">
                  <Visible text={skill.statusReason ?? ""} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

/** The scope of a blocklist entry. A name without a source blocks it everywhere. */
function scopeOf({ skillName, sourceUrl, owner, digest }: Trust["blocked"][number]): string {
  if (digest !== null) return "this content, from anywhere";
  if (sourceUrl !== null) return `from ${sourceUrl}`;
  if (owner !== null) return skillName === null ? "everything by this owner" : `by ${owner}`;
  return "everywhere";
}
