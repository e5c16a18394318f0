/** Node and workerd create the same reports, byte for byte, for every example of every rule. */
import { describe, expect, it } from "vitest";
import expected from "../fixtures/scan-parity.json" with { type: "json" };
import { exampleReports, exampleReportsDigest } from "../scan-examples.ts";

describe("parity with Node", () => {
  it("creates reports with the digests that Node wrote", async () => {
    expect(await exampleReportsDigest(exampleReports())).toEqual(expected);
  });

  it("creates the same reports in a second run", () => {
    expect(exampleReports()).toEqual(exampleReports());
  });
});
