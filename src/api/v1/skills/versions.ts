/**
 * `/api/v1/skills/…/versions/…`: one version, its archives, and the changes between two; by slug and by flat name.
 * `{name}/versions/{version}` has the same pattern as a slug whose repository is called “versions”. A version contains a
 * dot and a skill's name does not, which distinguishes them. A skill called “diff” there must be requested with
 * encoded slashes.
 */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { MANIFEST_NAME } from "../../../domain/manifest.ts";
import { problem } from "../../../domain/problem.ts";
import type { SkillDocument, SkillVersionDocument } from "../../../domain/skill-document.ts";
import { emptyPatch, type FileChange, summariseChanges } from "../../../domain/version-diff.ts";
import { createApi, jsonResponse, serve } from "../../../http/api-app.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { sendJson } from "../../../http/cached-response.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { readSkillText } from "../../../lib/contents/skill-content.ts";
import { readVersionChanges } from "../../../lib/contents/version-changes.ts";
import { serveArchive } from "../../archive-response.ts";
import { sendDetail, skillErrors, skillResponse, versionDetail, versionView } from "./detail.ts";
import { SKILL_PATHS, skillInPath } from "./path.ts";

export const skillVersionsApi = createApi();

const range = z.strictObject({ from: z.string().min(1).max(100), to: z.string().min(1).max(100) });

const noVersion = (c: Context<AppEnv>) => sendProblem(c, problem("NOT_FOUND", "Version not found."));

/** The changes between two versions; a Response when one of them does not exist. */
async function loadChanges(
  c: Context<AppEnv>,
  skill: SkillDocument,
  range: { from: string; to: string },
): Promise<readonly FileChange[] | Response> {
  const [from, to] = [range.from, range.to].map((wanted) =>
    skill.versions.find(({ version }) => version === wanted),
  );
  if (from === undefined || to === undefined) return noVersion(c);
  return (await readVersionChanges(from.digest, to.digest)) ?? noVersion(c);
}

function archivesOf({ forms: { tarGz, zip, npm } }: SkillVersionDocument, address: string) {
  return {
    tarGz: { url: `${address}/archive?format=tar.gz`, sha256: tarGz.sha256, size: tarGz.size },
    zip: { url: `${address}/archive?format=zip`, sha256: zip.sha256, size: zip.size },
    npm: { packageName: npm.packageName, integrity: npm.integrity },
  };
}

const byVersion = versionDetail.openapi("VersionDetail");
const versionResponses = {
  "/api/v1/skills/{owner}/{repo}/{skill}": byVersion,
  "/api/v1/skills/{name}": z.union([byVersion, skillResponse]),
} as const;

const versionPart = { version: z.string().min(1).max(100) };

for (const { path, params } of SKILL_PATHS) {
  const diff = createRoute({
    method: "get",
    path: `${path}/versions/diff`,
    summary: "Compare the SKILL.md of two versions as a unified diff",
    middleware: [rateLimit("read")] as const,
    request: { params, query: range },
    responses: {
      ...skillErrors,
      200: jsonResponse(
        z.object({
          from: z.string(),
          to: z.string(),
          diffSummary: z.string(),
          contentDiff: z.string().nullable(),
          note: z.string().nullable().openapi({ description: "Why there is no contentDiff." }),
        }),
        "The difference",
      ),
    },
  });

  serve(skillVersionsApi, diff, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    const range = c.req.valid("query");
    const changes = await loadChanges(c, found.skill, range);
    if (changes instanceof Response) return changes;
    const changed = changes.find(({ filename }) => filename === MANIFEST_NAME);
    const { patch, note } = changed ?? { patch: emptyPatch(MANIFEST_NAME), note: null };
    return sendJson(c, { ...range, diffSummary: summariseChanges(changes), contentDiff: patch, note }, found);
  });

  const compare = createRoute({
    method: "get",
    path: `${path}/versions/compare`,
    summary: "Compare all files of two versions",
    middleware: [rateLimit("read")] as const,
    request: { params, query: range },
    responses: {
      ...skillErrors,
      200: jsonResponse(
        z.object({
          source: z.literal("local-content"),
          files: z.array(
            z.object({
              filename: z.string(),
              status: z.enum(["added", "removed", "modified"]),
              additions: z.number(),
              deletions: z.number(),
              patch: z.string().nullable(),
              note: z.string().nullable().openapi({ description: "Why there is no patch." }),
            }),
          ),
        }),
        "The files that differ",
      ),
    },
  });

  serve(skillVersionsApi, compare, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    const files = await loadChanges(c, found.skill, c.req.valid("query"));
    if (files instanceof Response) return files;
    return sendJson(c, { source: "local-content", files: [...files] }, found);
  });

  const one = createRoute({
    method: "get",
    path: `${path}/versions/{version}`,
    summary: "Get a version: text, file list and archives",
    middleware: [rateLimit("read")] as const,
    request: { params: params.extend(versionPart) },
    responses: { ...skillErrors, 200: jsonResponse(versionResponses[path], "The version") },
  });

  serve(skillVersionsApi, one, async (c) => {
    const params = c.req.valid("param");
    if ("name" in params && !params.version.includes("."))
      return sendDetail(c, { owner: params.name, repo: "versions", skill: params.version });
    const found = await skillInPath(c, params);
    if (found instanceof Response) return found;
    const { skill } = found;
    const index = skill.versions.findIndex(({ version }) => version === params.version);
    const entry = skill.versions[index];
    if (entry === undefined) return noVersion(c);
    return sendJson(
      c,
      {
        ...versionView(entry, skill.versions[index + 1] ?? null),
        content: await readSkillText(entry.digest),
        manifest: entry.files.map(({ path, sha256, size }) => ({ path, sha256, size })),
        archives: archivesOf(
          entry,
          `${publicOrigin(c)}/api/v1/skills/${skill.slug}/versions/${entry.version}`,
        ),
      },
      found,
    );
  });

  const archive = createRoute({
    method: "get",
    path: `${path}/versions/{version}/archive`,
    summary: "Download the scanned content as an archive",
    middleware: [rateLimit("read")] as const,
    request: {
      params: params.extend(versionPart),
      query: z.strictObject({ format: z.enum(["tar.gz", "zip"]).default("tar.gz") }),
    },
    responses: {
      ...skillErrors,
      200: {
        description: "The archive",
        content: { "application/gzip": { schema: z.string() }, "application/zip": { schema: z.string() } },
      },
    },
  });

  serve(skillVersionsApi, archive, async (c) => {
    const params = c.req.valid("param");
    const found = await skillInPath(c, params);
    if (found instanceof Response) return found;
    const entry = found.skill.versions.find(({ version }) => version === params.version);
    if (entry === undefined) return noVersion(c);
    const format = c.req.valid("query").format === "zip" ? "zip" : "tarGz";
    return serveArchive(c, {
      skill: found.skill,
      version: entry,
      format,
      source: "api",
      degraded: found.degraded,
    });
  });
}
