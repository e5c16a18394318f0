/**
 * The bindings, crons and migrations of a bundle, stored at build time. A start therefore loads no wrangler, which takes
 * a second, and an installed package needs no sources.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AssetNames } from "../../scripts/build-assets.ts";

export interface Migration {
  /** The file's name, as wrangler records it. */
  readonly name: string;
  readonly statements: readonly string[];
}

export interface BuildDescription {
  /** The Worker's part of Miniflare's options, as wrangler derives it from wrangler.jsonc. */
  readonly workerOptions: Readonly<Record<string, unknown>>;
  readonly crons: readonly string[];
  /** In the order of their names, which is the order they are applied in. */
  readonly migrations: readonly Migration[];
  /** The names under which the style sheet and the browser scripts are served. */
  readonly assetNames: AssetNames;
}

/** Placeholder for the project's folder, which differs in an installed package. */
const ROOT = "<root>";

export async function describeBuild(root: string, assetNames: AssetNames): Promise<BuildDescription> {
  const wrangler = await import("wrangler");
  const config = path.join(root, "wrangler.jsonc");
  const { workerOptions } = wrangler.unstable_getMiniflareWorkerOptions(config);
  const { triggers } = wrangler.unstable_readConfig({ config });
  const dir = path.join(root, "migrations");
  const migrations = readdirSync(dir)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({
      name,
      statements: wrangler.unstable_splitSqlQuery(readFileSync(path.join(dir, name), "utf8")),
    }));
  const description = { workerOptions, crons: triggers.crons ?? [], migrations, assetNames };
  return mapStrings(description, (text) => text.replaceAll(root, ROOT)) as BuildDescription;
}

/** The description with the paths of this machine. */
export function restoreRoot(description: BuildDescription, root: string): BuildDescription {
  const { workerOptions } = description;
  return {
    ...description,
    workerOptions: mapStrings(workerOptions, (text) => text.replaceAll(ROOT, root)) as typeof workerOptions,
  };
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
