/**
 * Scanned content in R2, stored under its digest in several archive formats: `content/<digest>/skill.tar.gz`, `skill.zip`,
 * `npm.tgz`. Each archive is written once and never again, so its own checksum stays valid. The database records which
 * archives exist. This module knows nothing of skill names or states.
 */
import { createHash } from "node:crypto";
import { contentDigest } from "../../domain/digest.ts";
import { defaultLimits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { gunzip } from "../archives/gunzip.ts";
import { makeNpmTarball, makeTarGz, makeZip, type NpmPackage } from "../archives/install-archives.ts";
import { readTar } from "../archives/tar-reader.ts";
import { archiveBucket } from "../platform/bucket.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";

export type ArchiveFormat = "skill.tar.gz" | "skill.zip" | "npm.tgz";

interface StoredArchive {
  /** The R2 key. For `npm.tgz` the database must store it, see `storeNpmArchive`. */
  readonly key: string;
  readonly size: number;
  /** `sha256:<hex>` over the stored bytes. */
  readonly sha256: string;
}

export interface StoredArchives {
  readonly tarGz: StoredArchive;
  readonly zip: StoredArchive;
}

export interface StoredNpmArchive extends StoredArchive {
  /** `sha512-<base64>`, the packument's `dist.integrity`. */
  readonly integrity: string;
  /** SHA-1 in hex, the packument's `dist.shasum`. */
  readonly shasum: string;
}

const contentTypes: Readonly<Record<ArchiveFormat, string>> = {
  "skill.tar.gz": "application/gzip",
  "skill.zip": "application/zip",
  "npm.tgz": "application/gzip",
};

function archiveKey(digest: string, format: ArchiveFormat): string {
  return `${contentPrefix(digest)}${format}`;
}

function contentPrefix(digest: string): string {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`not a content digest: ${digest}`);
  return `content/${digest}/`;
}

/** Creates and stores the archives that do not exist yet. Idempotent, even when run concurrently: the bytes are the same. */
export async function storeSkillContent(
  digest: string,
  files: readonly SkillFile[],
): Promise<StoredArchives> {
  if (contentDigest(files) !== digest)
    throw new Error("these files do not have the digest they are stored under");
  // The tarball last: if `loadSkillContent` finds it, the zip exists too.
  const zip = await storeArchive(digest, "skill.zip", () => makeZip(files));
  const tarGz = await storeArchive(digest, "skill.tar.gz", () => makeTarGz(files));
  return { tarGz: storedArchive(tarGz), zip: storedArchive(zip) };
}

/**
 * Creates and stores the npm package of a content. Its bytes contain the package's name, and two repositories may publish the
 * same content: the first package is stored as `npm.tgz`, any other under a key with a hash of its name and version.
 */
export async function storeNpmArchive(
  digest: string,
  files: readonly SkillFile[],
  about: NpmPackage,
): Promise<StoredNpmArchive> {
  const identity = `${about.packageName}@${about.version}`;
  const identityHash = createHash("sha256").update(identity).digest("hex").slice(0, 16);
  const archive = { format: "npm.tgz", create: () => makeNpmTarball(files, about), identity } as const;
  let stored = await storeOnce({ ...archive, key: archiveKey(digest, "npm.tgz") });
  if (stored.customMetadata?.identity !== identity) {
    stored = await storeOnce({ ...archive, key: `${contentPrefix(digest)}npm-${identityHash}.tgz` });
  }
  const meta = requireMetadata(stored);
  return { ...storedArchive(stored), integrity: meta.integrity ?? "", shasum: meta.shasum ?? "" };
}

function storeArchive(digest: string, format: ArchiveFormat, create: () => Uint8Array): Promise<R2Object> {
  return storeOnce({ key: archiveKey(digest, format), format, create });
}

interface NewArchive {
  readonly key: string;
  readonly format: ArchiveFormat;
  readonly create: () => Uint8Array;
  /** Package and version of an npm archive. */
  readonly identity?: string;
}

