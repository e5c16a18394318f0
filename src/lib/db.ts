/**
 * The only access to D1, the ledger: the source of truth. Takes the database from the ambient environment and puts
 * a time limit on every query. A database that fails or hangs throws `LedgerUnavailable`; a violated unique key is an
 * expected result and keeps its own error (`isUniqueViolation`).
 */
import { type Query, SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { describeError } from "./platform/log.ts";
import { within } from "./platform/time-limit.ts";
import { requireWorkerEnv } from "./worker-context.ts";

/** D1 itself stops a query only after 30 s, which is too long for a page or a pipeline step. */
export const QUERY_LIMIT_MS = 5_000;

/** The database failed, hung or was overloaded. A write may or may not have happened. */
export class LedgerUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The ledger is unavailable (${describeError(cause)})`, { cause });
    this.name = "LedgerUnavailable";
  }
}

/** Drizzle's query builder without `run`: writes in raw SQL are a `Statement`, run by `commit` or `execute`. */
export type Ledger = Omit<DrizzleD1Database, "run">;

/** The database of the current environment. */
export function ledger(): Ledger {
  return drizzle(limited(requireWorkerEnv().DB));
}

/**
 * The first row of a hand-written query, or null. For the few reads that every request makes, where building the
 * query with drizzle costs as much as running it.
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

/**
 * A write that is built and not yet run. Drizzle's own queries run when they are awaited, and silently do not run
 * otherwise; a `Statement` is run by `commit` or `execute` only.
 * A test checks that every write built with drizzle becomes one, or is given to `executeReturning`.
 */
class Statement {
  // biome-ignore lint/suspicious/noThenProperty: for the compiler only; makes `await` of a statement a type error
  declare readonly then: (runByCommitOrExecute: never) => never;
  readonly #query: Query;
  constructor(query: Query) {
    this.#query = query;
  }
  prepare(db: D1Database): D1PreparedStatement {
    return db.prepare(this.#query.sql).bind(...this.#query.params);
  }
}

export type { Statement };

const dialect = new SQLiteAsyncDialect();

/** Makes a statement of raw SQL or of one of drizzle's insert, update and delete builders. */
export function statement(write: SQL | { toSQL(): Query }): Statement {
  return new Statement(write instanceof SQL ? dialect.sqlToQuery(write) : write.toSQL());
}

/**
 * Runs the statements as one transaction and returns how many rows each changed. Not drizzle's `batch`: that one
 * does not bind the values of raw SQL, which the guards of this code are written in.
 */
export async function commit(statements: readonly Statement[]): Promise<number[]> {
  const db = requireWorkerEnv().DB;
  const results = await guarded(db.batch(statements.map((write) => write.prepare(db))));
  return results.map(({ meta }) => meta.changes);
}

/** Runs one statement and returns how many rows it changed. */
export async function execute(write: Statement): Promise<number> {
  const { meta } = await guarded(write.prepare(requireWorkerEnv().DB).run());
  return meta.changes;
}

/** Runs one write with a RETURNING clause, built with drizzle or as raw SQL, and returns the rows that it changed. */
export async function executeReturning<Row>(
  write: (PromiseLike<Row[]> & { toSQL(): Query }) | SQL<Row>,
): Promise<Row[]> {
  return write instanceof SQL ? ledger().all<Row>(write) : write;
}

/** Guards the next statement of a batch: it applies only if the statement just before it changed its row. */
export const hasChanged = sql`changes() = 1`;

/** True when a write violated a unique key, however deeply drizzle has wrapped the error. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes("UNIQUE constraint failed")) return true;
  }
  return false;
}

/** The name of the newest applied migration. Throws when the database fails or has no schema. */
export async function getSchemaVersion(): Promise<string> {
  const row = await ledger().get<{ name: string } | undefined>(
    sql`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  );
  if (row === undefined) throw new Error("no migration has been applied");
  return row.name.replace(/\.sql$/, "");
}

/** The D1 client with a time limit on each query; has only the methods that drizzle calls. */
function limited(db: D1Database): D1Database {
  const client = {
    prepare: (query: string) => new LimitedStatement(db.prepare(query)),
    batch: (statements: LimitedStatement[]) => guarded(db.batch(statements.map(({ real }) => real))),
  };
  return client as unknown as D1Database;
}

class LimitedStatement {
  /** D1's `batch` accepts only the runtime's own statements. */
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
