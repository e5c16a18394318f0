/** Leaves a part of a page out while the database is unavailable; it never shows as zero or empty (L36, L40). */
import { describeError, log } from "../lib/platform/log.ts";
import { withoutLedger } from "../lib/platform/without-ledger.ts";

export function optional<T>(part: string, loading: Promise<T>): Promise<T | null> {
  return withoutLedger(
    () => loading,
    async (error) => {
      log("warn", "page.part_absent", { part, error: describeError(error) });
      return null;
    },
  );
}
