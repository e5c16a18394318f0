/** The archives' objects out to files and in again, with what is written about each. */
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Miniflare } from "miniflare";
import {
  type Manifest,
  OBJECT_INDEX,
  type ObjectEntry,
  readObjectIndex,
  sha256OfFile,
} from "./backup-format.ts";

type Bucket = Awaited<ReturnType<Miniflare["getR2Bucket"]>>;

/** Read or written at once; each is at most a few megabytes. */
const AT_ONCE = 8;

/** Writes `objects/<n>` for each object and the index beside. */
export async function exportObjects(bucket: Bucket, dir: string): Promise<Manifest["objects"]> {
  const index = path.join(dir, OBJECT_INDEX);
  writeFileSync(index, "", { mode: 0o600 });
  let count = 0;
  let bytes = 0;
  for await (const keys of listKeys(bucket)) {
    const entries = await Promise.all(keys.map((key, i) => exportObject(bucket, key, dir, count + i + 1)));
    appendFileSync(index, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    count += entries.length;
    bytes += entries.reduce((sum, { size }) => sum + size, 0);
  }
  return { count, bytes, index: { file: OBJECT_INDEX, sha256: await sha256OfFile(index) } };
}

async function* listKeys(bucket: Bucket): AsyncGenerator<string[]> {
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await bucket.list({ limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    const keys = page.objects.map(({ key }) => key);
    for (let start = 0; start < keys.length; start += AT_ONCE) yield keys.slice(start, start + AT_ONCE);
    more = page.truncated;
    if (page.truncated) cursor = page.cursor;
  }
}

async function exportObject(bucket: Bucket, key: string, dir: string, number: number): Promise<ObjectEntry> {
  const object = await bucket.get(key);
  if (object === null) throw new Error(`the object ${key} vanished during the backup`);
  const bytes = new Uint8Array(await object.arrayBuffer());
  const file = `objects/${String(number).padStart(8, "0")}`;
  writeFileSync(path.join(dir, file), bytes, { mode: 0o600 });
  return {
    key,
    file,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    httpMetadata: textsOf(object.httpMetadata),
    customMetadata: textsOf(object.customMetadata),
  };
}

function textsOf(metadata: object | undefined): Record<string, string> {
  const entries = Object.entries(metadata ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Puts the objects in; the store checks each against its checksum. */
export async function importObjects(bucket: Bucket, dir: string): Promise<void> {
  const entries = readObjectIndex(dir);
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const portion = entries.slice(start, start + AT_ONCE);
    await Promise.all(
      portion.map(({ key, file, sha256, httpMetadata, customMetadata }) =>
        bucket.put(key, readFileSync(path.join(dir, file)), { sha256, httpMetadata, customMetadata }),
      ),
    );
  }
}
