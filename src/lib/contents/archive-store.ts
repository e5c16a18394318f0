/**
 * What was scanned, kept in R2 under its content digest: `content/<digest>/skill.tar.gz`, `skill.zip`,
 * `npm.tgz`. A form is made once and never again, so its own digest holds for ever; large scan reports live
 * beside. The ledger remembers which forms exist; this room knows nothing of skills' names or states.
 */
import { createHash } from "node:crypto";
import { contentDigest } from "../../domain/digest.ts";
import { defaultLimits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { gunzip } from "../archives/gunzip.ts";
import { makeNpmTarball, makeTarGz, makeZip, type NpmPackage } from "../archives/install-forms.ts";
import { readTar } from "../archives/tar-reader.ts";
import { archiveBucket } from "../platform/bucket.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";

export type ArchiveForm = "skill.tar.gz" | "skill.zip" | "npm.tgz";

interface StoredForm {
  /** The R2 key; for `npm.tgz` the ledger must keep it, see `storeNpmArchive`. */
  readonly key: string;
  readonly size: number;
  /** `sha256:<hex>` over the stored bytes. */
  readonly sha256: string;
}

export interface StoredForms {
  readonly tarGz: StoredForm;
  readonly zip: StoredForm;
}

export interface StoredNpmForm extends StoredForm {
  /** `sha512-<base64>`, the packument's `dist.integrity`. */
  readonly integrity: string;
  /** SHA-1 in hex, the packument's `dist.shasum`. */
  readonly shasum: string;
}

const contentTypes: Readonly<Record<ArchiveForm, string>> = {
  "skill.tar.gz": "application/gzip",
  "skill.zip": "application/zip",
  "npm.tgz": "application/gzip",
};

function archiveKey(digest: string, form: ArchiveForm): string {
  return `${contentPrefix(digest)}${form}`;
}

function contentPrefix(digest: string): string {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`not a content digest: ${digest}`);
  return `content/${digest}/`;
}

/** Makes and stores the forms that do not exist yet. Safe to run twice, even at once: the bytes are the same. */
export async function storeSkillContent(digest: string, files: readonly SkillFile[]): Promise<StoredForms> {
  if (contentDigest(files) !== digest)
    throw new Error("these files do not have the digest they are stored under");
  // The tarball last: `loadSkillContent` finds it only when everything else is there.
  const zip = await storeOnce(archiveKey(digest, "skill.zip"), "skill.zip", () => makeZip(files));
  const tarGz = await storeOnce(archiveKey(digest, "skill.tar.gz"), "skill.tar.gz", () => makeTarGz(files));
  return { tarGz: storedForm(tarGz), zip: storedForm(zip) };
}

/**
 * Makes and stores the npm package of a content. Its bytes name the package, and two repositories may publish
 * the same content: the first gets `npm.tgz`, another package a key with a mark of its own.
 */
export async function storeNpmArchive(
  digest: string,
  files: readonly SkillFile[],
  about: NpmPackage,
): Promise<StoredNpmForm> {
  const identity = `${about.packageName}@${about.version}`;
  const mark = createHash("sha256").update(identity).digest("hex").slice(0, 16);
  const make = () => makeNpmTarball(files, about);
  let stored = await storeOnce(archiveKey(digest, "npm.tgz"), "npm.tgz", make, identity);
  if (stored.customMetadata?.identity !== identity) {
    stored = await storeOnce(`${contentPrefix(digest)}npm-${mark}.tgz`, "npm.tgz", make, identity);
  }
  const meta = requireMetadata(stored);
  return { ...storedForm(stored), integrity: meta.integrity ?? "", shasum: meta.shasum ?? "" };
}

/** Writes the object unless it exists; whoever comes second gets what the first has written. */
async function storeOnce(
  key: string,
  form: ArchiveForm,
  make: () => Uint8Array,
  identity = "",
): Promise<R2Object> {
  const bucket = archiveBucket();
  const existing = await bucket.head(key);
  if (existing !== null) {
    const kept = isYoung(existing) ? existing : await keep(bucket, key);
    if (kept !== null) return kept;
  }
  const bytes = make();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const npm = form === "npm.tgz" ? npmDigests(bytes) : {};
  const written = await bucket.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    sha256,
    httpMetadata: { contentType: contentTypes[form] },
    customMetadata: { sha256: `sha256:${sha256}`, identity, ...npm },
  });
  const object = written ?? (await bucket.head(key));
  if (object === null) throw new Error(`the archive ${key} was deleted while it was stored`);
  return object;
}

/** `dropContent` leaves alone what was stored or kept within a day; an hour of that is ours without asking. */
function isYoung(object: R2Object): boolean {
  return Date.now() - object.uploaded.getTime() < 60 * 60_000;
}

/**
 * Says that an old object is wanted again, and looks whether it is still there: in this order, so that a removal
 * under way either sees the mark and puts back what it took, or has already taken it and this sees that.
 */
async function keep(bucket: Pick<R2Bucket, "put" | "head">, key: string): Promise<R2Object | null> {
  await bucket.put(keptMarkerKey(key), "");
  return bucket.head(key);
}

/** Beside the forms of a content: when it was last wanted. */
export function keptMarkerKey(key: string): string {
  return `${key.slice(0, key.lastIndexOf("/"))}/kept`;
}

function npmDigests(bytes: Uint8Array): { integrity: string; shasum: string } {
  return {
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    shasum: createHash("sha1").update(bytes).digest("hex"),
  };
}

function storedForm(object: R2Object): StoredForm {
  return { key: object.key, size: object.size, sha256: requireMetadata(object).sha256 };
}

function requireMetadata(object: R2Object): { sha256: string; integrity?: string; shasum?: string } {
  const sha256 = object.customMetadata?.sha256;
  if (sha256 === undefined) throw new Error(`the archive ${object.key} was stored by someone else`);
  return { ...object.customMetadata, sha256 };
}

/** The files exactly as they were stored, or null where nothing is. Throws CONTENT_CORRUPT when they are not. */
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

/** What we stored ourselves was bounded when it came in: overrides made since must not make it unreadable. */
const trusted = { ...defaultLimits, unpackRatio: Number.MAX_SAFE_INTEGER };

export function openArchive(digest: string, form: ArchiveForm): Promise<R2ObjectBody | null> {
  return archiveBucket().get(archiveKey(digest, form));
}

/** Small archives by key, bounded in bytes. The bytes under a key never change, so an entry never gets stale. */
const smallArchives = perEnvironment(() => new LruCache<Uint8Array<ArrayBuffer>>({ maxSize: 8_000_000 }));
/** Most skills are far smaller. Larger archives are streamed. */
const LARGEST_CACHED_BYTES = 128 * 1024;

/**
 * What to send for the key that the ledger keeps (the only way to an npm package that is not the first of its
 * content), or null where nothing is stored.
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

/** Removes every form of a content. Safe to run twice. */
export async function deleteContent(digest: string): Promise<void> {
  const bucket = archiveBucket();
  for (;;) {
    const page = await bucket.list({ prefix: contentPrefix(digest) });
    if (page.objects.length === 0) return;
    await bucket.delete(page.objects.map(({ key }) => key));
  }
}
