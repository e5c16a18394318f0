import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { restoreRoot } from "../embedded/build-description.ts";
import { describeSize, MAX_GZIPPED_BYTES, measureBundle } from "../embedded/bundle-size.ts";
import { fingerprint } from "../embedded/fingerprint.ts";
import { readModules } from "../embedded/modules.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "vskill-unit-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, contents: string | Buffer): void {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  writeFileSync(path.join(dir, name), contents);
}

describe("fingerprint", () => {
  const of = () => fingerprint(dir, ["src", "wrangler.jsonc", "not-there"]);

  it("changes with contents, names and new files, and not with tests", () => {
    write("src/a.ts", "1");
    write("wrangler.jsonc", "{}");
    const first = of();
    expect(of()).toBe(first);
    write("src/__tests__/a.test.ts", "x");
    expect(of()).toBe(first);
    write("src/a.ts", "2");
    const second = of();
    expect(second).not.toBe(first);
    write("src/deep/b.ts", "");
    expect(of()).not.toBe(second);
  });

  it("does not confuse the end of one file with the start of the next", () => {
    write("src/a", "xy");
    write("src/b", "");
    const first = of();
    write("src/a", "x");
    write("src/b", "y");
    expect(of()).not.toBe(first);
  });
});

describe("the bundle", () => {
  it("contains its modules, entry first, without source maps and notes", () => {
    for (const name of ["a.wasm", "worker.js", "worker.js.map", "README.md", "build.json", "deep/page.html"])
      write(name, "x");
    const modules = readModules(dir).map((module) => `${path.relative(dir, module.path)} ${module.type}`);
    expect(modules).toEqual(["worker.js ESModule", "a.wasm CompiledWasm", "deep/page.html Text"]);
  });

  it("is measured gzipped and compared with the limit", () => {
    write("worker.js", "x".repeat(4_000_000));
    expect(measureBundle(dir)).toMatchObject({ bytes: 4_000_000, withinLimit: true });
    write("noise.bin", randomBytes(MAX_GZIPPED_BYTES));
    const size = measureBundle(dir);
    expect(size.withinLimit).toBe(false);
    expect(describeSize(size)).toContain("OVER");
  });
});

describe("the description of a build", () => {
  it("contains no path of the build machine", () => {
    const workerOptions = { assets: { directory: "<root>/public", list: ["<root>"] }, number: 1 };
    const restored = restoreRoot({ workerOptions, crons: [], migrations: [], assetNames: {} }, "/elsewhere");
    expect(restored.workerOptions).toEqual({
      assets: { directory: "/elsewhere/public", list: ["/elsewhere"] },
      number: 1,
    });
  });
});
