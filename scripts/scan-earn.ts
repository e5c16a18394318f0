/**
 * `npm run scan:earn [-- --into FILE]`: prints the quality on the labelled sets and the false alarms, and for each rule what
 * it alone decides: what is no longer flagged when only this rule is switched off. Fails if a rule decides nothing and no
 * example shows that it alone detects something. Writes all reports into the file, if one is named.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { families } from "../src/scan/rules/index.ts";
import { labelled, present, printQuality, type Scanned, type SourceName, scanAll } from "./scan-corpus.ts";
import { isSkill, nothing, type RuleShare, reasonOf, sharesOf } from "./scan-shares.ts";

const { values } = parseArgs({ options: { into: { type: "string" } } });

const heading = ["fires", "dev", "second", "false alarms", "npm", "transformations", "examples"];

function lineOf(id: string, share: RuleShare): string {
  const { fires, dev, second, falseAlarms, npm, transformations, examples } = share;
  const families = [dev, second, falseAlarms].map((number) => number.toFixed(1));
  const cells = [`${fires}`, ...families, ...[npm, transformations, examples].map(String)];
  const row = cells.map((cell, i) => cell.padStart(heading[i]?.length ?? 0));
  return [id.padEnd(34), ...row, reasonOf(share)].join("  ");
}

function printShares(scanned: readonly Scanned[]): void {
  const shares = sharesOf(scanned);
  const ids = families.flatMap((family) => family.rules.map((rule) => rule.id));
  const rows = ids.map((id) => ({ id, share: shares.get(id) ?? nothing() }));
  console.log(["rule".padEnd(34), ...heading].join("  "));
  for (const { id, share } of rows) console.log(lineOf(id, share));
  for (const [reason, of] of Map.groupBy(rows, ({ share }) => reasonOf(share)))
    console.log(`${reason}: ${of.length} of ${ids.length} rules`);
  process.exitCode = rows.some(({ share }) => reasonOf(share) === "DECIDES NOTHING") ? 1 : 0;
}

const sources: readonly SourceName[] = [...labelled, "npm", "transformations", "examples"];
const found = present(sources, console.log);
if (labelled.some((source) => !found.includes(source)))
  console.log("Without the labelled sets no rule can be judged.");
else {
  const scanned = await scanAll(found, { ablate: true });
  if (values.into !== undefined) writeFileSync(values.into, JSON.stringify(scanned));
  printQuality(scanned.filter(isSkill), console.log);
  printShares(scanned);
}
