/** The archives' objects out to files and in again, with what is written about each. */
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type Manifest,
  OBJECT_INDEX,
  type ObjectEntry,
  readObjectIndex,
  sha256OfFile,
} from "./backup-format.ts";
import type { MaintenanceWorker } from "./maintenance-worker.ts";

/** Read or written at once; each is at most a few megabytes. */
const AT_ONCE = 16;

/** Writes `objects/<n>` for each object and the index beside. */
export async function exportObjects(door: MaintenanceWorker, dir: string): Promise<Manifest["objects"]> {
  const index = path.join(dir, OBJECT_INDEX);
  writeFileSync(index, "", { mode: 0o600 });
  let count = 0;
  let bytes = 0;
  for await (const keys of listKeys(door)) {
    const entries = await Promise.all(keys.map((key, i) => exportObject(door, key, dir, count + i + 1)));
    appendFileSync(index, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    count += entries.length;
    bytes += entries.reduce((sum, { size }) => sum + size, 0);
  }
  return { count, bytes, index: { file: OBJECT_INDEX, sha256: await sha256OfFile(index) } };
}

async function* listKeys(door: MaintenanceWorker): AsyncGenerator<string[]> {
  for (let after = "", more = true; more; ) {
    const { keys, truncated } = await door.listKeys(after);
    for (let start = 0; start < keys.length; start += AT_ONCE) yield keys.slice(start, start + AT_ONCE);
    after = keys.at(-1) ?? "";
    more = truncated;
  }
}

async function exportObject(
  door: MaintenanceWorker,
  key: string,
  dir: string,
  number: number,
): Promise<ObjectEntry> {
  const { bytes, httpMetadata, customMetadata } = await door.readObject(key);
  const file = `objects/${String(number).padStart(8, "0")}`;
  writeFileSync(path.join(dir, file), bytes, { mode: 0o600 });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, file, size: bytes.length, sha256, httpMetadata, customMetadata };
}

/** Puts the objects in; the store checks each against its checksum. */
export async function importObjects(door: MaintenanceWorker, dir: string): Promise<void> {
  const entries = readObjectIndex(dir);
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const portion = entries.slice(start, start + AT_ONCE);
    await Promise.all(
      portion.map(({ key, file, sha256, httpMetadata, customMetadata }) => {
        const bytes = new Uint8Array(readFileSync(path.join(dir, file)));
        return door.writeObject(key, bytes, { sha256, httpMetadata, customMetadata });
      }),
    );
  }
}
