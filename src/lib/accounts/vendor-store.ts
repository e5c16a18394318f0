/** Owners who have proven that a name is theirs. */
import { eq } from "drizzle-orm";
import { ledger } from "../db.ts";
import { vendors } from "../ledger/schema.ts";

export async function isVerifiedVendor(owner: string): Promise<boolean> {
  return (await ledger().select().from(vendors).where(eq(vendors.owner, owner)).get()) !== undefined;
}
