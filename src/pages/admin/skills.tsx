/** `/admin/skills`: yank and restore versions, take skills down and bring them back. */
import { Hono } from "hono";
import type { SkillDocument } from "../../domain/skill-document.ts";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { restoreSkill, restoreVersion, takeDownSkill, yankVersion } from "../../lib/actions/skill-actions.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { searchSkills } from "../../lib/catalogue/search.ts";
import type { SkillRow } from "../../lib/ledger/schema.ts";
import { getSkill } from "../../lib/skills/skill-store.ts";
import { listTakenDown } from "../../lib/skills/taken-down.ts";
import { When } from "../parts/format.tsx";
import { TrustBadges } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

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
    session,
    "Skills",
    <>
      <form action="/admin/skills" method="get" class="searchbar">
        <input class="input" type="search" name="q" value={q} aria-label="Search skills" maxlength={200} />
        <button class="btn" type="submit">
          Search
        </button>
      </form>
      {chosen !== null && <Chosen session={session} skill={chosen} />}
      <p class="small muted">{total > SHOWN ? `The first ${SHOWN} of ${total}` : `${total} skills`}</p>
      <ul class="stack">
        {skills.map((skill) => (
          <li class="row">
            <TrustBadges trust={skill} />
            <a href={`/admin/skills?${new URLSearchParams({ q, skill: skill.slug })}`}>{skill.slug}</a>
            <span class="small muted num">{skill.version}</span>
          </li>
        ))}
      </ul>
      <TakenDown session={session} skills={takenDown} />
    </>,
  );
});

function TakenDown({ session, skills }: { session: AdminSession; skills: readonly SkillRow[] }) {
  return (
    <section class="stack" aria-labelledby="taken-down">
      <h2 id="taken-down">Taken down</h2>
      {skills.length === 0 && <p class="muted">No skill is taken down.</p>}
      {skills.length === SHOWN && <p class="small muted">{`The last ${SHOWN}`}</p>}
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
              label={`Bring ${slug} back…`}
              confirm="Bring it back"
              says="It is offered again with the versions it had. Refused while a blocklist entry matches it."
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
  const subject = (version: string) => (
    <>
      <input type="hidden" name="slug" value={skill.slug} />
      <input type="hidden" name="version" value={version} />
    </>
  );
  return (
    <section class="card stack" aria-labelledby="chosen">
      <h2 id="chosen">
        <a href={`/skills/${skill.slug}`}>{skill.slug}</a>
      </h2>
      <ul class="stack">
        {skill.versions.map(({ version, yanked }) => (
          <li class="row items-start">
            <span class="num">{version}</span>
            {yanked === null ? (
              <ActionForm
                session={session}
                action="/admin/skills/yank"
                label={`Yank ${version}…`}
                confirm="Yank"
                says="It is no longer offered, but stays installable by its exact number."
              >
                {subject(version)}
              </ActionForm>
            ) : (
              <>
                <span class="small bad">{`yanked: ${yanked}`}</span>
                <ActionForm
                  session={session}
                  action="/admin/skills/restore"
                  label={`Restore ${version}…`}
                  confirm="Restore"
                >
                  {subject(version)}
                </ActionForm>
              </>
            )}
          </li>
        ))}
      </ul>
      <ActionForm
        session={session}
        action="/admin/skills/take-down"
        label="Take the skill down…"
        confirm="Take it down"
        tone="bad"
        says="It is gone from search, from every list and from every install path. To keep it from coming back, block it as well."
      >
        {subject("")}
      </ActionForm>
    </section>
  );
}

const field = (fields: Readonly<Record<string, string>>, name: string) => fields[name] ?? "";
const versionIn = (fields: Readonly<Record<string, string>>) => ({
  slug: field(fields, "slug"),
  version: field(fields, "version"),
});

adminSkillsPage.post(
  "/admin/skills/yank",
  adminAction("/admin/skills", "Yanked.", async (action) => {
    requireReason(action);
    return yankVersion(versionIn(action.fields), action.by, action.nowMs);
  }),
);
adminSkillsPage.post(
  "/admin/skills/restore",
  adminAction("/admin/skills", "Restored.", async (action) => {
    requireReason(action);
    return restoreVersion(versionIn(action.fields), action.by, action.nowMs);
  }),
);
adminSkillsPage.post(
  "/admin/skills/take-down",
  adminAction("/admin/skills", "Taken down.", async (action) => {
    requireReason(action);
    return takeDownSkill(field(action.fields, "slug"), action.by, action.nowMs);
  }),
);
adminSkillsPage.post(
  "/admin/skills/bring-back",
  adminAction("/admin/skills", "Brought back.", async (action) => {
    requireReason(action);
    return restoreSkill(field(action.fields, "slug"), action.by, action.nowMs);
  }),
);
