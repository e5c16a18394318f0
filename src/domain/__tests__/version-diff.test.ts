import { describe, expect, it } from "vitest";
import type { SkillFile } from "../skill-file.ts";
import { compareFiles, emptyPatch, summariseChanges } from "../version-diff.ts";

const file = (path: string, text: string, executable = false): SkillFile => ({
  path,
  bytes: new TextEncoder().encode(text),
  executable,
});
/** Lines that no other tag has. */
const lines = (tag: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${tag} ${i}\n`).join("");

describe("the comparison of two versions", () => {
  it("has a patch and the counts of each changed file, by name", () => {
    const before = [file("a.md", "one\ntwo\n"), file("b.md", "same\n"), file("c.md", "gone\n")];
    const after = [file("a.md", "one\n2\n"), file("b.md", "same\n"), file("d.md", "new\n")];
    const changes = compareFiles(before, after);
    expect(changes).toMatchObject([
      { filename: "a.md", status: "modified", additions: 1, deletions: 1, note: null },
      { filename: "c.md", status: "removed", additions: 0, deletions: 1, note: null },
      { filename: "d.md", status: "added", additions: 1, deletions: 0, note: null },
    ]);
    expect(changes[0]?.patch).toContain("--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
    expect(summariseChanges(changes)).toBe("3 files changed: a.md modified, c.md removed, d.md added.");
  });

  it("gives the reason if a file's lines were not compared", () => {
    const note = (before: SkillFile, after: SkillFile) => compareFiles([before], [after])[0];
    expect(note(file("a", "x\n"), file("a", "x\0"))).toMatchObject({
      patch: null,
      note: expect.stringContaining("Binary file"),
    });
    expect(note(file("a", "x\n"), file("a", "x".repeat(200_001)))).toMatchObject({
      note: expect.stringContaining("more than 200 kB"),
    });
    expect(note(file("a", lines("x", 600)), file("a", lines("y", 600)))).toMatchObject({
      patch: null,
      note: "Too different to compare: more than 1,000 changed lines.",
    });
  });

  it("shows a long new file in full", () => {
    expect(compareFiles([], [file("a", lines("x", 3_000))])[0]).toMatchObject({
      additions: 3_000,
      note: null,
    });
  });

  it("stops at a limit for all files together, and marks each file that it omits", () => {
    const version = (tag: string) => Array.from({ length: 60 }, (_, i) => file(`f${i}`, lines(tag, 400)));
    const changes = compareFiles(version("x"), version("y"));
    const edits = changes.map(({ additions, deletions }) => (additions + deletions) ** 2);
    expect(edits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2_000_000);
    const left = changes.filter(({ patch }) => patch === null);
    expect(left).toHaveLength(57);
    expect(new Set(left.map(({ note }) => note))).toEqual(
      new Set(["Not compared: the limit for one comparison was reached."]),
    );
  });

  it("stops at a number of lines, although each file alone is cheap", () => {
    const files = Array.from({ length: 30 }, (_, i) => file(`f${i}`, "\n".repeat(2_000)));
    const left = compareFiles([], files).filter(({ note }) => note?.startsWith("Not compared"));
    expect(left.length).toBeGreaterThan(5);
  });

  it("stops at a million characters, each unsafe one counted with its markup", () => {
    const long = Array.from({ length: 15 }, (_, i) => file(`long${i}`, `${"x".repeat(198_000)}${i}`));
    const odd = Array.from({ length: 60 }, (_, i) => file(`odd${i}`, "\f".repeat(2_000)));
    for (const files of [long, odd]) {
      const shown = compareFiles([], files).flatMap(({ patch }) => patch ?? []);
      const characters = shown.map((patch) => patch.length + 64 * (patch.split("\f").length - 1));
      expect(shown.length).toBeGreaterThan(3);
      expect(characters.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_010_000);
    }
  });

  it("has a result that fits into the cache, however many files and lines it has", () => {
    const files = Array.from({ length: 512 }, (_, i) =>
      file(`${i}/`.padEnd(200, "x"), `${"\n".repeat(76)}${"x".repeat(1_870)}`),
    );
    const changes = compareFiles([], files);
    expect(changes.filter(({ patch }) => patch !== null).length).toBeGreaterThan(500);
    const size = changes.reduce(
      (sum, { filename, patch }) => sum + filename.length + (patch?.length ?? 0),
      0,
    );
    expect(size).toBeLessThan(2_000_000);
  });

  it.each(["\f", "\u001b", "\u200b", "\u{e0041}"])(
    "calls a file of more than 2,000 %j unreadable",
    (character) => {
      const note = (count: number) => compareFiles([], [file("a", `a${character.repeat(count)}`)])[0]?.note;
      expect(note(2_000)).toBeNull();
      expect(note(2_001)).toBe("Binary or unreadable: more than 2,000 control or invisible characters.");
    },
  );

  it("compares SKILL.md first and small files before large ones, so that one file does not hide the others", () => {
    const version = (tag: string) => [
      ...["a", "b", "c", "d"].map((name) => file(name, lines(tag, 499))),
      file("SKILL.md", lines(tag, 450)),
      file("z", `${tag}\n`),
    ];
    const shown = compareFiles(version("x"), version("y")).filter(({ patch }) => patch !== null);
    expect(shown.map(({ filename }) => filename)).toEqual(["SKILL.md", "a", "z"]);
  });

  it("has only the heading for a file that did not change", () => {
    expect(emptyPatch("SKILL.md")).toContain("--- a/SKILL.md\n+++ b/SKILL.md\n");
    expect(emptyPatch("SKILL.md")).not.toContain("@@");
  });
});
