/**
 * People who sign in with GitHub. Each publishes under one name, their login when they first came. A name that is in
 * use here already, by tokens or uploads that an operator let in, is not handed to whoever has that login on GitHub.
 */
import { eq, sql } from "drizzle-orm";
import { LONGEST_OWNER_NAME } from "../../domain/publisher.ts";
import { commit, ledger, statement } from "../db.ts";
import { accounts } from "../ledger/api-schema.ts";
import type { GithubIdentity } from "./github-identity.ts";

export type Account = { readonly kind: "account"; readonly owner: string } | { readonly kind: "name-taken" };

/** The account of this person, made with the first sign-in. What is refused is not a sign-in, and is not logged as one. */
export async function openAccount({ id, login }: GithubIdentity, nowMs: number): Promise<Account> {
  // Names here have no underscore; a name that comes to mean two logins belongs to the first.
  const name = login.replaceAll("_", "-").slice(0, LONGEST_OWNER_NAME);
  await commit([
    statement(sql`INSERT INTO accounts (github_id, owner, created_at, seen_at)
      SELECT ${id}, ${name}, ${nowMs}, ${nowMs}
      WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE github_id = ${id} OR owner = ${name})
        AND NOT (${isInUse(name)})`),
    statement(ledger().update(accounts).set({ seenAt: nowMs }).where(eq(accounts.githubId, id))),
    statement(sql`INSERT INTO audit_log (actor, action, subject, reason, detail, at)
      SELECT 'github:' || owner, 'account.sign-in', owner, ${`GitHub ${id}, ${login}`}, '{}', ${nowMs}
      FROM accounts WHERE github_id = ${id}`),
  ]);
  const found = await ledger().select().from(accounts).where(eq(accounts.githubId, id)).get();
  return found === undefined ? { kind: "name-taken" } : { kind: "account", owner: found.owner };
}

/**
 * Names that someone else was let in under. Repositories at GitHub do not count: there the login itself tells whose
 * they are. A verified vendor does: their name is worth more than the login that someone may have taken over.
 */
const isInUse = (name: string) => sql`EXISTS (SELECT 1 FROM api_tokens WHERE owner = ${name})
  OR EXISTS (SELECT 1 FROM vendors WHERE owner = ${name})
  OR EXISTS (SELECT 1 FROM submissions WHERE owner = ${name} AND source_kind <> 'github')`;
