import { describe, expect, it } from "vitest";
import { singleLine } from "../single-line.ts";

describe("untrusted text in a single line", () => {
  it.each([
    ["line ends become one space", "one\r\n\n  two\u2028three\tfour", "one two three four"],
    ["terminal escapes lose their meaning", "\u001b[31mred\u009b0m", "‹U+001B›[31mred‹U+009B›0m"],
    ["reordering is named", "safe \u202etxt.exe\u2066", "safe ‹U+202E›txt.exe‹U+2066›"],
    ["invisible characters are named", "pay\u200bpal \u{e0041}", "pay‹U+200B›pal ‹U+E0041›"],
    ["a family of emoji stays whole", "👩‍👧 ❤️ ok", "👩‍👧 ❤️ ok"],
    ["other scripts stay as they are", "résumé 日本語 שלום", "résumé 日本語 שלום"],
    ["columns stay", "  a     b", "  a     b"],
  ])("%s", (_, text, shown) => {
    expect(singleLine(text)).toBe(shown);
  });
});
