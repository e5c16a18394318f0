/** Bytecode is judged by what it says beyond its source. */
import { expect, it } from "vitest";
import { scanSkill } from "../engine.ts";
import { skillOf } from "./skill.ts";

const source = 'def tidy(note):\n    return note.strip("tidy")\n';

/** A header as Python writes it, then short texts with their tags. */
function bytecode(texts: readonly string[], size: number, flags = 0): Uint8Array {
  const header = new Uint8Array(16);
  header.set([0xa7, 0x0d, 0x0d, 0x0a]);
  const view = new DataView(header.buffer);
  view.setUint32(4, flags, true);
  view.setUint32(12, size, true);
  const body = texts.flatMap((text) => [0xda, text.length, ...new TextEncoder().encode(text)]);
  return new Uint8Array([...header, ...body, 0, 0, 0, 0]);
}

const rulesOf = (pyc: Uint8Array) =>
  scanSkill(skillOf({ "scripts/tidy.py": source, "scripts/__pycache__/tidy.cpython-311.pyc": pyc }), {
    digest: "d",
  }).findings.map((finding) => finding.ruleId);

it("passes bytecode that only repeats its source", () => {
  expect(rulesOf(bytecode(["tidy", "note", "strip", "<module>"], source.length))).not.toContain(
    "T25-program",
  );
});

it("passes bytecode that Python itself would not use", () => {
  expect(rulesOf(bytecode(["other", "words"], 7))).not.toContain("T25-program");
});

it("tells bytecode that says more than its source", () => {
  expect(rulesOf(bytecode(["tidy", "https://in.paperlane.dev"], source.length))).toContain("T25-program");
});

it("tells bytecode that runs whatever the source says", () => {
  expect(rulesOf(bytecode(["tidy", "os.system"], 7, 1))).toContain("T25-program");
});
