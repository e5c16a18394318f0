/** Reads that work while the database is down. */
import { LedgerUnavailable } from "../db.ts";
import { causedBy } from "./caused-by.ts";

/**
 * The result of `primary`, or of `fallback` when the database is unavailable. Any other error is thrown. `fallback` gets the
 * error, to log it, or to throw it if there is no fallback.
 */
export async function withoutLedger<T, F>(
  primary: () => Promise<T>,
  fallback: (error: unknown) => Promise<F>,
): Promise<T | F> {
  try {
    return await primary();
  } catch (error) {
    if (causedBy(error, LedgerUnavailable) === null) throw error;
    return fallback(error);
  }
}
