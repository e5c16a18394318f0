/**
 * Queries TXT records over HTTPS (the JSON format of public resolvers), through the resolver in DNS_RESOLVER_URL. Off
 * by default, because a third-party resolver would learn which names are claimed here.
 */
import { z } from "zod";
import { defaultLimits } from "../../domain/limits.ts";
import { requireWorkerEnv } from "../worker-context.ts";
import { readAddressPolicy } from "./address-guard.ts";
import { SourceClient } from "./source-client.ts";

const TXT = 16;
const NO_ERROR = 0;
const LARGEST_RESPONSE_BYTES = 65_536;
const DNS_TIMEOUT_MS = 5_000;

const responseSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ name: z.string(), type: z.number(), data: z.string() })).default([]),
});

export function hasDnsResolver(): boolean {
  return resolverUrl() !== "";
}

function resolverUrl(): string {
  return requireWorkerEnv().DNS_RESOLVER_URL ?? "";
}

/** The TXT records of exactly this name; records of a CNAME target do not count. Throws when the query fails. */
export async function queryTxt(name: string): Promise<string[]> {
  const resolver = resolverUrl();
  // A separate client: it may reach the resolver, which sources must not be fetched from.
  const client = new SourceClient({
    policy: readAddressPolicy(resolver, undefined),
    limits: { ...defaultLimits, sourceMs: DNS_TIMEOUT_MS },
    githubApiUrl: resolver,
    githubToken: undefined,
    signal: undefined,
  });
  try {
    const query = new URLSearchParams({ name, type: "TXT" });
    const response = await client.getHere(`${resolver}?${query}`, "application/dns-json");
    if (response.status !== 200) throw new Error(`the resolver returned ${response.status}`);
    const text = new TextDecoder().decode(await response.bytes(LARGEST_RESPONSE_BYTES));
    const { Status, Answer } = responseSchema.parse(JSON.parse(text));
    if (Status !== NO_ERROR) return [];
    return Answer.filter((record) => record.type === TXT && isName(record.name, name)).map(({ data }) =>
      joinPieces(data),
    );
  } finally {
    client.close();
  }
}

function isName(found: string, wanted: string): boolean {
  return found.replace(/\.$/, "").toLowerCase() === wanted.toLowerCase();
}

/** A record longer than 255 bytes comes in quoted pieces. Some resolvers omit the quotes of a single piece. */
function joinPieces(data: string): string {
  const pieces = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, piece = ""]) => piece);
  return pieces.length === 0 ? data : pieces.join("");
}
