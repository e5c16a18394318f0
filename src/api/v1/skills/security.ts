/** `…/security` and `…/badge`: the scan results, and the trust badge. */
import { createRoute, z } from "@hono/zod-openapi";
import { problem } from "../../../domain/problem.ts";
import { OVERALL_VERDICTS } from "../../../domain/trust.ts";
import { createApi, jsonResponse, serve } from "../../../http/api-app.ts";
import { sendCached, sendJson } from "../../../http/cached-response.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { isVerifiedVendor } from "../../../lib/accounts/vendors.ts";
import { versionOf } from "../../../lib/catalogue/lookup.ts";
import { getSecurity } from "../../../lib/skills/skill-security.ts";
import { badgeOf, renderBadge } from "../../site/badge.ts";
import { skillErrors } from "./detail.ts";
import { SKILL_PATHS, skillInPath } from "./path.ts";

export const skillSecurityApi = createApi();

export const suppressionView = z
  .object({
    id: z.string(),
    ruleId: z.string(),
    contentDigest: z.string(),
    author: z.string(),
    reason: z.string(),
    expiresAt: z.number().openapi({ description: "Epoch milliseconds" }),
  })
  .openapi("Suppression", {
    description:
      "A reviewer's decision that the findings of one rule in this content do not count until a date.",
  });

const securityResponse = z
  .object({
    overallVerdict: z.enum(OVERALL_VERDICTS),
    reportUrl: z.string(),
    version: z.string(),
    contentHash: z.string(),
    providers: z.array(
      z.object({
        provider: z.string(),
        status: z.string(),
        verdict: z.string().nullable(),
        criticalCount: z.number(),
      }),
    ),
    suppressions: z.array(suppressionView),
  })
  .openapi("SkillSecurity");

for (const { path, params } of SKILL_PATHS) {
  const security = createRoute({
    method: "get",
    path: `${path}/security`,
    summary: "Get the scan results of a version",
    middleware: [rateLimit("read")] as const,
    request: { params, query: z.strictObject({ version: z.string().min(1).max(100).optional() }) },
    responses: { ...skillErrors, 200: jsonResponse(securityResponse, "The verdicts") },
  });
  serve(skillSecurityApi, security, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    const version = versionOf(found.skill, c.req.valid("query").version ?? null);
    if (version === null) return sendProblem(c, problem("NOT_FOUND", "Version not found."));
    const reportUrl = `${publicOrigin(c)}/skills/${found.skill.slug}#security`;
    const known = { reportUrl, version: version.version, contentHash: version.digest };
    return sendJson(c, { ...known, ...(await getSecurity(found.skill.owner, version, Date.now())) });
  });

  const badge = createRoute({
    method: "get",
    path: `${path}/badge`,
    summary: "Trust badge (SVG or JSON)",
    middleware: [rateLimit("read")] as const,
    request: { params, query: z.strictObject({ format: z.enum(["svg", "json"]).default("svg") }) },
    responses: {
      ...skillErrors,
      200: {
        description: "The badge",
        content: {
          "image/svg+xml": { schema: z.string() },
          "application/json": {
            schema: z.object({
              schemaVersion: z.literal(1),
              label: z.string(),
              message: z.string(),
              color: z.string(),
            }),
          },
        },
      },
    },
  });
  serve(skillSecurityApi, badge, async (c) => {
    const found = await skillInPath(c, c.req.valid("param"));
    if (found instanceof Response) return found;
    const publisherVerified = found.degraded ? null : await isVerifiedVendor(found.skill.owner);
    const { label, message, colour } = badgeOf({ ...found.skill, publisherVerified });
    if (c.req.valid("query").format === "json")
      return sendJson(c, { schemaVersion: 1, label, message, color: colour }, found);
    const body = renderBadge({ label, message, colour });
    return sendCached(c, { body, contentType: "image/svg+xml; charset=utf-8", degraded: found.degraded });
  });
}
