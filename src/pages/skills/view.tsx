/** The marketplace as HTML: search, filters, results, pages. */
import { tierMark } from "../../domain/trust.ts";
import type { Sort } from "../../lib/catalogue/catalogue-skill.ts";
import type { Facet } from "../../lib/catalogue/facets.ts";
import { categoryLabel, count } from "../parts/format.tsx";
import { DegradedNotice } from "../parts/notices.tsx";
import { Pager } from "../parts/pager.tsx";
import { SkillCard } from "../parts/skill-card.tsx";
import { addressOf, type MarketplaceQuery, type MarketplaceResult, PAGE_SIZE } from "./query.ts";

interface Props {
  readonly query: MarketplaceQuery;
  readonly result: MarketplaceResult;
}

/** The type makes the menu offer every sort that the list knows, and no other. */
const SORT_LABELS: Readonly<Record<Sort, string>> = {
  updated: "Recently updated",
  created: "Newest",
  installs: "Most installed",
  name: "Name",
};

/** Publishers offered as a filter; search finds the rest. */
const OWNERS_SHOWN = 8;

/** `unfiltered`: the query names a category, but the list ignores it while the database is unavailable. */
export function Marketplace({ query, result, unfiltered }: Props & { readonly unfiltered: boolean }) {
  return (
    <div class="wrap stack">
      <h1>Skills</h1>
      <SearchForm query={query} />
      <div data-results class="stack">
        <div class="with-side side-first">
          {result.facets === null ? <div /> : <FacetList query={query} result={result} />}
          <section aria-label="Results" class="stack">
            {result.degraded && <DegradedNotice />}
            {unfiltered && (
              <p class="notice notice-wait small">Category filters are temporarily unavailable.</p>
            )}
            <div role="status">
              <h2 class="text-sm text-soft font-sans font-normal">{sentenceOf(query, result)}</h2>
            </div>
            {result.skills.length === 0 ? (
              <NoResults query={query} />
            ) : (
              <div class="cards">
                {result.skills.map((skill) => (
                  <SkillCard skill={skill} />
                ))}
              </div>
            )}
            <Pager
              page={query.page}
              pages={Math.ceil(result.total / PAGE_SIZE)}
              href={(page) => addressOf({ ...query, page })}
            />
          </section>
        </div>
      </div>
    </div>
  );
}

function sentenceOf(
  { q, category, owner, tier }: MarketplaceQuery,
  { total, capped }: MarketplaceResult,
): string {
  const where = [
    q === undefined ? "" : ` for “${q}”`,
    category === undefined ? "" : ` in “${categoryLabel(category)}”`,
    owner === undefined ? "" : ` by ${owner}`,
    tier === undefined ? "" : `, ${tierMark(tier).label.toLowerCase()}`,
  ].join("");
  return `${capped ? "At least " : ""}${count(total, "skill")}${where}`;
}

function SearchForm({ query }: { query: MarketplaceQuery }) {
  return (
    <search>
      <form action="/skills" method="get" data-live-search class="actions">
        <div class="searchbar">
          <input
            class="input"
            type="search"
            name="q"
            value={query.q ?? ""}
            aria-label="Search skills"
            placeholder="Search by name or by what it does"
            autocomplete="off"
            maxlength={200}
          />
          <button class="btn btn-main" type="submit">
            Search
          </button>
        </div>
        {(["category", "tier", "owner"] as const).map((name) =>
          query[name] === undefined ? null : <input type="hidden" name={name} value={query[name]} />,
        )}
        <div class="spread">
          <p class="tiny muted">
            Press <kbd>/</kbd> to search, <kbd>↑</kbd> <kbd>↓</kbd> to move.
          </p>
          {query.q === undefined && (
            <label class="row small">
              Sort by
              <select class="input w-auto" name="sort">
                {Object.entries(SORT_LABELS).map(([value, label]) => (
                  <option value={value} selected={value === query.sort}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      </form>
    </search>
  );
}

function FacetList({ query, result }: Props) {
  const facets = result.facets;
  if (facets === null) return null;
  const tiers = facets.trustTier.map(({ value, count: n }) => ({
    value,
    count: n,
    label: tierMark(value).label,
  }));
  const categories = facets.category.map((facet) => ({ ...facet, label: categoryLabel(facet.value) }));
  return (
    <aside aria-label="Filters">
      <FacetGroup title="Category" name="category" values={categories} query={query} />
      <FacetGroup title="Trust" name="tier" values={tiers} query={query} />
      <FacetGroup title="Publisher" name="owner" values={facets.owner.slice(0, OWNERS_SHOWN)} query={query} />
    </aside>
  );
}

interface FacetProps {
  readonly title: string;
  readonly name: "category" | "tier" | "owner";
  readonly values: readonly (Facet[number] & { label?: string })[];
  readonly query: MarketplaceQuery;
}

/** Each number counts the results of adding this filter to the current ones (L35). */
function FacetGroup({ title, name, values, query }: FacetProps) {
  const chosen = query[name];
  if (values.length === 0 && chosen === undefined) return null;
  return (
    <details class="menu" open>
      <summary>{title}</summary>
      <ul class="row mt-2">
        {chosen !== undefined && (
          <li>
            <a class="chip" href={addressOf({ ...query, [name]: undefined, page: 1 })}>
              All
            </a>
          </li>
        )}
        {values.map(({ value, label, count: n }) => (
          <li>
            <a
              class="chip"
              href={addressOf({ ...query, [name]: value, page: 1 })}
              {...(value === chosen ? { "aria-current": "true" as const } : {})}
            >
              {label ?? value} <span class="num">{n}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoResults({ query }: { query: MarketplaceQuery }) {
  const filter = query.category ?? query.tier ?? query.owner;
  return (
    <div class="card stack">
      <h3>{query.q === undefined ? "No skills" : `No results for “${query.q}”`}</h3>
      <p>{hintFor(query)}</p>
      <p class="row">
        {filter !== undefined && query.q !== undefined && (
          <a class="btn" href={addressOf({ q: query.q })}>
            Search without filters
          </a>
        )}
        <a class="btn" href="/skills">
          Show all skills
        </a>
        <a class="btn" href="/submit">
          Publish a skill
        </a>
      </p>
    </div>
  );
}

function hintFor({ q, category, tier, owner }: MarketplaceQuery): string {
  if (q !== undefined) return "Try fewer words.";
  const filter = category ?? tier ?? owner;
  return filter === undefined ? "Nothing has been published yet." : "No skills match these filters.";
}
