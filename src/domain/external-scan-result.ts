/**
 * The result that an external scanner sends, and its meaning. Pure. The schema is also used for the documentation.
 */
import { z } from "zod";
import { providerNameSchema } from "./external-scanners.ts";

export const digestSchema = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, "a digest is sha256: and 64 hex digits");

const findingSchema = z.object({
  severity: z.enum(["critical", "high", "medium", "low", "info"]),
  rule: z.string().min(1).max(200),
  message: z.string().max(1_000).default(""),
  file: z.string().max(400).optional(),
  line: z.int().positive().optional(),
});

/** More than people read; a scanner with more findings sends the most severe. */
const MAX_FINDINGS = 500;

/**
 * Only `completed` with no findings means "clean". `failed` releases the scan: a scanner that broke down has not
 * passed anything (L56).
 */
export const scanResultSchema = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("completed"),
    digest: digestSchema,
    provider: providerNameSchema,
    tool: z.string().max(100).optional(),
    findings: z.array(findingSchema).max(MAX_FINDINGS),
  }),
  z.object({
    status: z.literal("failed"),
    digest: digestSchema,
    provider: providerNameSchema,
    error: z.string().min(1).max(1_000),
  }),
]);
export type ScanResult = z.infer<typeof scanResultSchema>;
export type CompletedScan = Extract<ScanResult, { status: "completed" }>;

export type ExternalVerdict = "clean" | "findings" | "critical";

/** Derived from the findings alone, because scanners define their own verdicts differently. */
export function judgeFindings(findings: CompletedScan["findings"]): {
  verdict: ExternalVerdict;
  criticalCount: number;
} {
  const criticalCount = findings.filter(({ severity }) => severity === "critical").length;
  if (criticalCount > 0) return { verdict: "critical", criticalCount };
  return { verdict: findings.length > 0 ? "findings" : "clean", criticalCount };
}
