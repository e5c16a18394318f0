/** The frame of every page: head, masthead, footer. */

import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { splitUnsafeCharacters } from "../../domain/unsafe-characters.ts";
import { APP_VERSION } from "../../version.ts";
import { assetPath } from "../asset-names.ts";

export interface PageHead {
  /** Without the site's name. */
  readonly title: string;
  readonly description: string;
  /** Path and query of the one address of this content; none where there is no such address. */
  readonly canonical?: string;
  /** Kept out of search engines: pages about one person's work in progress, errors, administration. */
  readonly noIndex?: boolean;
  readonly jsonLd?: Readonly<Record<string, unknown>>;
  /** Seconds after which a page without scripts loads itself again. */
  readonly refreshSeconds?: number;
  readonly script?: "submit.js";
}

export interface Site {
  /** Whether people can sign in at all. */
  readonly hasAccounts: boolean;
  readonly origin: string;
  readonly path: string;
}

const NAV = [
  ["/skills", "Skills"],
  ["/submit", "Submit"],
  ["/queue", "Queue"],
  ["/trust", "Trust"],
  ["/docs", "Docs"],
] as const;

export const SITE_NAME = "vskill";

/** A shield with a check: the mark of the registry. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" d="M12 1.5 3 5v6.2c0 5.3 3.7 9.6 9 11.3 5.3-1.7 9-6 9-11.3V5z" />
      <path
        fill="none"
        stroke="var(--color-card)"
        stroke-width="2.2"
        stroke-linecap="round"
        stroke-linejoin="round"
        d="m7.8 12 3 3 5.4-6"
      />
    </svg>
  );
}

export function Layout({ head, site, children }: { head: PageHead; site: Site; children: Child }) {
  return (
    <html lang="en">
      <Head head={head} site={site} />
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="masthead">
          <div class="wrap">
            <a class="brand" href="/">
              <Mark />
              {SITE_NAME}
            </a>
            <nav class="nav" aria-label="Main">
              {NAV.map(([href, label]) => (
                <a href={href} {...currentMark(site.path, href)}>
                  {label}
                </a>
              ))}
            </nav>
          </div>
        </header>
        <main id="main" tabindex={-1}>
          {children}
        </main>
        <Footer hasAccounts={site.hasAccounts} />
      </body>
    </html>
  );
}

function currentMark(path: string, href: string): { "aria-current"?: "page" } {
  return path === href || path.startsWith(`${href}/`) ? { "aria-current": "page" } : {};
}

/** As `Visible` shows it, where no markup can stand. */
function named(text: string): string {
  return splitUnsafeCharacters(text)
    .map(({ text: part, odd }) => odd ?? part)
    .join("");
}

function Head({ head, site }: { head: PageHead; site: Site }) {
  const description = named(head.description).slice(0, 300);
  const title = head.title === SITE_NAME ? head.title : `${head.title} · ${SITE_NAME}`;
  const canonical = head.canonical === undefined ? null : `${site.origin}${head.canonical}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {head.noIndex === true && <meta name="robots" content="noindex" />}
      {canonical !== null && <link rel="canonical" href={canonical} />}
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={description} />
      {canonical !== null && <meta property="og:url" content={canonical} />}
      <meta property="og:image" content={`${site.origin}/card.png`} />
      <meta property="og:image:alt" content="vskill: a shield with a check" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="alternate" type="application/atom+xml" title="New and updated skills" href="/feed.xml" />
      <link rel="stylesheet" href={assetPath("app.css")} />
      {head.refreshSeconds !== undefined && (
        <noscript>
          <meta http-equiv="refresh" content={String(head.refreshSeconds)} />
        </noscript>
      )}
      <script type="module" src={assetPath("app.js")} />
      {head.script !== undefined && <script type="module" src={assetPath(head.script)} />}
      {head.jsonLd !== undefined && <JsonLd data={head.jsonLd} />}
    </head>
  );
}

/** `<` is escaped, so that no text of a skill can end the element. */
function JsonLd({ data }: { data: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json">{raw(json)}</script>;
}

function Footer({ hasAccounts }: Pick<Site, "hasAccounts">) {
  return (
    <footer class="footer">
      <div class="wrap">
        <span>{`vskill-platform ${APP_VERSION}`}</span>
        <a href="/docs/rules">Rules</a>
        <a href="/docs/api">API</a>
        <a href="/docs/self-hosting">Run your own</a>
        <a href="/trust">What is blocked</a>
        <a href="/report">Report a problem</a>
        {hasAccounts && <a href="/account">Your account</a>}
        <a href="/admin">Administration</a>
      </div>
    </footer>
  );
}
