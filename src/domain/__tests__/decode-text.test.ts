import { describe, expect, it } from "vitest";
import { decodeText, decodeUtf8 } from "../decode-text.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

describe("strict decoding", () => {
  it("returns text exactly as written, byte order mark included", () => {
    expect(decodeUtf8(new TextEncoder().encode("größe ✓"))).toBe("größe ✓");
    expect(decodeUtf8(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe("\ufeffa");
  });

  it.each([
    ["a lone continuation byte", bytes(0x80)],
    ["an overlong encoding", bytes(0xc0, 0xaf)],
    ["a surrogate", bytes(0xed, 0xa0, 0x80)],
    ["a truncated sequence", bytes(0x61, 0xe2, 0x82)],
  ])("returns null for %s", (_name, invalid) => {
    expect([decodeUtf8(invalid), decodeText(invalid)]).toEqual([null, null]);
  });

  it("treats a NUL byte as binary data", () => {
    expect([decodeUtf8(bytes(0x61, 0)), decodeText(bytes(0x61, 0))]).toEqual(["a\0", null]);
  });
});
