/** `/skills`: the marketplace. The URL holds the whole query, so that it can be shared and reloaded. */

import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { countFacets, countSearchFacets } from "../../lib/catalogue/facets.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { listSummariesFromKeys } from "../../lib/catalogue/list-degraded.ts";
import { searchSkills } from "../../lib/catalogue/search.ts";
import { withoutLedger } from "../../lib/platform/without-ledger.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { categoryLabel } from "../parts/format.tsx";
import { addressOf, type MarketplaceQuery, type MarketplaceResult, PAGE_SIZE, querySchema } from "./query.ts";
import { Marketplace } from "./view.tsx";

export const skillsPage = new Hono<AppEnv>();

skillsPage.get("/skills", async (c) => {
  const parsed = querySchema.safeParse(c.req.query());
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join(".")).join("”, “");
    return sendProblemPage(c, problem("BAD_REQUEST", `Unknown value for “${fields}”.`));
  }
  const result = await loadMarketplace(parsed.data, Date.now());
  // Without the database nothing filters by category or sorts by installs, so the page must not claim to.
  const { sort } = parsed.data;
  const query = result.degraded
    ? { ...parsed.data, category: undefined, sort: sort === "name" ? sort : ("updated" as const) }
    : parsed.data;
  if (query.page > 1 && result.skills.length === 0)
    return sendProblemPage(c, problem("NOT_FOUND", "This list has no such page."));
  const filtered = query.q !== undefined || query.page > 1 || query.owner !== undefined;
  const jsonLd = {
    "@type": "ItemList",
    itemListElement: result.skills.slice(0, 10).map(({ slug, name }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      url: `${publicOrigin(c)}/skills/${slug}`,
    })),
  };
  return sendPage(
    c,
    {
      title: titleOf(query),
      description: "Browse and search scanned skills for AI agents, with the findings of every scan.",
      canonical: addressOf({ category: query.category, tier: query.tier }),
      noIndex: filtered,
      jsonLd,
      ...(result.degraded ? { cache: "never" as const } : {}),
    },
    <Marketplace query={query} result={result} unfiltered={query.category !== parsed.data.category} />,
  );
});

function titleOf({ q, category }: MarketplaceQuery): string {
  if (q !== undefined) return `“${q}”`;
  return category === undefined ? "Skills" : `${categoryLabel(category)} skills`;
}

function loadMarketplace(query: MarketplaceQuery, nowMs: number): Promise<MarketplaceResult> {
  return withoutLedger(
    () => loadFromDatabase(query, nowMs),
    () => loadFromKv(query),
  );
}

const rangeOf = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

async function loadFromDatabase(query: MarketplaceQuery, nowMs: number): Promise<MarketplaceResult> {
  const { q, sort, page, ...filter } = query;
  const range = rangeOf(page);
  if (q !== undefined) {
    const found = await searchSkills({ ...filter, ...range, q });
    const facets = await countSearchFacets({ ...filter, q });
    return { ...found, facets, degraded: false };
  }
  const [found, facets] = await Promise.all([
    listSkills({ ...filter, ...range, sort }, nowMs),
    countFacets(nowMs, filter),
  ]);
  return { ...found, capped: false, facets, degraded: false };
}

async function loadFromKv({ page, ...query }: MarketplaceQuery): Promise<MarketplaceResult> {
  const found = await listSummariesFromKeys({ ...query, ...rangeOf(page) });
  return { ...found, capped: false, facets: null, degraded: true };
}
