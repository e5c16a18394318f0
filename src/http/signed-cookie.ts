/** Signed cookies: JSON with an expiry time, under an HMAC that only this installation can make. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { Refusal } from "../domain/problem.ts";
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
}

type CookieOptions = Omit<CookieKind<unknown>, "schema">;

interface SignedValue<T> {
  readonly value: T;
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

const expirySchema = z.object({ expiresAt: z.number() });

export function setSigned<T extends object>(
  c: Context<AppEnv>,
  kind: CookieKind<T>,
  { value, nowMs, lifetimeMs }: SignedValue<T>,
): void {
  const expiring = { ...value, expiresAt: nowMs + lifetimeMs };
  const payload = Buffer.from(JSON.stringify(expiring)).toString("base64url");
  const maxAge = Math.ceil(lifetimeMs / 1000);
  setCookie(c, kind.name, `${payload}.${sign(`${kind.name}:${payload}`)}`, {
    ...cookieOptions(c, kind),
    maxAge,
  });
}

/** The value of the cookie; null when it is missing, has no valid signature or another form, or has expired. */
export function readSigned<T>(c: Context<AppEnv>, { name, schema }: CookieKind<T>, nowMs: number): T | null {
  const [payload = "", signature = ""] = (getCookie(c, name) ?? "").split(".");
  if (payload === "" || !isSame(signature, sign(`${name}:${payload}`))) return null;
  const read = z
    .intersection(schema, expirySchema)
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

/** The key is derived from the hash of the admin token, a secret of this installation. Without an admin token, sign-in is disabled. */
export function sign(text: string): string {
  const secret = requireWorkerEnv().ADMIN_TOKEN_SHA256;
  if (secret === undefined || secret === "")
    throw new Refusal("FORBIDDEN", "This registry has no admin token, so nobody can sign in.");
  const key = createHmac("sha256", secret).update("vskill session 2").digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares in constant time. */
export function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
