/**
 * The report: what a scan says, as data. The schema is the contract with the pipeline, the pages and the command
 * line; nothing in it depends on clock or machine, so the same bytes give the same report.
 */
import { z } from "zod";

export const severities = ["info", "low", "medium", "high", "critical"] as const;
const kinds = ["malicious", "suspicious", "vulnerable", "quality"] as const;

const stepSchema = z.object({
  file: z.string(),
  line: z.int().positive(),
  note: z.string(),
});

/** A part of a shown line that matched: the line's number in the file, and offsets in the line as it is shown. */
const markSchema = z.object({
  line: z.int().positive(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});

/** Lines of the file around a match. Secrets are masked and invisible characters are named. */
const contextSchema = z.object({
  /** Number of the first line; 0 if no line is shown, as in reports of earlier engines. */
  start: z.int().nonnegative(),
  lines: z.array(z.string()),
  marks: z.array(markSchema),
});

const placeSchema = z.object({ file: z.string(), line: z.int().positive() });

const findingSchema = z.object({
  ruleId: z.string(),
  /** Threat id of the catalogue, T01–T30. */
  category: z.string().regex(/^T(?:0[1-9]|[12]\d|30)$/),
  severity: z.enum(severities),
  /** Calibrated probability that the finding is what it says, 0–1. */
  confidence: z.number().min(0).max(1),
  kind: z.enum(kinds),
  /** A flow decides alone, a fact together with another one; what its context makes unclear never rejects. */
  basis: z.enum(["flow", "fact", "context"]).default("fact"),
  /** Path in the skill; what was unpacked or decoded follows after "!" (`notes.docx!word/run.sh`). */
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  endLine: z.int().positive(),
  /** Column behind the last character of the match; absent in reports of earlier engines. */
  endColumn: z.int().positive().optional(),
  snippet: z.string(),
  context: contextSchema.default({ start: 0, lines: [], marks: [] }),
  /** The plain text of what the file hides or encodes here. */
  decoded: z.string().optional(),
  message: z.string(),
  advice: z.string(),
  /** The steps of a flow, source first; empty for a finding of one place. */
  path: z.array(stepSchema),
  /** Further places with the same rule and message. */
  places: z.array(placeSchema).default([]),
  references: z.array(z.string()),
});

const capabilitySchema = z.object({
  kind: z.enum(["network", "shell", "file-write", "secret-read", "package-install", "persistence", "tool"]),
  /** Host, command, path, variable, package or tool. A part that the program computes is `<computed>`. */
  detail: z.string(),
  file: z.string(),
  line: z.int().positive(),
  /** Whether the front matter or the description names it. */
  declared: z.boolean(),
});

const notLookedAtSchema = z.object({ file: z.string(), reason: z.string() });

/** A problem of SKILL.md. The registry rejects a skill with an error; reports of earlier engines have warnings only. */
const manifestProblemSchema = z.object({
  field: z.string(),
  message: z.string(),
  severity: z.enum(["error", "warning"]).default("warning"),
  line: z.int().positive().default(1),
});

const decidingSchema = z.object({
  /** Null if no finding decides, but a file that was not read. */
  ruleId: z.string().nullable(),
  file: z.string(),
  line: z.int().positive().nullable(),
  /** What would change the verdict. */
  reason: z.string(),
});

const readSchema = z.object({
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Files and archive entries that were read as text. */
  texts: z.int().nonnegative(),
});

export const scanReportSchema = z.object({
  engine: z.string(),
  /** Digest over ids and versions of the rules that ran: a change of the rules changes it. */
  rules: z.string(),
  /** Content digest of what was scanned, as given by the caller. */
  digest: z.string(),
  depth: z.enum(["static", "deep"]),
  verdict: z.enum(["PASS", "CONCERNS", "FAIL"]),
  score: z.int().min(0).max(100),
  /** False when bytes were not looked at or a rule broke; such a report is never a PASS. */
  complete: z.boolean(),
  /** The finding that decided the verdict; null for a PASS and in reports of earlier engines. */
  deciding: decidingSchema.nullable().default(null),
  /** What was read; null in reports of earlier engines. */
  read: readSchema.nullable().default(null),
  notLookedAt: z.array(notLookedAtSchema),
  findings: z.array(findingSchema),
  capabilities: z.array(capabilitySchema),
  /** Problems of SKILL.md; they never change the verdict. */
  manifest: z.array(manifestProblemSchema),
});

export type ScanReport = z.infer<typeof scanReportSchema>;
export type Finding = z.infer<typeof findingSchema>;
export type FlowStep = z.infer<typeof stepSchema>;
export type Context = z.infer<typeof contextSchema>;
export type Deciding = z.infer<typeof decidingSchema>;
export type Capability = z.infer<typeof capabilitySchema>;
export type NotLookedAt = z.infer<typeof notLookedAtSchema>;
export type ManifestProblem = z.infer<typeof manifestProblemSchema>;
export type Severity = (typeof severities)[number];
export type FindingKind = (typeof kinds)[number];
export type Verdict = ScanReport["verdict"];
