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
  /** Canonical path and query, if the page has one. */
  readonly canonical?: string;
  /** Keeps search engines away: work in progress, errors, admin pages. */
  readonly noIndex?: boolean;
  readonly jsonLd?: Readonly<Record<string, unknown>>;
  /** Seconds after which a browser without scripts reloads the page. */
  readonly refreshSeconds?: number;
  readonly script?: "submit.js";
}

export interface Site {
  /** Whether users can sign in. */
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

/** A shield with a check. */
function Logo() {
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
          Skip to content
        </a>
        <header class="masthead">
          <div class="wrap">
            <a class="brand" href="/">
              <Logo />
              {SITE_NAME}
            </a>
            <nav class="nav" aria-label="Main">
              {NAV.map(([href, label]) => (
                <a href={href} {...currentPage(site.path, href)}>
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

function currentPage(path: string, href: string): { "aria-current"?: "page" } {
  return path === href || path.startsWith(`${href}/`) ? { "aria-current": "page" } : {};
}

/** Unsafe characters by name, like `Visible`, for attributes and titles. */
function withNamedCharacters(text: string): string {
  return splitUnsafeCharacters(text)
    .map(({ text: part, unsafe }) => unsafe ?? part)
    .join("");
}

function Head({ head, site }: { head: PageHead; site: Site }) {
  const description = withNamedCharacters(head.description).slice(0, 300);
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

/** Escapes `<`, so that no text of a skill can close the element. */
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
        <a href="/docs/self-hosting">Self-host</a>
        <a href="/trust#blocklist">Blocklist</a>
        <a href="/report">Report a problem</a>
        {hasAccounts && <a href="/account">Your account</a>}
        <a href="/admin">Admin</a>
      </div>
    </footer>
  );
}
