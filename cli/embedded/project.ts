/** Finds the platform's own files, in a checkout and in an installed package. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder of our package.json, found upwards from this file. */
export const projectRoot: string = findRoot(import.meta.dirname);

function findRoot(start: string): string {
  for (let dir = start; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, "package.json")) && existsSync(path.join(dir, "wrangler.jsonc")))
      return dir;
    if (path.dirname(dir) === dir) throw new Error(`no package.json beside a wrangler.jsonc above ${start}`);
  }
}

/** The version of the platform, from package.json. */
export function readAppVersion(): string {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")) as {
    version: string;
  };
  return manifest.version;
}

/** True in a checkout; false in an installed package, which contains the bundle and no sources. */
export function hasSources(): boolean {
  return existsSync(path.join(projectRoot, "src", "worker.ts"));
}
