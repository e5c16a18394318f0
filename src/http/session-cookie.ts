/** Sessions in signed cookies. Signing out ends a session on the server, so that a copy of its cookie no longer works. */
import type { Context } from "hono";
import { isSessionEnded, recordEndedSession } from "../lib/accounts/ended-sessions.ts";
import type { AppEnv } from "./app-env.ts";
import { type CookieKind, dropCookie, readSigned, setSigned } from "./signed-cookie.ts";

/** A working day; longer needs a new sign-in. */
const SESSION_MS = 8 * 60 * 60 * 1000;

interface Started<T> {
  readonly who: T;
  readonly nowMs: number;
}

export function startSessionCookie<T extends object>(
  c: Context<AppEnv>,
  kind: CookieKind<T & { readonly nonce: string }>,
  { who, nowMs }: Started<T>,
): Promise<void> {
  return setSigned(c, kind, {
    value: { ...who, nonce: crypto.randomUUID() },
    nowMs,
    lifetimeMs: SESSION_MS,
  });
}

/** The session's value; null when there is none, or it has expired or ended. */
export async function readSessionCookie<T extends { readonly nonce: string }>(
  c: Context<AppEnv>,
  kind: CookieKind<T>,
  nowMs: number,
): Promise<T | null> {
  const value = await readSigned(c, kind, nowMs);
  return value === null || (await isSessionEnded(value.nonce)) ? null : value;
}

export async function endSessionCookie(
  c: Context<AppEnv>,
  kind: CookieKind<{ readonly nonce: string }>,
  nowMs: number,
): Promise<void> {
  const value = await readSigned(c, kind, nowMs);
  if (value !== null) await recordEndedSession(value.nonce, nowMs + SESSION_MS);
  dropCookie(c, kind);
}
