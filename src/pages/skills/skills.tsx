/** `/skills`: the marketplace. Everything that is chosen stands in the URL, so that it can be shared and reloaded. */

import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { countFacets, countSearchFacets } from "../../lib/catalogue/facets.ts";
import { listSkills } from "../../lib/catalogue/list.ts";
import { searchSkills } from "../../lib/catalogue/search.ts";
import { withoutLedger } from "../../lib/platform/without-ledger.ts";
import { enumeratePublishedSkills } from "../../lib/submission-store.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { addressOf, type MarketplaceQuery, type MarketplaceResult, PAGE_SIZE, querySchema } from "./query.ts";
import { Marketplace } from "./view.tsx";

export const skillsPage = new Hono<AppEnv>();

skillsPage.get("/skills", async (c) => {
  const parsed = querySchema.safeParse(c.req.query());
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    return sendProblemPage(
      c,
      problem("BAD_REQUEST", `The address has a value that cannot be right: ${fields}.`),
    );
  }
  const result = await loadMarketplace(parsed.data, Date.now());
  // The copies do not know categories: the page must not claim to have filtered by one.
  const ask = result.degraded ? { ...parsed.data, category: undefined } : parsed.data;
  if (ask.page > 1 && result.skills.length === 0)
    return sendProblemPage(c, problem("NOT_FOUND", "The list has no such page."));
  const filtered = ask.q !== undefined || ask.page > 1 || ask.owner !== undefined;
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
      title: titleOf(ask),
      description: "Browse and search verified skills for AI agents, with the findings of every scan.",
      canonical: addressOf({ category: ask.category, tier: ask.tier }),
      noIndex: filtered,
      jsonLd,
      ...(result.degraded ? { cache: "never" as const } : {}),
    },
    <Marketplace ask={ask} result={result} unfiltered={ask.category !== parsed.data.category} />,
  );
});

function titleOf({ q, category }: MarketplaceQuery): string {
  if (q !== undefined) return `“${q}”`;
  return category === undefined ? "Skills" : `Skills for ${category}`;
}

function loadMarketplace(query: MarketplaceQuery, nowMs: number): Promise<MarketplaceResult> {
  return withoutLedger(
    () => fromLedger(query, nowMs),
    () => fromReadModels(query),
  );
}

async function fromLedger(query: MarketplaceQuery, nowMs: number): Promise<MarketplaceResult> {
  const { q, sort, page, ...filter } = query;
  const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
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

/** While the ledger does not answer: the catalogue's own keys, searched by plain words. */
async function fromReadModels({ q = "", owner, tier, page }: MarketplaceQuery): Promise<MarketplaceResult> {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const all = (await enumeratePublishedSkills()).filter((skill) => {
    const said = `${skill.slug} ${skill.name} ${skill.description}`.toLowerCase();
    return (
      words.every((word) => said.includes(word)) &&
      (owner === undefined || skill.slug.startsWith(`${owner}/`)) &&
      (tier === undefined || skill.trustTier === tier)
    );
  });
  const skills = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { skills, total: all.length, capped: false, facets: null, degraded: true };
}
