/**
 * The operator's session: a signed cookie, no table. It names who signed in and until when; a token that is revoked
 * ends its sessions with the next request. Forms carry a token bound to the session, and must come from our own pages.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { Refusal } from "../domain/problem.ts";
import { isTokenValid } from "../lib/token-store.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { type Caller, hasScope } from "./auth.ts";
import { isHttps } from "./page-security.ts";
import { readForm } from "./read-form.ts";

const COOKIE = "vskill_admin";
const FLASH = "vskill_said";
/** A working day; longer needs a new sign-in. */
const SESSION_MS = 8 * 60 * 60 * 1000;

const sessionSchema = z.object({
  /** `operator`, or the id of the token that signed in. */
  actor: z.string(),
  expiresAt: z.number(),
  nonce: z.string(),
});

export interface AdminSession {
  readonly actor: string;
  /** Goes into every form. */
  readonly csrf: string;
}

/** Signs in; throws FORBIDDEN for a caller who is no admin. */
export function startSession(c: Context<AppEnv>, caller: Caller, nowMs: number): void {
  if (!hasScope(caller, "admin"))
    throw new Refusal("FORBIDDEN", "This token does not have the scope “admin”.");
  const session = { actor: caller.id, expiresAt: nowMs + SESSION_MS, nonce: crypto.randomUUID() };
  const payload = Buffer.from(JSON.stringify(session)).toString("base64url");
  setCookie(c, COOKIE, `${payload}.${sign(payload)}`, { ...cookieOptions(c), maxAge: SESSION_MS / 1000 });
}

export function endSession(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, cookieOptions(c));
}

/** The session of this request, or null. */
export async function getSession(c: Context<AppEnv>, nowMs: number): Promise<AdminSession | null> {
  const [payload = "", signature = ""] = (getCookie(c, COOKIE) ?? "").split(".");
  if (payload === "" || !isSigned(payload, signature)) return null;
  const session = sessionSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (session.expiresAt <= nowMs) return null;
  if (session.actor !== "operator" && !(await isTokenValid(session.actor, "admin", nowMs))) return null;
  return { actor: session.actor, csrf: sign(`csrf:${session.nonce}`) };
}

/** The fields of a form that this session's own page has sent. Throws FORBIDDEN otherwise. */
export async function readAdminForm(
  c: Context<AppEnv>,
  session: AdminSession,
): Promise<Readonly<Record<string, string>>> {
  const fields = await readForm(c);
  const sent = Buffer.from(fields.csrf ?? "");
  const expected = Buffer.from(session.csrf);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new Refusal("FORBIDDEN", "This form is from another session; open the page again.");
  return fields;
}

export interface Said {
  readonly good: boolean;
  readonly text: string;
}

/** What the next page says once: the result of an action. */
export function sayNext(c: Context<AppEnv>, said: Said): void {
  setCookie(c, FLASH, encodeURIComponent(JSON.stringify(said)), { ...cookieOptions(c), maxAge: 60 });
}

const saidSchema = z.object({ good: z.boolean(), text: z.string() });

export function takeSaid(c: Context<AppEnv>): Said | null {
  const text = getCookie(c, FLASH);
  if (text === undefined) return null;
  deleteCookie(c, FLASH, cookieOptions(c));
  try {
    return saidSchema.parse(JSON.parse(decodeURIComponent(text)));
  } catch {
    return null;
  }
}

export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.set("Cache-Control", "no-store");
};

function cookieOptions(c: Context<AppEnv>) {
  const secure = isHttps(c.req.url, requireWorkerEnv().PUBLIC_URL);
  return { path: "/admin", httpOnly: true, sameSite: "Strict", secure } as const;
}

/** The key is derived from what only this installation knows; without an admin token nobody signs in. */
function sign(text: string): string {
  const secret = requireWorkerEnv().ADMIN_TOKEN_SHA256;
  if (secret === undefined || secret === "")
    throw new Refusal("FORBIDDEN", "This registry has no admin token, so nobody can sign in.");
  const key = createHmac("sha256", secret).update("vskill admin session 1").digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

function isSigned(payload: string, signature: string): boolean {
  const expected = Buffer.from(sign(payload));
  const sent = Buffer.from(signature);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
