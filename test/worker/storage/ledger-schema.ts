import { env } from "cloudflare:test";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import * as accounts from "../../../src/lib/ledger/schema/accounts.ts";
import * as operations from "../../../src/lib/ledger/schema/operations.ts";
import * as scans from "../../../src/lib/ledger/schema/scans.ts";
import * as skills from "../../../src/lib/ledger/schema/skills.ts";
import * as submissions from "../../../src/lib/ledger/schema/submissions.ts";

const schema = { ...accounts, ...operations, ...scans, ...skills, ...submissions };
const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

describe("the database schema in code and in migrations", () => {
  it.each(tables.map((table) => [getTableName(table), table] as const))(
    "agree about %s",
    async (name, table) => {
      const { results } = await env.DB.prepare(`PRAGMA table_info(${name})`).all<{
        name: string;
        notnull: number;
        pk: number;
      }>();
      const inDatabase = results.map((column) => [column.name, column.notnull === 1 || column.pk > 0]).sort();
      const inCode = Object.values(getTableColumns(table))
        .map((column) => [column.name, column.notNull || column.primary])
        .sort();
      expect(inCode).toEqual(inDatabase);
    },
  );

  it("the code defines every table of the migrations", async () => {
    const { results } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'",
    ).all<{ name: string }>();
    expect(tables.map((table) => getTableName(table)).sort()).toEqual(results.map(({ name }) => name).sort());
  });
});
