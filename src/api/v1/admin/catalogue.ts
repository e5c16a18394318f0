/** `/api/v1/admin`: published skills and the blocklist. */
import { createRoute, z } from "@hono/zod-openapi";
import { createApi, errorResponse, jsonBody, jsonResponse, serve } from "../../../http/api-app.ts";
import { block, unblock } from "../../../lib/actions/block-actions.ts";
import {
  restoreSkill,
  restoreVersion,
  takeDownSkill,
  yankVersion,
} from "../../../lib/actions/skill-actions.ts";
import { recomputeInstalls } from "../../../lib/skills/install-store.ts";
import { slugParams } from "../skills/path.ts";
import {
  actorOf,
  adminErrors,
  adminWrites,
  idParams,
  okBody,
  reason,
  reasonBody,
  sendActionResult,
} from "./action.ts";

export const adminCatalogueApi = createApi();

const slugOf = ({ owner, repo, skill }: z.infer<typeof slugParams>) =>
  `${owner}/${repo}/${skill}`.toLowerCase();
const skillPath = "/api/v1/admin/skills/{owner}/{repo}/{skill}";

const skillActions = [
  ["take-down", "Remove a skill from search and installs", takeDownSkill, {}],
  [
    "restore",
    "Restore a removed skill, unless the blocklist matches it",
    restoreSkill,
    { 410: errorResponse("The content was deleted") },
  ],
] as const;

for (const [name, summary, act, errors] of skillActions) {
  const route = createRoute({
    method: "post",
    path: `${skillPath}/${name}`,
    summary,
    middleware: adminWrites,
    request: { params: slugParams, body: reasonBody },
    responses: { ...adminErrors, ...errors, 200: okBody },
  });
  serve(adminCatalogueApi, route, async (c) => {
    const who = actorOf(c, c.req.valid("json").reason);
    return sendActionResult(c, await act(slugOf(c.req.valid("param")), who, Date.now()));
  });
}

const versionActions = [
  [
    "yank",
    "Yank a version, also one that its owner yanked; it stays installable by its exact version",
    yankVersion,
  ],
  ["restore", "Restore a yanked version", restoreVersion],
] as const;

for (const [name, summary, act] of versionActions) {
  const route = createRoute({
    method: "post",
    path: `${skillPath}/versions/{version}/${name}`,
    summary,
    middleware: adminWrites,
    request: { params: slugParams.extend({ version: z.string().min(1).max(100) }), body: reasonBody },
    responses: { ...adminErrors, 200: okBody },
  });
  serve(adminCatalogueApi, route, async (c) => {
    const params = c.req.valid("param");
    const who = { ...actorOf(c, c.req.valid("json").reason), role: "operator" } as const;
    return sendActionResult(c, await act({ slug: slugOf(params), version: params.version }, who, Date.now()));
  });
}

const recompute = createRoute({
  method: "post",
  path: "/api/v1/admin/installs/recompute",
  summary: "Recompute the install counts from their events",
  middleware: adminWrites,
  responses: { ...adminErrors, 200: okBody },
});

serve(adminCatalogueApi, recompute, async (c) => {
  await recomputeInstalls();
  return c.json({ ok: true });
});

const name = z.string().trim().min(1).max(2048).nullable().default(null);

const add = createRoute({
  method: "post",
  path: "/api/v1/admin/blocklist",
  summary: "Add a block by name, source, content or owner; removes matching skills",
  middleware: adminWrites,
  request: {
    body: jsonBody(
      z
        .strictObject({
          skillName: name,
          sourceUrl: name,
          contentHash: z
            .string()
            .regex(/^sha256:[0-9a-f]{64}$/)
            .nullable()
            .default(null),
          owner: name,
          threatType: z.string().trim().min(1).max(100),
          severity: z.enum(["low", "medium", "high", "critical"]),
          reason,
          evidenceUrls: z
            .array(z.url({ protocol: /^https?$/ }).max(2048))
            .max(20)
            .default([]),
        })
        .refine(
          ({ skillName, sourceUrl, contentHash, owner }) => skillName ?? sourceUrl ?? contentHash ?? owner,
          "requires at least one of skillName, sourceUrl, contentHash, owner",
        ),
    ),
  },
  responses: {
    ...adminErrors,
    201: jsonResponse(
      z.object({ ok: z.literal(true), id: z.string(), takenDown: z.array(z.string()) }),
      "Blocked",
    ),
  },
});

serve(adminCatalogueApi, add, async (c) => {
  const { contentHash, ...made } = c.req.valid("json");
  const { entry, takenDown } = await block(
    { ...made, digest: contentHash },
    actorOf(c, made.reason),
    Date.now(),
  );
  return c.json({ ok: true, id: entry.id, takenDown }, 201);
});

const remove = createRoute({
  method: "post",
  path: "/api/v1/admin/blocklist/{id}/remove",
  summary: "Remove a block; removed skills stay removed until they are submitted again",
  middleware: adminWrites,
  request: { params: idParams, body: reasonBody },
  responses: { ...adminErrors, 200: okBody },
});

serve(adminCatalogueApi, remove, async (c) => {
  const who = actorOf(c, c.req.valid("json").reason);
  return sendActionResult(c, await unblock(c.req.valid("param").id, who, Date.now()));
});
