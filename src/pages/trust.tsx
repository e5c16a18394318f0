/** `/trust`: what the tiers mean, how many skills have which, what is blocked and what was taken down. */
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { countFacets } from "../lib/catalogue/facets.ts";
import { listBlocklist } from "../lib/skills/blocklist-store.ts";
import { listTakenDown } from "../lib/skills/taken-down.ts";
import { optional } from "./optional.ts";
import { sendPage } from "./page-response.tsx";
import { count, When } from "./parts/format.tsx";
import { DegradedNotice } from "./parts/notices.tsx";
import { SeverityBadge, TIER_NAMES, TrustBadge, trustLabel } from "./parts/trust-badge.tsx";
import { Visible } from "./parts/visible.tsx";

export const trustPage = new Hono<AppEnv>();

const TAKEN_DOWN_SHOWN = 100;

async function loadTrust(nowMs: number) {
  const [facets, blocked, takenDown] = await Promise.all([
    countFacets(nowMs),
    listBlocklist(),
    listTakenDown(TAKEN_DOWN_SHOWN),
  ]);
  return { tiers: facets.trustTier, blocked, takenDown };
}

type Trust = Awaited<ReturnType<typeof loadTrust>>;

trustPage.get("/trust", async (c) => {
  const trust = await optional("trust", loadTrust(Date.now()));
  return sendPage(
    c,
    {
      title: "Trust",
      description: "What the trust tiers mean, how they are earned, what is blocked and what was taken down.",
      canonical: "/trust",
    },
    <div class="wrap stack-lg">
      <header class="stack">
        <h1>Trust</h1>
        <p class="lead">
          A tier belongs to one version, for exactly the bytes that were scanned, by the engine that scanned
          them. It is derived from evidence by one function; nobody sets it by hand.
        </p>
      </header>
      <Tiers tiers={trust?.tiers ?? null} />
      {trust === null ? <DegradedNotice /> : <Gone trust={trust} />}
    </div>,
  );
});

function Tiers({ tiers }: { tiers: Trust["tiers"] | null }) {
  const total = tiers?.reduce((sum, { count: n }) => sum + n, 0) ?? 0;
  return (
    <section class="stack" aria-labelledby="tiers">
      <h2 id="tiers">The tiers</h2>
      <ul class="stack">
        {TIER_NAMES.map((tier) => {
          const n = tiers?.find(({ value }) => value === tier)?.count ?? 0;
          return (
            <li class="card">
              <div class="spread">
                <p class="row">
                  <TrustBadge tier={tier} /> <code class="muted">{tier}</code>
                </p>
                {tiers !== null && tier !== "T0" && tier !== "T1" && (
                  <a class="small" href={`/skills?tier=${tier}`}>
                    {count(n, "skill")}
                  </a>
                )}
              </div>
              <p class="small mt-2">{trustLabel(tier).means}</p>
              {total > 0 && n > 0 && (
                <svg
                  class="chart mt-2"
                  viewBox="0 0 100 2"
                  preserveAspectRatio="none"
                  height="6"
                  role="img"
                  aria-label={`${Math.round((n / total) * 100)} % of all skills`}
                >
                  <rect class="bar" x="0" y="0" height="2" width={String((n / total) * 100)} />
                </svg>
              )}
            </li>
          );
        })}
      </ul>
      <p class="small muted">
        Findings that are weaknesses rather than malice lower the score and are shown, but do not make a skill
        malicious. An incomplete scan is never a pass.
      </p>
    </section>
  );
}

function Gone({ trust: { blocked, takenDown } }: { trust: Trust }) {
  return (
    <>
      <section class="stack" aria-labelledby="blocklist">
        <h2 id="blocklist">Blocklist</h2>
        {blocked.length === 0 ? (
          <p class="muted">Nothing is on the blocklist.</p>
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
        <h2 id="taken-down">Taken down</h2>
        {takenDown.length === 0 ? (
          <p class="muted">No skill has been taken down.</p>
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

/** A name without a source is a ban everywhere; with one, of that source alone. */
function scopeOf({ skillName, sourceUrl, owner, digest }: Trust["blocked"][number]): string {
  if (digest !== null) return "this content, from anywhere";
  if (sourceUrl !== null) return `from ${sourceUrl}`;
  if (owner !== null) return skillName === null ? "everything by this owner" : `by ${owner}`;
  return "everywhere";
}
