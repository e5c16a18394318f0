/** Node's half of the parity check: the committed digests match the current reports (run `npm run scan:parity` after a change). */
import { expect, it } from "vitest";
import expected from "../fixtures/scan-parity.json" with { type: "json" };
import { exampleReports, exampleReportsDigest } from "../scan-examples.ts";

it("the committed digests match Node's reports", async () => {
  expect(await exampleReportsDigest(exampleReports())).toEqual(expected);
});
