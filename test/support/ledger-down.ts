/** A ledger that fails at every query, as D1 does when it is down. Preparing a statement works, because it sends nothing. */
import type { CloudflareEnv } from "../../src/env.ts";

const fail = () => Promise.reject(new Error("D1_ERROR: the test has switched the ledger off"));
const statement = { bind: () => statement, all: fail, run: fail, raw: fail, first: fail };

export const ledgerDown: Pick<CloudflareEnv, "DB"> = {
  DB: { prepare: () => statement, batch: fail } as unknown as D1Database,
};
