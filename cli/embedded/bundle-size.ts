/** Checks the size of the bundle. */
import { gzipSync } from "node:zlib";
import { readModules } from "./modules.ts";

/** 1 MB: a third of what Cloudflare's free plan allows, so that growth is noticed long before a deploy fails. */
export const MAX_GZIPPED_BYTES = 1_048_576;

export interface BundleSize {
  readonly bytes: number;
  readonly gzippedBytes: number;
  readonly withinLimit: boolean;
}

/** The upload size of the bundle in `dir`: each module gzipped, without source maps. */
export function measureBundle(dir: string, maxGzippedBytes: number = MAX_GZIPPED_BYTES): BundleSize {
  const modules = readModules(dir);
  const bytes = modules.reduce((sum, { contents }) => sum + contents.length, 0);
  const gzippedBytes = modules.reduce(
    (sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length,
    0,
  );
  return { bytes, gzippedBytes, withinLimit: gzippedBytes <= maxGzippedBytes };
}

/** One line for people. */
export function describeSize({ bytes, gzippedBytes, withinLimit }: BundleSize): string {
  const kib = (count: number) => `${(count / 1024).toFixed(1)} KiB`;
  const verdict = withinLimit ? "within" : "OVER";
  return `Worker bundle: ${kib(bytes)}, gzipped ${kib(gzippedBytes)}: ${verdict} the limit of ${kib(MAX_GZIPPED_BYTES)}`;
}
