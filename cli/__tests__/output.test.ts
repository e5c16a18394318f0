import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EXIT, exitCodeHelp, exitCodeTable } from "../exit-codes.ts";
import { jsonText, paint, rendered, reportFailure } from "../output.ts";

const hostile = "\u001b]0;owned\u0007\u202etxt\nnext\u009b31m\u200b";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("text output", () => {
  it("names every control and invisible character, and stays on one line", () => {
    const line = rendered(["  name     ", paint("green", hostile)], { colours: false });
    expect(line).toBe("  name     ‹U+001B›]0;owned‹U+0007›‹U+202E›txt next‹U+009B›31m‹U+200B›");
  });

  it("has only our own colours, and only if colours are enabled", () => {
    expect(rendered([paint("green", "ok"), " a"], { colours: true })).toBe("\u001b[32mok\u001b[39m a");
    expect(rendered([paint("green", "ok"), " a"], { colours: false })).toBe("ok a");
  });
});

describe("JSON", () => {
  it("has the same content, without terminal control characters", () => {
    const text = jsonText({ description: hostile, tag: "\u{e0041}" });
    expect(JSON.parse(text)).toEqual({ description: hostile, tag: "\u{e0041}" });
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it.each([
    [true, '{"error":"PORT_BUSY","message":"Port 1 is busy. \\u202e"}'],
    [false, "Port 1 is busy. ‹U+202E›"],
  ])("a failure is one line on stderr (as JSON: %s)", (asJson, line) => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const logged = vi.spyOn(console, "log").mockImplementation(() => undefined);
    reportFailure({ asJson, code: "PORT_BUSY", message: "Port 1 is busy. \u202e" });
    expect(printed.mock.calls).toEqual([[line]]);
    expect(logged).not.toHaveBeenCalled();
  });
});

describe("exit codes", () => {
  it("are one table, which the documentation repeats", () => {
    const documented = readFileSync(path.resolve(import.meta.dirname, "../../docs/CLI.md"), "utf8");
    expect(documented).toContain(exitCodeTable());
  });

  it("are listed in each command's help text", () => {
    expect(exitCodeHelp("registry")).toMatch(/^ {2}1 +not found/m);
    expect(exitCodeHelp("scan")).toMatch(/^ {2}2 +fail/m);
    expect(exitCodeHelp("server")).toMatch(/^ {2}75 +/m);
    expect(exitCodeHelp("scan")).not.toContain("75");
    // The launcher (cli/node.mjs) ends every command with it.
    for (const family of ["registry", "scan", "server"] as const)
      expect(exitCodeHelp(family)).toMatch(/^ {2}71 +no Node that is new enough/m);
    for (const code of new Set(Object.values(EXIT))) expect(exitCodeTable()).toContain(`| ${code} |`);
  });
});
