/**
 * Verified publishers (the `vendors` table), and how an owner proves a name: by a text that only this registry can
 * compute for the name, published in a place that only the owner controls: one of their repositories, their site, or its
 * DNS. Their skills are scanned like all others. Redirects are not followed: a transferred repository must not prove
 * the name of its old owner.
 */
import { createHmac } from "node:crypto";
import { and, desc, eq, like, sql } from "drizzle-orm";
import { commit, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { requireInstallationKey } from "../ledger/installation-keys.ts";
import { vendors } from "../ledger/schema/accounts.ts";
import { submissions } from "../ledger/schema/submissions.ts";
import { describeError, log } from "../platform/log.ts";
import { hasDnsResolver, queryTxt } from "../sources/dns-txt.ts";
import { withSourceClient } from "../sources/source-client.ts";

const KEY_NAME = "owner-claims";
export const PROOF_FILE = "vskill-verify.txt";
const LARGEST_PROOF_BYTES = 4_096;
/** The DNS label under a site's name that holds its proof. */
const PROOF_LABEL = "_vskill";
/** Sources of one owner that are checked; the proof is needed in one of them. */
const SOURCES_CHECKED = 5;

export type Vendor = typeof vendors.$inferSelect;

interface By {
  readonly actor: string;
  readonly reason: string;
}

export async function getVendor(owner: string): Promise<Vendor | null> {
  return (await ledger().select().from(vendors).where(eq(vendors.owner, owner)).get()) ?? null;
}

export async function isVerifiedVendor(owner: string): Promise<boolean> {
  return (await getVendor(owner)) !== null;
}

export async function listVendors(): Promise<Vendor[]> {
  return ledger().select().from(vendors).orderBy(desc(vendors.verifiedAt));
}

/** False when the owner was already verified. */
export async function addVendor(owner: string, by: By, nowMs: number): Promise<boolean> {
  const row = { owner, verifiedBy: by.actor, verifiedAt: nowMs };
  const [changed] = await commit([
    statement(ledger().insert(vendors).values(row).onConflictDoNothing()),
    auditEntry({ ...by, action: "owner.verify", subject: owner }, nowMs, hasChanged),
  ]);
  return changed === 1;
}

/** False when the owner was not verified. Published versions keep the tier they were given. */
export async function removeVendor(owner: string, by: By, nowMs: number): Promise<boolean> {
  const [changed] = await commit([
    statement(ledger().delete(vendors).where(eq(vendors.owner, owner))),
    auditEntry({ ...by, action: "owner.unverify", subject: owner }, nowMs, hasChanged),
  ]);
  return changed === 1;
}

/** The text that proves this name. It never changes. */
export async function proofText(owner: string): Promise<string> {
  const mac = createHmac("sha256", await requireInstallationKey(KEY_NAME))
    .update(owner)
    .digest("base64url");
  return `vskill-verify=${mac.slice(0, 32)}`;
}

type ProofPlace =
  | { readonly kind: "github"; readonly shown: string; readonly repository: string }
  | { readonly kind: "site"; readonly shown: string }
  | { readonly kind: "dns"; readonly shown: string; readonly name: string };

/**
 * The places to look for the proof; none for a name that was only used for uploads. Sources that were fetched
 * successfully come first: otherwise submissions with invented URLs could crowd out the owner's own.
 */
export async function proofPlaces(owner: string): Promise<ProofPlace[]> {
  const rows = await ledger()
    .select({ kind: submissions.sourceKind, url: submissions.sourceUrl })
    .from(submissions)
    .where(and(eq(submissions.owner, owner), like(submissions.sourceUrl, "http%")))
    .groupBy(submissions.sourceKind, submissions.sourceUrl)
    .orderBy(desc(sql`MAX(${submissions.digest} IS NOT NULL)`), desc(submissions.sourceUrl))
    .limit(SOURCES_CHECKED);
  const places = rows.flatMap(({ kind, url }) => (kind === "github" ? [inRepository(url)] : onSite(url)));
  return [...new Map(places.map((place) => [place.shown, place])).values()];
}

function inRepository(url: string): ProofPlace {
  const repository = new URL(url).pathname.slice(1);
  return { kind: "github", repository, shown: `${url}/blob/HEAD/${PROOF_FILE}` };
}

/** An IP address has no TXT records, and without a resolver none can be queried. */
function onSite(url: string): ProofPlace[] {
  const { origin, hostname } = new URL(url);
  const file: ProofPlace = { kind: "site", shown: `${origin}/.well-known/${PROOF_FILE}` };
  if (!hasDnsResolver() || !/[a-z]$/i.test(hostname)) return [file];
  const name = `${PROOF_LABEL}.${hostname}`;
  return [file, { kind: "dns", name, shown: `TXT record of ${name}` }];
}

/** Checks each place and verifies the owner at the first that has the proof. Returns that place, or null. */
export async function proveOwner(owner: string, nowMs: number): Promise<string | null> {
  const text = await proofText(owner);
  for (const place of await proofPlaces(owner)) {
    if (!(await hasProof(place, text))) continue;
    await addVendor(owner, { actor: "proof", reason: place.shown }, nowMs);
    return place.shown;
  }
  return null;
}

async function hasProof(place: ProofPlace, text: string): Promise<boolean> {
  try {
    const lines = place.kind === "dns" ? await queryTxt(place.name) : await readLines(place);
    return lines.some((line) => line.trim() === text);
  } catch (error) {
    log("info", "owner.proof_not_read", { place: place.shown, error: describeError(error) });
    return false;
  }
}

function readLines(place: Exclude<ProofPlace, { kind: "dns" }>): Promise<string[]> {
  return withSourceClient(undefined, async (client) => {
    const response =
      place.kind === "site"
        ? await client.getHere(place.shown, "text/plain")
        : await client.getHere(
            `${client.githubApiUrl}/repos/${place.repository}/contents/${PROOF_FILE}`,
            "application/vnd.github.raw+json",
          );
    if (response.status !== 200) {
      await response.discard();
      return [];
    }
    return new TextDecoder().decode(await response.bytes(LARGEST_PROOF_BYTES)).split(/\r?\n/);
  });
}
