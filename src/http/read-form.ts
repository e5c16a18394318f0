/** Reads a form sent by one of our own pages: fields as text. */
import type { Context } from "hono";
import { Refusal } from "../domain/problem.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { readBody } from "./read-body.ts";

/** Far more than any form here needs; uploads have their own reader. */
const LONGEST_FORM_BYTES = 64 * 1024;

/**
 * Throws FORBIDDEN when another site sent it, BAD_REQUEST when it is not a form, and the problems of `readBody`.
 */
export async function readForm(c: Context<AppEnv>): Promise<Readonly<Record<string, string>>> {
  return (await readFormWith(c, "")).fields;
}

/** The same, with all values of one field that may occur several times. */
export async function readFormWith(
  c: Context<AppEnv>,
  repeated: string,
): Promise<{ fields: Readonly<Record<string, string>>; values: readonly string[] }> {
  requireSameOrigin(c);
  const texts = [...(await parseForm(c))].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  const values = texts.flatMap(([name, value]) => (name === repeated ? [value] : []));
  return { fields: Object.fromEntries(texts), values };
}

async function parseForm(c: Context<AppEnv>): Promise<FormData> {
  if (c.req.raw.body === null) return new FormData();
  const bytes = await readBody(c, { maxBytes: LONGEST_FORM_BYTES });
  const headers = { "content-type": c.req.header("content-type") ?? "" };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    throw new Refusal("BAD_REQUEST", "Not a form of this site.");
  }
}

/** CSRF protection: browsers send Sec-Fetch-Site; without it the Origin header must match. */
export function requireSameOrigin(c: Context<AppEnv>): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const ours = [new URL(c.req.url).origin, requireWorkerEnv().PUBLIC_URL];
  const same =
    site === undefined
      ? origin === undefined || ours.includes(origin)
      : site === "same-origin" || site === "none";
  if (!same) throw new Refusal("FORBIDDEN", "This form was sent from another site.");
}
