/** A form that a page of ours has sent: fields as text, and only from our own pages. */
import type { Context } from "hono";
import { Refusal } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";

/** Far more than any form of ours; an upload has its own reader. */
const LONGEST_FORM_BYTES = 64 * 1024;

/** Throws FORBIDDEN when another site sent it, BAD_REQUEST when it is not a form or too long. */
export async function readForm(c: Context<AppEnv>): Promise<Readonly<Record<string, string>>> {
  requireSameOrigin(c);
  if (Number(c.req.header("content-length") ?? "0") > LONGEST_FORM_BYTES)
    throw new Refusal("BAD_REQUEST", "The form is too long.");
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Browsers say where a form comes from; one that does not is held to the Origin header. */
export function requireSameOrigin(c: Context<AppEnv>): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const ours = [new URL(c.req.url).origin, c.env.PUBLIC_URL];
  const same =
    site === undefined
      ? origin === undefined || ours.includes(origin)
      : site === "same-origin" || site === "none";
  if (!same) throw new Refusal("FORBIDDEN", "This form was sent from another site.");
}
