/** `GET /api/search`, for `skills find`. Ignores unknown parameters, as all foreign protocols do here. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { sendJson } from "../../http/cached-response.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { searchSkills } from "../../lib/catalogue/search.ts";

export const skillsFind = new Hono<AppEnv>();

const MAX_RESULTS = 100;
const USUAL_RESULTS = 20;

skillsFind.get("/api/search", rateLimit("read"), async (c) => {
  const q = c.req.query("q") ?? "";
  const owner = c.req.query("owner")?.toLowerCase();
  const query = { q, owner, limit: limitOf(c.req.query("limit")), offset: 0 };
  const found =
    q.trim() === ""
      ? await listSkills({ ...query, sort: "installs" }, Date.now())
      : await searchSkills(query);
  const origin = publicOrigin(c);
  return sendJson(c, {
    skills: found.skills.map(({ slug, name, installs }) => ({
      id: slug,
      name,
      source: `${origin}/skills/${slug}`,
      installs,
    })),
  });
});

function limitOf(text: string | undefined): number {
  const limit = Number(text ?? USUAL_RESULTS);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_RESULTS) : USUAL_RESULTS;
}
