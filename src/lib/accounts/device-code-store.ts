/**
 * The device authorization grant (RFC 8628): signs in a machine without a browser. The device code is stored as a
 * hash only. The token is created when the device fetches it, once, so it is never stored in between.
 */
import { randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { commit, execute, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { deviceCodes } from "../ledger/schema/accounts.ts";
import { createToken, hashToken, TOKEN_SCOPES, type TokenScope } from "./token-store.ts";

export const DEVICE_CODE_SECONDS = 15 * 60;
/** For a user's own machine. CI uses a token that an admin creates. */
const TOKEN_MS = 90 * 24 * 60 * 60_000;
/** The most that a device can get: enough to publish. */
export const DEVICE_SCOPES: readonly TokenScope[] = ["submit", "publish"];
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

/** Approves the code that a device shows; false when no device shows this code. */
export async function approveDeviceCode(
  approval: { userCode: string; owner: string; scopes: readonly TokenScope[]; actor: string },
  nowMs: number,
): Promise<boolean> {
  const { userCode, owner, scopes, actor } = approval;
  const [changed] = await commit([
    statement(
      ledger()
        .update(deviceCodes)
        .set({ owner, scopes: JSON.stringify(scopes), approvedBy: actor })
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
  return changed === 1;
}

export type DeviceOutcome =
  | { readonly kind: "pending" }
  | { readonly kind: "expired" }
  | { readonly kind: "token"; readonly token: string; readonly scopes: readonly TokenScope[] };

/** The token for an approved code: for the first caller only. */
export async function claimDeviceToken(deviceCode: string, nowMs: number): Promise<DeviceOutcome> {
  const codeHash = hashToken(deviceCode);
  const row = await ledger().select().from(deviceCodes).where(eq(deviceCodes.codeHash, codeHash)).get();
  if (row === undefined || row.expiresAt <= nowMs || row.claimedAt !== null) return { kind: "expired" };
  if (row.owner === null || row.scopes === null) return { kind: "pending" };
  const [claimed] = await commit([
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
  ]);
  if (claimed !== 1) return { kind: "expired" };
  const scopes = z.array(z.enum(TOKEN_SCOPES)).parse(JSON.parse(row.scopes));
  const made = { owner: row.owner, scopes, label: `device ${row.userCode}`, expiresAt: nowMs + TOKEN_MS };
  const { token } = await createToken(made, row.approvedBy ?? "device", nowMs);
  return { kind: "token", token, scopes };
}
