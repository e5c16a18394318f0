/** `npm run scan:parity`: writes the digests of the example reports, one for each threat, that workerd must reproduce. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleReports, exampleReportsDigest } from "../test/scan-examples.ts";

const digests = await exampleReportsDigest(exampleReports());
writeFileSync(
  join(import.meta.dirname, "../test/fixtures/scan-parity.json"),
  `${JSON.stringify(digests, null, 2)}\n`,
);
console.log(`${Object.keys(digests).length} digests`);
