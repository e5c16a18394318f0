/** Adds and revokes suppressions. They change no state: the next scan, and a version's security results, use them. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { expiryProblem, type NewSuppression } from "../../domain/suppression.ts";
import { commit, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { findingSuppressions } from "../ledger/schema/scans.ts";
import { isRegistryRule } from "../scans/registry-findings-store.ts";
import { getSuppression, inForce, type SuppressionRow } from "../scans/suppression-store.ts";
import { type ActionResult, type By, done, type Refused, refused } from "./action.ts";

type Added = { readonly kind: "added"; readonly suppression: SuppressionRow };

export async function addSuppression(
  made: NewSuppression,
  actor: string,
  nowMs: number,
): Promise<Added | Refused> {
  const { ruleId, contentDigest, reason, expiresAt } = made;
  const expiry = expiryProblem(expiresAt, nowMs);
  if (expiry !== null) return refused("BAD_REQUEST", expiry);
  // Such a finding is about the owner: another owner may publish the same content.
  if (isRegistryRule(ruleId))
    return refused(
      "BAD_REQUEST",
      "This rule compares owners, not content. Approve the submission instead if the finding is wrong.",
    );
  const suppression: SuppressionRow = {
    id: crypto.randomUUID(),
    ruleId,
    contentDigest,
    author: actor,
    reason,
    expiresAt,
    createdAt: nowMs,
    revokedAt: null,
    revokedBy: null,
  };
  const [added] = await commit([
    statement(sql`
      INSERT INTO finding_suppressions (id, rule_id, content_digest, author, reason, expires_at, created_at)
      SELECT ${suppression.id}, ${ruleId}, ${contentDigest}, ${actor}, ${reason}, ${expiresAt}, ${nowMs}
      WHERE NOT EXISTS (SELECT 1 FROM finding_suppressions WHERE ${and(
        eq(findingSuppressions.ruleId, ruleId),
        eq(findingSuppressions.contentDigest, contentDigest),
        inForce(nowMs),
      )})`),
    auditEntry(
      {
        actor,
        reason,
        action: "suppression.add",
        subject: suppression.id,
        detail: { ruleId, contentDigest, expiresAt },
      },
      nowMs,
      hasChanged,
    ),
  ]);
  if (added !== 1)
    return refused("CONFLICT", "This rule is already suppressed for this content. Revoke that one first.");
  return { kind: "added", suppression };
}

export async function revokeSuppression(id: string, by: By, nowMs: number): Promise<ActionResult> {
  const found = await getSuppression(id);
  if (found === null) return refused("NOT_FOUND", "There is no such suppression.");
  const { ruleId, contentDigest } = found;
  const [revoked] = await commit([
    statement(
      ledger()
        .update(findingSuppressions)
        .set({ revokedAt: nowMs, revokedBy: by.actor })
        .where(and(eq(findingSuppressions.id, id), isNull(findingSuppressions.revokedAt))),
    ),
    auditEntry(
      { ...by, action: "suppression.revoke", subject: id, detail: { ruleId, contentDigest } },
      nowMs,
      hasChanged,
    ),
  ]);
  return revoked === 1 ? done : refused("CONFLICT", "This suppression is already revoked.");
}
