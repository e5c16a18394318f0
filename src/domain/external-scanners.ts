/** The configuration of external scanners. Pure. */
import { z } from "zod";

export const providerNameSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, "a name has 1 to 40 lower-case letters, digits or hyphens");

const scannerSchema = z.strictObject({
  name: providerNameSchema,
  /** Requests are pushed to this URL; without it the scanner pulls them. */
  url: z.url({ protocol: /^https?$/, error: "url must be an http or https address" }).optional(),
});
export type ExternalScanner = z.infer<typeof scannerSchema>;

const scannersSchema = z
  .array(scannerSchema, "it must be a list")
  .max(20, "at most 20 scanners")
  .refine(
    (scanners) => new Set(scanners.map(({ name }) => name)).size === scanners.length,
    "two scanners have the same name",
  );

/**
 * The scanners in EXTERNAL_SCANNERS; none when it is unset or empty. Throws a description of the error when it cannot
 * be parsed: an invalid list must not count as "none" (L47, L56).
 */
export function readExternalScanners(text: string | undefined): ExternalScanner[] {
  if (text === undefined || text.trim() === "") return [];
  const parsed = scannersSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const causes = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
  throw new Error(`EXTERNAL_SCANNERS: ${causes.join("; ")}. Write [{"name":"semgrep","url":"https://…"}].`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('EXTERNAL_SCANNERS is not JSON. Write [{"name":"semgrep","url":"https://…"}].');
  }
}
