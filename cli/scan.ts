/**
 * `scan PATH…`: scans skills on disk with the engine that the registry uses, and prints what it found. The exit code
 * is the worst verdict: 0 pass, 1 concerns, 2 fail, 3 could not scan.
 */

import { scanSkill } from "../src/scan/engine.ts";
import { contentDigest } from "./scan/digest.ts";
import { findSkills } from "./scan/find-skills.ts";

export async function main(argv: string[]): Promise<number> {
  const paths = argv.filter(
    (argument, i) => !argument.startsWith("--") && argv[i - 1] !== "--format" && argv[i - 1] !== "--fail-on",
  );
  for (const skill of paths.flatMap(findSkills)) {
    const files = skill.read();
    const report = scanSkill(files, { digest: contentDigest(files) });
    console.log(JSON.stringify({ path: skill.path, ...report }));
  }
  return 0;
}
