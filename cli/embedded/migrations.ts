/**
 * Migrates a database to this version's schema. Migrations are recorded in wrangler's table `d1_migrations`, so that
 * either tool can continue where the other stopped. Each migration and its record are one batch: all or nothing.
 */
import type { Migration } from "./build-description.ts";
import { EXIT, StartFailure } from "./failure.ts";

/** The part of D1 that migrations need; small, so that a test can replace it. */
export interface Ledger {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
}

export interface Statement {
  bind(...values: unknown[]): Statement;
  all<Row>(): Promise<{ results: Row[] }>;
  run(): Promise<unknown>;
}

const CREATE_MIGRATIONS_TABLE =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, " +
  "applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

/** Applies the missing migrations and returns their names. Rejects a database with unknown ones, without changing it. */
export async function applyMigrations(ledger: Ledger, migrations: readonly Migration[]): Promise<string[]> {
  await ledger.prepare(CREATE_MIGRATIONS_TABLE).run();
  const rows = await ledger.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  const applied = rows.results.map((row) => row.name);
  refuseNewer(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.includes(name));
  for (const migration of missing) await applyOne(ledger, migration);
  return missing.map(({ name }) => name);
}

function refuseNewer(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const message =
    `This data folder was created by a newer version: it has ${unknown.join(", ")}, which this version does not know. ` +
    "Run that newer version, or choose another folder with --data. Nothing was changed.";
  throw new StartFailure(EXIT.newerData, message);
}

async function applyOne(ledger: Ledger, { name, statements }: Migration): Promise<void> {
  const record = ledger.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
  try {
    await ledger.batch([...statements.map((sql) => ledger.prepare(sql)), record]);
  } catch (error) {
    throw new Error(`migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
}