/** Writes the object unless it exists. Of two concurrent writers the second gets the first one's object. */
async function storeOnce({ key, format, create, identity = "" }: NewArchive): Promise<R2Object> {
  const bucket = archiveBucket();
  const existing = await bucket.head(key);
  if (existing !== null) {
    const kept = isYoung(existing) ? existing : await keep(bucket, key);
    if (kept !== null) return kept;
  }
  const bytes = create();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const npm = format === "npm.tgz" ? npmDigests(bytes) : {};
  const written = await bucket.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    sha256,
    httpMetadata: { contentType: contentTypes[format] },
    customMetadata: { sha256: `sha256:${sha256}`, identity, ...npm },
  });
  const object = written ?? (await bucket.head(key));
  if (object === null) throw new Error(`the archive ${key} was deleted while it was being stored`);
  return object;
}

/** `deleteUnneededContent` spares what was stored or kept within a day. Within one hour no marker is needed. */
function isYoung(object: R2Object): boolean {
  return Date.now() - object.uploaded.getTime() < 60 * 60_000;
}

/**
 * Writes the `kept` marker of an old object, then checks that the object still exists. In this order: a concurrent removal
 * either sees the marker and restores what it deleted, or has already deleted the object and this check sees it.
 */
async function keep(bucket: Pick<R2Bucket, "put" | "head">, key: string): Promise<R2Object | null> {
  await bucket.put(keptMarkerKey(key), "");
  return bucket.head(key);
}

/** The marker beside a content's archives. Its upload time says when the content was last needed. */
export function keptMarkerKey(key: string): string {
  return `${key.slice(0, key.lastIndexOf("/"))}/kept`;
}

function npmDigests(bytes: Uint8Array): { integrity: string; shasum: string } {
  return {
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    shasum: createHash("sha1").update(bytes).digest("hex"),
  };
}

function storedArchive(object: R2Object): StoredArchive {
  return { key: object.key, size: object.size, sha256: requireMetadata(object).sha256 };
}

function requireMetadata(object: R2Object): { sha256: string; integrity?: string; shasum?: string } {
  const sha256 = object.customMetadata?.sha256;
  if (sha256 === undefined)
    throw new Error(`the archive ${object.key} lacks our metadata: something else stored it`);
  return { ...object.customMetadata, sha256 };
}

/** The files exactly as they were stored, or null when nothing is stored. Throws CONTENT_CORRUPT on a digest mismatch. */
export async function loadSkillContent(digest: string): Promise<SkillFile[] | null> {
  const object = await openArchive(digest, "skill.tar.gz");
  if (object === null) return null;
  const files: SkillFile[] = [];
  for await (const entry of readTar(gunzip(object.body, trusted), trusted)) {
    files.push({ path: entry.path, bytes: await entry.read(), executable: entry.executable });
  }
  if (contentDigest(files) !== digest) throw new Refusal("CONTENT_CORRUPT");
  return files;
}

/** Stored content was within the limits when it was submitted. Limits lowered since must not make it unreadable. */
const trusted = { ...defaultLimits, unpackRatio: Number.MAX_SAFE_INTEGER };

export function openArchive(digest: string, format: ArchiveFormat): Promise<R2ObjectBody | null> {
  return archiveBucket().get(archiveKey(digest, format));
}

/** Small archives by key, bounded in bytes. The bytes under a key never change, so an entry never gets stale. */
const smallArchives = perEnvironment(() => new LruCache<Uint8Array<ArrayBuffer>>({ maxSize: 8_000_000 }));
/** Most skills are far smaller. Larger archives are streamed. */
const LARGEST_CACHED_BYTES = 128 * 1024;

/**
 * The archive under a key from the database, or null when nothing is stored. Only this reads an npm package that is not the
 * first of its content.
 */
export async function openArchiveByKey(
  key: string,
  size: number,
): Promise<ReadableStream | Uint8Array<ArrayBuffer> | null> {
  const cached = smallArchives().get(key);
  if (cached !== undefined) return cached;
  const object = await archiveBucket().get(key);
  if (object === null) return null;
  if (size > LARGEST_CACHED_BYTES) return object.body;
  const bytes = new Uint8Array(await object.arrayBuffer());
  smallArchives().set(key, bytes, { size: bytes.byteLength });
  return bytes;
}

/** Deletes every archive of a content. Idempotent. */
export async function deleteContent(digest: string): Promise<void> {
  const bucket = archiveBucket();
  for (;;) {
    const page = await bucket.list({ prefix: contentPrefix(digest) });
    if (page.objects.length === 0) return;
    await bucket.delete(page.objects.map(({ key }) => key));
  }
}
