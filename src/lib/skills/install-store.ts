/**
 * Installs and downloads. An install is one (client, version, day), however often it is reported. The client is
 * stored as a keyed hash, with a key of this installation (L65). Downloads are counted separately.
 */

import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { commit, execute, ledger, type Statement, statement } from "../db.ts";
import { requireInstallationKey } from "../ledger/installation-keys.ts";
import { chunk } from "../platform/chunk.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";

const KEY_NAME = "install-clients";

export interface InstallEvent {
  readonly slug: string;
  readonly version: string;
  /** Address or token of the client. Only its hash is stored. */
  readonly client: string;
  /** The client or protocol that reported it. */
  readonly source: string;
  /** True when an archive was downloaded, which is counted separately. */
  readonly download: boolean;
}

/** Events in one batch: three statements each, far below the limit of a batch. */
const EVENTS_PER_COMMIT = 50;

/** Counts each install once for its client, version and day. Idempotent, except for downloads. */
export async function recordInstalls(events: readonly InstallEvent[], nowMs: number): Promise<void> {
  const key = await clientKey();
  for (const portion of chunk(events, EVENTS_PER_COMMIT))
    await commit(portion.flatMap((event) => statementsOf(event, key, nowMs)));
}

function statementsOf(event: InstallEvent, key: string, nowMs: number): Statement[] {
  const { slug, version, source, download } = event;
  const client = createHmac("sha256", key).update(event.client).digest("base64url").slice(0, 22);
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const known = sql`FROM skills s JOIN skill_versions v ON v.skill_id = s.id
    WHERE s.slug = ${slug} AND v.version = ${version}`;
  const counted = statement(sql`INSERT INTO download_counts (skill_id, version, day, count)
    SELECT s.id, ${version}, ${day}, 1 ${known}
    ON CONFLICT (skill_id, version, day) DO UPDATE SET count = count + 1`);
  return [
    statement(sql`INSERT OR IGNORE INTO install_events (skill_id, version, day, client, source)
      SELECT s.id, ${version}, ${day}, ${client}, ${source.slice(0, 50)} ${known}`),
    statement(sql`UPDATE skills SET installs = installs + 1 WHERE slug = ${slug} AND changes() = 1`),
    ...(download ? [counted] : []),
  ];
}

/** Recomputes the counter from the events, for an operator after an import or a repair. */
export async function recomputeInstalls(): Promise<void> {
  await execute(
    statement(sql`UPDATE skills SET installs =
    (SELECT COUNT(*) FROM install_events e WHERE e.skill_id = skills.id)`),
  );
}

/** The key never changes. */
const keys = perEnvironment(() => new LruCache<string>({ maxSize: 1 }));

async function clientKey(): Promise<string> {
  const cached = keys().get(KEY_NAME);
  if (cached !== undefined) return cached;
  const key = await requireInstallationKey(KEY_NAME);
  keys().set(KEY_NAME, key);
  return key;
}

/** Downloads of each of these skills, including repeated ones by the same client. */
export async function countDownloads(slugs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // One parameter for all of them: D1 allows no more than a hundred.
  const rows = await ledger().all<{
    slug: string;
    n: number;
  }>(sql`SELECT s.slug, COALESCE(SUM(d.count), 0) AS n FROM skills s
    LEFT JOIN download_counts d ON d.skill_id = s.id
    WHERE s.slug IN (SELECT value FROM json_each(${JSON.stringify(slugs)})) GROUP BY s.slug`);
  return new Map(rows.map(({ slug, n }) => [slug, n]));
}
