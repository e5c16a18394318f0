/** A digest of all inputs of the bundle. With the same digest, the bundle need not be built again. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** Folders and files that determine the bundle, its bindings and its migrations. */
const BUILD_INPUTS = [
  "src",
  "migrations",
  "scripts/build-assets.ts",
  "public",
  "wrangler.jsonc",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
] as const;

/** Tests are not part of the bundle, and the build itself writes public/assets. */
const notAnInput = /(^|\/)__tests__(\/|$)|^public\/assets(\/|$)/;

/** Digest of the inputs under `root`; file names count as well as contents. */
export function fingerprint(root: string, inputs: readonly string[] = BUILD_INPUTS): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => listFiles(root, input))) {
    const contents = readFileSync(path.join(root, file));
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.digest("hex");
}

/** Cheap to compute often: changes whenever an input was written, without reading any. */
export function changeStamp(root: string): string {
  return BUILD_INPUTS.flatMap((input) => listFiles(root, input))
    .map((file) => {
      const stat = statSync(path.join(root, file), { throwIfNoEntry: false });
      return `${file} ${stat?.mtimeMs} ${stat?.size}`;
    })
    .join("\n");
}

function listFiles(root: string, relative: string): string[] {
  const full = path.join(root, relative);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat === undefined || notAnInput.test(relative)) return [];
  if (!stat.isDirectory()) return [relative];
  return readdirSync(full)
    .sort()
    .flatMap((name) => listFiles(root, `${relative}/${name}`));
}
