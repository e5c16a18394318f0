import { describe, expect, it } from "vitest";
import { LedgerUnavailable } from "../../db.ts";
import { withoutLedger } from "../without-ledger.ts";

const fallback = async () => "from KV";

describe("a read with a fallback for the database", () => {
  it("returns the database's result while it works", async () => {
    expect(await withoutLedger(async () => "from D1", fallback)).toBe("from D1");
  });

  it("returns the fallback's result when the database is unavailable, however deeply the error is wrapped", async () => {
    const wrapped = new Error("query failed", { cause: new LedgerUnavailable(new Error("overloaded")) });
    expect(await withoutLedger(() => Promise.reject(wrapped), fallback)).toBe("from KV");
  });

  it("fails with any other error: a bug is not an outage", async () => {
    const bug = new TypeError("x is not a function");
    await expect(withoutLedger(() => Promise.reject(bug), fallback)).rejects.toBe(bug);
  });
});
