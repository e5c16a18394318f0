/** The read requests of ClawHub's protocol, under `/clawhub`, over the same lookups as the API. */
import { Hono } from "hono";
import type { AppEnv } from "../../../http/app-env.ts";
import { NO_STORE, sendCached, sendJson } from "../../../http/cached-response.ts";
import { sendNotFound } from "../../../http/problem-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import type { CatalogueSkill } from "../../../lib/catalogue/catalogue-skill.ts";
import { listSkills } from "../../../lib/catalogue/list.ts";
import { listByPrefix } from "../../../lib/catalogue/list-prefix.ts";
import { findBySlug, versionOf } from "../../../lib/catalogue/lookup.ts";
import { searchSkills } from "../../../lib/catalogue/search.ts";
import { shortNameOf } from "../../../lib/catalogue/short-name.ts";
import { readSkillFiles } from "../../../lib/contents/skill-content.ts";
import { countDownloads } from "../../../lib/skills/install-store.ts";
import { serveArchive } from "../../archive-response.ts";
import { clawhubHash } from "./hash.ts";
import { clawhubSkill, moderationOf, requestedVersion, skillView, versionView } from "./view.ts";

export const clawhub = new Hono<AppEnv>();
const API = "/clawhub/api/v1";
const READS = new Set(["GET", "HEAD"]);

clawhub.get("/.well-known/clawhub.json", (c) => {
  const origin = publicOrigin(c);
  return sendJson(c, { apiBase: `${origin}/clawhub`, authBase: origin });
});
clawhub.get("/clawhub/.well-known/clawhub.json", (c) => {
  const origin = publicOrigin(c);
  return sendJson(c, { apiBase: `${origin}/clawhub`, authBase: origin });
});

clawhub.use(`${API}/*`, async (c, next) => rateLimit(READS.has(c.req.method) ? "read" : "write")(c, next));

const limitOf = (text: string | undefined) =>
  Math.min(Math.max(Number.parseInt(text ?? "25", 10) || 25, 1), 100);

/** The offset in a cursor that an earlier response contained; 0 for anything else. */
const offsetOf = (cursor: string | undefined) => (/^\d{1,6}$/.test(cursor ?? "") ? Number(cursor) : 0);

/** The documents of a page of results, which contain the short names, each with its downloads. */
async function documentsOf(skills: readonly CatalogueSkill[]) {
  const slugs = skills.map(({ slug }) => slug);
  const [found, downloads] = await Promise.all([Promise.all(slugs.map(findBySlug)), countDownloads(slugs)]);
  return found.flatMap((lookup) =>
    lookup.kind === "found"
      ? [{ skill: lookup.skill, downloads: downloads.get(lookup.skill.slug) ?? 0 }]
      : [],
  );
}

clawhub.get(`${API}/search`, async (c) => {
  const query = { q: c.req.query("q") ?? "", limit: limitOf(c.req.query("limit")), offset: 0 };
  const { skills } = await searchSkills(query);
  const documents = await documentsOf(skills);
  return sendJson(c, {
    results: documents.map(({ skill, downloads }, index) => ({
      slug: shortNameOf(skill).name,
      ownerHandle: shortNameOf(skill).owner,
      displayName: skill.name,
      summary: skill.description,
      version: skill.version,
      score: Math.round((1 - index / Math.max(documents.length, 1)) * 100) / 100,
      downloads,
      updatedAt: Date.parse(skill.updatedAt),
    })),
  });
});

clawhub.get(`${API}/skills`, async (c) => {
  const limit = limitOf(c.req.query("limit"));
  const prefix = c.req.query("prefix") ?? "";
  const offset = offsetOf(c.req.query("cursor"));
  const sort = /downloads|installs|trending|stars/i.test(c.req.query("sort") ?? "") ? "installs" : "updated";
  const found =
    prefix === ""
      ? { ...(await listSkills({ sort, limit, offset: 0 }, Date.now())), hasMore: false }
      : await listByPrefix({ prefix, limit, offset });
  const items = (await documentsOf(found.skills)).flatMap(({ skill, downloads }) => {
    const latest = versionOf(skill, null);
    if (latest === null) return [];
    return [{ ...skillView(skill, downloads), latestVersion: versionView(skill, latest) }];
  });
  return sendJson(c, { items, nextCursor: found.hasMore ? String(offset + limit) : null });
});

