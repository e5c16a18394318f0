import { describe, expect, it } from "vitest";
import { nearNames } from "../near-names.ts";

describe("names near another", () => {
  it("are those with one letter removed, inserted, replaced or swapped", () => {
    const near = nearNames("pdf-reader");
    for (const name of [
      "pdf-reder",
      "pdf-readerr",
      "pdf-reeder",
      "pdf-raeder",
      "pdfreader",
      "pdf-reader2",
      "xpdf-reader",
    ])
      expect(near).toContain(name);
    for (const name of ["pdf-reader", "pdf-writer", "pdf"]) expect(near).not.toContain(name);
  });

  it("are few enough for individual look-ups, even for the longest name", () => {
    const near = nearNames("a".repeat(63).concat("b"));
    expect(near.length).toBeLessThan(5_000);
    expect(new Set(near).size).toBe(near.length);
  });
});
