/** `/api/v1/skills/…`: one skill and its versions. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { SkillVersionDocument } from "../../../domain/skill-document.ts";
import { summariseManifests } from "../../../domain/version-diff.ts";
import { commonErrors, createApi, errorResponse, jsonResponse, serve } from "../../../http/api-app.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { sendJson } from "../../../http/cached-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { isVerifiedVendor } from "../../../lib/accounts/vendors.ts";
import { readSkillText } from "../../../lib/contents/skill-content.ts";
import { type PathParams, SKILL_PATHS, skillInPath } from "./path.ts";
import { detailOf, skillDetail } from "./view.ts";

export const skillDetailApi = createApi();

export const skillErrors = {
  ...commonErrors,
  304: { description: "Not modified" },
  404: errorResponse("Skill or version not found"),
  409: errorResponse("Several skills have this name; `details.choices` lists them"),
} as const;

const versionSummary = z
  .object({
    version: z.string(),
    certTier: z.string(),
    certScore: z.number(),
    trustTier: z.string(),
    verdict: z.string(),
    engine: z.string(),
    createdAt: z.string(),
    contentHash: z.string(),
    gitSha: z.string().nullable(),
    diffSummary: z.string().nullable(),
    yanked: z.string().nullable(),
    tainted: z.string().nullable(),
  })
  .openapi("SkillVersion");

/** `previous` is the version published before it; null for the first. */
export function versionView(entry: SkillVersionDocument, previous: SkillVersionDocument | null) {
  return {
    version: entry.version,
    certTier: entry.certTier,
    certScore: entry.score,
    trustTier: entry.trustTier,
    verdict: entry.verdict,
    engine: entry.engine,
    createdAt: entry.publishedAt,
    contentHash: entry.digest,
    gitSha: entry.commit,
    diffSummary: previous === null ? null : summariseManifests(previous.files, entry.files),
    yanked: entry.yanked,
    tainted: entry.tainted,
  };
}

export const skillResponse = z.object({ skill: skillDetail }).openapi("SkillResponse");

export async function sendDetail(c: Context<AppEnv>, params: PathParams): Promise<Response> {
  const found = await skillInPath(c, params);
  if (found instanceof Response) return found;
  const { skill, degraded } = found;
  const digest = skill.versions.find(({ version }) => version === skill.version)?.digest;
  const [content, publisherVerified] = await Promise.all([
    digest === undefined ? null : readSkillText(digest),
    degraded ? null : isVerifiedVendor(skill.owner),
  ]);
  const shown = detailOf(skill, { origin: publicOrigin(c), content, degraded, publisherVerified });
  return sendJson(c, { skill: shown }, { degraded });
}

for (const { path, params } of SKILL_PATHS) {
  const detail = createRoute({
    method: "get",
    path,
    summary: "Get a skill with the SKILL.md of its current version",
    middleware: [rateLimit("read")] as const,
    request: { params },
    responses: {
      ...skillErrors,
      200: jsonResponse(skillResponse, "The skill"),
    },
  });
  serve(skillDetailApi, detail, (c) => sendDetail(c, c.req.valid("param")));

  const versions = createRoute({
    method: "get",
    path: `${path}/versions`,
    summary: "List the versions of a skill, newest first",
    middleware: [rateLimit("read")] as const,
    request: { params },
    responses: {
      ...skillErrors,
      200: jsonResponse(
        z.object({ versions: z.array(versionSummary), count: z.number() }).openapi("SkillVersions"),
        "All versions",
      ),
    },
  });
  serve(skillDetailApi, versions, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    const entries = found.skill.versions;
    const listed = entries.map((entry, index) => versionView(entry, entries[index + 1] ?? null));
    return sendJson(c, { versions: listed, count: listed.length }, found);
  });
}

export const versionDetail = versionSummary.extend({
  content: z.string().nullable(),
  manifest: z.array(z.object({ path: z.string(), sha256: z.string(), size: z.number() })),
  archives: z.object({
    tarGz: z.object({ url: z.string(), sha256: z.string(), size: z.number() }),
    zip: z.object({ url: z.string(), sha256: z.string(), size: z.number() }),
    npm: z.object({ packageName: z.string(), integrity: z.string() }),
  }),
});
