/** The check for banned words: its matches, the files that it searches, and its exceptions. */
import { describe, expect, it } from "vitest";
import { bannedWords, exceptions, findBannedWords } from "../../scripts/banned-words.ts";

const at = (text: string, file = "src/lib/example.ts") =>
  findBannedWords(file, text).map(({ file, line, word }) => `${file}:${line} ${word}`);

describe("a banned word is reported with file and line", () => {
  const forms = [
    "door, doors",
    "room, rooms",
    "house, houses",
    "stranger, strangers",
    "whoever",
    "purse, purses",
    "hush, hushed, hushes, hushing",
    "walk, walks, walked, walking",
    "ledger's word",
    "can not",
    "by itself",
    "unasked",
    "meanwhile",
    "anew",
    "outside scanner, outside scanners",
    "verified skill, verified skills, verified agent skill, verified agent skills",
    "verified bytes, verified content, verified version, verified versions",
  ];

  it.each(forms)("%s", (words) => {
    for (const word of words.split(", ")) {
      expect(at(`a\nfirst ${word} last\n`)).toEqual([`src/lib/example.ts:2 ${word}`]);
      expect(at(word.toUpperCase())).toEqual([`src/lib/example.ts:1 ${word.toUpperCase()}`]);
    }
  });

  it("for every entry of the list", () => {
    const covered = bannedWords.filter(([word]) =>
      forms.some((words) => new RegExp(`^(?:${word})`).test(words)),
    );
    expect(covered).toEqual(bannedWords);
  });
});

describe("it is found", () => {
  it.each([
    ["walkTree(root)", "walk"],
    ["firstWalk(root)", "Walk"],
    ["HTTPDoor", "Door"],
    ["MAX_ROOMS", "ROOMS"],
    ["in-house", "house"],
    ["byItself()", "by Itself"],
    ["event: pipeline.walked", "walked"],
  ])("in the compound %s", (text, word) => {
    expect(at(text)).toEqual([`src/lib/example.ts:1 ${word}`]);
  });

  it.each([
    ["/**\n * It can\n * not end.\n */", 2, "can not"],
    ["-- ends by\n-- itself", 1, "by itself"],
    ["// ends by\n  // itself", 1, "by itself"],
    ["# ends by\n# itself", 1, "by itself"],
    ['"ends by " +\n  "itself"', 1, "by itself"],
  ])("across a line break: %j", (text, line, word) => {
    expect(at(text)).toEqual([`src/lib/example.ts:${line} ${word}`]);
  });

  it.each([
    "migrations/0001_ledger.sql",
    "wrangler.jsonc",
    "action.yml",
    ".npmrc",
    ".ci/run",
    "cli/workerd.sh",
    "src/scan/engine.ts",
  ])("in %s", (file) => {
    expect(at("a door", file)).toEqual([`${file}:1 door`]);
  });
});

describe("it is not reported", () => {
  it.each(["indoors", "mushroom", "Lighthouse", "sidewalk", "walkthrough", "cannot", "by it", "estranger"])(
    "within another word: %s",
    (text) => expect(at(text)).toEqual([]),
  );

  it("if the text is an exception, which covers no other text of that file", () => {
    const file = "docs/CONTENT-DIGEST.md";
    expect(at("for d in os.walk('.')\na walk", file)).toEqual([`${file}:2 walk`]);
    expect(at("os.walk", "docs/API.md")).toEqual(["docs/API.md:1 walk"]);
  });

  it("in files that must contain it", () => {
    const whole = exceptions.filter(({ text }) => text === undefined);
    expect(whole.flatMap(({ path }) => at("a door", path))).toEqual([]);
  });
});
