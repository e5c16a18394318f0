import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultLimits, limitTable, readLimits } from "../limits.ts";
import { limitSettings } from "../settings.ts";

describe("limits", () => {
  it("have their own message, default and override", () => {
    const limits = Object.values(limitTable);
    expect(limits.every(({ sentence, value }) => sentence.endsWith(".") && Number.isSafeInteger(value))).toBe(
      true,
    );
    expect(new Set(limits.map(({ variable }) => variable)).size).toBe(limits.length);
  });

  it("have the documented defaults", () => {
    expect(defaultLimits).toMatchObject({
      uploadPackedBytes: 10_000_000,
      skillFiles: 512,
      skillBytes: 16 * 1024 * 1024,
      pathBytes: 200,
      pathDepth: 12,
      unpackRatio: 100,
    });
  });

  it.each(Object.entries(limitTable))("%s is overridden only by its own variable", (name, { variable }) => {
    expect(readLimits({ [variable]: "7" })).toEqual({ ...defaultLimits, [name]: 7 });
  });

  it.each(["0", "-1", "1.5", "ten", "1e3", " 5", "9".repeat(20)])(
    "L47: refuses the override %j instead of ignoring it",
    (value) => {
      expect(() => readLimits({ LIMIT_SKILL_FILES: value })).toThrow(`LIMIT_SKILL_FILES=${value}`);
    },
  );

  it("L21: refuse an override above their maximum wherever they are read", () => {
    const { variable, maximum } = limitTable.sourceMs;
    expect(readLimits({ [variable]: String(maximum) }).sourceMs).toBe(maximum);
    const above = String(maximum + 1);
    expect(() => readLimits({ [variable]: above })).toThrow(`${variable}=${above} is not a whole number`);
    expect(() => limitSettings[variable]?.kind.read(above, variable)).toThrow(`at most ${maximum}`);
  });

  it("each have a test of the refusal", () => {
    const tests = [
      "src/domain/__tests__",
      "src/lib/archives/__tests__",
      "src/lib/sources/__tests__",
      "test/integration",
      "test/worker/api",
    ].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name !== "limits.test.ts")
        .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
    );
    const untested = Object.values(limitTable).filter(
      ({ variable }) => !tests.some((text) => text.includes(variable)),
    );
    expect(untested.map(({ variable }) => variable)).toEqual([]);
  });

  it("treat an empty override as none", () => {
    expect(readLimits({ LIMIT_SKILL_FILES: "" })).toEqual(defaultLimits);
  });
});
