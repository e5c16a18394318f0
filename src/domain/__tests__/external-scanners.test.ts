import { describe, expect, it } from "vitest";
import { judgeFindings } from "../external-scan-result.ts";
import { readExternalScanners } from "../external-scanners.ts";

describe("EXTERNAL_SCANNERS", () => {
  it("configures no scanner when unset or empty", () => {
    expect(readExternalScanners(undefined)).toEqual([]);
    expect(readExternalScanners(" ")).toEqual([]);
  });

  it("configures scanners with a URL and scanners that pull", () => {
    const text = '[{"name":"semgrep","url":"https://scan.example/hook"},{"name":"trufflehog"}]';
    expect(readExternalScanners(text)).toEqual([
      { name: "semgrep", url: "https://scan.example/hook" },
      { name: "trufflehog" },
    ]);
  });

  it.each([
    ["{", "not JSON"],
    ["{}", "must be a list"],
    ['[{"name":"Semgrep"}]', "lower-case"],
    ['[{"name":"a","url":"file:///etc/passwd"}]', "http or https"],
    ['[{"name":"a","adress":"https://x.example"}]', "adress"],
    ['[{"name":"a"},{"name":"a"}]', "the same name"],
  ])("L47: reports the problem with %s", (text, cause) => {
    expect(() => readExternalScanners(text)).toThrow(cause);
    expect(() => readExternalScanners(text)).toThrow(/EXTERNAL_SCANNERS/);
  });
});

describe("the verdict of an external scan", () => {
  it("depends only on the findings", () => {
    const found = (severity: "critical" | "high") => ({ severity, rule: "r", message: "" });
    expect(judgeFindings([])).toEqual({ verdict: "clean", criticalCount: 0 });
    expect(judgeFindings([found("high")])).toEqual({ verdict: "findings", criticalCount: 0 });
    expect(judgeFindings([found("critical"), found("high"), found("critical")])).toEqual({
      verdict: "critical",
      criticalCount: 2,
    });
  });
});
