/**
 * Builds the production bundle, the same that `npm run deploy` uploads, and stores it under the digest of its inputs in
 * `dist/worker/`, where the next start finds it. A bundle is built in a temporary folder and renamed, so that two
 * starts at once never see an unfinished one.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type AssetNames, buildAssets } from "../../scripts/build-assets.ts";
import { type BuildDescription, describeBuild, restoreRoot } from "./build-description.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";
import { fingerprint } from "./fingerprint.ts";
import { hasSources, projectRoot } from "./project.ts";

export interface Build extends BuildDescription {
  /** The folder that holds the modules. */
  readonly dir: string;
  /** Whether this start built it, or reused an earlier build. */
  readonly made: boolean;
}

const DESCRIPTION = "build.json";
const workerDir = path.join(projectRoot, "dist", "worker");

/** The bundle of the current sources; built only if it does not exist yet. */
export async function ensureBuild(): Promise<Build> {
  if (!hasSources()) return readBuild(shippedBuild());
  const dir = path.join(workerDir, fingerprint(projectRoot).slice(0, 16));
  if (isComplete(dir)) return readBuild(dir);
  try {
    await makeBuild(dir);
  } catch (error) {
    throw explainDiskError(error, workerDir) ?? error;
  }
  return { ...readBuild(dir), made: true };
}

/** Its assets are outside its folder, among the static files: they may have been deleted. */
function isComplete(dir: string): boolean {
  if (!existsSync(path.join(dir, DESCRIPTION))) return false;
  const assets = path.join(projectRoot, "public", "assets");
  return Object.values(readBuild(dir).assetNames).every((name) => existsSync(path.join(assets, name)));
}

/** Defines the names of the assets for the bundler; see src/pages/asset-names.ts. */
export function assetDefine(names: AssetNames): string[] {
  return ["--define", `ASSET_NAMES:${JSON.stringify(names)}`];
}

function shippedBuild(): string {
  const [only] = existsSync(workerDir) ? readdirSync(workerDir) : [];
  if (only === undefined)
    throw new StartFailure(EXIT.build, `${workerDir} is missing. Install the package again.`);
  return path.join(workerDir, only);
}

function readBuild(dir: string): Build {
  const description = JSON.parse(readFileSync(path.join(dir, DESCRIPTION), "utf8")) as BuildDescription;
  return { ...restoreRoot(description, projectRoot), dir, made: false };
}

async function makeBuild(dir: string): Promise<void> {
  const draft = path.join(projectRoot, "dist", `.worker-${process.pid}`);
  const discard = () => rmSync(draft, { recursive: true, force: true });
  discard();
  mkdirSync(draft, { recursive: true });
  process.once("exit", discard);
  try {
    const assetNames = await buildAssets(projectRoot);
    const { code, output } = await runWrangler([
      "deploy",
      "--dry-run",
      "--outdir",
      draft,
      ...assetDefine(assetNames),
    ]);
    if (code !== 0) throw new StartFailure(EXIT.build, `The Worker could not be built.\n\n${output.trim()}`);
    writeFileSync(
      path.join(draft, DESCRIPTION),
      JSON.stringify(await describeBuild(projectRoot, assetNames), null, 1),
    );
    moveIn(draft, dir);
  } finally {
    process.removeListener("exit", discard);
    discard();
  }
}

function moveIn(draft: string, dir: string): void {
  // Another start may have built the same inputs in the meantime and may be reading that bundle, so keep it.
  if (!isComplete(dir)) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(workerDir, { recursive: true });
    try {
      renameSync(draft, dir);
    } catch (error) {
      if (!isComplete(dir)) throw error;
    }
  }
  for (const name of readdirSync(workerDir)) {
    if (name !== path.basename(dir)) rmSync(path.join(workerDir, name), { recursive: true, force: true });
  }
}

/** No banner, metrics, update check, log files or prompts. */
const quiet = {
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_WRITE_LOGS: "false",
  NO_UPDATE_NOTIFIER: "1",
  CI: "1",
};

/** Runs wrangler with this Node; resolves with its exit code and output. `inherit` shows the output instead. */
export function runWrangler(
  args: readonly string[],
  stdio: "pipe" | "inherit" = "pipe",
): Promise<{ code: number; output: string }> {
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  const bin = path.join(path.dirname(manifest), "bin", "wrangler.js");
  const env =
    stdio === "pipe" ? { ...process.env, ...quiet } : { ...process.env, WRANGLER_SEND_METRICS: "false" };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: projectRoot,
      stdio: stdio === "pipe" ? ["ignore", "pipe", "pipe"] : "inherit",
      env,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    }
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("error", reject);
    child.once("close", (code) => {
      process.removeListener("exit", end);
      resolve({ code: code ?? 1, output });
    });
  });
}
