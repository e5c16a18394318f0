/** Reads the whole data folder of a stopped server, store by store, to compare one folder with another. */
import { createHash } from "node:crypto";
import { withStorage } from "./open-storage.ts";

export interface FolderSnapshot {
  /** Rows of each base table, in order. */
  readonly tables: Record<string, Record<string, unknown>[]>;
  /** Value and metadata of each KV key. */
  readonly kv: Record<string, unknown>;
  /** Digest and metadata of each object. */
  readonly objects: Record<string, unknown>;
  /** Slugs that full-text and trigram search find. */
  readonly found: { readonly words: string[]; readonly trigrams: string[] };
}

export function snapshotFolder(dataDir: string, words: string): Promise<FolderSnapshot> {
  return withStorage(dataDir, async (storage) => {
    const db = await storage.getD1Database("DB");
    const kv = await storage.getKVNamespace("SUBMISSIONS_KV");
    const bucket = await storage.getR2Bucket("ARCHIVES");
    const all = async <T>(sql: string, ...values: unknown[]) =>
      (
        await db
          .prepare(sql)
          .bind(...values)
          .all<T>()
      ).results;
    const names = await all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'skill\\_search%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
    );
    const tables: FolderSnapshot["tables"] = {};
    for (const { name } of names) {
      const rows = await all<Record<string, unknown>>(`SELECT * FROM ${name}`);
      tables[name] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    }
    tables.triggers = await all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name");
    const documents: Record<string, unknown> = {};
    for (const { name } of (await kv.list()).keys) {
      const { value, metadata } = await kv.getWithMetadata(name);
      documents[name] = { value, metadata };
    }
    const objects: Record<string, unknown> = {};
    for (const { key } of (await bucket.list()).objects) {
      const object = await bucket.get(key);
      const bytes = new Uint8Array(await object!.arrayBuffer());
      objects[key] = {
        sha256: createHash("sha256").update(bytes).digest("hex"),
        httpMetadata: { ...object!.httpMetadata },
        customMetadata: { ...object!.customMetadata },
      };
    }
    const search = async (table: string) => {
      const sql = `SELECT slug FROM skills WHERE id IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ?) ORDER BY slug`;
      const exists = await all(`SELECT 1 FROM sqlite_schema WHERE name = ?`, table);
      return exists.length === 0 ? [] : (await all<{ slug: string }>(sql, words)).map(({ slug }) => slug);
    };
    return {
      tables,
      kv: documents,
      objects,
      found: { words: await search("skill_search"), trigrams: await search("skill_search_trigram") },
    };
  });
}
