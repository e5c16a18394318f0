/**
 * The content digest: the identity of what was scanned, served and installed. Covers every file's path,
 * executable bit and bytes (L61), and nothing else: no times, no owners, no commit (L60).
 * `docs/CONTENT-DIGEST.md` says the same in words; a test holds the two together.
 */
import { createHash } from "node:crypto";
import type { SkillFile } from "./skill-file.ts";

const utf8 = new TextEncoder();

/** `sha256:<64 hex>` over the files in the order of their paths' UTF-8 bytes. */
export function contentDigest(files: readonly SkillFile[]): string {
  const hash = createHash("sha256");
  for (const file of sortedByPath(files)) {
    // Neither a path nor a number holds a NUL, so no two lists of files give the same bytes to the hash.
    hash.update(utf8.encode(`${file.path}\0${file.executable ? "x" : "-"}\0${file.bytes.length}\0`));
    hash.update(file.bytes);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** By the bytes of the path, not by locale or UTF-16 unit: the same on every machine and in every language. */
export function sortedByPath<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return files
    .map((file) => ({ file, key: utf8.encode(file.path) }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .map(({ file }) => file);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
