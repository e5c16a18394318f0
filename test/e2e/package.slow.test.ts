/** The package that `npx vskill-platform` runs: packed and installed into an empty folder, it runs every command. */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { emptyFolder, runCommand, runScript, writeTree } from "../support/client-run.ts";
import { goodSkill } from "../support/skills.ts";
import { startServer } from "../support/start-server.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
const home = emptyFolder();
const script = path.join(home, "node_modules", "vskill-platform", "cli", "bin.mjs");
const dataDir = path.join(home, "data");
const modules = path.join(home, "node_modules");
/** Size of the package, miniflare and workerd, without the Node that is fetched only on machines with an older one. */
const MOST_BYTES = 220e6;
const skill = path.join(home, "my-notes");

function npm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
  return stdout.trim();
}

/** Runs the script that the command in `node_modules/.bin` starts, on the Node of the tests. */
const vskill = (args: string[], env: Record<string, string> = {}) =>
  runScript(script, args, { cwd: home, env });

/** Runs the command itself on the machine's own Node. `scripts/run.mjs` put the Node of the tests before it in PATH. */
function vskillFromShell(...args: string[]) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  folders.splice(folders.indexOf(path.dirname(process.execPath)), 1);
  const PATH = folders.join(path.delimiter);
  const XDG_CACHE_HOME = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  const command = path.join(modules, ".bin", "vskill-platform");
  return runCommand(command, args, { cwd: home, env: { PATH, XDG_CACHE_HOME } });
}

beforeAll(() => {
  const packed = npm(root, "pack", "--silent", "--pack-destination", home).split("\n").at(-1) ?? "";
  npm(home, "install", "--ignore-scripts", "--no-audit", "--prefer-offline", path.join(home, packed));
  writeTree(skill, goodSkill("my-notes"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("the packed package", () => {
  it("installs the built code, and no dependency that only builds or tests need", () => {
    const installed = readdirSync(modules);
    expect(installed).toEqual(expect.arrayContaining(["vskill-platform", "miniflare", "workerd"]));
    for (const name of ["wrangler", "esbuild", "typescript", "vitest", "drizzle-orm"])
      expect(installed).not.toContain(name);
  });

  it(`takes at most ${MOST_BYTES / 1e6} MB with its dependencies`, () => {
    const entries = readdirSync(modules, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it.skipIf(process.platform === "win32")(
    "runs from a shell, on the machine's Node or a newer one",
    async () => {
      const { code, output } = await vskillFromShell("--version");
      expect([code, output]).toEqual([0, expect.stringMatching(`(^|\n)${manifest.version}\n$`)]);
      expect((await vskillFromShell("scan", skill)).output).toContain("1 pass");
    },
  );

  it("shows its version and its help", async () => {
    expect(await vskill(["--version"])).toEqual({ code: 0, output: `${manifest.version}\n` });
    expect(await vskill(["--help"])).toEqual({ code: 0, output: expect.stringContaining("usage:") });
  });

  it("scans a folder", async () => {
    expect(await vskill(["scan", skill])).toEqual({ code: 0, output: expect.stringContaining("1 pass") });
  });

  it("serves a registry, and works as a client of it", async () => {
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
