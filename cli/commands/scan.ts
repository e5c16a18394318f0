/** `scan PATH…`: scans skills on disk with the registry's engine. The exit code is the worst verdict. */
import { contentDigest } from "../../src/domain/digest.ts";
import { scanSkill } from "../../src/scan/engine.ts";
import type { ScanReport } from "../../src/scan/report.ts";
import { hasInvalidManifest } from "../../src/scan/wording.ts";
import { runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageFailure } from "../failure.ts";
import { oneOf } from "../options.ts";
import { jsonText, reportFailure, wantsColours } from "../output.ts";
import { type FoundSkill, findSkills } from "./scan/find-skills.ts";
import { prettyReport, prettySummary } from "./scan/pretty.ts";
import { progressBar } from "./scan/progress.ts";
import { sarifOf } from "./scan/sarif.ts";

const formats = ["pretty", "json", "jsonl", "sarif"] as const;
type Format = (typeof formats)[number];

const options = {
  format: { ...oneOf(formats), help: "output format (default pretty)" },
  json: { help: 'same as --format json; a failure is {"error","message"} on stderr' },
  "fail-on": {
    ...oneOf(["concerns", "fail"]),
    help: "the mildest verdict with a non-zero exit code",
    default: "concerns",
  },
  depth: { ...oneOf(["static", "deep"]), help: "static skips code facts and data flow", default: "deep" },
  "no-color": { help: "no colours" },
} as const;

interface Outcome {
  readonly path: string;
  readonly report?: ScanReport;
  readonly error?: string;
}

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["vskill-platform scan PATH… [options]"],
    description:
      "Scans skills on disk with the registry's engine and checks SKILL.md as the registry does. A path is a skill folder,\n" +
      "an archive (.zip, .tar.gz, .skill), or a folder with skills anywhere below. The exit code is the worst verdict.",
    options,
    examples: [
      "vskill-platform scan ./my-skill                     a report for people",
      "vskill-platform scan ./skills --fail-on fail        a whole folder; concerns are tolerated",
      "vskill-platform scan my-skill.zip --json            machine-readable",
      "vskill-platform scan . --format sarif > out.sarif   for code scanning",
    ],
    family: "scan",
    takesArguments: true,
    check: ({ json, format }) =>
      json && format !== undefined && format !== "json" ? ["Use --json or another --format, not both."] : [],
    run: async ({ positionals, values }) => {
      if (positionals.length === 0) throw new UsageFailure(["Missing path."]);
      const format = values.json ? "json" : ((values.format ?? "pretty") as Format);
      const outcomes = scanAll(positionals, { format, depth: values.depth as "static" | "deep" });
      print(outcomes, { format, colours: !values["no-color"] && wantsColours() });
      return exitCode(outcomes, values["fail-on"]);
    },
  });
}

interface ScanRequest {
  readonly format: Format;
  readonly depth: "static" | "deep";
}

function scanAll(paths: readonly string[], { format, depth }: ScanRequest): Outcome[] {
  const { found, errors } = search(paths);
  const bar = progressBar(found.length, process.stderr);
  const outcomes: Outcome[] = [...errors];
  for (const skill of found) {
    const outcome = scanOne(skill, depth);
    outcomes.push(outcome);
    bar.step(skill.path);
    // One line at a time, so that a scan of thousands needs no memory for them.
    if (format === "jsonl" && outcome.report !== undefined)
      console.log(jsonText({ path: outcome.path, ...outcome.report }, 0));
  }
  bar.end();
  return outcomes;
}

function search(paths: readonly string[]): { found: FoundSkill[]; errors: Outcome[] } {
  const found: FoundSkill[] = [];
  const errors: Outcome[] = [];
  for (const path of paths) {
    try {
      const below = findSkills(path);
      if (below.length === 0) errors.push({ path, error: "no SKILL.md found" });
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

function print(
  outcomes: readonly Outcome[],
  { format, colours }: { format: Format; colours: boolean },
): void {
  const asJson = format === "json" || format === "jsonl";
  for (const { path, error } of outcomes)
    if (error !== undefined)
      reportFailure({ asJson, code: "CANNOT_SCAN", message: `${path}: could not scan: ${error}` });
  const scanned = outcomes.flatMap(({ path, report }) => (report === undefined ? [] : [{ path, report }]));
  if (format === "sarif") console.log(jsonText(sarifOf(scanned)));
  if (format === "json") console.log(jsonText(scanned.map(({ path, report }) => ({ path, ...report }))));
  if (format !== "pretty") return;
  for (const { path, report } of scanned)
    if (scanned.length === 1 || report.verdict !== "PASS" || hasInvalidManifest(report))
      console.log(prettyReport({ path, report }, { colours }));
  console.log(
    prettySummary(
      scanned.map(({ report }) => report),
      { colours },
    ),
  );
}

function exitCode(outcomes: readonly Outcome[], failOn: string): number {
  if (outcomes.some(({ error }) => error !== undefined)) return EXIT.notScanned;
  if (outcomes.some(({ report }) => report !== undefined && isRejected(report))) return EXIT.fail;
  const worrying = outcomes.some(({ report }) => report?.verdict === "CONCERNS");
  return failOn === "concerns" && worrying ? EXIT.concerns : EXIT.ok;
}

/** The registry rejects an invalid SKILL.md as it rejects a FAIL. */
const isRejected = (report: ScanReport) => report.verdict === "FAIL" || hasInvalidManifest(report);
