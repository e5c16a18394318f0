/**
 * The discovery protocol of agentskills.io, v0.2 and v0.1, for a skill, a pinned version, a repository and an owner.
 * The root index is empty on purpose: a client that does not find its scope falls back to the root and installs
 * everything listed there, so it would replace a removed skill with unrelated ones.
 *
 * The addresses of v0.1 cannot contain a version: clients make them from the skill's name and the file's path. So that
 * an update cannot mix the files of two versions, no client may start with v0.1 for a minute after it (`replacedBy`).
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import { problem } from "../../domain/problem.ts";
import type { SkillDocument, SkillVersionDocument } from "../../domain/skill-document.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { NO_STORE, SKILL_CACHE, sendCached, sendJson } from "../../http/cached-response.ts";
import { sendNotFound, sendProblem } from "../../http/problem-response.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { corsForReads } from "../../http/response-headers.ts";
import { findBySlug, versionOf } from "../../lib/catalogue/lookup.ts";
import { listScope } from "../../lib/catalogue/scope.ts";
import { readSkillFiles } from "../../lib/contents/skill-content.ts";
import { serveArchive } from "../archive-response.ts";

export const discovery = new Hono<AppEnv>();

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** Clients silently drop an entry with a longer description. */
const LONGEST_DESCRIPTION = 1024;
const V2 = ".well-known/agent-skills";
const V1 = ".well-known/skills";
const ONE = "/skills/:owner/:repo/:skill";
/** Longer than a shared cache keeps an index, and than a client takes to fetch a skill's files. */
const SWITCH_MS = 60_000;

interface Entry {
  readonly skill: SkillDocument;
  readonly version: SkillVersionDocument;
}

interface Found {
  readonly entries: readonly Entry[];
  readonly degraded: boolean;
  /** True when the scope names a version. */
  readonly pinned: boolean;
}

