/**
 * The only way to D1. Takes the ledger from the ambient environment, so a batch always talks to its own, and puts
 * a time limit on every query. A ledger that fails or hangs is `LedgerUnavailable`; a broken unique key is not a
 * failure but an answer, and stays recognisable.
 */
import { type Query, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { describeError } from "./platform/log.ts";
import { within } from "./platform/time-limit.ts";
import { requireWorkerEnv } from "./worker-context.ts";

/** D1 itself stops a query at 30 s; nobody who waits for a page or a step can afford that. */
const QUERY_LIMIT_MS = 5_000;

/** The ledger failed, hung or was overloaded. Nothing is known about whether the write happened. */
export class LedgerUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The ledger is unavailable (${describeError(cause)})`, { cause });
    this.name = "LedgerUnavailable";
  }
}

/** The ledger of the current run. */
export function ledger(): DrizzleD1Database {
  return drizzle(limited(requireWorkerEnv().DB));
}

/**
 * The first row of a statement that is written out by hand, or null: for the few reads that every request makes,
 * where building the statement anew costs as much as running it.
 */
export async function readRow(
  text: string,
  ...params: readonly (string | number)[]
): Promise<unknown[] | null> {
  const rows = await guarded(
    requireWorkerEnv()
      .DB.prepare(text)
      .bind(...params)
      .raw(),
  );
  return rows[0] ?? null;
}

/** A write as drizzle builds it, not yet run. */
export type Write = { toSQL(): Query } | { getQuery(): Query };

/**
 * Runs writes as one transaction and answers how many rows each changed. Drizzle's own batch does not bind the
 * values of raw statements, which is what guards are made of.
 */
export async function commit(writes: readonly Write[]): Promise<number[]> {
  const db = requireWorkerEnv().DB;
  const statements = writes.map((write) => {
    const { sql: text, params } = "toSQL" in write ? write.toSQL() : write.getQuery();
    return db.prepare(text).bind(...params);
  });
  const results = await guarded(db.batch(statements));
  return results.map(({ meta }) => meta.changes);
}

/** A guard for the write that follows another in a batch: only if that one has changed its row. */
export const hasChanged = sql`changes() = 1`;

/** True when a write was refused by a unique key, however deeply drizzle has wrapped the refusal. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes("UNIQUE constraint failed")) return true;
  }
  return false;
}

/** The name of the newest migration applied; throws when the ledger does not answer or has no schema. */
export async function getSchemaVersion(): Promise<string> {
  const row = await ledger().get<{ name: string } | undefined>(
    sql`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  );
  if (row === undefined) throw new Error("no migration has been applied");
  return row.name.replace(/\.sql$/, "");
}

/** Drizzle's client with a limit on each query; only what drizzle calls is here. */
function limited(db: D1Database): D1Database {
  const face = {
    prepare: (query: string) => new LimitedStatement(db.prepare(query)),
    batch: (statements: LimitedStatement[]) => guarded(db.batch(statements.map(({ real }) => real))),
  };
  return face as unknown as D1Database;
}

class LimitedStatement {
  /** `batch` takes only the runtime's own statements. */
  readonly real: D1PreparedStatement;
  constructor(real: D1PreparedStatement) {
    this.real = real;
  }
  bind(...values: unknown[]): LimitedStatement {
    return new LimitedStatement(this.real.bind(...values));
  }
  all() {
    return guarded(this.real.all());
  }
  run() {
    return guarded(this.real.run());
  }
  raw() {
    return guarded(this.real.raw());
  }
}

async function guarded<T>(query: Promise<T>): Promise<T> {
  try {
    return await within(QUERY_LIMIT_MS, "the ledger", query);
  } catch (error) {
    throw isUniqueViolation(error) ? error : new LedgerUnavailable(error);
  }
}
