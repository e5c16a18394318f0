import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CloudflareEnv } from "../../env.ts";
import { commit, execute, ledger, statement } from "../db.ts";
import { auditLog } from "../ledger/schema/operations.ts";
import { runWithWorkerEnv } from "../worker-context.ts";

/** A D1 stub that records which queries were run, with their values. */
function recordingDatabase() {
  const queries: { text: string; values: unknown[] }[] = [];
  const result = { meta: { changes: 1 } };
  const prepare = (text: string) => ({
    bind: (...values: unknown[]) => {
      const query = { text, values };
      const run = async () => {
        queries.push(query);
        return result;
      };
      return { query, run };
    },
  });
  const batch = async (prepared: { run: () => Promise<unknown> }[]) =>
    Promise.all(prepared.map(({ run }) => run()));
  return { env: { DB: { prepare, batch } } as unknown as CloudflareEnv, queries };
}

const raw = () => statement(sql`DELETE FROM jobs WHERE name = ${"x"}`);

describe("a statement", () => {
  it("is not a thenable: awaiting one runs nothing", async () => {
    const { env, queries } = recordingDatabase();
    await runWithWorkerEnv(env, async () => {
      const built: unknown = raw();
      expect(await built).toBe(built);
    });
    expect(queries).toEqual([]);
  });

  it("is refused by the compiler where it is awaited or replaced by an unwrapped query", () => {
    // @ts-expect-error: a statement cannot be awaited
    const awaited = async () => await raw();
    // @ts-expect-error: an async function cannot return one, because returning awaits
    const returned = async () => raw();
    // @ts-expect-error: a drizzle query runs when awaited, so `commit` does not accept it
    const unwrapped = () => commit([ledger().delete(auditLog)]);
    // @ts-expect-error: raw SQL is a statement, never drizzle's lazy `run`
    const lazy = () => ledger().run(sql`DELETE FROM jobs`);
    expect([awaited, returned, unwrapped, lazy]).toHaveLength(4);
  });

  it("is run with its values by execute, which returns the number of changed rows", async () => {
    const { env, queries } = recordingDatabase();
    expect(await runWithWorkerEnv(env, () => execute(raw()))).toBe(1);
    expect(queries).toEqual([{ text: "DELETE FROM jobs WHERE name = ?", values: ["x"] }]);
  });

  it("is run by commit together with others, in order", async () => {
    const { env, queries } = recordingDatabase();
    const changed = await runWithWorkerEnv(env, async () =>
      commit([raw(), statement(ledger().delete(auditLog).where(sql`id = ${7}`))]),
    );
    expect(changed).toEqual([1, 1]);
    expect(queries.map(({ values }) => values)).toEqual([["x"], [7]]);
  });
});