/** Only for the protocol, because the pages of the same scopes have the same paths. */
const ofProtocol =
  (middleware: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> =>
  async (c, next) =>
    c.req.path.includes("/.well-known/") ? middleware(c, next) : next();

discovery.use("/skills/*", ofProtocol(corsForReads), ofProtocol(rateLimit("read")));

discovery.get(`/${V2}/index.json`, (c) => sendJson(c, { $schema: SCHEMA, skills: [] }));
discovery.get(`/${V1}/index.json`, (c) => sendJson(c, { skills: [] }));

for (const path of ["/skills/:owner", "/skills/:owner/:repo", ONE]) {
  discovery.get(`${path}/${V2}/index.json`, async (c) => {
    const found = await findEntries(c);
    return found instanceof Response ? found : sendJson(c, indexV2(found, publicOrigin(c)), found);
  });
  discovery.get(`${path}/${V1}/index.json`, async (c) => {
    const found = await findEntries(c);
    if (found instanceof Response) return found;
    const updated = found.entries.find((entry) => replacedBy(entry, found, Date.now()) !== null);
    return updated === undefined ? sendJson(c, indexV1(found), found) : sendUpdated(c, updated);
  });
  discovery.get(`${path}/${V1}/:name/:path{.+}`, serveFile);
}

discovery.get(`${ONE}/${V2}/:file{[^/]+\\.tar\\.gz}`, async (c) => {
  const found = await findOne(c);
  if (found instanceof Response) return found;
  const { skill } = found;
  // An unpinned scope also serves the version that its index listed, even after a newer one was published.
  const versions = c.req.param("skill").includes("@") ? [found.version] : skill.versions;
  const version = versions.find((entry) => c.req.param("file") === archiveName({ skill, version: entry }));
  if (version === undefined) return sendNotFound(c);
  return serveArchive(c, { skill, version, format: "tarGz", source: "discovery", degraded: found.degraded });
});

/** The file name contains the exact version, so that a digest always belongs to the bytes at its URL. */
const archiveName = ({ skill, version }: Entry) => `${skill.name}-${version.version}.tar.gz`;

async function findEntries(c: Context<AppEnv>): Promise<Found | Response> {
  if (c.req.param("skill") === undefined) return findScope(c);
  const found = await findOne(c);
  return found instanceof Response ? found : { ...found, entries: [found] };
}

/** `pdf` is the latest version, `pdf@1.2.0` exactly that one. */
async function findOne(c: Context<AppEnv>): Promise<(Entry & Pick<Found, "degraded" | "pinned">) | Response> {
  const { owner = "", repo = "", skill: last = "" } = c.req.param();
  const [name = "", version = null] = last.split("@");
  const found = await findBySlug(`${owner}/${repo}/${name}`.toLowerCase());
  if (found.kind !== "found") return sendNotFound(c);
  const wanted = versionOf(found.skill, version);
  if (wanted === null) return sendNotFound(c);
  return { skill: found.skill, version: wanted, degraded: found.degraded, pinned: version !== null };
}

async function findScope(c: Context<AppEnv>): Promise<Found | Response> {
  const owner = (c.req.param("owner") ?? "").toLowerCase();
  const scope = await listScope({ owner, repo: c.req.param("repo")?.toLowerCase() });
  if (scope === null)
    return sendProblem(
      c,
      problem("CONFLICT", "Too many skills in this scope. Use a repository or a skill instead."),
    );
  const entries = scope.skills.flatMap((skill) => {
    const version = versionOf(skill, null);
    return version === null ? [] : [{ skill, version }];
  });
  if (entries.length === 0) return sendNotFound(c);
  return { entries, degraded: scope.degraded, pinned: false };
}

/** Clients store the archive's scope as the place to update from, so it is pinned only if the user pinned it. */
function indexV2({ entries, pinned }: Found, origin: string) {
  return {
    $schema: SCHEMA,
    skills: entries.map(({ skill, version }) => ({
      name: skill.name,
      type: "archive",
      description: skill.description.slice(0, LONGEST_DESCRIPTION),
      url: `${origin}/skills/${skill.slug}${pinned ? `@${version.version}` : ""}/${V2}/${archiveName({ skill, version })}`,
      digest: version.forms.tarGz.sha256,
      version: version.version,
      trust: { tier: version.trustTier, certification: version.certTier, score: version.score },
    })),
  };
}

function indexV1({ entries }: Found) {
  return {
    skills: entries.map(({ skill, version }) => ({
      name: skill.name,
      description: skill.description.slice(0, LONGEST_DESCRIPTION),
      files: version.files.map(({ path }) => path),
    })),
  };
}

/** The version that an unpinned entry replaced less than a minute ago, or null. */
function replacedBy(
  { skill, version }: Entry,
  { pinned }: Found,
  nowMs: number,
): SkillVersionDocument | null {
  const publishedMs = Date.parse(version.publishedAt);
  if (pinned || nowMs - publishedMs >= SWITCH_MS) return null;
  const isOlder = (other: SkillVersionDocument) => Date.parse(other.publishedAt) < publishedMs;
  return skill.versions.find((other) => other.yanked === null && isOlder(other)) ?? null;
}

function sendUpdated(c: Context<AppEnv>, { skill, version }: Entry): Response {
  const message = `${skill.name}@${version.version} was published just now. Read the index again in a minute, or use discovery v0.2.`;
  return sendProblem(c, problem("UNAVAILABLE", message));
}

/**
 * One file of v0.1, as it was scanned, with a content type that no browser executes. Right after an update, a client
 * that has read the index before gets the files of that version.
 */
async function serveFile(c: Context<AppEnv>): Promise<Response> {
  const found = await findEntries(c);
  if (found instanceof Response) return found;
  const entry = found.entries.find(({ skill }) => skill.name === c.req.param("name"));
  if (entry === undefined) return sendNotFound(c);
  const path = c.req.param("path") ?? "";
  const replaced = replacedBy(entry, found, Date.now());
  if (replaced !== null && path === MANIFEST_NAME) return sendUpdated(c, entry);
  const { files, digest } = replaced ?? entry.version;
  if (!files.some((file) => file.path === path)) return sendNotFound(c);
  const file = (await readSkillFiles(digest))?.find((candidate) => candidate.path === path);
  if (file === undefined) return sendProblem(c, problem("UNAVAILABLE", "The file cannot be read right now."));
  c.header("Content-Security-Policy", "default-src 'none'; sandbox");
  const body = new Uint8Array(file.bytes);
  const cacheControl = replaced === null ? SKILL_CACHE : NO_STORE;
  const { degraded } = found;
  return sendCached(c, { body, contentType: "application/octet-stream", cacheControl, degraded });
}
