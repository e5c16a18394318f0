/** What `npx vskill-platform` gives: the packed package, installed into an empty folder, runs every command. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { emptyFolder, runScript, writeTree } from "../support/client-run.ts";
import { goodSkill } from "../support/skills.ts";
import { startServer } from "../support/start-server.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
const home = emptyFolder();
const script = path.join(home, "node_modules", "vskill-platform", "cli", "bin.mjs");
const dataDir = path.join(home, "data");
const skill = path.join(home, "my-notes");

function npm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
  return stdout.trim();
}

/** `node_modules/.bin` is a shell script on Windows; this is what it starts. */
const vskill = (args: string[], env: Record<string, string> = {}) =>
  runScript(script, args, { cwd: home, env });

beforeAll(() => {
  const packed = npm(root, "pack", "--silent", "--pack-destination", home).split("\n").at(-1) ?? "";
  npm(home, "install", "--ignore-scripts", "--no-audit", "--prefer-offline", path.join(home, packed));
  writeTree(skill, goodSkill("my-notes"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("the packed package", () => {
  it("has the built code, and brings nothing that only builds or tests", () => {
    const installed = readdirSync(path.join(home, "node_modules"));
    expect(installed).toEqual(expect.arrayContaining(["vskill-platform", "miniflare", "workerd"]));
    for (const name of ["wrangler", "esbuild", "typescript", "vitest", "drizzle-orm"])
      expect(installed).not.toContain(name);
    expect(existsSync(path.join(home, "node_modules", ".bin", "vskill-platform"))).toBe(true);
  });

  it("tells its version and its help", async () => {
    expect(await vskill(["--version"])).toEqual({ code: 0, output: `${manifest.version}\n` });
    expect(await vskill(["--help"])).toEqual({ code: 0, output: expect.stringContaining("usage:") });
  });

  it("scans a folder", async () => {
    expect(await vskill(["scan", skill])).toEqual({ code: 0, output: expect.stringContaining("1 pass") });
  });

  it("serves, and is a client of what it serves", async () => {
    await using server = await startServer({ script, dataDir });
    const env = { VSKILL_REGISTRY: server.url };
    const asAdmin = { ...env, VSKILL_TOKEN: server.adminToken ?? "" };
    const made = await vskill(["token", "create", "--owner", "acme", "--scope", "submit", "--json"], asAdmin);
    const { token } = JSON.parse(made.output) as { token: string };
    const submitted = await vskill(["submit", skill, "--watch"], { ...env, VSKILL_TOKEN: token });
    expect(submitted.output).toContain("Published as acme/uploads/my-notes");
    expect((await vskill(["search", "my-notes"], env)).output).toContain("acme/uploads/my-notes@1.0.0");
    expect((await vskill(["info", "my-notes"], env)).code).toBe(0);
    expect((await vskill(["verify", "acme/uploads/my-notes"], env)).code).toBe(0);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    const { code, output } = await server.stop("SIGTERM");
    expect([code, output]).toEqual([0, expect.stringContaining("stopped (SIGTERM)")]);
  });

  it("backs up, restores and rebuilds", async () => {
    const backup = path.join(home, "backup");
    const restored = path.join(home, "restored");
    expect(await vskill(["backup", "--to", backup, "--data", dataDir])).toMatchObject({ code: 0 });
    expect(await vskill(["restore", "--from", backup, "--data", restored])).toMatchObject({ code: 0 });
    expect(await vskill(["rebuild", "--data", restored])).toMatchObject({ code: 0 });
    await using server = await startServer({ script, dataDir: restored });
    const found = await vskill(["search", "my-notes"], { VSKILL_REGISTRY: server.url });
    expect(found.output).toContain("acme/uploads/my-notes@1.0.0");
  });
});
