/**
 * API tokens: shown once, stored as a hash (L62). A token is looked up by its hash, so no secret is ever compared. A token
 * that an admin creates with another token is its child: it never outlives its parent (`revoke-token.ts`).
 */
import { createHash, randomBytes } from "node:crypto";
import { desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { MAX_TOKENS } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import { commit, execute, hasChanged, ledger, type Statement, statement } from "../db.ts";
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

export interface CreatedToken {
  readonly id: string;
  /** Only this text contains the token. */
  readonly token: string;
  readonly expiresAt: number | null;
}

interface TokenDraft {
  readonly created: CreatedToken;
  readonly statements: readonly Statement[];
}

/** Creates a token for an admin. Throws UNAUTHENTICATED if the admin's own token has ended in the meantime. */
export async function createToken(made: NewToken, actor: string, nowMs: number): Promise<CreatedToken> {
  const { created, statements } = await draftToken(made, { actor, nowMs });
  const [inserted] = await commit(statements);
  if (inserted !== 1) throw new Refusal("UNAUTHENTICATED", "The token that you use is no longer valid.");
  return created;
}

/** Creates a token for its own owner; null if they have `MAX_TOKENS` already. */
export async function createOwnToken(made: NewToken, nowMs: number): Promise<CreatedToken | null> {
  const by = { actor: `github:${made.owner}`, nowMs, onlyIf: mayHaveAnother(made.owner, nowMs) };
  const { created, statements } = await draftToken(made, by);
  const [inserted] = await commit(statements);
  return inserted === 1 ? created : null;
}

/** The statements for a batch: the token, unless `onlyIf` is false or its parent has ended, and its audit entry. */
export async function draftToken(
  made: NewToken,
  { actor, nowMs, onlyIf = sql`TRUE` }: { actor: string; nowMs: number; onlyIf?: SQL },
): Promise<TokenDraft> {
  const token = `${PREFIX}${randomBytes(32).toString("base64url")}`;
  const id = crypto.randomUUID();
  const parent = await ledger().select().from(apiTokens).where(eq(apiTokens.id, actor)).get();
  const expiresAt = earlier(made.expiresAt, parent?.expiresAt ?? null);
  const { owner, scopes, label } = made;
  const insert = sql`
    INSERT INTO api_tokens (id, hash, owner, scopes, label, created_by, created_at, expires_at)
    SELECT ${id}, ${hashToken(token)}, ${owner}, ${JSON.stringify(scopes)}, ${label}, ${actor}, ${nowMs}, ${expiresAt}
    WHERE ${onlyIf} AND NOT EXISTS (SELECT 1 FROM api_tokens WHERE id = ${actor} AND NOT ${isValidSql(nowMs)})`;
  const audit = { actor, action: "token.create", subject: id, reason: label, detail: { ...made, expiresAt } };
  return {
    created: { id, token, expiresAt },
    statements: [statement(insert), auditEntry(audit, nowMs, hasChanged)],
  };
}

const earlier = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const isValidSql = (nowMs: number) =>
  sql`(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${nowMs}))`;

/** The condition under which the owner may create a token: all their valid tokens count. */
export const mayHaveAnother = (owner: string, nowMs: number): SQL =>
  sql`(SELECT COUNT(*) FROM api_tokens WHERE owner = ${owner} AND ${isValidSql(nowMs)}) < ${MAX_TOKENS}`;

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
