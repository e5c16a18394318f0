/**
 * People who sign in with GitHub. Each publishes under one name, their login when they first came. A name that is in
 * use here already, by tokens or uploads that an operator let in, is not handed to whoever has that login on GitHub.
 */
import { eq, sql } from "drizzle-orm";
import { auditEntry } from "./audit-log.ts";
import { commit, ledger } from "./db.ts";
import type { GithubIdentity } from "./github-identity.ts";
import { accounts } from "./ledger/api-schema.ts";

export type Account = { readonly kind: "account"; readonly owner: string } | { readonly kind: "name-taken" };

/** The account of this person, made with the first sign-in. */
export async function openAccount({ id, login }: GithubIdentity, nowMs: number): Promise<Account> {
  const inUse = sql`EXISTS (SELECT 1 FROM api_tokens WHERE owner = ${login})
    OR EXISTS (SELECT 1 FROM submissions WHERE owner = ${login} AND source_kind = 'upload')`;
  await commit([
    ledger().run(sql`INSERT INTO accounts (github_id, owner, created_at, seen_at)
      SELECT ${id}, ${login}, ${nowMs}, ${nowMs}
      WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE github_id = ${id} OR owner = ${login}) AND NOT (${inUse})`),
    ledger().update(accounts).set({ seenAt: nowMs }).where(eq(accounts.githubId, id)),
    auditEntry(
      { actor: `github:${login}`, action: "account.sign-in", subject: login, reason: `GitHub ${id}` },
      nowMs,
    ),
  ]);
  const found = await ledger().select().from(accounts).where(eq(accounts.githubId, id)).get();
  return found === undefined ? { kind: "name-taken" } : { kind: "account", owner: found.owner };
}
