/**
 * `npm run scan:false-positives [-- --against CHECKOUT] [--into FOLDER]`: scans the skills of published npm packages,
 * which are believed to be benign, and prints those that are flagged. With another checkout, it also prints the skills
 * that a change flags or clears. The packages stay in the folder; they are read and never run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    into: { type: "string", default: join(tmpdir(), "benign-skills") },
  },
});
const root = join(import.meta.dirname, "..");
const folder = resolve(values.into);

/** Fetches and unpacks one package without running its scripts. False if there is no package of that name. */
function pack(name: string): boolean {
  const place = join(folder, name.replaceAll(/[@/]/g, "_"));
  if (existsSync(place)) return true;
  mkdirSync(place, { recursive: true });
  try {
    execFileSync("npm", ["pack", name, "--silent", "--ignore-scripts"], {
      cwd: place,
      stdio: "pipe",
      timeout: 120_000,
    });
    const [archive = ""] = readdirSync(place).filter((file) => file.endsWith(".tgz"));
    execFileSync("tar", ["xzf", archive, "--no-same-owner"], { cwd: place, stdio: "pipe" });
    rmSync(join(place, archive));
    return true;
  } catch {
    rmSync(place, { recursive: true, force: true });
    return false;
  }
}

interface Scanned {
  readonly path: string;
  readonly verdict: string;
  readonly findings: ReadonlyArray<{ readonly ruleId: string; readonly confidence: number }>;
}

/** Reports by path, from the scanner of the given checkout: skills only, and each SKILL.md text once. */
function scan(checkout: string): Map<string, Scanned> {
  const scanner = join(resolve(checkout), "cli/vskill.ts");
  const argv = ["--disable-warning=ExperimentalWarning", scanner, "scan", folder, "--format", "jsonl"];
  const seen = new Set<string>();
  const out = new Map<string, Scanned>();
  for (const line of run(argv).split("\n").filter(Boolean)) {
    const report: Scanned = JSON.parse(line);
    const manifest = join(resolve(folder, report.path), "SKILL.md");
    if (!existsSync(manifest)) continue;
    const text = readFileSync(manifest, "utf8");
    if (!seen.has(text)) out.set(report.path, report);
    seen.add(text);
  }
  return out;
}

/** The output of a command. The exit code is ignored: a scan with findings does not exit with 0. */
function run(argv: string[]): string {
  const { stdout, error } = spawnSync(process.execPath, argv, { encoding: "utf8", maxBuffer: 1 << 30 });
  if (error !== undefined) throw error;
  return stdout;
}

function describe({ path, verdict, findings }: Scanned): string {
  const rules = new Set(findings.filter(({ confidence }) => confidence >= 0.2).map(({ ruleId }) => ruleId));
  return `${verdict} ${path.replace(`${folder}/`, "")} ${[...rules].slice(0, 4).join(" ")}`;
}

mkdirSync(folder, { recursive: true });
const names = readFileSync(join(import.meta.dirname, "scan-false-positives-packages.txt"), "utf8")
  .split("\n")
  .filter(Boolean);
const missing = names.filter((name) => !pack(name));
if (missing.length > 0) console.log(`not found: ${missing.join(", ")}`);

const now = scan(root);
const flagged = [...now.values()].filter(({ verdict }) => verdict !== "PASS");
for (const report of flagged) console.log(`  ${describe(report)}`);
console.log(`${flagged.length} of ${now.size} flagged (${((100 * flagged.length) / now.size).toFixed(2)}%)`);

if (values.against !== undefined) {
  const before = scan(values.against);
  for (const [path, report] of now) {
    const was = before.get(path);
    const changed = was !== undefined && (was.verdict === "PASS") !== (report.verdict === "PASS");
    if (changed) console.log(report.verdict === "PASS" ? `- ${describe(was)}` : `+ ${describe(report)}`);
  }
}
