/**
 * The device authorization grant (RFC 8628): signs in a machine without a browser. The device code is stored as a
 * hash only. The token is created when the device fetches it, once, so it is never stored in between.
 */
import { randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { type Problem, problem } from "../../domain/problem.ts";
import { commit, execute, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { deviceCodes } from "../ledger/schema/accounts.ts";
import { draftToken, hashToken, mayHaveAnother, type TokenScope } from "./token-store.ts";

export const DEVICE_CODE_SECONDS = 15 * 60;
/** For a user's own machine. CI uses a token that an admin creates. */
const TOKEN_MS = 90 * 24 * 60 * 60_000;
/** Enough to publish. */
const DEVICE_SCOPES: readonly TokenScope[] = ["submit", "publish"];
/**
 * Without vowels and look-alike letters, because people read the code aloud and type it. 20^8 codes, each valid for
 * 15 minutes.
 */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

export async function openDeviceCode(nowMs: number): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = randomBytes(32).toString("base64url");
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "B").join("");
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  await execute(
    statement(
      ledger()
        .insert(deviceCodes)
        .values({
          codeHash: hashToken(deviceCode),
          userCode,
          createdAt: nowMs,
          expiresAt: nowMs + DEVICE_CODE_SECONDS * 1000,
        }),
    ),
  );
  return { deviceCode, userCode };
}

/**
 * Approves the code that a device shows, and returns null, or the problem. Only for a signed-in user, or for an admin on
 * behalf of an owner.
 */
export async function approveDeviceCode(
  { userCode, owner, actor }: { userCode: string; owner: string; actor: string },
  nowMs: number,
): Promise<Problem | null> {
  const { allowed } = await ledger().get<{ allowed: number }>(
    sql`SELECT ${mayHaveAnother(owner, nowMs)} AS allowed`,
  );
  if (allowed === 0) return problem("TOO_MANY_TOKENS");
  const [changed] = await commit([
    statement(
      ledger()
        .update(deviceCodes)
        .set({ owner, scopes: JSON.stringify(DEVICE_SCOPES), approvedBy: actor })
        .where(
          and(
            eq(deviceCodes.userCode, userCode.toUpperCase()),
            isNull(deviceCodes.owner),
            gt(deviceCodes.expiresAt, nowMs),
          ),
        ),
    ),
    auditEntry(
      { actor, action: "device.approve", subject: userCode, reason: `log-in as ${owner}` },
      nowMs,
      hasChanged,
    ),
  ]);
  return changed === 1
    ? null
    : problem("NOT_FOUND", "Invalid or expired code. Codes are valid for 15 minutes.");
}

export type DeviceOutcome =
  | { readonly kind: "pending" }
  | { readonly kind: "expired" }
  /** The owner has too many tokens, or the token of the admin who approved has ended. */
  | { readonly kind: "denied" }
  | { readonly kind: "token"; readonly token: string; readonly scopes: readonly TokenScope[] };

/** The token for an approved code: for the first caller only. */
export async function claimDeviceToken(deviceCode: string, nowMs: number): Promise<DeviceOutcome> {
  const codeHash = hashToken(deviceCode);
  const row = await ledger().select().from(deviceCodes).where(eq(deviceCodes.codeHash, codeHash)).get();
  if (row === undefined || row.expiresAt <= nowMs || row.claimedAt !== null) return { kind: "expired" };
  const { owner, userCode, approvedBy } = row;
  if (owner === null || approvedBy === null) return { kind: "pending" };
  const isFirst = sql`changes() = 1 AND ${mayHaveAnother(owner, nowMs)}`;
  const made = { owner, scopes: DEVICE_SCOPES, label: `device ${userCode}`, expiresAt: nowMs + TOKEN_MS };
  const { created, statements } = await draftToken(made, { actor: approvedBy, nowMs, onlyIf: isFirst });
  const [, inserted] = await commit([
    statement(
      ledger()
        .update(deviceCodes)
        .set({ claimedAt: nowMs })
        .where(
          and(
            eq(deviceCodes.codeHash, codeHash),
            isNull(deviceCodes.claimedAt),
            isNotNull(deviceCodes.owner),
          ),
        ),
    ),
    ...statements,
  ]);
  return inserted === 1 ? { kind: "token", token: created.token, scopes: DEVICE_SCOPES } : { kind: "denied" };
}
