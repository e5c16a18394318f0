/** Sends a page: the layout around it, its ETag, and how long caches may keep it. */
import type { Context } from "hono";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../http/app-env.ts";
import { matchesIfNoneMatch, weakEtag } from "../http/cached-response.ts";
import { publicOrigin } from "../http/public-url.ts";
import { isGithubSignInOffered } from "../lib/accounts/github-identity.ts";
import { Layout, type PageHead } from "./parts/layout.tsx";

export type PageContext = Context<AppEnv>;

export interface PageOptions extends PageHead {
  readonly status?: ContentfulStatusCode;
  /**
   * `revalidate` (default): caches check back each time, so that a blocked skill disappears at once. `steady`: changes
   * with a release only. `never`: errors, admin pages and work in progress.
   */
  readonly cache?: "revalidate" | "steady" | "never";
}

const CACHE_CONTROL = {
  revalidate: "public, max-age=0, must-revalidate",
  steady: "public, max-age=300, stale-while-revalidate=3600",
  never: "no-store",
} as const;

export async function sendPage(c: PageContext, page: PageOptions, body: Child): Promise<Response> {
  const site = { origin: publicOrigin(c), path: c.req.path, hasAccounts: isGithubSignInOffered() };
  const html = await (
    <Layout head={page} site={site}>
      {body}
    </Layout>
  ).toString();
  const cache = page.cache ?? "revalidate";
  c.header("Cache-Control", CACHE_CONTROL[cache]);
  c.header("Vary", "Accept-Encoding");
  const status = page.status ?? 200;
  if (cache !== "never" && status === 200) {
    const etag = weakEtag(html);
    c.header("ETag", etag);
    if (matchesIfNoneMatch(c, etag)) return c.body(null, 304);
  }
  return c.html(`<!doctype html>${html}`, status);
}
