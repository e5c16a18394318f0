/** The reads of ClawHub's protocol, under `/clawhub`. Thin: everything is looked up where our own API does. */
import { Hono } from "hono";
import { answerCached, answerJson, NO_STORE } from "../http/answer-cached.ts";
import { answerNotFound } from "../http/answer-problem.ts";
import type { AppEnv } from "../http/app-env.ts";
import { publicOrigin } from "../http/public-url.ts";
import { rateLimit } from "../http/rate-limit.ts";
import type { CatalogueSkill } from "../lib/catalogue/catalogue-skill.ts";
import { listSkills } from "../lib/catalogue/list.ts";
import { findBySlug, versionOf } from "../lib/catalogue/lookup.ts";
import { getRevision } from "../lib/catalogue/revision.ts";
import { searchSkills } from "../lib/catalogue/search.ts";
import { shortNameOf } from "../lib/catalogue/short-name.ts";
import { clawhubHash } from "../lib/clawhub-hash.ts";
import { readSkillFiles } from "../lib/skill-content.ts";
import { serveArchive } from "./archive-answer.ts";
import { clawhubSkill, moderationOf, skillView, versionView } from "./clawhub-view.ts";

export const clawhub = new Hono<AppEnv>();
const API = "/clawhub/api/v1";

clawhub.get("/.well-known/clawhub.json", (c) => {
  const origin = publicOrigin(c);
  return answerJson(c, { apiBase: `${origin}/clawhub`, authBase: origin });
});
clawhub.get("/clawhub/.well-known/clawhub.json", (c) => {
  const origin = publicOrigin(c);
  return answerJson(c, { apiBase: `${origin}/clawhub`, authBase: origin });
});

clawhub.use(`${API}/*`, async (c, next) => rateLimit(c.req.method === "GET" ? "read" : "write")(c, next));

const limitOf = (text: string | undefined) =>
  Math.min(Math.max(Number.parseInt(text ?? "25", 10) || 25, 1), 100);

/** Documents of a page of results: they know the short names. */
async function documentsOf(skills: readonly CatalogueSkill[]) {
  const found = await Promise.all(skills.map(({ slug }) => findBySlug(slug)));
  return found.flatMap((lookup) => (lookup.kind === "found" ? [lookup.skill] : []));
}

clawhub.get(`${API}/search`, async (c) => {
  const ask = { q: c.req.query("q") ?? "", limit: limitOf(c.req.query("limit")), offset: 0 };
  const { skills } = await searchSkills(ask, await getRevision(), Date.now());
  const documents = await documentsOf(skills);
  return answerJson(c, {
    results: documents.map((skill, index) => ({
      slug: shortNameOf(skill).name,
      ownerHandle: shortNameOf(skill).owner,
      displayName: skill.name,
      summary: skill.description,
      version: skill.version,
      score: Math.round((1 - index / Math.max(documents.length, 1)) * 100) / 100,
      downloads: skill.installs,
      updatedAt: Date.parse(skill.updatedAt),
    })),
  });
});

clawhub.get(`${API}/skills`, async (c) => {
  const limit = limitOf(c.req.query("limit"));
  const prefix = c.req.query("prefix") ?? "";
  const revision = await getRevision();
  const sort = /downloads|installs|trending|stars/i.test(c.req.query("sort") ?? "") ? "installs" : "updated";
  const found =
    prefix === ""
      ? await listSkills({ sort, limit, offset: 0 }, revision, Date.now())
      : await searchSkills({ q: prefix, limit, offset: 0 }, revision, Date.now());
  const items = (await documentsOf(found.skills)).flatMap((skill) => {
    const latest = versionOf(skill, null);
    return latest === null ? [] : [{ ...skillView(skill), latestVersion: versionView(skill, latest) }];
  });
  return answerJson(c, { items, nextCursor: null });
});

clawhub.get(`${API}/skills/:slug`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const { skill } = found;
  const latest = versionOf(skill, null);
  const { owner } = shortNameOf(skill);
  const answer = {
    skill: skillView(skill),
    latestVersion: latest === null ? null : versionView(skill, latest),
    owner: { handle: owner, displayName: owner },
    moderation: moderationOf(latest),
  };
  return answerJson(c, answer, found);
});

clawhub.get(`${API}/skills/:slug/moderation`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const moderation = moderationOf(versionOf(found.skill, null));
  return answerJson(c, { moderation: moderation && { ...moderation, evidence: [] } }, found);
});

clawhub.get(`${API}/skills/:slug/versions`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const listed = found.skill.versions.slice(0, limitOf(c.req.query("limit")));
  return answerJson(
    c,
    { items: listed.map((entry) => versionView(found.skill, entry)), nextCursor: null },
    found,
  );
});

clawhub.get(`${API}/skills/:slug/versions/:version`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const entry = versionOf(found.skill, c.req.param("version"));
  if (entry === null) return answerNotFound(c);
  const { slug, displayName } = skillView(found.skill);
  const files = entry.files.map(({ path, size, sha256 }) => ({
    path,
    size,
    sha256,
    contentType: "text/plain",
  }));
  const security = {
    status: entry.tainted === null ? "clean" : "suspicious",
    hasWarnings: entry.tainted !== null || entry.score < 100,
    checkedAt: Date.parse(entry.publishedAt),
    model: entry.engine,
  };
  const version = { ...versionView(found.skill, entry), files, security };
  return answerJson(c, { version, skill: { slug, displayName } }, found);
});

clawhub.get(`${API}/skills/:slug/file`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const entry = versionOf(found.skill, c.req.query("version") ?? null);
  const files = entry === null ? null : await readSkillFiles(entry.digest);
  const file = files?.find(({ path }) => path === c.req.query("path"));
  if (file === undefined) return answerNotFound(c);
  const body = new Uint8Array(file.bytes);
  c.header("Content-Security-Policy", "default-src 'none'; sandbox");
  return answerCached(c, { body, contentType: "text/plain; charset=utf-8", degraded: found.degraded });
});

clawhub.get(`${API}/download`, async (c) => {
  const found = await clawhubSkill(c, c.req.query("slug") ?? "");
  if (found instanceof Response) return found;
  const version = versionOf(found.skill, c.req.query("version") ?? null);
  if (version === null) return answerNotFound(c);
  return serveArchive(c, {
    skill: found.skill,
    version,
    form: "zip",
    source: "clawhub",
    degraded: found.degraded,
  });
});

clawhub.get(`${API}/resolve`, async (c) => {
  const found = await clawhubSkill(c, c.req.query("slug") ?? "");
  if (found instanceof Response) return found;
  const hash = c.req.query("hash") ?? "";
  const match = found.skill.versions.find(({ files }) => clawhubHash(files) === hash);
  return answerJson(
    c,
    {
      match: match === undefined ? null : { version: match.version },
      latestVersion: found.skill.version === null ? null : { version: found.skill.version },
    },
    { cacheControl: NO_STORE, degraded: found.degraded },
  );
});
