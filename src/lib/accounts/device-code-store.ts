/**
 * Log-in from a machine without a browser (RFC 8628). The device code is known by its hash only; the token is made when
 * the device fetches it, once, so that it never lies anywhere in between.
 */
import { randomBytes, randomInt } from "node:crypto";
import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { commit, hasChanged, ledger, statement } from "../db.ts";
import { deviceCodes } from "../ledger/api-schema.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { createToken, hashToken, TOKEN_SCOPES, type TokenScope } from "./token-store.ts";

export const DEVICE_CODE_SECONDS = 15 * 60;
/** A token for a person's machine; CI gets one that an admin makes. */
const TOKEN_MS = 90 * 24 * 60 * 60_000;
/** What a person's device gets: never more than is needed to publish. */
export const DEVICE_SCOPES: readonly TokenScope[] = ["submit", "publish"];
/** Without vowels and look-alikes: read aloud and typed by people. 20^8 codes, each good for 15 minutes. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

export async function openDeviceCode(nowMs: number): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = randomBytes(32).toString("base64url");
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)] ?? "B").join("");
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  await ledger()
    .insert(deviceCodes)
    .values({
      codeHash: hashToken(deviceCode),
      userCode,
      createdAt: nowMs,
      expiresAt: nowMs + DEVICE_CODE_SECONDS * 1000,
    });
  return { deviceCode, userCode };
}

/** A person confirms the code that their device shows; false when there is none that waits. */
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

/** The token for a confirmed code, for the first that asks and never again. */
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
