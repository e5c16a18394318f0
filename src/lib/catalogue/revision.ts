/**
 * The catalogue's revision. It grows with every publication, yank, takedown and changed verdict, in the batch that makes
 * the change. Data derived from the catalogue may be cached for as long as the revision stays the same.
 */
import { sql } from "drizzle-orm";
import { ledger } from "../db.ts";
import type { SearchFilter } from "./search.ts";

export async function getRevision(): Promise<number> {
  const rows = await ledger().all<{ revision: number }>(
    sql`SELECT COALESCE((SELECT MAX(seq) FROM skill_changes), 0) AS revision`,
  );
  return rows[0]?.revision ?? 0;
}

/** For caches of values derived from the catalogue. Installs change numbers without changing the revision: hence the TTL. */
export const CATALOGUE_CACHE = { maxSize: 500, ttlMs: 30_000 };

/** The same filter at a later revision is another key; entries of old revisions are evicted in time. */
export function revisionKey(revision: number, { category, owner, tier }: SearchFilter): string {
  return JSON.stringify([revision, category, owner, tier]);
}
