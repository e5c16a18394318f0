/**
 * Revokes a token and every token that was created with it, directly or not: otherwise the holder of a leaked token keeps
 * access through the tokens that it made.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { commit, ledger, statement } from "../db.ts";
import { apiTokens } from "../ledger/schema/accounts.ts";

export interface RevokedToken {
  readonly id: string;
  readonly label: string;
}

interface TokenRef {
  readonly id: string;
  /** Revokes the token only if it belongs to this owner. */
  readonly owner?: string;
}

interface By {
  readonly actor: string;
  readonly reason: string;
}

/** The tokens that this call revoked, the named one among them; none if it is unknown or was revoked before. */
export async function revokeToken(ref: TokenRef, by: By, nowMs: number): Promise<RevokedToken[]> {
  const family = familySql(ref);
  const [, revoked] = await commit([
    statement(sql`
      INSERT INTO audit_log (actor, action, subject, reason, detail, at)
      SELECT ${by.actor}, 'token.revoke', id, ${by.reason},
        IIF(id = ${ref.id}, '{}', json_object('with', ${ref.id})), ${nowMs}
      FROM api_tokens WHERE revoked_at IS NULL AND id IN (${family})`),
    statement(
      sql`UPDATE api_tokens SET revoked_at = ${nowMs} WHERE revoked_at IS NULL AND id IN (${family})`,
    ),
  ]);
  if (revoked === 0) return [];
  return ledger()
    .select({ id: apiTokens.id, label: apiTokens.label })
    .from(apiTokens)
    .where(and(eq(apiTokens.revokedAt, nowMs), sql`${apiTokens.id} IN (${family})`));
}

/** The token and its descendants. `created_by` has the id of the token that created another. */
function familySql({ id, owner }: TokenRef): SQL {
  const isTheirs = owner === undefined ? sql`TRUE` : sql`owner = ${owner}`;
  return sql`
    WITH RECURSIVE family (id) AS (
      SELECT id FROM api_tokens WHERE id = ${id} AND ${isTheirs}
      UNION
      SELECT child.id FROM api_tokens child JOIN family ON child.created_by = family.id
    ) SELECT id FROM family`;
}
