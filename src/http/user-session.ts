/**
 * The session of a user who signed in with GitHub; it can act under their own name only. A cookie binds the sign-in
 * to the browser that started it, so that nobody can be signed in with someone else's code (login CSRF).
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { Refusal } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { readForm } from "./read-form.ts";
import { endSessionCookie, readSessionCookie, startSessionCookie } from "./session-cookie.ts";
import { csrfOf, dropCookie, isSame, readSigned, setSigned } from "./signed-cookie.ts";

const SESSION = {
  name: "vskill_person",
  schema: z.object({ owner: z.string(), nonce: z.string() }),
  path: "/",
  sameSite: "Strict",
} as const;
const pendingSignInSchema = z.object({ state: z.string(), verifier: z.string(), to: z.string() });
export type PendingSignIn = z.infer<typeof pendingSignInSchema>;
const SIGN_IN = {
  name: "vskill_sign_in",
  schema: pendingSignInSchema,
  path: "/sign-in",
  sameSite: "Lax",
} as const;
const SIGN_IN_MS = 10 * 60 * 1000;

export interface UserSession {
  /** The owner name that the user publishes under. The audit log names the user as `github:` and this name. */
  readonly owner: string;
  readonly csrf: string;
}

export async function startUserSession(c: Context<AppEnv>, owner: string, nowMs: number): Promise<void> {
  await startSessionCookie(c, SESSION, { who: { owner }, nowMs });
}

export function endUserSession(c: Context<AppEnv>, nowMs: number): Promise<void> {
  return endSessionCookie(c, SESSION, nowMs);
}

export async function getUserSession(c: Context<AppEnv>, nowMs: number): Promise<UserSession | null> {
  const value = await readSessionCookie(c, SESSION, nowMs);
  return value === null ? null : { owner: value.owner, csrf: csrfOf(value.nonce) };
}

/** The fields of a form that a page of this session has sent. Throws FORBIDDEN otherwise. */
export async function readUserForm(
  c: Context<AppEnv>,
  session: UserSession,
): Promise<Readonly<Record<string, string>>> {
  const fields = await readForm(c);
  if (!isSame(fields.csrf ?? "", session.csrf))
    throw new Refusal("FORBIDDEN", "This form belongs to another session. Reload the page.");
  return fields;
}

/** Starts a sign-in, and stores where the browser returns to afterwards. */
export async function startSignIn(c: Context<AppEnv>, to: string, nowMs: number): Promise<PendingSignIn> {
  const pending = {
    state: randomBytes(24).toString("base64url"),
    verifier: randomBytes(48).toString("base64url"),
    to,
  };
  await setSigned(c, SIGN_IN, { value: pending, nowMs, lifetimeMs: SIGN_IN_MS });
  return pending;
}

/** The sign-in that this response belongs to, once; null when this browser did not start it. */
export async function finishSignIn(
  c: Context<AppEnv>,
  state: string,
  nowMs: number,
): Promise<PendingSignIn | null> {
  const pending = await readSigned(c, SIGN_IN, nowMs);
  if (pending === null) return null;
  dropCookie(c, SIGN_IN);
  return isSame(state, pending.state) ? pending : null;
}
