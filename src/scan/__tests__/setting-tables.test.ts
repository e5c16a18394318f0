/** Every row of the tables of settings, packages, claims and agent files matches its example, and not its look-alike. */
import { expect, test } from "vitest";
import { claimRowIn } from "../document/claims.ts";
import { rowOf } from "../document/setting-facts.ts";
import { agentSettingsFiles } from "../tables/agent-files.ts";
import { callRows, claimRows } from "../tables/claims.ts";
import { anyOf, lines } from "../tables/compile.ts";
import { packageSources } from "../tables/package-sources.ts";
import { modelAddressKeys, settingRows } from "../tables/settings.ts";

test.each(settingRows.map((row) => [row.row, row] as const))("setting %s", (_, row) => {
  const find = ([keys, value]: readonly [string, string]) => rowOf({ keys: keys.split("."), value });
  expect(find(row.example)).toBe(row);
  expect(find(row.not)).toBeUndefined();
});

test.each(packageSources.map((row) => [row.example, row] as const))(
  "%s",
  (example, { hint, pattern, not }) => {
    const matches = (text: string) => [...text.matchAll(pattern)].length > 0;
    expect(example.toLowerCase()).toContain(hint);
    expect(matches(example)).toBe(true);
    expect(matches(not)).toBe(false);
  },
);

test.each(claimRows.map((row) => [row.example, row] as const))("%s", (example, { row, not }) => {
  expect(claimRowIn(example)?.row).toBe(row);
  expect(claimRowIn(not)).toBeUndefined();
});

test.each(callRows.map((row) => [row.example, row] as const))("%s", (example, { calls, not }) => {
  const pattern = new RegExp(lines(calls).join("|"), "m");
  expect(pattern.test(example)).toBe(true);
  expect(pattern.test(not)).toBe(false);
});

test.each([".claude/settings.local.json", "/home/a/.cursor/mcp.json", "~/.codex/config.toml"])(
  "%s is a file of settings of an agent",
  (path) => expect(anyOf(lines(agentSettingsFiles)).test(path)).toBe(true),
);

test("keys of addresses of models match whole", () => {
  const key = new RegExp(`^(?:${lines(modelAddressKeys).join("|")})$`, "i");
  for (const name of ["ANTHROPIC_BASE_URL", "HTTPS_PROXY", "apiBase", "baseURL"])
    expect(key.test(name)).toBe(true);
  expect(key.test("homepage_url")).toBe(false);
});
