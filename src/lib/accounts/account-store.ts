/**
 * Accounts of users who sign in with GitHub. Each publishes under one name: their login at the first sign-in. A name
 * that is already in use here, by tokens or uploads that an operator allowed, is not given to the user with that
 * login on GitHub.
 */
import { eq, sql } from "drizzle-orm";
import { LONGEST_OWNER_NAME } from "../../domain/publisher.ts";
import { isReservedOwnerName } from "../../domain/reserved-names.ts";
import { commit, ledger, statement } from "../db.ts";
import { accounts } from "../ledger/schema/accounts.ts";
import type { GithubIdentity } from "./github-identity.ts";

export type Account =
  | { readonly kind: "account"; readonly owner: string }
  | { readonly kind: "name-taken" | "name-reserved"; readonly name: string };

/** The user's account, created at the first sign-in. A rejected sign-in creates no account. */
export async function openAccount({ id, login }: GithubIdentity, nowMs: number): Promise<Account> {
  // Names here have no underscore. If two logins map to one name, the first user to sign in gets it.
  const name = login.replaceAll("_", "-").slice(0, LONGEST_OWNER_NAME);
  const isReserved = isReservedOwnerName(name);
  await commit([
    statement(sql`INSERT INTO accounts (github_id, owner, created_at, seen_at)
      SELECT ${id}, ${name}, ${nowMs}, ${nowMs}
      WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE github_id = ${id} OR owner = ${name})
        AND NOT ${isReserved ? 1 : 0} AND NOT (${isInUse(name)})`),
    statement(ledger().update(accounts).set({ seenAt: nowMs }).where(eq(accounts.githubId, id))),
    statement(sql`INSERT INTO audit_log (actor, action, subject, reason, detail, at)
      SELECT 'github:' || owner, 'account.sign-in', owner, ${`GitHub ${id}, ${login}`}, '{}', ${nowMs}
      FROM accounts WHERE github_id = ${id}`),
  ]);
  const found = await ledger().select().from(accounts).where(eq(accounts.githubId, id)).get();
  if (found !== undefined) return { kind: "account", owner: found.owner };
  return { kind: isReserved ? "name-reserved" : "name-taken", name };
}

/**
 * Names that an operator gave to someone else. Submissions of GitHub repositories do not count, because there the
 * login itself proves the owner. A verified publisher does count: otherwise a user who takes over the login would
 * get the verified name.
 */
const isInUse = (name: string) => sql`EXISTS (SELECT 1 FROM api_tokens WHERE owner = ${name})
  OR EXISTS (SELECT 1 FROM vendors WHERE owner = ${name})
  OR EXISTS (SELECT 1 FROM submissions WHERE owner = ${name} AND source_kind <> 'github')`;
