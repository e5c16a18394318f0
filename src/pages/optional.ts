/** A part of a page that the ledger does not answer for is left out, never shown as zero or empty (L36, L40). */

import { LedgerUnavailable } from "../lib/db.ts";
import { causedBy } from "../lib/platform/caused-by.ts";
import { describeError, log } from "../lib/platform/log.ts";

export async function optional<T>(part: string, loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (causedBy(error, LedgerUnavailable) === null) throw error;
    log("warn", "page.part_absent", { part, error: describeError(error) });
    return null;
  }
}
