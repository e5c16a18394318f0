/**
 * `npm run scan:false-positives [-- --against CHECKOUT]`: scans the skills of published npm packages, which are believed to
 * be benign, prints those that are flagged, and fails if one of them fails. With another checkout, it also prints the skills
 * that a change flags or clears. The packages stay in a folder of the system's; they are read and never run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describe, npmFolder as folder, scanAll } from "./scan-corpus.ts";

const { values } = parseArgs({ options: { against: { type: "string" } } });

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

mkdirSync(folder, { recursive: true });
const names = readFileSync(join(import.meta.dirname, "scan-false-positives-packages.txt"), "utf8")
  .split("\n")
  .filter(Boolean);
const missing = names.filter((name) => !pack(name));
if (missing.length > 0) console.log(`not found: ${missing.join(", ")}`);

const now = await scanAll(["npm"]);
const flagged = now.filter(({ report }) => report.verdict !== "PASS");
const failed = flagged.filter(({ report }) => report.verdict === "FAIL");
for (const skill of flagged) console.log(`  ${describe(skill)}`);
const share = ((100 * flagged.length) / now.length).toFixed(2);
console.log(`${flagged.length} of ${now.length} flagged (${share}%), ${failed.length} of them FAIL`);
process.exitCode = failed.length === 0 ? 0 : 1;

if (values.against !== undefined) {
  const before = new Map(
    (await scanAll(["npm"], { checkout: values.against })).map((skill) => [skill.id, skill]),
  );
  for (const skill of now) {
    const was = before.get(skill.id);
    if (was === undefined || (was.report.verdict === "PASS") === (skill.report.verdict === "PASS")) continue;
    console.log(skill.report.verdict === "PASS" ? `- ${describe(was)}` : `+ ${describe(skill)}`);
  }
}
