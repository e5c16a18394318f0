/**
 * Copies the database's base tables to JSON lines, and back. Full-text tables are virtual: they are rebuilt. The key that
 * signs sessions is left out: the restored server creates its own, and sessions from before end.
 */
import { appendFileSync, createReadStream, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { SESSION_KEY } from "../../src/domain/session-key.ts";
import { EXIT, StartFailure } from "../embedded/failure.ts";
import type { Ledger } from "../embedded/migrations.ts";
import { type Manifest, sha256OfFile } from "./backup-format.ts";

type Row = Record<string, unknown>;
type TableEntry = Manifest["tables"][number];

/** A row may have 2 MB. */
const ROWS_PER_PAGE = 100;

export async function readMigrations(ledger: Ledger): Promise<string[]> {
  const rows = await ledger.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  return rows.results.map(({ name }) => name);
}

/** Writes `ledger/<table>.jsonl` for each table. Throws a StartFailure if the database is damaged. */
export async function exportLedger(ledger: Ledger, dir: string): Promise<TableEntry[]> {
  const check = await ledger.prepare("PRAGMA quick_check").all<{ quick_check: string }>();
  const verdict = check.results.map(({ quick_check }) => quick_check).join("; ");
  if (verdict !== "ok") throw new StartFailure(EXIT.badBackup, `The database is damaged: ${verdict}`);
  const entries: TableEntry[] = [];
  for (const { name, sql } of await listTables(ledger)) {
    const file = `ledger/${name}.jsonl`;
    const keys = /WITHOUT\s+ROWID/i.test(sql) ? await listKeyColumns(ledger, name) : ["rowid"];
    const rows = await exportTable(ledger, { name, keys }, path.join(dir, file));
    entries.push({ name, file, rows, sha256: await sha256OfFile(path.join(dir, file)) });
  }
  return entries;
}

/** In the order of their creation, so that referenced tables come first. */
async function listTables(ledger: Ledger): Promise<{ name: string; sql: string }[]> {
  const { results } = await ledger
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    .all<{ name: string; sql: string }>();
  const virtual = results.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql)).map(({ name }) => name);
  // A shadow table has its virtual table's name and a suffix; a real table with such a name would be lost.
  const isShadow = (name: string) => virtual.some((table) => name === table || name.startsWith(`${table}_`));
  return results.filter(({ name }) => !/^(sqlite_|_cf_|d1_)/.test(name) && !isShadow(name));
}

async function listKeyColumns(ledger: Ledger, table: string): Promise<string[]> {
  const { results } = await ledger
    .prepare("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk")
    .bind(table)
    .all<{ name: string }>();
  return results.map(({ name }) => `"${name}"`);
}

/** In the table's own order, page by page, so that rows come after those of the same table that they refer to. */
async function exportTable(
  ledger: Ledger,
  { name, keys }: { name: string; keys: readonly string[] },
  file: string,
): Promise<number> {
  writeFileSync(file, "", { mode: 0o600 });
  const order = keys.join(", ");
  const aliased = keys.map((key, i) => `${key} AS "key#${i}"`).join(", ");
  const places = keys.map(() => "?").join(", ");
  const from = `SELECT ${aliased}, * FROM ${name}`;
  const first = ledger.prepare(`${from} ORDER BY ${order} LIMIT ${ROWS_PER_PAGE}`);
  const next = ledger.prepare(
    `${from} WHERE (${order}) > (${places}) ORDER BY ${order} LIMIT ${ROWS_PER_PAGE}`,
  );
  let count = 0;
  for (let page = first; ; ) {
    const { results } = await page.all<Row>();
    const rows = results.map(withoutKeys).filter((row) => !isSessionKey(name, row));
    appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    count += rows.length;
    const last = results.at(-1);
    if (last === undefined || results.length < ROWS_PER_PAGE) return count;
    page = next.bind(...keys.map((_, i) => last[`key#${i}`]));
  }
}

const isSessionKey = (table: string, row: Row) => table === "own_keys" && row.name === SESSION_KEY;

function withoutKeys(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("key#")));
}

/** Inserts the rows in the order of the export. The tables must exist and be empty. */
export async function importLedger(
  ledger: Ledger,
  dir: string,
  tables: readonly TableEntry[],
): Promise<void> {
  // The backup contains the rows that triggers have added: firing them again would add those twice.
  const triggers = await dropTriggers(ledger);
  for (const { name, file, rows } of tables) {
    let count = 0;
    for await (const portion of readRows(path.join(dir, file))) {
      await ledger.batch(portion.map((row) => insertRow(ledger, name, row)));
      count += portion.length;
    }
    if (count !== rows)
      throw new StartFailure(EXIT.badBackup, `${file} has ${count} rows instead of ${rows}.`);
  }
  if (triggers.length > 0) await ledger.batch(triggers.map((sql) => ledger.prepare(sql)));
  const broken = await ledger.prepare("PRAGMA foreign_key_check").all<Row>();
  if (broken.results.length > 0)
    throw new StartFailure(EXIT.badBackup, "Rows of the backup refer to rows that are missing from it.");
}

/** Returns the statements that create them again. */
async function dropTriggers(ledger: Ledger): Promise<string[]> {
  const { results } = await ledger
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all<{ name: string; sql: string }>();
  for (const { name } of results) await ledger.prepare(`DROP TRIGGER "${name}"`).run();
  return results.map(({ sql }) => sql);
}

function insertRow(ledger: Ledger, table: string, row: Row) {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  const names = columns.map((column) => `"${column}"`).join(", ");
  return ledger.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`).bind(...Object.values(row));
}

async function* readRows(file: string): AsyncGenerator<Row[]> {
  let portion: Row[] = [];
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line === "") continue;
    portion.push(JSON.parse(line) as Row);
    if (portion.length === ROWS_PER_PAGE) {
      yield portion;
      portion = [];
    }
  }
  if (portion.length > 0) yield portion;
}
