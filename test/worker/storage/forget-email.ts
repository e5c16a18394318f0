/** A user's email address: stored in the database only, and deleted from all of it on request. */
import { env } from "cloudflare:test";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { EMAIL_COLUMNS, forgetEmail } from "../../../src/lib/ledger/forget-email.ts";
import * as accounts from "../../../src/lib/ledger/schema/accounts.ts";
import * as operations from "../../../src/lib/ledger/schema/operations.ts";
import * as scans from "../../../src/lib/ledger/schema/scans.ts";
import * as skills from "../../../src/lib/ledger/schema/skills.ts";
import * as submissionTables from "../../../src/lib/ledger/schema/submissions.ts";
import { drainOutbox } from "../../../src/lib/outbox/outbox.ts";
import { addReport } from "../../../src/lib/skills/abuse-report-store.ts";
import { submitRepository } from "../../../src/lib/submissions/intake.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { publishNow } from "../../support/publish.ts";

const DAY = 24 * 60 * 60_000;
const NOW = Date.now();
const email = "Jo.Author@Example.org";

const schema = { ...accounts, ...operations, ...scans, ...skills, ...submissionTables };
const columns = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .flatMap((table) => Object.values(getTableColumns(table)));

/** Every column of the schema that contains the address in some row. */
async function columnsWithEmail(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, table } of columns) {
    const query = `SELECT COUNT(*) AS n FROM ${getTableName(table)} WHERE instr(lower("${name}"), ?) > 0`;
    const rows = await env.DB.prepare(query).bind(email.toLowerCase()).first<number>("n");
    if (rows !== 0) found.push(`${getTableName(table)}.${name}`);
  }
  return found.sort();
}

const named = (column: (typeof columns)[number]) => `${getTableName(column.table)}.${column.name}`;

beforeEach(async () => {
  for (const table of ["skill_versions", "skills", "submission_events", "submissions", "skill_reports"])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
});

describe("a user's email address", () => {
  it("is in no KV document, key or metadata, and in no column of the database after its deletion", async () => {
    // The repository's submission is never processed: its host does not exist.
    const noQueue = { sendBatch: async () => {} } as unknown as Queue;
    await runWithWorkerEnv({ ...env, SUBMISSION_QUEUE: noQueue }, async () => {
      const { id, slug } = await publishNow("mailed");
      await env.DB.prepare("UPDATE submissions SET email = ? WHERE id = ?").bind(email, id).run();
      const request = {
        repoUrl: "https://github.com/acme/mailed",
        email: email.toLowerCase(),
        submittedBy: "anonymous",
      };
      expect((await submitRepository(request, NOW)).kind).toBe("accepted");
      const report = { slug, version: null, message: "It is mine.", reportedBy: "anonymous" };
      await addReport({ ...report, kind: "appeal", contact: email.toUpperCase() }, NOW);
      await env.DB.prepare("UPDATE outbox SET wanted = wanted + 1, due_at = 0").run();
      await drainOutbox(NOW + DAY, { limit: 100 });
      const { keys } = await env.SUBMISSIONS_KV.list();
      expect(keys.map(({ name }) => name)).toContain(`sub:${id}`);
      for (const key of keys) {
        const all = JSON.stringify(key) + (await env.SUBMISSIONS_KV.get(key.name));
        expect(all.toLowerCase()).not.toContain("jo.author");
      }
      expect(await columnsWithEmail()).toEqual(["skill_reports.contact", "submissions.email"]);
      const forgotten = await forgetEmail(" jo.author@example.ORG", "operator", NOW);
      expect(forgotten).toEqual({ submissions: 2, reports: 1 });
      expect(await columnsWithEmail()).toEqual([]);
      const audit = await env.DB.prepare("SELECT * FROM audit_log WHERE action = 'email.forget'").all();
      expect(audit.results).toHaveLength(1);
    });
  });

  it("is deleted from every column of the schema that is named after one", () => {
    const suspects = columns.filter(({ name }) => /mail|contact|phone/.test(name));
    expect(suspects.map(named).sort()).toEqual(Object.values(EMAIL_COLUMNS).map(named).sort());
  });
});
