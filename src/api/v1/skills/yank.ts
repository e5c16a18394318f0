/** `/api/v1/skills/{owner}/{repo}/{skill}/versions/{version}/…`: owners yank and restore their own versions. */
import { createRoute, z } from "@hono/zod-openapi";
import { problem } from "../../../domain/problem.ts";
import { mayActFor } from "../../../domain/publisher.ts";
import { createApi, serve } from "../../../http/api-app.ts";
import { hasScope, requireScope } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { restoreVersion, yankVersion } from "../../../lib/actions/skill-actions.ts";
import { actorOf, adminErrors, okBody, reasonBody, sendActionResult } from "../admin/action.ts";
import { slugParams } from "./path.ts";

export const skillYankApi = createApi();

const actions = [
  ["yank", "Yank a version of your skill; it stays installable by its exact version", yankVersion],
  [
    "restore",
    "Restore a version of your skill that you yanked; only an operator restores what an operator yanked",
    restoreVersion,
  ],
] as const;

for (const [name, summary, act] of actions) {
  const route = createRoute({
    method: "post",
    path: `/api/v1/skills/{owner}/{repo}/{skill}/versions/{version}/${name}`,
    summary,
    middleware: [requireScope("publish"), rateLimit("write")],
    request: { params: slugParams.extend({ version: z.string().min(1).max(100) }), body: reasonBody },
    responses: { ...adminErrors, 200: okBody },
  });
  serve(skillYankApi, route, async (c) => {
    const { owner, repo, skill, version } = c.req.valid("param");
    const caller = c.get("caller");
    if (!mayActFor(caller, owner.toLowerCase()))
      return sendProblem(c, problem("FORBIDDEN", "This skill belongs to another owner."));
    const slug = `${owner}/${repo}/${skill}`.toLowerCase();
    const role = hasScope(caller, "admin") ? ("operator" as const) : ("owner" as const);
    const by = { ...actorOf(c, c.req.valid("json").reason), role };
    return sendActionResult(c, await act({ slug, version }, by, Date.now()));
  });
}
