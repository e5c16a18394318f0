/**
 * Installs what only some commands need and `npm ci` therefore leaves out: each such folder has a package.json and a
 * lock file of its own. Does nothing when the folder is up to date with its lock file.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** Tools for benchmarks; for the check of regular expressions; the browser and the clients of the e2e tests. */
export type ToolFolder = "bench" | "scripts" | "test/e2e";

/** Calls `print` before it uses the network. Returns the folder's node_modules. */
export function installTools(folder: ToolFolder, print: (line: string) => void = () => {}): string {
  const modules = path.join(root, folder, "node_modules");
  const lock = readFileSync(path.join(root, folder, "package-lock.json"), "utf8");
  const copy = path.join(modules, ".installed-lock.json");
  if (existsSync(copy) && readFileSync(copy, "utf8") === lock) return modules;
  print(`Installing the tools of ${folder} (once)`);
  const args = ["ci", "--prefix", path.join(root, folder), "--ignore-scripts", "--prefer-offline"];
  const { status, stderr, error } = spawnSync("npm", args, {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim();
    throw new Error(`\`npm ci --prefix ${folder}\` failed; it needs the network once.\n${reason}`);
  }
  writeFileSync(copy, lock);
  return modules;
}
