/**
 * Proof that a name belongs to someone: a text that only we can make for it, found where only its owner can put it: in a
 * repository of theirs, on their site, or in its DNS. A proven owner is a vendor; their skills are still scanned like any
 * other. Redirects are not followed: a repository that was given away must not speak for its old owner.
 */
import { createHmac } from "node:crypto";
import { and, desc, eq, like, sql } from "drizzle-orm";
import { commit, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { requireInstallationKey } from "../ledger/installation-keys.ts";
import { submissions, vendors } from "../ledger/schema.ts";
import { describeError, log } from "../platform/log.ts";
import { hasDnsResolver, queryTxt } from "../sources/dns-txt.ts";
import { withSourceClient } from "../sources/source-client.ts";

const KEY_NAME = "owner-claims";
export const PROOF_FILE = "vskill-verify.txt";
const LARGEST_PROOF_BYTES = 4_096;
/** The DNS label under a site's name that holds its proof. */
const PROOF_LABEL = "_vskill";
/** Sources of one owner that are asked; the proof need stand in one. */
const SOURCES_ASKED = 5;

export type Vendor = typeof vendors.$inferSelect;

/** The text that proves this name, the same each time it is asked for. */
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
 * Where the proof may stand; empty for a name that has only ever been used for uploads. Sources that were really read
 * come first, so that made-up addresses of a name do not crowd its own out.
 */
export async function proofPlaces(owner: string): Promise<ProofPlace[]> {
  const rows = await ledger()
    .select({ kind: submissions.sourceKind, url: submissions.sourceUrl })
    .from(submissions)
    .where(and(eq(submissions.owner, owner), like(submissions.sourceUrl, "http%")))
    .groupBy(submissions.sourceKind, submissions.sourceUrl)
    .orderBy(desc(sql`MAX(${submissions.digest} IS NOT NULL)`), desc(submissions.sourceUrl))
    .limit(SOURCES_ASKED);
  const places = rows.flatMap(({ kind, url }) => (kind === "github" ? [inRepository(url)] : onSite(url)));
  return [...new Map(places.map((place) => [place.shown, place])).values()];
}

function inRepository(url: string): ProofPlace {
  const repository = new URL(url).pathname.slice(1);
  return { kind: "github", repository, shown: `${url}/blob/HEAD/${PROOF_FILE}` };
}

/** An address has no records of its own; without a resolver none can be asked for. */
function onSite(url: string): ProofPlace[] {
  const { origin, hostname } = new URL(url);
  const file: ProofPlace = { kind: "site", shown: `${origin}/.well-known/${PROOF_FILE}` };
  if (!hasDnsResolver() || !/[a-z]$/i.test(hostname)) return [file];
  const name = `${PROOF_LABEL}.${hostname}`;
  return [file, { kind: "dns", name, shown: `TXT record of ${name}` }];
}

/** Looks at each place; the first that has the text proves the name. Answers the place, or null. */
export async function proveOwner(owner: string, nowMs: number): Promise<string | null> {
  const text = await proofText(owner);
  for (const place of await proofPlaces(owner)) {
    if (!(await stands(place, text))) continue;
    await addVendor(owner, { actor: "proof", reason: place.shown }, nowMs);
    return place.shown;
  }
  return null;
}

async function stands(place: ProofPlace, text: string): Promise<boolean> {
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
    const answer =
      place.kind === "site"
        ? await client.getHere(place.shown, "text/plain")
        : await client.getHere(
            `${client.githubApiUrl}/repos/${place.repository}/contents/${PROOF_FILE}`,
            "application/vnd.github.raw+json",
          );
    if (answer.status !== 200) {
      await answer.discard();
      return [];
    }
    return new TextDecoder().decode(await answer.bytes(LARGEST_PROOF_BYTES)).split(/\r?\n/);
  });
}

export async function listVendors(): Promise<Vendor[]> {
  return ledger().select().from(vendors).orderBy(desc(vendors.verifiedAt));
}

/** True when the name was not proven until now. */
export async function addVendor(
  owner: string,
  by: { actor: string; reason: string },
  nowMs: number,
): Promise<boolean> {
  const [changed] = await commit([
    statement(
      ledger()
        .insert(vendors)
        .values({ owner, verifiedBy: by.actor, verifiedAt: nowMs })
        .onConflictDoNothing(),
    ),
    auditEntry({ ...by, action: "owner.verify", subject: owner }, nowMs, hasChanged),
  ]);
  return changed === 1;
}

/** True when the name was proven until now. What is published keeps the tier it was given. */
export async function removeVendor(
  owner: string,
  by: { actor: string; reason: string },
  nowMs: number,
): Promise<boolean> {
  const [changed] = await commit([
    statement(ledger().delete(vendors).where(eq(vendors.owner, owner))),
    auditEntry({ ...by, action: "owner.unverify", subject: owner }, nowMs, hasChanged),
  ]);
  return changed === 1;
}
