/** The Node version for older machines, and the files that name it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");

interface NodePin {
  readonly OLDEST: string;
  readonly VERSION: string;
  /** Package and checksum for each platform. */
  readonly PROGRAMS: Readonly<Record<string, readonly [string, string]>>;
}

// Plain JavaScript without types: it runs on any Node.
const { OLDEST, PROGRAMS, VERSION }: NodePin = await import(path.join(root, "cli", "node.mjs"));
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

it("is one version with a package and a checksum for each of the five platforms", () => {
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Object.keys(PROGRAMS).sort()).toEqual([
    "darwin-arm64",
    "darwin-x64",
    "linux-arm64",
    "linux-x64",
    "win32-x64",
  ]);
  const programs = Object.values(PROGRAMS);
  for (const [name, sha256] of programs) {
    expect(name).toMatch(/^node-(bin-)?(linux|darwin|win)-(x64|arm64)$/);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(programs.flat()).size).toBe(2 * programs.length);
});

it.each(["SECURITY.md", "docs/adr/0302-node-for-older-machines.md"])("%s names this version", (name) => {
  const versions = read(name).match(/\b26\.\d+\.\d+\b|Node \d+\.\d+\.\d+/g) ?? [];
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((text) => !text.endsWith(VERSION))).toEqual([]);
});

it("CI runs on an old Node, on the oldest supported one, and on this one", () => {
  const [, listed = ""] = /node-version: \[(.*)\]/.exec(read(".github/workflows/check.yml")) ?? [];
  expect(listed.split(", ")).toEqual(['"20"', `"${OLDEST}"`, `"${VERSION}"`]);
});
