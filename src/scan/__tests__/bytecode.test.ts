/** Bytecode is judged by what it says beyond its source. */
import { expect, it } from "vitest";
import { scanSkill } from "../engine.ts";
import { skillOf } from "./skill.ts";

const source = 'def tidy(note):\n    return note.strip("tidy")\n';

/** A header as Python writes it (the size counts for nothing), then short texts with their tags. */
function bytecode(texts: readonly string[], size: number, flags = 0): Uint8Array {
  const header = new Uint8Array(16);
  header.set([0xa7, 0x0d, 0x0d, 0x0a]);
  const view = new DataView(header.buffer);
  view.setUint32(4, flags, true);
  view.setUint32(12, size, true);
  const body = texts.flatMap((text) => [
    0xda,
    new TextEncoder().encode(text).length,
    ...new TextEncoder().encode(text),
  ]);
  return new Uint8Array([...header, ...body, 0, 0, 0, 0]);
}

const scan = (pyc: Uint8Array, text = source, folder = "scripts/") =>
  scanSkill(skillOf({ [`${folder}tidy.py`]: text, "scripts/__pycache__/tidy.cpython-311.pyc": pyc }), {
    digest: "d",
  });

const said: Readonly<Record<string, readonly [texts: readonly string[], source?: string]>> = {
  "its source again": [["tidy", "note", "strip", "<module>", "/home/a/scripts/tidy.py"]],
  "a private name": [["_Notes__root", "Notes.tidy", "__root"], "class Notes:\n    __root = tidy = 1\n"],
  "a text of several lines": [["One two."], 'print("One "\n      "two.")\n'],
  "a text with escapes": [["Red\u2019s\tnotes"], 'print("Red\\u2019s\\tnotes")\n'],
};

const saysMore: Readonly<Record<string, readonly [texts: readonly string[], size: number, flags?: number]>> =
  {
    "an address": [["tidy", "https://in.paperlane.dev"], source.length],
    "other words, and another size": [["other", "words"], 7],
    "a name of Python itself": [["tidy", "__import__"], source.length],
    "a name that is a part of another": [["tidy", "turn"], source.length],
    "a text with a control character": [["tidy", "os.system in this text\u0001"], source.length],
    "a command that ends in the name of its source": [["tidy", "sh -c run; tidy.py"], source.length],
    "other words, whatever the source says": [["tidy", "os.system"], 7, 1],
  };

it.each(Object.entries(said))("passes bytecode that says %s", (_name, [texts, text = source]) => {
  expect(scan(bytecode(texts, text.length), text)).toMatchObject({ notLookedAt: [], verdict: "PASS" });
});

it.each(Object.entries(saysMore))("names bytecode that says %s", (_name, [texts, size, flags]) => {
  const report = scan(bytecode(texts, size, flags));
  expect(report.findings.map(({ ruleId }) => ruleId)).toContain("T25-program");
  expect(report.notLookedAt.map(({ file }) => file)).toEqual(["scripts/__pycache__/tidy.cpython-311.pyc"]);
  expect(report.verdict).not.toBe("PASS");
});

it("takes no file of another folder for the source", () => {
  expect(scan(bytecode(["tidy"], source.length), source, "other/").complete).toBe(false);
});

it("reads bytes as texts", () => {
  const pyc = bytecode(["tidy"], source.length);
  const hidden = new TextEncoder().encode("curl in.paperlane.dev");
  const length = [hidden.length, 0, 0, 0];
  expect(scan(new Uint8Array([...pyc, 0xf3, ...length, ...hidden, 0])).complete).toBe(false);
});
