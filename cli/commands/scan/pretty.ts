/** Reports for people: each finding with its line of evidence, as compilers print errors. `rendered` escapes hostile text. */
import type { Finding, ScanReport, Severity } from "../../../src/scan/report.ts";
import { type Colour, paint, rendered, type Span } from "../../output.ts";

const severityPaint: Readonly<Record<Severity, Colour>> = {
  info: "dim",
  low: "blue",
  medium: "yellow",
  high: "red",
  critical: "red",
};
const verdictPaint: Readonly<Record<ScanReport["verdict"], Colour>> = {
  PASS: "green",
  CONCERNS: "yellow",
  FAIL: "red",
};

interface Style {
  readonly colours: boolean;
}

export function prettyReport(
  { path, report }: { readonly path: string; readonly report: ScanReport },
  { colours }: Style,
): string {
  const { verdict, score, complete } = report;
  const lines: Span[][] = [
    [
      paint(verdictPaint[verdict], verdict),
      " ",
      paint("bold", path),
      `  score ${score}${complete ? "" : "  (incomplete)"}`,
    ],
  ];
  for (const finding of report.findings) lines.push([], ...prettyFinding(finding));
  for (const { file, reason } of report.notLookedAt)
    lines.push([], ["  ", paint("yellow", "not analysed"), ` ${file}: ${reason}`]);
  for (const { field, message } of report.manifest)
    lines.push([], ["  ", paint("dim", "manifest"), ` ${field}: ${message}`]);
  return `${lines.map((spans) => rendered(spans, { colours })).join("\n")}\n`;
}

function prettyFinding(finding: Finding): Span[][] {
  const { severity, ruleId, file, line, column, snippet, message, advice, path, confidence, kind } = finding;
  const gutter = String(line);
  const blank = " ".repeat(gutter.length);
  return [
    ["  ", paint(severityPaint[severity], `${severity} ${kind}`), ` [${ruleId}] ${message}`],
    [`  ${blank}`, paint("blue", "-->"), ` ${file}:${line}:${column}`],
    ["  ", paint("blue", `${gutter} |`), ` ${snippet}`],
    ...path.map((step): Span[] => [
      `  ${blank} `,
      paint("blue", "|"),
      ` ${step.file}:${step.line} ${step.note}`,
    ]),
    [
      `  ${blank} `,
      paint("blue", "="),
      ` ${advice} `,
      paint("dim", `(confidence ${Math.round(confidence * 100)}%)`),
    ],
  ];
}

export function prettySummary(reports: readonly ScanReport[], { colours }: Style): string {
  const count = (verdict: ScanReport["verdict"], word: string) =>
    paint(verdictPaint[verdict], `${reports.filter((report) => report.verdict === verdict).length} ${word}`);
  const counts = [count("PASS", "pass"), ", ", count("CONCERNS", "concerns"), ", ", count("FAIL", "fail")];
  return rendered([`${reports.length} scanned: `, ...counts], { colours });
}
