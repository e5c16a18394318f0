/** JSON-RPC 2.0 as MCP's stateless HTTP transport uses it: one request, and at most one response. */
import { z } from "zod";

export const requestSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});

/**
 * The protocol versions of the SDK's clients, oldest first. A client that requests an unknown one gets the newest.
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

/** A JSON-RPC error response. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = "RpcError";
    this.code = code;
  }
}

/** The parameters of a method, or an error that names the first invalid one. */
export function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RpcError(errorCodes.params, `${issue?.path.join(".") || "params"}: ${issue?.message}`);
}

/**
 * Checks the version header that a client sends with every request after `initialize`. An unknown version is refused.
 * Without the header the specification assumes the oldest version of this transport.
 */
export function requireKnownVersion(method: string, header: string | undefined): void {
  if (method === "initialize" || header === undefined) return;
  if (PROTOCOL_VERSIONS.some((version) => version === header)) return;
  const known = PROTOCOL_VERSIONS.join(", ");
  throw new RpcError(errorCodes.version, `Unsupported protocol version. Supported: ${known}.`);
}
