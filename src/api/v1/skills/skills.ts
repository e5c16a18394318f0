/** `/api/v1/skills`: search and lists. */
import { createRoute, z } from "@hono/zod-openapi";
import { CERTIFICATIONS, LISTED_TIERS } from "../../../domain/trust.ts";
import { commonErrors, createApi, jsonResponse, pageQuery, serve } from "../../../http/api-app.ts";
import { sendJson } from "../../../http/cached-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { SORTS } from "../../../lib/catalogue/catalogue-skill.ts";
import { countFacets, countSearchFacets } from "../../../lib/catalogue/facets.ts";
import { listSkills } from "../../../lib/catalogue/list.ts";
import { canListFromKeys, listFromKeys } from "../../../lib/catalogue/list-degraded.ts";
import { searchSkills } from "../../../lib/catalogue/search.ts";
import { withoutLedger } from "../../../lib/platform/without-ledger.ts";
import { skillSummary, summaryOf, summaryOfDocument } from "./view.ts";

export const skillsApi = createApi();

const filters = {
  category: z.string().min(1).max(50).optional(),
  owner: z.string().min(1).max(100).optional(),
  tier: z.enum([...CERTIFICATIONS, ...LISTED_TIERS]).optional(),
};
const facetList = z.array(z.object({ value: z.string(), count: z.number() }));
const facetSet = z
  .object({ category: facetList, certTier: facetList, trustTier: facetList, owner: facetList })
  .openapi("Facets");

const search = createRoute({
  method: "get",
  path: "/api/v1/skills/search",
  summary: "Search skills by name, prefix, words and substrings",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      q: z.string().trim().min(2).max(200),
      ...pageQuery(20, 100),
      ...filters,
      facets: z.enum(["true", "false"]).default("false"),
    }),
  },
  responses: {
    ...commonErrors,
    304: { description: "Not modified" },
    200: jsonResponse(
      z
        .object({
          results: z.array(skillSummary),
          pagination: z.object({ page: z.number(), limit: z.number(), hasMore: z.boolean() }),
          total: z.number(),
          totalIsLowerBound: z.boolean(),
          facets: facetSet.optional(),
        })
        .openapi("SearchResults"),
      "Best first",
    ),
  },
});

serve(skillsApi, search, async (c) => {
  const { q, page, limit, facets, ...filter } = c.req.valid("query");
  const offset = (page - 1) * limit;
  const found = await searchSkills({ q, limit, offset, ...filter });
  const origin = publicOrigin(c);
  const counted = facets === "true" ? await countSearchFacets({ q, ...filter }) : undefined;
  return sendJson(c, {
    results: found.skills.map((skill) => summaryOf(skill, origin)),
    pagination: { page, limit, hasMore: offset + limit < found.total },
    total: found.total,
    totalIsLowerBound: found.capped,
    ...(counted === undefined ? {} : { facets: counted }),
  });
});

const list = createRoute({
  method: "get",
  path: "/api/v1/skills",
  summary: "List or search skills",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      q: z.string().max(200).optional(),
      ...filters,
      /** For a search: by relevance if absent. */
      sort: z.enum(SORTS).optional(),
      ...pageQuery(20, 100),
      facets: z.enum(["true", "false"]).default("false"),
    }),
  },
  responses: {
    ...commonErrors,
    304: { description: "Not modified" },
    200: jsonResponse(
      z
        .object({
          skills: z.array(skillSummary),
          pagination: z.object({
            page: z.number(),
            limit: z.number(),
            total: z.number(),
            totalPages: z.number(),
          }),
          facets: facetSet.optional(),
          /** True when a search ranked only this many candidates, so `total` is a lower bound. */
          totalIsLowerBound: z.boolean().optional(),
          /** True when the data came from KV because the database is down. */
          degraded: z.boolean().optional(),
        })
        .openapi("SkillList"),
      "One page",
    ),
  },
});

serve(skillsApi, list, async (c) => {
  const { q = "", page, limit, sort, facets, ...filter } = c.req.valid("query");
  const range = { ...filter, limit, offset: (page - 1) * limit };
  const query = { ...range, sort: sort ?? "updated" };
  const origin = publicOrigin(c);
  const listOf = (skills: readonly z.infer<typeof skillSummary>[], total: number) => ({
    skills,
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  });
  const nowMs = Date.now();
  if (q.trim() !== "") {
    const found = await searchSkills({ ...range, q, sort });
    const shown = found.skills.map((skill) => summaryOf(skill, origin));
    const counted = facets === "true" ? { facets: await countSearchFacets({ ...filter, q }) } : {};
    return sendJson(c, { ...listOf(shown, found.total), totalIsLowerBound: found.capped, ...counted });
  }
  return withoutLedger(
    async () => {
      const { skills, total } = await listSkills(query, nowMs);
      const shown = skills.map((skill) => summaryOf(skill, origin));
      const counted = facets === "true" ? { facets: await countFacets(nowMs, filter) } : {};
      return sendJson(c, { ...listOf(shown, total), ...counted });
    },
    async (error) => {
      if (facets === "true" || !canListFromKeys(query)) throw error;
      const { skills, total } = await listFromKeys(query);
      const shown = skills.map((skill) => summaryOfDocument(skill, origin));
      return sendJson(c, { ...listOf(shown, total), degraded: true }, { degraded: true });
    },
  );
});
