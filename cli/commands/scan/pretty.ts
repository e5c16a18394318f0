/**
 * Reports for people: the verdict and what decided it, each finding with the lines around it, what the skill can do, and
 * what was not read. `rendered` escapes hostile text.
 */
import type { Context, Finding, ScanReport, Severity } from "../../../src/scan/report.ts";
import {
  decidedSentence,
  hasInvalidManifest,
  NO_CAPABILITIES,
  permissionsOf,
  readSentence,
  UNDECLARED,
  worstFirst,
} from "../../../src/scan/wording.ts";
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

type Line = readonly Span[];

export function prettyReport(
  { path, report }: { readonly path: string; readonly report: ScanReport },
  { colours }: Style,
): string {
  const lines: Line[] = [
    ...verdictLines(path, report),
    ...manifestLines(report),
    ...worstFirst(report.findings).flatMap(findingLines),
    ...permissionLines(report),
    ...readLines(report),
  ];
  return `${lines.map((spans) => rendered(spans, { colours })).join("\n")}\n`;
}

function verdictLines(path: string, report: ScanReport): Line[] {
  const { verdict, score, complete } = report;
  const decided = decidedSentence(report);
  return [
    [
      paint(verdictPaint[verdict], verdict),
      " ",
      paint("bold", path),
      `  score ${score}/100${complete ? "" : "  (incomplete)"}`,
    ],
    ...(decided === null ? [] : [[`  ${decided}`]]),
  ];
}

function manifestLines(report: ScanReport): Line[] {
  if (report.manifest.length === 0) return [];
  const problems = report.manifest.map(({ severity, line, message }): Line => {
    const colour = severity === "error" ? "red" : "yellow";
    return ["    ", paint(colour, severity), ` SKILL.md:${line} ${message}`];
  });
  const invalid = hasInvalidManifest(report);
  const title = invalid ? "The registry would reject this skill because of SKILL.md:" : "SKILL.md";
  return [[], ["  ", paint("bold", title)], ...problems];
}

function findingLines(finding: Finding): Line[] {
  const { severity, ruleId, message, advice, path, confidence, kind } = finding;
  const { gutter, lines } = codeLines(finding);
  const blank = " ".repeat(gutter);
  return [
    [],
    ["  ", paint(severityPaint[severity], severity), `  ${message}`],
    [`  ${blank}`, paint("blue", "-->"), ` ${placesOf(finding)}`],
    ...lines,
    ...decodedLines(finding).map((line): Line => [`  ${blank} `, ...line]),
    ...path.map(({ file, line, note }): Line => [`  ${blank} `, paint("dim", `${file}:${line} ${note}`)]),
    [`  ${blank} `, "How to fix: ", advice],
    [`  ${blank} `, paint("dim", `${ruleId}, ${kind}, ${Math.round(confidence * 100)}% confidence`)],
  ];
}

/** Further places that are printed; the JSON report has all of them. */
const PLACES_SHOWN = 6;

function placesOf({ file, line, column, places }: Finding): string {
  if (places.length === 0) return `${file}:${line}:${column}`;
  const also = places.slice(0, PLACES_SHOWN).map((place) => `${place.file}:${place.line}`);
  const more = places.length - also.length;
  return `${file}:${line}:${column}, also ${also.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A match of more lines is marked beside its lines instead of below them. */
const UNDERLINED = 2;

/** The lines of the file with their numbers, and a marker at what matched. `gutter` is the width of the numbers. */
function codeLines(finding: Finding): { readonly gutter: number; readonly lines: readonly Line[] } {
  const context = finding.context.lines.length > 0 ? finding.context : snippetOf(finding);
  const { start, marks } = context;
  const gutter = String(start + context.lines.length - 1).length;
  const underlined = marks.length <= UNDERLINED;
  const lines = context.lines.flatMap((text, i): Line[] => {
    const number = String(start + i).padStart(gutter);
    const mark = marks.find(({ line, from, to }) => line === start + i && to > from);
    if (mark === undefined) return [["  ", paint("blue", `${number} |`), ` ${text}`]];
    if (!underlined) return [["  ", paint("blue", number), paint("red", " >"), ` ${text}`]];
    const { from, to } = mark;
    const marker = " ".repeat(widthOf(text.slice(0, from))) + "^".repeat(widthOf(text.slice(from, to)));
    return [
      ["  ", paint("blue", `${number} |`), ` ${text}`],
      [`  ${" ".repeat(gutter)} `, paint("blue", "|"), " ", paint("red", marker)],
    ];
  });
  return { gutter, lines };
}

/** A report of an earlier engine has only the line of the match. */
const snippetOf = ({ line, snippet }: Finding): Context => ({ start: line, lines: [snippet], marks: [] });

/** Columns on a terminal: letters of Chinese, Japanese and Korean take two, combining marks none. */
function widthOf(text: string): number {
  let width = 0;
  for (const ch of text) {
    if (/\p{M}/u.test(ch)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        ch,
      )
        ? 2
        : 1;
  }
  return width;
}

function decodedLines({ decoded }: Finding): Line[] {
  if (decoded === undefined) return [];
  const [first = "", ...rest] = decoded.split("\n");
  return [[paint("yellow", "Decoded: "), first], ...rest.map((line): Line => ["         ", line])];
}

function permissionLines(report: ScanReport): Line[] {
  const permissions = permissionsOf(report);
  if (permissions.length === 0) return [[], [`  ${NO_CAPABILITIES}`]];
  const width = Math.max(...permissions.map(({ label }) => label.length)) + 2;
  return [
    [],
    ["  ", paint("bold", "Permissions")],
    ...permissions.map(({ label, shown, more }): Line => {
      const details = shown.map(({ detail, declared }) => (declared ? detail : `${detail} (${UNDECLARED})`));
      return [`    ${label.padEnd(width)}`, `${details.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
    }),
  ];
}

function readLines(report: ScanReport): Line[] {
  const read = readSentence(report);
  return [
    ...(read === null ? [] : [[], [`  ${read}`]]),
    ...report.notLookedAt.map(
      ({ file, reason }): Line => [
        "  ",
        paint("yellow", "Not read: "),
        file === "" ? reason : `${file}: ${reason}`,
      ],
    ),
  ];
}

export function prettySummary(reports: readonly ScanReport[], { colours }: Style): string {
  const count = (verdict: ScanReport["verdict"], word: string) =>
    paint(verdictPaint[verdict], `${reports.filter((report) => report.verdict === verdict).length} ${word}`);
  const counts = [count("PASS", "pass"), ", ", count("CONCERNS", "concerns"), ", ", count("FAIL", "fail")];
  const invalid = reports.filter(hasInvalidManifest).length;
  const manifests = invalid === 0 ? [] : [", ", paint("red", `${invalid} with an invalid SKILL.md`)];
  return rendered([`${reports.length} scanned: `, ...counts, ...manifests], { colours });
}
