/** The same reports from Node and from workerd, byte for byte, for every example of every rule. */
import { describe, expect, it } from "vitest";
import expected from "../fixtures/scan-parity.json" with { type: "json" };
import { exampleReports, exampleReportsDigest } from "../scan-examples.ts";

describe("parity with Node", () => {
  it("gives the reports whose digests Node wrote", async () => {
    expect(await exampleReportsDigest(exampleReports())).toEqual(expected);
  });

  it("gives the same reports in a second run", () => {
    expect(exampleReports()).toEqual(exampleReports());
  });
});
