/**
 * API tokens: shown once, stored as a hash (L62). A token is looked up by its hash, so no secret is ever compared.
 */
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { commit, execute, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { apiTokens } from "../ledger/schema/accounts.ts";

export const TOKEN_SCOPES = ["submit", "publish", "scan", "admin"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const PREFIX = "vsk_";
/** Tokens listed on an owner's own page. */
const LISTED_TOKENS = 200;
const scopesSchema = z.array(z.enum(TOKEN_SCOPES));

export interface Token {
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly TokenScope[];
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export interface NewToken {
  readonly owner: string;
  readonly scopes: readonly TokenScope[];
  readonly label: string;
  readonly expiresAt: number | null;
}

/** Creates a token. Only the returned text contains it. */
export async function createToken(
  made: NewToken,
  actor: string,
  nowMs: number,
): Promise<{ id: string; token: string }> {
  const token = `${PREFIX}${randomBytes(32).toString("base64url")}`;
  const id = crypto.randomUUID();
  await commit([
    statement(
      ledger()
        .insert(apiTokens)
        .values({
          ...made,
          id,
          hash: hashToken(token),
          scopes: JSON.stringify(made.scopes),
          createdBy: actor,
          createdAt: nowMs,
        }),
    ),
    auditEntry(
      { actor, action: "token.create", subject: id, reason: made.label, detail: { ...made } },
      nowMs,
    ),
  ]);
  return { id, token };
}

/** The token with this text, or null when it is unknown, revoked or expired. */
export async function findToken(text: string, nowMs: number): Promise<Token | null> {
  if (!text.startsWith(PREFIX) || text.length > 200) return null;
  const row = await ledger()
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.hash, hashToken(text)))
    .get();
  if (row === undefined || row.revokedAt !== null) return null;
  if (row.expiresAt !== null && row.expiresAt <= nowMs) return null;
  return toToken(row);
}

/** True while the token is neither revoked nor expired and has the scope. Sessions check this on each request. */
export async function isTokenValid(id: string, scope: TokenScope, nowMs: number): Promise<boolean> {
  const row = await ledger().select().from(apiTokens).where(eq(apiTokens.id, id)).get();
  if (row === undefined || row.revokedAt !== null) return false;
  return (row.expiresAt === null || row.expiresAt > nowMs) && toToken(row).scopes.includes(scope);
}

/** Written at most once a minute for each token: people read it, nothing counts with it. */
export async function recordTokenUse(token: Token, nowMs: number): Promise<void> {
  if (token.lastUsedAt !== null && nowMs - token.lastUsedAt < 60_000) return;
  await execute(
    statement(ledger().update(apiTokens).set({ lastUsedAt: nowMs }).where(eq(apiTokens.id, token.id))),
  );
}

/** True when this call revoked it. */
export async function revokeToken(
  id: string,
  by: { readonly actor: string; readonly reason: string },
  nowMs: number,
): Promise<boolean> {
  const [changed] = await commit([
    statement(
      ledger()
        .update(apiTokens)
        .set({ revokedAt: nowMs })
        .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt))),
    ),
    auditEntry({ ...by, action: "token.revoke", subject: id }, nowMs, hasChanged),
  ]);
  return changed === 1;
}

/** Revokes a token of this owner; false when the owner has no valid token with this id. */
export async function revokeOwnToken(id: string, owner: string, nowMs: number): Promise<boolean> {
  const mine = and(eq(apiTokens.id, id), eq(apiTokens.owner, owner), isNull(apiTokens.revokedAt));
  const audit = { actor: `github:${owner}`, action: "token.revoke", subject: id, reason: "by its owner" };
  const [changed] = await commit([
    statement(ledger().update(apiTokens).set({ revokedAt: nowMs }).where(mine)),
    auditEntry(audit, nowMs, hasChanged),
  ]);
  return changed === 1;
}

/** Newest first. */
export async function listTokensOf(owner: string): Promise<Token[]> {
  const rows = await ledger()
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.owner, owner))
    .orderBy(desc(apiTokens.createdAt))
    .limit(LISTED_TOKENS);
  return rows.map(toToken);
}

export async function listTokens(): Promise<Token[]> {
  return (await ledger().select().from(apiTokens).orderBy(desc(apiTokens.createdAt))).map(toToken);
}

function toToken(row: typeof apiTokens.$inferSelect): Token {
  const { hash: _, createdBy: __, scopes, ...token } = row;
  return { ...token, scopes: scopesSchema.parse(JSON.parse(scopes)) };
}
