/** `/`: what the registry is for, and its latest skills. While the database is unavailable, numbers are left out. */

import { Hono } from "hono";
import { REJECTED_STATES } from "../domain/submission.ts";
import type { AppEnv } from "../http/app-env.ts";
import { publicOrigin } from "../http/public-url.ts";
import type { CatalogueSkill } from "../lib/catalogue/catalogue-skill.ts";
import { countPassed, listSkills } from "../lib/catalogue/list.ts";
import { getRevision } from "../lib/catalogue/revision.ts";
import { listTrending } from "../lib/catalogue/trending.ts";
import { getSubmissionStats, listSubmissions } from "../lib/submissions/list.ts";
import { readSubmission } from "../lib/submissions/read.ts";
import { severities } from "../scan/report.ts";
import { optional } from "./optional.ts";
import { sendPage } from "./page-response.tsx";
import { number } from "./parts/format.tsx";
import { SITE_NAME } from "./parts/layout.tsx";
import { DegradedNotice } from "./parts/notices.tsx";
import { type Rejection, RejectionCard } from "./parts/rejection-card.tsx";
import { SkillCard } from "./parts/skill-card.tsx";
import { reportOf } from "./submission/view.tsx";

export const homePage = new Hono<AppEnv>();

const CARDS = 6;

async function loadHome(nowMs: number) {
  const revision = await getRevision();
  const range = { limit: CARDS, offset: 0 };
  const [latest, installed, trending, passed, stats, rejected] = await Promise.all([
    listSkills({ ...range, sort: "created" }, nowMs),
    listSkills({ ...range, limit: 3, sort: "installs" }, nowMs),
    listTrending(3, nowMs),
    countPassed(revision, nowMs),
    getSubmissionStats(nowMs),
    listSubmissions({ states: REJECTED_STATES, sort: "updated", limit: 1, offset: 0 }),
  ]);
  return {
    latest: latest.skills,
    total: latest.total,
    installed: installed.skills.filter(({ installs }) => installs > 0),
    trending,
    passed,
    stats,
    rejection: await rejectionOf(rejected.submissions[0]?.id),
  };
}

/** The latest rejection with its worst finding: an example of what a report looks like. */
async function rejectionOf(id: string | undefined): Promise<Rejection | null> {
  const found = id === undefined ? null : await readSubmission(id);
  const findings = found === null ? [] : (reportOf(found)?.findings ?? []);
  const [worst] = [...findings].sort(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.confidence - a.confidence,
  );
  return found === null || worst === undefined
    ? null
    : { id: found.id, name: found.skillName, state: found.state, finding: worst };
}

type Home = Awaited<ReturnType<typeof loadHome>>;

homePage.get("/", async (c) => {
  const home = await optional("home", loadHome(Date.now()));
  const description =
    "A registry of AI-agent skills. Every file of every version is scanned before it is published, and you install exactly the bytes we scanned.";
  const origin = publicOrigin(c);
  const jsonLd = {
    "@type": "WebSite",
    name: SITE_NAME,
    url: `${origin}/`,
    description,
    potentialAction: {
      "@type": "SearchAction",
      target: `${origin}/skills?q={query}`,
      "query-input": "required name=query",
    },
  };
  return sendPage(
    c,
    {
      title: "Scanned skills for AI agents",
      description,
      canonical: "/",
      jsonLd,
      ...(home === null ? { cache: "never" as const } : {}),
    },
    <div class="wrap stack-lg">
      <Hero home={home} />
      {home === null ? <DegradedNotice /> : <Lists home={home} />}
      <HowItWorks />
    </div>,
  );
});

function Hero({ home }: { home: Home | null }) {
  const rejected = home === null ? 0 : home.stats.rejected + home.stats.blocked;
  return (
    <section class="hero with-side">
      <div class="stack">
        <h1>Know what a skill does before your agent runs it.</h1>
        <p class="lead">
          A skill is a folder of instructions and scripts that an AI agent loads and follows. We scan every
          file of every version before it is published, show the findings, and you install exactly the bytes
          we scanned.
        </p>
        <form action="/skills" method="get" class="searchbar max-w-2xl">
          <input
            class="input"
            type="search"
            name="q"
            aria-label="Search skills"
            placeholder="Search skills, for example “csv” or “release notes”"
            maxlength={200}
          />
          <button class="btn btn-main" type="submit">
            Search
          </button>
        </form>
        {home !== null && (
          <dl class="numbers">
            <Figure label="skills published" value={home.total} />
            <Figure label="passed the scan" value={home.passed} />
            <Figure label="submissions reviewed" value={home.stats.published + rejected} />
            <Figure label="rejected, with reasons" value={rejected} />
          </dl>
        )}
      </div>
      {home?.rejection != null && <RejectionCard rejection={home.rejection} />}
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{number(value)}</dd>
    </div>
  );
}

function Lists({ home }: { home: Home }) {
  if (home.total === 0) {
    return (
      <section class="notice">
        <p>
          No skills yet. <a href="/submit">Publish the first one</a>, or see <a href="/queue">the queue</a>.
        </p>
      </section>
    );
  }
  return (
    <>
      {home.trending.length > 0 && (
        <Cards
          title="Trending this week"
          skills={home.trending.map(({ skill }) => skill)}
          notes={home.trending.map(({ change }) => `+${number(change)} this week`)}
        />
      )}
      <Cards title="Latest" skills={home.latest} more="/skills?sort=created" />
      {home.installed.length > 0 && (
        <Cards title="Most installed" skills={home.installed} more="/skills?sort=installs" />
      )}
    </>
  );
}

interface CardsProps {
  readonly title: string;
  readonly skills: readonly CatalogueSkill[];
  readonly notes?: readonly string[];
  readonly more?: string;
}

function Cards({ title, skills, notes, more }: CardsProps) {
  return (
    <section class="stack">
      <div class="spread">
        <h2>{title}</h2>
        {more !== undefined && (
          <a class="small" href={more} aria-label={`All skills, ${title.toLowerCase()} first`}>
            All skills
          </a>
        )}
      </div>
      <div class="cards">
        {skills.map((skill, index) => {
          const note = notes?.[index];
          return <SkillCard skill={skill} {...(note === undefined ? {} : { note })} />;
        })}
      </div>
    </section>
  );
}

const STEPS = [
  ["Pinned", "We fetch the source once and hash every file: nothing can change after the scan."],
  [
    "Static analysis",
    "Rules check every file for hidden text, injected instructions, fake prerequisites and leaked keys.",
  ],
  [
    "Deep analysis",
    "Parses the scripts and compares what they read, run and send with what the skill declares.",
  ],
  [
    "Decision",
    "Clean skills are published. Borderline cases go to human review. Malicious skills are rejected, with the rule, file and line.",
  ],
] as const;

function HowItWorks() {
  return (
    <section class="stack">
      <h2>How scanning works</h2>
      <ol class="steps">
        {STEPS.map(([title, text], index) => (
          <li class="card">
            <h3>{`${index + 1}. ${title}`}</h3>
            <p class="small muted mt-1">{text}</p>
          </li>
        ))}
      </ol>
      <p>
        <a href="/trust">Trust levels</a> · <a href="/docs/rules">All rules</a> ·{" "}
        <a href="/submit">Submit a skill</a>
      </p>
    </section>
  );
}
