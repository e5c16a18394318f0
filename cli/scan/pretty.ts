/** Reports for people: the evidence with its line, like a good compiler. */
import type { Finding, ScanReport, Severity } from "../../src/scan/report.ts";

const paints = { red: 31, yellow: 33, green: 32, blue: 36, dim: 2, bold: 1 } as const;
type Paint = keyof typeof paints;

/** Text of a skill is hostile: escape sequences in it must not reach the terminal. */
function harmless(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "�");
}

function painter(color: boolean): (text: string, paint: Paint) => string {
  return (text, paint) => (color ? `\u001b[${paints[paint]}m${text}\u001b[0m` : text);
}

const severityPaint: Readonly<Record<Severity, Paint>> = {
  info: "dim",
  low: "blue",
  medium: "yellow",
  high: "red",
  critical: "red",
};
const verdictPaint: Readonly<Record<ScanReport["verdict"], Paint>> = {
  PASS: "green",
  CONCERNS: "yellow",
  FAIL: "red",
};

export function prettyReport(path: string, report: ScanReport, color: boolean): string {
  const paint = painter(color);
  const lines = [
    `${paint(report.verdict, verdictPaint[report.verdict])} ${paint(harmless(path), "bold")}  score ${report.score}${report.complete ? "" : "  (incomplete)"}`,
  ];
  for (const finding of report.findings) lines.push("", ...prettyFinding(finding, paint));
  for (const { file, reason } of report.notLookedAt)
    lines.push("", `  ${paint("not looked at", "yellow")} ${harmless(file)}: ${reason}`);
  for (const { field, message } of report.manifest)
    lines.push("", `  ${paint("manifest", "dim")} ${field}: ${message}`);
  return `${lines.join("\n")}\n`;
}

function prettyFinding(finding: Finding, paint: (text: string, paint: Paint) => string): string[] {
  const { severity, ruleId, file, line, column, snippet, message, advice, path, confidence, kind } = finding;
  const gutter = String(line);
  const blank = " ".repeat(gutter.length);
  return [
    `  ${paint(`${severity} ${kind}`, severityPaint[severity])} [${ruleId}] ${harmless(message)}`,
    `  ${blank}${paint("-->", "blue")} ${harmless(file)}:${line}:${column}`,
    `  ${paint(`${gutter} |`, "blue")} ${harmless(snippet)}`,
    ...path.map(
      (step) => `  ${blank} ${paint("|", "blue")} ${harmless(step.file)}:${step.line} ${harmless(step.note)}`,
    ),
    `  ${blank} ${paint("=", "blue")} ${advice} ${paint(`(confidence ${Math.round(confidence * 100)} %)`, "dim")}`,
  ];
}

export function prettySummary(reports: readonly ScanReport[], color: boolean): string {
  const paint = painter(color);
  const count = (verdict: ScanReport["verdict"]) =>
    reports.filter((report) => report.verdict === verdict).length;
  return `${reports.length} scanned: ${paint(`${count("PASS")} pass`, "green")}, ${paint(`${count("CONCERNS")} concerns`, "yellow")}, ${paint(`${count("FAIL")} fail`, "red")}`;
}
