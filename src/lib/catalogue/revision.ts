/**
 * The catalogue's revision: grows with every publication, yank, take-down and changed verdict, in the batch that
 * makes it. What is derived from the catalogue may be remembered for as long as the revision stands still.
 */
import { sql } from "drizzle-orm";
import { ledger } from "../db.ts";

/** A statement for a batch, or to be run alone. */
export function revisionQuery() {
  return ledger().all<{ revision: number }>(
    sql`SELECT COALESCE((SELECT MAX(seq) FROM skill_changes), 0) AS revision`,
  );
}

export async function getRevision(): Promise<number> {
  return (await revisionQuery())[0]?.revision ?? 0;
}

/** Installs change numbers without changing the revision, so nothing is remembered for longer than this. */
const REMEMBER_MS = 30_000;
const ENTRIES = 500;

interface Remembered<T> {
  readonly revision: number;
  readonly atMs: number;
  readonly value: T;
}

/** A bounded memory of derived data in this isolate. Plain data only: never a promise or a binding. */
export class RevisionMemory<T> {
  #entries = new Map<string, Remembered<T>>();

  get(key: string, revision: number, nowMs: number): T | undefined {
    const found = this.#entries.get(key);
    if (found === undefined || found.revision !== revision || nowMs - found.atMs > REMEMBER_MS)
      return undefined;
    return found.value;
  }

  set(key: string, revision: number, nowMs: number, value: T): void {
    if (this.#entries.size >= ENTRIES) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { revision, atMs: nowMs, value });
  }
}
