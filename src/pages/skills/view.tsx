/** The marketplace as HTML: search, facets, results, pages. */
import { trustLine } from "../../domain/trust.ts";
import type { Facet } from "../../lib/catalogue/facets.ts";
import { count } from "../parts/format.tsx";
import { DegradedNotice } from "../parts/notices.tsx";
import { Pager } from "../parts/pager.tsx";
import { SkillCard } from "../parts/skill-card.tsx";
import { addressOf, type MarketplaceQuery, type MarketplaceResult, PAGE_SIZE } from "./query.ts";

interface Props {
  readonly ask: MarketplaceQuery;
  readonly result: MarketplaceResult;
}

const SORTS = [
  ["updated", "Recently updated"],
  ["created", "Newest"],
  ["installs", "Most installed"],
  ["score", "Best score"],
  ["name", "Name"],
] as const;

/** Owners offered as a facet; the rest is found by searching. */
const OWNERS_SHOWN = 8;

/** `unfiltered`: a category was asked for, but cannot be told just now. */
export function Marketplace({ ask, result, unfiltered }: Props & { readonly unfiltered: boolean }) {
  return (
    <div class="wrap stack">
      <h1>Skills</h1>
      <SearchForm ask={ask} />
      <div data-results class="stack">
        <div class="with-side side-first">
          {result.facets === null ? <div /> : <FacetList ask={ask} result={result} />}
          <section aria-label="Results" class="stack">
            {result.degraded && <DegradedNotice />}
            {unfiltered && (
              <p class="notice notice-wait small">Skills cannot be filtered by category just now.</p>
            )}
            <div role="status">
              <h2 class="text-sm text-soft font-sans font-normal">{sentenceOf(ask, result)}</h2>
            </div>
            {result.skills.length === 0 ? (
              <Nothing ask={ask} />
            ) : (
              <div class="cards">
                {result.skills.map((skill) => (
                  <SkillCard skill={skill} />
                ))}
              </div>
            )}
            <Pager
              page={ask.page}
              pages={Math.ceil(result.total / PAGE_SIZE)}
              href={(page) => addressOf({ ...ask, page })}
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
    category === undefined ? "" : ` in ${category}`,
    owner === undefined ? "" : ` by ${owner}`,
    tier === undefined ? "" : `, ${trustLine({ trustTier: tier }).toLowerCase()}`,
  ].join("");
  return `${capped ? "At least " : ""}${count(total, "skill")}${where}`;
}

function SearchForm({ ask }: { ask: MarketplaceQuery }) {
  return (
    <search>
      <form action="/skills" method="get" data-live-search class="actions">
        <div class="searchbar">
          <input
            class="input"
            type="search"
            name="q"
            value={ask.q ?? ""}
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
          ask[name] === undefined ? null : <input type="hidden" name={name} value={ask[name]} />,
        )}
        <div class="spread">
          <p class="tiny muted">
            Press <kbd>/</kbd> to search, and the arrow keys to walk through the results.
          </p>
          {ask.q === undefined && (
            <label class="row small">
              Sort by
              <select class="input w-auto" name="sort">
                {SORTS.map(([value, label]) => (
                  <option value={value} selected={value === ask.sort}>
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

function FacetList({ ask, result }: Props) {
  const facets = result.facets;
  if (facets === null) return null;
  const tiers = facets.trustTier.map(({ value, count: n }) => ({
    value,
    count: n,
    label: trustLine({ trustTier: value }),
  }));
  return (
    <aside aria-label="Filters">
      <FacetGroup title="Category" name="category" values={facets.category} ask={ask} />
      <FacetGroup title="Trust" name="tier" values={tiers} ask={ask} />
      <FacetGroup title="Publisher" name="owner" values={facets.owner.slice(0, OWNERS_SHOWN)} ask={ask} />
    </aside>
  );
}

interface FacetProps {
  readonly title: string;
  readonly name: "category" | "tier" | "owner";
  readonly values: readonly (Facet[number] & { label?: string })[];
  readonly ask: MarketplaceQuery;
}

/** Each number tells what one gets by choosing it beside what is chosen already (L35). */
function FacetGroup({ title, name, values, ask }: FacetProps) {
  const chosen = ask[name];
  return (
    <details class="menu" open>
      <summary>{title}</summary>
      <ul class="row mt-2">
        {chosen !== undefined && (
          <li>
            <a class="chip" href={addressOf({ ...ask, [name]: undefined, page: 1 })}>
              Any
            </a>
          </li>
        )}
        {values.map(({ value, label, count: n }) => (
          <li>
            <a
              class="chip"
              href={addressOf({ ...ask, [name]: value, page: 1 })}
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

function Nothing({ ask }: { ask: MarketplaceQuery }) {
  const narrowed = ask.category ?? ask.tier ?? ask.owner;
  return (
    <div class="card stack">
      <h3>Nothing found</h3>
      <p>
        {ask.q === undefined
          ? narrowed === undefined
            ? "No skill is published here yet."
            : "No published skill matches this choice."
          : "No published skill matches. Search finds names, descriptions, tags and headings."}
      </p>
      <p class="row">
        {narrowed !== undefined && ask.q !== undefined && (
          <a class="btn" href={addressOf({ q: ask.q })}>
            Search without filters
          </a>
        )}
        <a class="btn" href="/skills">
          Show all skills
        </a>
        <a class="btn" href="/submit">
          Submit one
        </a>
      </p>
    </div>
  );
}