clawhub.get(`${API}/skills/:slug`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const { skill } = found;
  const latest = versionOf(skill, null);
  const { owner } = shortNameOf(skill);
  const downloads = found.degraded ? null : ((await countDownloads([skill.slug])).get(skill.slug) ?? 0);
  const body = {
    skill: skillView(skill, downloads),
    latestVersion: latest === null ? null : versionView(skill, latest),
    owner: { handle: owner, displayName: owner },
    moderation: moderationOf(latest),
  };
  return sendJson(c, body, found);
});

clawhub.get(`${API}/skills/:slug/moderation`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const moderation = moderationOf(versionOf(found.skill, null));
  return sendJson(c, { moderation: moderation && { ...moderation, evidence: [] } }, found);
});

clawhub.get(`${API}/skills/:slug/versions`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const listed = found.skill.versions.slice(0, limitOf(c.req.query("limit")));
  return sendJson(
    c,
    { items: listed.map((entry) => versionView(found.skill, entry)), nextCursor: null },
    found,
  );
});

clawhub.get(`${API}/skills/:slug/versions/:version`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const entry = versionOf(found.skill, c.req.param("version"));
  if (entry === null) return sendNotFound(c);
  const files = entry.files.map(({ path, size, sha256 }) => ({
    path,
    size,
    sha256,
    contentType: "text/plain",
  }));
  const security = {
    status: entry.tainted === null ? "clean" : "suspicious",
    hasWarnings: entry.tainted !== null || entry.score < 100,
    checkedAt: Date.parse(entry.verifiedAt ?? entry.publishedAt),
    model: entry.engine,
  };
  const version = { ...versionView(found.skill, entry), files, security };
  const skill = { slug: shortNameOf(found.skill).name, displayName: found.skill.name };
  return sendJson(c, { version, skill }, found);
});

clawhub.get(`${API}/skills/:slug/file`, async (c) => {
  const found = await clawhubSkill(c, c.req.param("slug"));
  if (found instanceof Response) return found;
  const requested = requestedVersion(c, found.skill);
  const files = requested === null ? null : await readSkillFiles(requested.version.digest);
  const file = files?.find(({ path }) => path === c.req.query("path"));
  if (file === undefined) return sendNotFound(c);
  const body = new Uint8Array(file.bytes);
  c.header("Content-Security-Policy", "default-src 'none'; sandbox");
  return sendCached(c, { body, contentType: "text/plain; charset=utf-8", degraded: found.degraded });
});

clawhub.get(`${API}/download`, async (c) => {
  const found = await clawhubSkill(c, c.req.query("slug") ?? "");
  if (found instanceof Response) return found;
  const requested = requestedVersion(c, found.skill);
  if (requested === null) return sendNotFound(c);
  return serveArchive(c, {
    skill: found.skill,
    version: requested.version,
    format: "zip",
    source: "clawhub",
    degraded: found.degraded,
  });
});

clawhub.get(`${API}/resolve`, async (c) => {
  const found = await clawhubSkill(c, c.req.query("slug") ?? "");
  if (found instanceof Response) return found;
  const hash = c.req.query("hash") ?? "";
  const match = found.skill.versions.find(({ files }) => clawhubHash(files) === hash);
  return sendJson(
    c,
    {
      match: match === undefined ? null : { version: match.version },
      latestVersion: found.skill.version === null ? null : { version: found.skill.version },
    },
    { cacheControl: NO_STORE, degraded: found.degraded },
  );
});
