/** Copies the archives' objects with their metadata to files, and back. */

import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chunk } from "../../src/lib/platform/chunk.ts";
import {
  type Manifest,
  OBJECT_INDEX,
  type ObjectEntry,
  readObjectIndex,
  sha256OfFile,
} from "./backup-format.ts";
import type { MaintenanceWorker } from "./maintenance-worker.ts";

/** Objects in flight; each is at most a few megabytes. */
const AT_ONCE = 16;

/** Writes `objects/<n>` for each object, and the index. */
export async function exportObjects(stores: MaintenanceWorker, dir: string): Promise<Manifest["objects"]> {
  const index = path.join(dir, OBJECT_INDEX);
  writeFileSync(index, "", { mode: 0o600 });
  let count = 0;
  let bytes = 0;
  for await (const keys of listKeys(stores)) {
    const exports = keys.map((key, i) => exportObject(stores, { key, dir, number: count + i + 1 }));
    const entries = await Promise.all(exports);
    appendFileSync(index, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    count += entries.length;
    bytes += entries.reduce((sum, { size }) => sum + size, 0);
  }
  return { count, bytes, index: { file: OBJECT_INDEX, sha256: await sha256OfFile(index) } };
}

async function* listKeys(stores: MaintenanceWorker): AsyncGenerator<string[]> {
  for (let after = "", more = true; more; ) {
    const { keys, truncated } = await stores.listKeys(after);
    yield* chunk(keys, AT_ONCE);
    after = keys.at(-1) ?? "";
    more = truncated;
  }
}

interface ObjectExport {
  readonly key: string;
  readonly dir: string;
  /** Names the file. */
  readonly number: number;
}

async function exportObject(
  stores: MaintenanceWorker,
  { key, dir, number }: ObjectExport,
): Promise<ObjectEntry> {
  const { bytes, httpMetadata, customMetadata } = await stores.readObject(key);
  const file = `objects/${String(number).padStart(8, "0")}`;
  writeFileSync(path.join(dir, file), bytes, { mode: 0o600 });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, file, size: bytes.length, sha256, httpMetadata, customMetadata };
}

/** Writes the objects back; the store checks each against its checksum. */
export async function importObjects(stores: MaintenanceWorker, dir: string): Promise<void> {
  const entries = readObjectIndex(dir);
  for (const portion of chunk(entries, AT_ONCE)) {
    await Promise.all(
      portion.map(({ key, file, sha256, httpMetadata, customMetadata }) => {
        const bytes = new Uint8Array(readFileSync(path.join(dir, file)));
        return stores.writeObject(key, bytes, { sha256, httpMetadata, customMetadata });
      }),
    );
  }
}
