/** Atom feeds of the catalogue's changes: everything, one owner's, one skill's. */
import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { sendCached } from "../../http/cached-response.ts";
import { sendNotFound } from "../../http/problem-response.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { findBySlug } from "../../lib/catalogue/lookup.ts";
import { listLatestChanges, type SkillChange } from "../../lib/skills/change-store.ts";
import { type FeedEntry, renderAtom } from "./atom.ts";

export const feeds = new Hono<AppEnv>();

const ENTRIES = 50;
const words: Record<SkillChange["kind"], string> = {
  published: "published",
  updated: "new version",
  yanked: "version yanked",
  restored: "restored",
  taken_down: "taken down",
  verdict_changed: "verdict changed",
};

feeds.use("/feed.xml", rateLimit("read"));
feeds.use("/feeds/*", rateLimit("read"));
feeds.get("/feed.xml", (c) => sendFeed(c, { title: "Skills" }));
feeds.get("/feeds/:owner/feed.xml", (c) => {
  const owner = c.req.param("owner").toLowerCase();
  return sendFeed(c, { title: `Skills of ${owner}`, owner });
});
feeds.get("/feeds/:owner/:repo/:skill/feed.xml", async (c) => {
  const { owner, repo, skill } = c.req.param();
  const found = await findBySlug(`${owner}/${repo}/${skill}`.toLowerCase());
  if (found.kind !== "found") return sendNotFound(c);
  return sendFeed(c, { title: found.skill.slug, slug: found.skill.slug });
});

interface FeedScope {
  readonly title: string;
  readonly owner?: string;
  readonly slug?: string;
}

async function sendFeed(c: Context<AppEnv>, { title, ...scope }: FeedScope): Promise<Response> {
  const origin = publicOrigin(c);
  const self = `${origin}${c.req.path}`;
  const changes = await listLatestChanges(scope, ENTRIES);
  const entries = changes.map((change) => entryOf(change, origin));
  const updated = entries[0]?.updated ?? new Date(0).toISOString();
  const body = renderAtom({ id: self, title, self, home: `${origin}/`, updated, entries });
  return sendCached(c, { body, contentType: "application/atom+xml; charset=utf-8" });
}

function entryOf({ seq, slug, version, kind, at }: SkillChange, origin: string): FeedEntry {
  const what = version === null ? slug : `${slug}@${version}`;
  return {
    id: `${origin}/api/v1/changes#${seq}`,
    title: `${what}: ${words[kind]}`,
    link: `${origin}/skills/${slug}`,
    updated: new Date(at).toISOString(),
    summary: `${what} was ${kind.replace("_", " ")}.`,
  };
}
