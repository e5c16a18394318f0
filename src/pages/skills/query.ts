/** The query of the marketplace, its URL, and the result of loading it. */
import { z } from "zod";
import { LISTED_TIERS } from "../../domain/trust.ts";
import { SORTS } from "../../lib/catalogue/catalogue-skill.ts";
import type { Facets } from "../../lib/catalogue/facets.ts";
import type { CardSkill } from "../parts/skill-card.tsx";

export const PAGE_SIZE = 24;

const text = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((value) => value || undefined);

/** Ignores unknown parameters, because links from other sites add their own. Rejects invalid values (L41). */
export const querySchema = z.object({
  q: text,
  category: text,
  owner: text,
  tier: z
    .enum(LISTED_TIERS)
    .or(z.literal(""))
    .optional()
    .transform((value) => value || undefined),
  sort: z.enum(SORTS).default("updated"),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type MarketplaceQuery = z.infer<typeof querySchema>;

export interface MarketplaceResult {
  readonly skills: readonly CardSkill[];
  readonly total: number;
  /** True when `total` is a lower bound. */
  readonly capped: boolean;
  readonly facets: Facets | null;
  readonly degraded: boolean;
}

/** The address of the list with this query, without the defaults. */
export function addressOf(
  params: Partial<Record<keyof MarketplaceQuery, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    const isDefault = (name === "sort" && value === "updated") || (name === "page" && value === 1);
    if (value !== undefined && value !== "" && !isDefault) query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "/skills" : `/skills?${text}`;
}
