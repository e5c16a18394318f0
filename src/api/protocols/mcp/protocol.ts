/** JSON-RPC 2.0 as MCP's stateless HTTP transport uses it: one message in, one answer or none. */
import { z } from "zod";

export const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});

/**
 * What the SDK's clients speak. Oldest first; the newest is what we say to a client that asks for one we do not know.
 */
export const PROTOCOL_VERSIONS = [
  "2024-10-07",
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
] as const;

export const errorCodes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  missing: -32002,
  version: -32000,
} as const;

/** An answer that says what was wrong with the question. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = "RpcError";
    this.code = code;
  }
}

/** Parameters as the method needs them, or the error that names the first that is not right. */
export function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RpcError(errorCodes.params, `${issue?.path.join(".") || "params"}: ${issue?.message}`);
}

/**
 * The header that a client sends with every request after `initialize`. One that nobody knows is refused; without one the
 * specification has us assume the oldest that this transport has.
 */
export function requireKnownVersion(method: string, header: string | undefined): void {
  if (method === "initialize" || header === undefined) return;
  if (PROTOCOL_VERSIONS.some((version) => version === header)) return;
  const known = PROTOCOL_VERSIONS.join(", ");
  throw new RpcError(errorCodes.version, `This version of the protocol is not known; these are: ${known}.`);
}
