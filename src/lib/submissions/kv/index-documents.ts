/**
 * Index documents: a whole list under one head key, cached in KV so that it can be read while the database is down.
 * They are always rebuilt from the database and never truncated: the entries lie in pages of one generation, and the
 * head that names the generation is written last.
 */
import { z } from "zod";
import { claimInterval } from "../../operations/job-store.ts";
import { INDEX_PAGE_TTL_SECONDS, indexKey, indexPageKey, submissionsKv } from "../../platform/kv.ts";
import { KvBudget } from "../../platform/kv-read.ts";
import { describeError, log } from "../../platform/log.ts";
import { withoutLedger } from "../../platform/without-ledger.ts";
import { readDocuments } from "./read-documents.ts";

/** An index younger than this is served as it is. */
const FRESH_MS = 60_000;
/** KV accepts one write a second for each key; a rebuild claims its turn in the database, with some margin. */
const REBUILD_INTERVAL_MS = 1_100;
/** About 200 kB a page, far below KV's 25 MiB. */
const ENTRIES_PER_PAGE = 1_000;

const headSchema = z.object({
  generation: z.string(),
  pages: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  generatedAt: z.string(),
});

export interface IndexDocument<T> {
  readonly entries: T[];
  readonly total: number;
  readonly generatedAt: string;
  /** True when the database is down and this is the last index that was built from it. */
  readonly degraded: boolean;
}

interface IndexDefinition<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** Every entry, from the database; throws when the database is down. */
  readonly loadAll: () => Promise<T[]>;
}

/** The index: cached while fresh, otherwise rebuilt. While the database is down, the last one, marked as degraded. */
export async function readIndex<T>(definition: IndexDefinition<T>, nowMs: number): Promise<IndexDocument<T>> {
  const cached = await readCached(definition);
  if (cached !== null && nowMs - Date.parse(cached.generatedAt) < FRESH_MS) return cached;
  return withoutLedger(
    () => rebuildIndex(definition, nowMs),
    async (error) => {
      if (cached === null) throw error;
      log("warn", "index.degraded", { index: definition.name, error: describeError(error) });
      return { ...cached, degraded: true };
    },
  );
}

/** Loads the list from the database and, when it is this caller's turn, writes it to KV. */
export async function rebuildIndex<T>(
  definition: IndexDefinition<T>,
  nowMs: number,
): Promise<IndexDocument<T>> {
  const entries = await definition.loadAll();
  const generatedAt = new Date(nowMs).toISOString();
  if (await claimInterval(`rebuild index ${definition.name}`, REBUILD_INTERVAL_MS, nowMs)) {
    await writeIndex(definition.name, entries, generatedAt).catch((error: unknown) => {
      log("warn", "index.not_written", { index: definition.name, error: describeError(error) });
    });
  }
  return { entries, total: entries.length, generatedAt, degraded: false };
}

async function writeIndex(name: string, entries: readonly unknown[], generatedAt: string): Promise<void> {
  const kv = submissionsKv();
  const generation = crypto.randomUUID();
  const pages = Math.ceil(entries.length / ENTRIES_PER_PAGE);
  await Promise.all(
    Array.from({ length: pages }, (_, page) => {
      const slice = entries.slice(page * ENTRIES_PER_PAGE, (page + 1) * ENTRIES_PER_PAGE);
      return kv.put(indexPageKey(name, generation, page), JSON.stringify(slice), {
        expirationTtl: INDEX_PAGE_TTL_SECONDS,
      });
    }),
  );
  await kv.put(indexKey(name), JSON.stringify({ generation, pages, total: entries.length, generatedAt }), {
    expirationTtl: INDEX_PAGE_TTL_SECONDS,
  });
}

/** The cached index, or null when any part of it is missing or unreadable. */
async function readCached<T>(definition: IndexDefinition<T>): Promise<IndexDocument<T> | null> {
  const kv = submissionsKv();
  const budget = new KvBudget();
  const parseHead = (_key: string, value: unknown) => headSchema.safeParse(value).data ?? null;
  const headKey = indexKey(definition.name);
  const head = (await readDocuments(kv, { keys: [headKey], parse: parseHead }, budget)).documents.get(
    headKey,
  );
  if (head === undefined) return null;
  const keys = Array.from({ length: head.pages }, (_, page) =>
    indexPageKey(definition.name, head.generation, page),
  );
  const pageSchema = z.array(definition.schema);
  const parsePage = (_key: string, value: unknown) => pageSchema.safeParse(value).data ?? null;
  const { documents } = await readDocuments(kv, { keys, parse: parsePage }, budget);
  const entries = keys.flatMap((key) => documents.get(key) ?? []);
  if (documents.size !== head.pages || entries.length !== head.total) return null;
  return { entries, total: head.total, generatedAt: head.generatedAt, degraded: false };
}
