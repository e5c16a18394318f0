/** The server's output on a terminal. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { eventLine, eventTexts } from "../embedded/event-lines.ts";
import type { LogEntry } from "../embedded/logs.ts";
import { Screen } from "../embedded/screen.ts";
import { rendered } from "../output.ts";

function textOf(entry: LogEntry): string | null {
  const line = eventLine(entry);
  return line === null ? null : rendered(line, { colours: false });
}

const run = { level: "info", event: "pipeline.run", submissionId: "s1", outcome: "finished", ms: 5 } as const;

describe("a log entry", () => {
  it.each([
    [{ state: "PUBLISHED", skill: "acme/tools/pdf", version: "1.0.2" }, "✓ published acme/tools/pdf 1.0.2"],
    [
      { state: "TIER1_FAILED", skill: "acme/x", version: null, reasonCode: "STATIC_SCAN_FAILED", score: 35 },
      "✗ rejected acme/x: static analysis found a blocking issue (score 35/100)",
    ],
    [
      { state: "NEEDS_REVIEW", skill: "acme/x", reasonCode: "SCAN_CONCERNS", score: 70 },
      "? needs review acme/x: the analysis has concerns (score 70/100)",
    ],
    [
      { state: "BLOCKED", skill: "acme/x", reasonCode: "BLOCKLISTED" },
      "✗ blocked acme/x: it is on the blocklist",
    ],
    [{ state: "REJECTED", skill: "acme/x", reasonCode: "NEW_CODE" }, "✗ rejected acme/x: NEW_CODE"],
  ])("of a decided submission is one line: %j", (fields, line) => {
    expect(textOf({ ...run, ...fields })).toBe(line);
  });

  it("shows a problem's own message as the reason", () => {
    const line = textOf({
      ...run,
      state: "REJECTED",
      skill: "acme/x",
      reasonCode: "NO_SKILL_FOUND",
      score: null,
    });
    expect(line).toMatch(/^✗ rejected acme\/x: .*SKILL\.md/);
  });

  it("of a run that continues later, of a finished job and of a tick is not shown", () => {
    expect(textOf({ ...run, state: "TIER2_SCANNING", skill: "acme/x" })).toBeNull();
    expect(textOf({ level: "info", event: "job.done", job: "retention" })).toBeNull();
    expect(textOf({ level: "info", event: "cron.ticked", cron: "* * * * *" })).toBeNull();
  });

  it("of a warning or an error says what happened, with its details", () => {
    const failed = { level: "error", event: "job.failed", job: "retention", error: "D1 is down" } as const;
    expect(textOf(failed)).toBe(
      "✗ A background job failed and runs again at its next time: D1 is down (job=retention)",
    );
    expect(textOf({ level: "warn", event: "page.part_absent", part: "list" })).toBe(
      "! page part absent: (part=list)",
    );
    expect(textOf({ ...run, level: "error", state: "TIER1_SCANNING", error: "D1 is down" })).toMatch(
      /^✗ A pipeline step failed and is retried: D1 is down/,
    );
  });

  it("cannot send control sequences to the terminal", () => {
    const line = textOf({ level: "info", event: "runtime", message: "a\u001b[2Jb\nc" });
    expect(line).toBe("a‹U+001B›[2Jb c");
  });
});

it("every event with a text of its own is logged somewhere", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const sources = ["src/lib", "src/http", "src/api", "cli/embedded"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes("event-lines"))
      .map((name) => readFileSync(path.join(root, folder, name), "utf8")),
  );
  const missing = Object.keys(eventTexts).filter(
    (event) => !sources.some((text) => text.includes(`"${event}"`)),
  );
  expect(missing).toEqual([]);
});

describe("the screen", () => {
  it("shows a short progress line in full if the width is unknown", () => {
    for (const columns of [0, 80]) {
      const written: string[] = [];
      new Screen({ columns, write: (text) => written.push(text) }).showProgress("Starting…");
      expect(written).toEqual(["\r\u001b[KStarting…"]);
    }
  });

  it("keeps one progress line below everything else, and removes it at the end", () => {
    const written: string[] = [];
    const screen = new Screen({ columns: 20, write: (text) => written.push(text) });
    screen.showProgress("Building the Worker, which takes a while");
    screen.print("a line");
    screen.showProgress("");
    screen.print("the end");
    const clear = "\r\u001b[K";
    const progress = "Building the Worker";
    expect(written.join("")).toBe(`${clear}${progress}${clear}a line\n${progress}${clear}the end\n`);
  });
});
