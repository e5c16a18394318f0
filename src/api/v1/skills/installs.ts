/** `…/installs` and `skills/check-updates`: install reports of clients, and their checks for updates. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import semver from "semver";
import type { SkillDocument } from "../../../domain/skill-document.ts";
import { summariseManifests } from "../../../domain/version-diff.ts";
import { commonErrors, createApi, jsonBody, jsonResponse, serve } from "../../../http/api-app.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { sendJson } from "../../../http/cached-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { findByName, findBySlug, versionOf } from "../../../lib/catalogue/lookup.ts";
import { countDownloads, recordInstalls } from "../../../lib/skills/install-store.ts";
import { clientOf } from "../../count-download.ts";
import { skillErrors } from "./detail.ts";
import { SKILL_PATHS, skillInPath } from "./path.ts";

export const installsApi = createApi();

/** More than this is refused, never truncated (L50). */
const MAX_SKILLS = 100;

const report = {
  repoUrl: z.string().max(2048).nullish(),
  version: z.string().max(100).nullish(),
  source: z.string().max(50).nullish(),
  platform: z.string().max(100).nullish(),
  cliVersion: z.string().max(100).nullish(),
};
const okResponse = jsonResponse(z.object({ ok: z.literal(true) }), "Counted, at most once a day per client");

interface Reported {
  readonly version?: string | null | undefined;
  readonly source?: string | null | undefined;
}

async function count(c: Context<AppEnv>, skill: SkillDocument, reported: Reported): Promise<void> {
  const version = versionOf(skill, reported.version ?? null);
  if (version === null) return;
  const source = reported.source ?? "api";
  const event = { slug: skill.slug, version: version.version, client: clientOf(c), source, download: false };
  await recordInstalls([event], Date.now());
}

const bulk = createRoute({
  method: "post",
  path: "/api/v1/skills/installs",
  summary: "Report several installs",
  middleware: [rateLimit("write")] as const,
  request: {
    body: jsonBody(
      z.strictObject({
        skills: z
          .array(z.strictObject({ skillName: z.string().min(1).max(300), ...report }))
          .min(1)
          .max(MAX_SKILLS),
      }),
    ),
  },
  responses: { ...commonErrors, 200: okResponse },
});

serve(installsApi, bulk, async (c) => {
  for (const { skillName, ...reported } of c.req.valid("json").skills) {
    const found = await find(skillName);
    if (found !== null) await count(c, found, reported);
  }
  return c.json({ ok: true });
});

/** A report for an unknown or ambiguous name is not counted. */
async function find(name: string): Promise<SkillDocument | null> {
  const wanted = name.toLowerCase();
  const found = await (wanted.includes("/") ? findBySlug(wanted) : findByName(wanted));
  return found.kind === "found" ? found.skill : null;
}

for (const { path, params } of SKILL_PATHS) {
  const counts = createRoute({
    method: "get",
    path: `${path}/installs`,
    summary: "Get the number of installs (per client, version and day) and downloads",
    middleware: [rateLimit("read")] as const,
    request: { params },
    responses: {
      ...skillErrors,
      200: jsonResponse(z.object({ installs: z.number(), downloads: z.number() }), "Installs and downloads"),
    },
  });
  serve(installsApi, counts, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    const { slug, installs } = found.skill;
    const downloads = (await countDownloads([slug])).get(slug) ?? 0;
    return sendJson(c, { installs, downloads });
  });

  const one = createRoute({
    method: "post",
    path: `${path}/installs`,
    summary: "Report an install",
    middleware: [rateLimit("write")] as const,
    request: { params, body: jsonBody(z.strictObject(report)) },
    responses: { ...skillErrors, 200: okResponse },
  });
  serve(installsApi, one, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    await count(c, found.skill, c.req.valid("json"));
    return c.json({ ok: true });
  });
}

const checkUpdates = createRoute({
  method: "post",
  path: "/api/v1/skills/check-updates",
  summary: "Check skills for newer versions",
  middleware: [rateLimit("read")] as const,
  request: {
    body: jsonBody(
      z.strictObject({
        skills: z
          .array(
            z.strictObject({
              name: z.string().min(1).max(300),
              currentVersion: z.string().max(100).nullish(),
              sha: z.string().max(100).nullish(),
            }),
          )
          .max(MAX_SKILLS),
      }),
    ),
  },
  responses: {
    ...commonErrors,
    200: jsonResponse(
      z.object({
        results: z.array(
          z.object({
            name: z.string(),
            installed: z.string().nullable(),
            latest: z.string().nullable(),
            updateAvailable: z.boolean(),
            versionBump: z.string().nullable(),
            diffSummary: z.string().nullable(),
            certTier: z.string().nullable(),
            certScore: z.number().nullable(),
            error: z.string().optional(),
          }),
        ),
      }),
      "One result per requested skill, in order",
    ),
  },
});

serve(installsApi, checkUpdates, async (c) => {
  const requested = c.req.valid("json").skills;
  return c.json({ results: await Promise.all(requested.map(checkOne)) });
});

interface InstalledSkill {
  readonly name: string;
  readonly currentVersion?: string | null | undefined;
  readonly sha?: string | null | undefined;
}

/** A removed skill is reported as removed, not as up to date. */
async function checkOne({ name, currentVersion, sha }: InstalledSkill) {
  const skill = await find(name);
  const installed = installedOf(skill, currentVersion, sha);
  if (skill === null || skill.version === null)
    return { ...nothing, name, installed, error: skill === null ? "not_found" : "no_version_offered" };
  const latest = versionOf(skill, null);
  const had = versionOf(skill, installed ?? "");
  return {
    name,
    installed,
    latest: skill.version,
    updateAvailable: installed !== skill.version,
    versionBump: bumpOf(installed, skill.version),
    diffSummary: had === null || latest === null ? null : summariseManifests(had.files, latest.files),
    certTier: skill.certTier,
    certScore: skill.score,
  };
}

const nothing = {
  latest: null,
  updateAvailable: false,
  versionBump: null,
  diffSummary: null,
  certTier: null,
  certScore: null,
};

/** The content digest is more reliable than the version that a client remembers. */
function installedOf(
  skill: SkillDocument | null,
  version: string | null | undefined,
  sha: string | null | undefined,
): string | null {
  const bySha = skill?.versions.find(({ digest }) => digest === sha || digest === `sha256:${sha}`);
  // `v1.0.0` is the usual spelling in tags, not another version.
  return bySha?.version ?? version?.replace(/^v(?=\d)/i, "") ?? null;
}

function bumpOf(installed: string | null, latest: string): string | null {
  if (installed === null || semver.valid(installed) === null || semver.valid(latest) === null) return null;
  return semver.diff(installed, latest);
}
