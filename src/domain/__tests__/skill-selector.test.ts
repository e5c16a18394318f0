import { describe, expect, it } from "vitest";
import {
  folderOfSelector,
  formatSelector,
  parseSelector,
  readSelector,
  selectorOfFolder,
} from "../skill-selector.ts";

describe("a skill selector", () => {
  it.each([
    ["", { kind: "all" }],
    ["/", { kind: "all" }],
    [".", { kind: "root" }],
    ["skills/pdf", { kind: "path", path: "skills/pdf" }],
    ["/skills//./pdf/", { kind: "path", path: "skills/pdf" }],
  ])("reads %j as %j", (text, selector) => {
    expect(parseSelector(text)).toEqual(selector);
  });

  it.each(["..", "a/../b", "a\u0000b", "a".repeat(501)])("refuses %j", (text) => {
    expect(parseSelector(text)).toBeNull();
  });

  it.each(["", ".", "skills/pdf", "a\u0000b", "a".repeat(501)])("keeps the stored text %j", (text) => {
    expect(formatSelector(readSelector(text))).toBe(text);
  });

  it.each(["", "skills/pdf"])("selects the skill found in the folder %j", (folder) => {
    expect(folderOfSelector(selectorOfFolder(folder))).toBe(folder);
  });

  it("has no folder when it selects all skills", () => {
    expect(folderOfSelector({ kind: "all" })).toBeNull();
  });
});
