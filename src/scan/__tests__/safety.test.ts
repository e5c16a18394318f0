/** Regular expressions are literals or compiled tables; a broken rule fails closed; hints hide nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compiler, scanSources } from "../../../scripts/scan-regexes.ts";
import { scanSkill } from "../engine.ts";
import { readFacts } from "../read-facts.ts";
import type { Skill } from "../skill.ts";
import { skillOf } from "./skill.ts";

const root = join(import.meta.dirname, "..");

it("makes no regular expression outside the tables, so that `npm run scan:check-regexes` sees all of them", () => {
  const making = scanSources(root).filter((file) =>
    /\bRegExp\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(making).toEqual([compiler]);
});

describe("failing closed", () => {
  it("L56: a reader that throws makes the report incomplete, never a pass", () => {
    const skill = new Proxy({} as Skill, {
      get() {
        throw new Error("broken");
      },
    });
    const broken: string[] = [];
    expect(readFacts(skill, "deep", (reader) => broken.push(reader))).toEqual([]);
    expect(broken).toContain("phraseFacts");
    expect(broken).toContain("typedFacts");
  });

  it("an archive that cannot be opened makes the report incomplete", () => {
    const report = scanSkill(skillOf({ "a.zip": Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9]) }), {
      digest: "d",
    });
    expect(report.complete).toBe(false);
    expect(report.verdict).not.toBe("PASS");
  });
});
