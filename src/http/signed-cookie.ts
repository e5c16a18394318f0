/** Signed cookies: JSON with an expiry time, under an HMAC that only this installation can make. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { SESSION_KEY } from "../domain/session-key.ts";
import { requireInstallationKey } from "../lib/ledger/installation-keys.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { isHttps } from "./page-security.ts";

export interface CookieKind<T> {
  readonly name: string;
  /** The value that the cookie contains. A cookie with another one, written by an older version, counts as missing. */
  readonly schema: z.ZodType<T>;
  readonly path: string;
  /** `Lax` only if the browser returns from another site and must still send the cookie. */
  readonly sameSite: "Strict" | "Lax";
  /** What the signature also covers. When it changes, the cookies that were signed before end. */
  readonly boundTo?: () => string;
}

type CookieOptions = Pick<CookieKind<unknown>, "name" | "path" | "sameSite">;

interface SignedValue<T> {
  readonly value: T;
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

const expirySchema = z.object({ expiresAt: z.number() });

export async function setSigned<T extends object>(
  c: Context<AppEnv>,
  kind: CookieKind<T>,
  { value, nowMs, lifetimeMs }: SignedValue<T>,
): Promise<void> {
  const expiring = { ...value, expiresAt: nowMs + lifetimeMs };
  const payload = Buffer.from(JSON.stringify(expiring)).toString("base64url");
  const maxAge = Math.ceil(lifetimeMs / 1000);
  setCookie(c, kind.name, `${payload}.${await sign(coveredText(kind, payload))}`, {
    ...cookieOptions(c, kind),
    maxAge,
  });
}

/** The value of the cookie; null when it is missing, has no valid signature or another form, or has expired. */
export async function readSigned<T>(
  c: Context<AppEnv>,
  kind: CookieKind<T>,
  nowMs: number,
): Promise<T | null> {
  const [payload = "", signature = ""] = (getCookie(c, kind.name) ?? "").split(".");
  if (payload === "" || !isSame(signature, await sign(coveredText(kind, payload)))) return null;
  const read = z
    .intersection(kind.schema, expirySchema)
    .safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return read.success && read.data.expiresAt > nowMs ? read.data : null;
}

export function dropCookie(c: Context<AppEnv>, kind: CookieOptions): void {
  deleteCookie(c, kind.name, cookieOptions(c, kind));
}

export function cookieOptions(c: Context<AppEnv>, { path, sameSite }: CookieOptions) {
  const secure = isHttps(c.req.url, requireWorkerEnv().PUBLIC_URL);
  return { path, httpOnly: true, sameSite, secure } as const;
}

function coveredText({ name, boundTo }: CookieKind<unknown>, payload: string): string {
  return `${name}:${boundTo?.() ?? ""}:${payload}`;
}

/** The key is random, and neither in a backup nor derived from anything that is: a copy of either makes no session. */
export async function sign(text: string): Promise<string> {
  const key = await requireInstallationKey(SESSION_KEY);
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** The text that a session's forms carry, from the session's nonce, which only its own browser knows. */
export function csrfOf(nonce: string): string {
  return createHmac("sha256", nonce).update("csrf").digest("base64url");
}

/** Compares in constant time. */
export function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
