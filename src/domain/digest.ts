/**
 * The content digest: the identity of what was scanned, served and installed. It covers the path, executable bit and
 * bytes of every file (L61), and nothing else: no times, owners or commit (L60). `docs/CONTENT-DIGEST.md` specifies
 * it; a test compares both.
 */
import { createHash } from "node:crypto";
import type { SkillFile } from "./skill-file.ts";

const utf8 = new TextEncoder();

/** `sha256:<64 hex>` over the files, sorted by the UTF-8 bytes of their paths. */
export function contentDigest(files: readonly SkillFile[]): string {
  const hash = createHash("sha256");
  for (const file of sortedByPath(files)) {
    // Neither paths nor numbers contain a NUL, so different lists of files always give the hash different bytes.
    hash.update(utf8.encode(`${file.path}\0${file.executable ? "x" : "-"}\0${file.bytes.length}\0`));
    hash.update(file.bytes);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** By the bytes of the path, not by locale or UTF-16 unit, so the order is the same on every machine. */
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
