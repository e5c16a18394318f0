/** The only way to D1. Takes the ledger from the ambient environment, so a batch always talks to its own. */
import { requireWorkerEnv } from "./worker-context.ts";

/** The ledger of the current run. */
export function ledger(): D1Database {
  return requireWorkerEnv().DB;
}

/** The name of the newest migration applied; throws when the ledger does not answer or has no schema. */
export async function getSchemaVersion(): Promise<string> {
  const row = await ledger()
    .prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1")
    .first<{ name: string }>();
  if (row === null) throw new Error("no migration has been applied");
  return row.name.replace(/\.sql$/, "");
}
