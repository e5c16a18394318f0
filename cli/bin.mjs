#!/usr/bin/env node
// The package's command. Plain JavaScript for any Node from 18 on: finds the Node 24 that came with the package and
// runs the real command line with it, passing on arguments, signals and the exit code.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MIN_NODE_MAJOR = 24;
const here = path.dirname(fileURLToPath(import.meta.url));

/** A Node that is new enough: this one, or the one from our optional dependencies; null when there is none. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= MIN_NODE_MAJOR) return process.execPath;
  const require = createRequire(import.meta.url);
  const platform = process.platform === "win32" ? "win" : process.platform;
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      return path.join(path.dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.node);
    } catch {
      // Not installed on this machine: try the next name.
    }
  }
  return null;
}

/** Sources in a checkout, the bundle in an installed package (Node runs no TypeScript inside node_modules). */
function findCommandLine() {
  const source = path.join(here, "vskill.ts");
  return existsSync(source) ? source : path.join(here, "..", "dist", "cli.mjs");
}

const node = findNode();
if (node === null) {
  console.error(
    `This needs Node ${MIN_NODE_MAJOR}; here is ${process.version}, and none came with the package for ` +
      `${process.platform} ${process.arch}. Install again without --omit=optional, or use Node ${MIN_NODE_MAJOR}.`,
  );
  process.exit(71);
}

const args = ["--disable-warning=ExperimentalWarning", findCommandLine(), ...process.argv.slice(2)];
const child = spawn(node, args, {
  stdio: "inherit",
  env: { ...process.env, VSKILL_LAUNCHER: String(process.pid) },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.once("error", (error) => {
  console.error(`${node} could not be started: ${error.message}`);
  process.exit(71);
});
child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
