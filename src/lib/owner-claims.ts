/**
 * Proof that a name belongs to someone: a text that only we can make for it, found where only its owner can put it: in a
 * repository of theirs, or on their site. A proven owner is a vendor; their skills are still scanned like any other.
 */
import { createHmac, randomBytes } from "node:crypto";
import { and, desc, eq, like } from "drizzle-orm";
import { auditEntry } from "./audit-log.ts";
import { commit, ledger } from "./db.ts";
import { ownKeys } from "./ledger/api-schema.ts";
import { submissions, vendors } from "./ledger/schema.ts";
import { describeError, log } from "./log.ts";
import { withSourceClient } from "./sources/source-client.ts";

const KEY_NAME = "owner-claims";
export const PROOF_FILE = "vskill-verify.txt";
const LARGEST_PROOF_BYTES = 4_096;
/** Repositories of one owner that are asked; the proof need stand in one. */
const REPOSITORIES_ASKED = 5;

export type Vendor = typeof vendors.$inferSelect;

/** The text that proves this name, the same each time it is asked for. */
export async function proofText(owner: string): Promise<string> {
  const mac = createHmac("sha256", await claimKey())
    .update(owner)
    .digest("base64url");
  return `vskill-verify=${mac.slice(0, 32)}`;
}

/** Where the proof may stand; empty for a name that has only ever been used for uploads. */
export async function proofPlaces(owner: string): Promise<string[]> {
  const rows = await ledger()
    .selectDistinct({ kind: submissions.sourceKind, url: submissions.sourceUrl })
    .from(submissions)
    .where(and(eq(submissions.owner, owner), like(submissions.sourceUrl, "http%")))
    .orderBy(desc(submissions.sourceUrl))
    .limit(REPOSITORIES_ASKED);
  return rows.map(({ kind, url }) =>
    kind === "github" ? `${url}/blob/HEAD/${PROOF_FILE}` : `${new URL(url).origin}/.well-known/${PROOF_FILE}`,
  );
}

/** Looks at each place; the first that has the text proves the name. Answers the place, or null. */
export async function proveOwner(owner: string, nowMs: number): Promise<string | null> {
  const text = await proofText(owner);
  for (const place of await proofPlaces(owner)) {
    if (!(await stands(place, text))) continue;
    await addVendor(owner, { actor: "proof", reason: place }, nowMs);
    return place;
  }
  return null;
}

async function stands(place: string, text: string): Promise<boolean> {
  try {
    return await withSourceClient(undefined, async (client) => {
      const github = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/blob\/HEAD\//.exec(place)?.[1];
      const address =
        github === undefined ? place : `${client.githubApiUrl}/repos/${github}/contents/${PROOF_FILE}`;
      const answer = await client.get(
        address,
        github === undefined ? "text/plain" : "application/vnd.github.raw+json",
      );
      if (answer.status !== 200) {
        await answer.discard();
        return false;
      }
      const found = new TextDecoder().decode(await answer.bytes(LARGEST_PROOF_BYTES));
      return found.split(/\r?\n/).some((line) => line.trim() === text);
    });
  } catch (error) {
    log("info", "owner.proof_not_read", { place, error: describeError(error) });
    return false;
  }
}

export async function listVendors(): Promise<Vendor[]> {
  return ledger().select().from(vendors).orderBy(desc(vendors.verifiedAt));
}

export async function addVendor(
  owner: string,
  by: { actor: string; reason: string },
  nowMs: number,
): Promise<void> {
  await commit([
    ledger().insert(vendors).values({ owner, verifiedBy: by.actor, verifiedAt: nowMs }).onConflictDoNothing(),
    auditEntry({ ...by, action: "owner.verify", subject: owner }, nowMs),
  ]);
}

/** True when the name was proven until now. What is published keeps the tier it was given. */
export async function removeVendor(
  owner: string,
  by: { actor: string; reason: string },
  nowMs: number,
): Promise<boolean> {
  const [changed] = await commit([
    ledger().delete(vendors).where(eq(vendors.owner, owner)),
    auditEntry({ ...by, action: "owner.unverify", subject: owner }, nowMs),
  ]);
  return changed === 1;
}

async function claimKey(): Promise<string> {
  await ledger()
    .insert(ownKeys)
    .values({ name: KEY_NAME, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const row = await ledger().select().from(ownKeys).where(eq(ownKeys.name, KEY_NAME)).get();
  if (row === undefined) throw new Error("the key that was just made is not there");
  return row.value;
}
