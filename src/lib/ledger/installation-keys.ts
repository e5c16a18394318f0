/** Secret keys that this installation creates for itself, once. */
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { execute, ledger, statement } from "../db.ts";
import { installationKeys } from "./schema/operations.ts";

/** The key with this name. The first caller creates it; the database decides between concurrent callers (L11). */
export async function requireInstallationKey(name: string): Promise<string> {
  const known = await find(name);
  if (known !== undefined) return known;
  const value = randomBytes(32).toString("base64url");
  await execute(statement(ledger().insert(installationKeys).values({ name, value }).onConflictDoNothing()));
  const made = await find(name);
  if (made === undefined) throw new Error("the key that was just created is missing");
  return made;
}

async function find(name: string): Promise<string | undefined> {
  return (await ledger().select().from(installationKeys).where(eq(installationKeys.name, name)).get())?.value;
}
