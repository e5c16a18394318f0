/**
 * TXT records over HTTPS, through the resolver that DNS_RESOLVER_URL names (the JSON form that public resolvers share).
 * Off while none is named: asking a stranger's resolver tells it which names are claimed here.
 */
import { z } from "zod";
import { defaultLimits } from "../../domain/limits.ts";
import { requireWorkerEnv } from "../worker-context.ts";
import { readAddressPolicy } from "./address-guard.ts";
import { SourceClient } from "./source-client.ts";

const TXT = 16;
const NO_ERROR = 0;
const LARGEST_ANSWER_BYTES = 65_536;
const LONGEST_ANSWER_MS = 5_000;

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

/** The texts of this very name; those of a name that it is an alias of do not count. Throws when nobody can say. */
export async function queryTxt(name: string): Promise<string[]> {
  const resolver = resolverUrl();
  // A client of its own: it may reach the resolver, and nobody may have skills fetched from there.
  const client = new SourceClient({
    policy: readAddressPolicy(resolver, undefined),
    limits: { ...defaultLimits, sourceMs: LONGEST_ANSWER_MS },
    githubApiUrl: resolver,
    githubToken: undefined,
    signal: undefined,
  });
  try {
    const asked = new URLSearchParams({ name, type: "TXT" });
    const answer = await client.getHere(`${resolver}?${asked}`, "application/dns-json");
    if (answer.status !== 200) throw new Error(`the resolver answered ${answer.status}`);
    const text = new TextDecoder().decode(await answer.bytes(LARGEST_ANSWER_BYTES));
    const { Status, Answer } = responseSchema.parse(JSON.parse(text));
    if (Status !== NO_ERROR) return [];
    return Answer.filter((record) => record.type === TXT && isName(record.name, name)).map(({ data }) =>
      joinPieces(data),
    );
  } finally {
    client.close();
  }
}

function isName(found: string, asked: string): boolean {
  return found.replace(/\.$/, "").toLowerCase() === asked.toLowerCase();
}

/** A record longer than 255 bytes comes in pieces, each in quotes; some resolvers leave the quotes of one out. */
function joinPieces(data: string): string {
  const pieces = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, piece = ""]) => piece);
  return pieces.length === 0 ? data : pieces.join("");
}
