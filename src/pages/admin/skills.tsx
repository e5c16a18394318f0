/** `/admin/skills`: yank and restore versions, take skills down and restore them. */
import { Hono } from "hono";
import type { SkillDocument } from "../../domain/skill-document.ts";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { restoreSkill, restoreVersion, takeDownSkill, yankVersion } from "../../lib/actions/skill-actions.ts";
import type { CatalogueSkill } from "../../lib/catalogue/catalogue-skill.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { searchSkills } from "../../lib/catalogue/search.ts";
import type { SkillRow } from "../../lib/ledger/schema/skills.ts";
import { getSkill } from "../../lib/skills/skill-store.ts";
import { listTakenDown } from "../../lib/skills/taken-down.ts";
import { count, When } from "../parts/format.tsx";
import { ListBadges } from "../parts/trust-badges.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

export const adminSkillsPage = new Hono<AppEnv>();

const SHOWN = 50;

adminSkillsPage.get("/admin/skills", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const q = c.req.query("q")?.trim() ?? "";
  const nowMs = Date.now();
  const range = { limit: SHOWN, offset: 0 };
  const { skills, total } =
    q === "" ? await listSkills({ ...range, sort: "updated" }, nowMs) : await searchSkills({ ...range, q });
  const takenDown = await listTakenDown(SHOWN);
  const slug = c.req.query("skill");
  const chosen = slug === undefined ? null : (await getSkill(slug)).skill;
  return sendAdminPage(
    c,
    { session, title: "Skills" },
    <>
      <form action="/admin/skills" method="get" class="searchbar">
        <input class="input" type="search" name="q" value={q} aria-label="Search skills" maxlength={200} />
        <button class="btn" type="submit">
          Search
        </button>
      </form>
      {chosen !== null && <Chosen session={session} skill={chosen} />}
      <p class="small muted">{total > SHOWN ? `The first ${SHOWN} of ${total}` : count(total, "skill")}</p>
      <ul class="stack">
        {skills.map((skill) => (
          <ListedSkill skill={skill} q={q} />
        ))}
      </ul>
      <Takedowns session={session} skills={takenDown} />
    </>,
  );
});

function ListedSkill({ skill, q }: { skill: CatalogueSkill; q: string }) {
  return (
    <li class="row">
      <ListBadges trust={skill} />
      <a href={`/admin/skills?${new URLSearchParams({ q, skill: skill.slug })}`}>{skill.slug}</a>
      <span class="small muted num">{skill.version}</span>
    </li>
  );
}

function Takedowns({ session, skills }: { session: AdminSession; skills: readonly SkillRow[] }) {
  return (
    <section class="stack" aria-labelledby="taken-down">
      <h2 id="taken-down">Takedowns</h2>
      {skills.length === 0 && <p class="muted">No takedowns.</p>}
      {skills.length === SHOWN && <p class="small muted">{`The latest ${SHOWN}`}</p>}
      <ul class="stack">
        {skills.map(({ slug, statusReason, updatedAt }) => (
          <li class="card stack">
            <p class="row">
              <a href={`/skills/${slug}`}>{slug}</a>
              <span class="small muted">
                <When at={updatedAt} />
              </span>
            </p>
            <p class="small">
              <Visible text={statusReason ?? ""} />
            </p>
            <ActionForm
              session={session}
              action="/admin/skills/bring-back"
              label={`Restore ${slug}`}
              confirm="Restore"
              hint="Restores all its versions. Not possible while a blocklist entry matches."
            >
              <input type="hidden" name="slug" value={slug} />
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chosen({ session, skill }: { session: AdminSession; skill: SkillDocument }) {
  return (
    <section class="card stack" aria-labelledby="chosen">
      <h2 id="chosen">
        <a href={`/skills/${skill.slug}`}>{skill.slug}</a>
      </h2>
      <ul class="stack">
        {skill.versions.map(({ version, yanked }) => (
          <VersionActions session={session} slug={skill.slug} version={version} yanked={yanked} />
        ))}
      </ul>
      <ActionForm
        session={session}
        action="/admin/skills/take-down"
        label="Take down"
        confirm="Take down"
        tone="bad"
        hint="Removes it from search and installs. To keep it from being submitted again, block it as well."
      >
        <input type="hidden" name="slug" value={skill.slug} />
      </ActionForm>
    </section>
  );
}

interface VersionProps {
  readonly session: AdminSession;
  readonly slug: string;
  readonly version: string;
  readonly yanked: string | null;
}

function VersionActions({ session, slug, version, yanked }: VersionProps) {
  const target = (
    <>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="version" value={version} />
    </>
  );
  return (
    <li class="row items-start">
      <span class="num">{version}</span>
      {yanked !== null && <span class="small bad">{`yanked: ${yanked}`}</span>}
      {yanked === null ? (
        <ActionForm
          session={session}
          action="/admin/skills/yank"
          label={`Yank ${version}`}
          confirm="Yank"
          hint="No longer offered, but still installable by exact version."
        >
          {target}
        </ActionForm>
      ) : (
        <ActionForm
          session={session}
          action="/admin/skills/restore"
          label={`Restore ${version}`}
          confirm="Restore"
        >
          {target}
        </ActionForm>
      )}
    </li>
  );
}

const PAGE = "/admin/skills";

adminSkillsPage.post(
  "/admin/skills/yank",
  adminAction(PAGE, "Yanked.", async ({ fields: { slug = "", version = "" }, by, nowMs }) =>
    yankVersion({ slug, version }, { ...by, role: "operator" }, nowMs),
  ),
);
adminSkillsPage.post(
  "/admin/skills/restore",
  adminAction(PAGE, "Restored.", async ({ fields: { slug = "", version = "" }, by, nowMs }) =>
    restoreVersion({ slug, version }, { ...by, role: "operator" }, nowMs),
  ),
);
adminSkillsPage.post(
  "/admin/skills/take-down",
  adminAction(PAGE, "Taken down.", async ({ fields: { slug = "" }, by, nowMs }) =>
    takeDownSkill(slug, by, nowMs),
  ),
);
adminSkillsPage.post(
  "/admin/skills/bring-back",
  adminAction(PAGE, "Restored.", async ({ fields: { slug = "" }, by, nowMs }) =>
    restoreSkill(slug, by, nowMs),
  ),
);
