/** Every row of the tables of settings, packages, claims and agent files matches its example, and not its look-alike. */
import { expect, test } from "vitest";
import { claimRowIn } from "../document/claims.ts";
import { rowOf } from "../document/setting-facts.ts";
import { scanSkill } from "../engine.ts";
import { family } from "../rule.ts";
import { agentSettingsFiles } from "../tables/agent-files.ts";
import { callRows, claimRows } from "../tables/claims.ts";
import { anyOf, lines } from "../tables/compile.ts";
import { hiddenRows } from "../tables/hidden-characters.ts";
import { packageSources } from "../tables/package-sources.ts";
import { sentenceRows } from "../tables/sentences.ts";
import { modelAddressKeys, settingRows } from "../tables/settings.ts";
import { skillOf } from "./skill.ts";
import {
  callExamples,
  claimExamples,
  hiddenExamples,
  packageExamples,
  sentenceExamples,
  settingExamples,
} from "./table-examples.ts";

test.each(settingRows.map((row) => [row.row, row] as const))("setting %s", (id, row) => {
  const find = ([keys, value]: readonly [string, string] = ["", ""]) =>
    rowOf({ keys: keys.split("."), value });
  expect(find(settingExamples[id]?.[0])).toBe(row);
  expect(find(settingExamples[id]?.[1])).toBeUndefined();
});

test.each(packageSources.map((row) => [row.hint, row] as const))("package from %s", (hint, { pattern }) => {
  const matches = (text: string) => [...text.matchAll(pattern)].length > 0;
  expect(packageExamples[hint]).toBeDefined();
  for (const [example, not] of packageExamples[hint] ?? []) {
    expect(example.toLowerCase()).toContain(hint);
    expect(matches(example)).toBe(true);
    expect(matches(not)).toBe(false);
  }
});

test.each(claimRows.map(({ row }) => row))("claim %s", (id) => {
  const [example, not] = claimExamples[id] ?? ["", ""];
  expect(claimRowIn(example)?.row).toBe(id);
  expect(claimRowIn(not)).toBeUndefined();
});

test.each(callRows.map((row) => [row.act, row] as const))("calls that %s", (act, { calls }) => {
  const pattern = new RegExp(lines(calls).join("|"), "m");
  const [example, not] = callExamples[act];
  expect(pattern.test(example)).toBe(true);
  expect(pattern.test(not)).toBe(false);
});

test.each(hiddenRows.map((row) => [row.id, row] as const))("hidden %s", (id, { pattern, least }) => {
  const isSeen = (text = "") => [...text.matchAll(pattern)].some(([match]) => match.length >= least);
  expect(isSeen(hiddenExamples[id]?.[0])).toBe(true);
  expect(isSeen(hiddenExamples[id]?.[1])).toBe(false);
});

test.each(sentenceRows.map((row) => [row.id, row] as const))("sentence %s", (id, { verb }) => {
  const rule = { id: "T08-row", title: "A row", confidence: 0.9, message: "Seen.", advice: "None." } as const;
  const families = [
    family({ id: "T08", title: "A row" }, [{ ...rule, match: [{ verb: [verb], row: [id] }] }]),
  ];
  const isSeen = (sentence = "") =>
    scanSkill(skillOf(sentence), { digest: "d", families }).findings.length > 0;
  expect(isSeen(sentenceExamples[id]?.[0])).toBe(true);
  expect(isSeen(sentenceExamples[id]?.[1])).toBe(false);
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
