/**
 * The session of someone who signed in with GitHub: they act under their own name only. The way there and back is
 * remembered in a cookie of its own, so that nobody can be signed in with somebody else's answer.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { Refusal } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { readForm } from "./read-form.ts";
import { dropCookie, isSame, readSigned, setSigned, sign } from "./signed-cookie.ts";

const SESSION = { name: "vskill_person", path: "/", sameSite: "Strict" } as const;
const ON_THE_WAY = { name: "vskill_sign_in", path: "/sign-in", sameSite: "Lax" } as const;
const SESSION_MS = 8 * 60 * 60 * 1000;
const ON_THE_WAY_MS = 10 * 60 * 1000;

const personSchema = z.object({ owner: z.string(), nonce: z.string() });

export interface UserSession {
  /** The name that they publish under; also who the audit log says it was, as `github:` and this. */
  readonly owner: string;
  readonly csrf: string;
}

export function startUserSession(c: Context<AppEnv>, owner: string, nowMs: number): void {
  const value = { owner, nonce: crypto.randomUUID() };
  setSigned(c, SESSION, { value, nowMs, lifetimeMs: SESSION_MS });
}

export function endUserSession(c: Context<AppEnv>): void {
  dropCookie(c, SESSION);
}

export function getUserSession(c: Context<AppEnv>, nowMs: number): UserSession | null {
  const value = readSigned(c, SESSION, nowMs);
  if (value === undefined) return null;
  const { owner, nonce } = personSchema.parse(value);
  return { owner, csrf: sign(`person-csrf:${nonce}`) };
}

/** The fields of a form that this session's own page has sent. Throws FORBIDDEN otherwise. */
export async function readUserForm(
  c: Context<AppEnv>,
  session: UserSession,
): Promise<Readonly<Record<string, string>>> {
  const fields = await readForm(c);
  if (!isSame(fields.csrf ?? "", session.csrf))
    throw new Refusal("FORBIDDEN", "This form is from another session; open the page again.");
  return fields;
}

const wayResultSchema = z.object({ state: z.string(), verifier: z.string(), to: z.string() });
export type SignInWay = z.infer<typeof wayResultSchema>;

/** Remembers where a sign-in began and where it is to end. */
export function startSignIn(c: Context<AppEnv>, to: string, nowMs: number): SignInWay {
  const way = {
    state: randomBytes(24).toString("base64url"),
    verifier: randomBytes(48).toString("base64url"),
    to,
  };
  setSigned(c, ON_THE_WAY, { value: way, nowMs, lifetimeMs: ON_THE_WAY_MS });
  return way;
}

/** The way that this answer belongs to, once; null when it is not one that this browser began. */
export function finishSignIn(c: Context<AppEnv>, state: string, nowMs: number): SignInWay | null {
  const value = readSigned(c, ON_THE_WAY, nowMs);
  if (value === undefined) return null;
  dropCookie(c, ON_THE_WAY);
  const way = wayResultSchema.parse(value);
  return isSame(state, way.state) ? way : null;
}
