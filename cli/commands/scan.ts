/**
 * `scan PATH…`: scans skills on disk with the engine that the registry uses, and prints what it found. The exit code
 * is the worst verdict: 0 pass, 1 concerns, 2 fail, 3 could not scan.
 */
import { parseArgs } from "node:util";
import { contentDigest } from "../../src/domain/digest.ts";
import { scanSkill } from "../../src/scan/engine.ts";
import type { ScanReport } from "../../src/scan/report.ts";
import { sarifOf } from "../../src/scan/sarif.ts";
import { EXIT, exitCodeHelp } from "../exit-codes.ts";
import { jsonText, reportFailure, wantsColours, wantsJson } from "../output.ts";
import { type FoundSkill, findSkills } from "./scan/find-skills.ts";
import { prettyReport, prettySummary } from "./scan/pretty.ts";
import { progressBar } from "./scan/progress.ts";

const help = `usage: vskill-platform scan PATH… [options]

A path is a skill folder, an archive (.zip, .tar.gz, .skill), or a folder with skills anywhere below.

  --format pretty|json|jsonl|sarif   how to print (default: pretty)
  --json                             the same as --format json; a failure is {"error","message"} on stderr
  --fail-on concerns|fail            the mildest verdict that makes the exit code non-zero (default: concerns)
  --depth static|deep                static leaves out code facts and flows (default: deep)
  --no-color                         plain text
  -h, --help                         this text

  vskill-platform scan ./my-skill                     what a person reads
  vskill-platform scan ./skills --fail-on fail        a whole folder; concerns are let through
  vskill-platform scan my-skill.zip --json            for a program
  vskill-platform scan . --format sarif > out.sarif   for code scanning

${exitCodeHelp("scan")}

The exit code is the worst verdict of all that was scanned.`;

const formats = ["pretty", "json", "jsonl", "sarif"] as const;
type Format = (typeof formats)[number];

interface Request {
  readonly paths: readonly string[];
  readonly format: Format;
  readonly failOn: "concerns" | "fail";
  readonly depth: "static" | "deep";
  readonly color: boolean;
}

interface Outcome {
  readonly path: string;
  readonly report?: ScanReport;
  readonly error?: string;
}

export async function main(argv: string[]): Promise<number> {
  const request = parse(argv);
  if (request === "help") {
    console.log(help);
    return EXIT.ok;
  }
  if (typeof request === "string") {
    reportFailure({ asJson: wantsJson(argv), code: "USAGE", message: request, more: `\n${help}` });
    return EXIT.notScanned;
  }
  const { found, errors } = search(request.paths);
  const bar = progressBar(found.length, process.stderr);
  const outcomes: Outcome[] = [...errors];
  for (const skill of found) {
    const outcome = scanOne(skill, request.depth);
    outcomes.push(outcome);
    bar.step(skill.path);
    // One line at a time, so that a scan of thousands needs no memory for them.
    if (request.format === "jsonl" && outcome.report !== undefined)
      console.log(jsonText({ path: outcome.path, ...outcome.report }, 0));
  }
  bar.end();
  print(outcomes, request);
  return exitCode(outcomes, request.failOn);
}

/** The request, "help", or the sentence that says what is wrong with the arguments. */
function parse(argv: string[]): Request | string {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        format: { type: "string" },
        json: { type: "boolean", default: false },
        "fail-on": { type: "string", default: "concerns" },
        depth: { type: "string", default: "deep" },
        "no-color": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return "help";
    if (values.json && values.format !== undefined && values.format !== "json")
      return "Say --json or another --format, not both.";
    const asked = values.json ? "json" : (values.format ?? "pretty");
    const format = formats.find((known) => known === asked);
    const failOn = values["fail-on"];
    const { depth } = values;
    if (format === undefined) return `There is no format "${asked}".`;
    if (failOn !== "concerns" && failOn !== "fail")
      return `--fail-on is "concerns" or "fail", not "${failOn}".`;
    if (depth !== "static" && depth !== "deep") return `--depth is "static" or "deep", not "${depth}".`;
    if (positionals.length === 0) return "Name at least one path.";
    const color = !values["no-color"] && wantsColours();
    return { paths: positionals, format, failOn, depth, color };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function search(paths: readonly string[]): { found: FoundSkill[]; errors: Outcome[] } {
  const found: FoundSkill[] = [];
  const errors: Outcome[] = [];
  for (const path of paths) {
    try {
      const below = findSkills(path);
      if (below.length === 0) errors.push({ path, error: "there is nothing to scan" });
      found.push(...below);
    } catch (error) {
      errors.push({ path, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return { found, errors };
}

function scanOne(skill: FoundSkill, depth: "static" | "deep"): Outcome {
  try {
    const files = skill.read();
    return { path: skill.path, report: scanSkill(files, { digest: contentDigest(files), depth }) };
  } catch (error) {
    return { path: skill.path, error: error instanceof Error ? error.message : String(error) };
  }
}

function print(outcomes: readonly Outcome[], { format, color }: Request): void {
  const asJson = format === "json" || format === "jsonl";
  for (const { path, error } of outcomes)
    if (error !== undefined)
      reportFailure({ asJson, code: "CANNOT_SCAN", message: `${path}: could not scan: ${error}` });
  const scanned = outcomes.flatMap(({ path, report }) => (report === undefined ? [] : [{ path, report }]));
  if (format === "sarif") console.log(jsonText(sarifOf(scanned)));
  if (format === "json") console.log(jsonText(scanned.map(({ path, report }) => ({ path, ...report }))));
  if (format !== "pretty") return;
  for (const { path, report } of scanned)
    if (scanned.length === 1 || report.verdict !== "PASS") console.log(prettyReport(path, report, color));
  console.log(
    prettySummary(
      scanned.map(({ report }) => report),
      color,
    ),
  );
}

function exitCode(outcomes: readonly Outcome[], failOn: "concerns" | "fail"): number {
  if (outcomes.some(({ error }) => error !== undefined)) return EXIT.notScanned;
  if (outcomes.some(({ report }) => report?.verdict === "FAIL")) return EXIT.fail;
  const worrying = outcomes.some(({ report }) => report?.verdict === "CONCERNS");
  return failOn === "concerns" && worrying ? EXIT.concerns : EXIT.ok;
}
