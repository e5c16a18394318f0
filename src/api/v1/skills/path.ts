/**
 * Skills in the path of a request: by `{owner}/{repo}/{skill}` or by a flat name, and the error when neither exists.
 */
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { problem } from "../../../domain/problem.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { findByName, findBySlug, type Lookup } from "../../../lib/catalogue/lookup.ts";

const part = z.string().min(1).max(100);
export const slugParams = z.object({ owner: part, repo: part, skill: part });
const flatParams = z.object({ name: z.string().min(1).max(300) });

export type PathParams = z.infer<typeof slugParams> | z.infer<typeof flatParams>;
type Found = Extract<Lookup, { kind: "found" }>;

/** The skill that the path names, or the error response. */
export async function skillInPath(c: Context<AppEnv>, params: PathParams): Promise<Found | Response> {
  const name = (
    "name" in params ? params.name : `${params.owner}/${params.repo}/${params.skill}`
  ).toLowerCase();
  // A slug may be sent as one segment with encoded slashes.
  const found = await (name.includes("/") ? findBySlug(name) : findByName(name));
  if (found.kind === "found") return found;
  if (found.kind === "none") return sendProblem(c, problem("NOT_FOUND", "Skill not found."));
  return sendProblem(c, problem("AMBIGUOUS_NAME", undefined, { choices: found.slugs }));
}

/** Each skill route exists twice: by slug and by flat name. */
export const SKILL_PATHS = [
  { path: "/api/v1/skills/{owner}/{repo}/{skill}", params: slugParams },
  { path: "/api/v1/skills/{name}", params: flatParams },
] as const;
