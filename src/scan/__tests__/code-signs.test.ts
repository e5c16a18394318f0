import { expect, test } from "vitest";
import { isSign } from "../code/sign-facts.ts";
import { codeSigns } from "../tables/code-signs.ts";
import { sendingRows } from "../tables/sending-calls.ts";

test.each(codeSigns.map((sign) => [sign.id, sign] as const))("sign %s matches its example", (_, sign) => {
  expect(isSign(sign, sign.example)).toBe(true);
  expect(sign.hints.some((hint) => sign.example.toLowerCase().includes(hint))).toBe(true);
  if (sign.not !== undefined) expect(isSign(sign, sign.not)).toBe(false);
  expect(sign.pattern.source.length).toBeLessThanOrEqual(200);
});

test("signs have names of their own", () => {
  expect(new Set(codeSigns.map(({ id }) => id)).size).toBe(codeSigns.length);
});

test.each(sendingRows)("%s matches its example", (pattern, example) => {
  expect(pattern.test(example)).toBe(true);
});
