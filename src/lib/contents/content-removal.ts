/**
 * Deletes a content's objects from the archive store without taking them from a writer that is about to use them again. Bytes
 * are stored before any row names them, so the database alone cannot tell that nobody needs them.
 */
import { archiveBucket, type Bucket } from "../platform/bucket.ts";
import { keptMarkerKey } from "./archive-store.ts";

/** Longer than any pipeline run: content stored or kept within this time may still get its row. */
export const UNTOUCHED_MS = 24 * 60 * 60_000;

export type Removal = "deleted" | "needed" | "absent";

/**
 * Deletes every object of a content that was neither stored nor kept for a day.
 * Race: a writer re-using this content writes the `kept` marker (or its row) *before* checking that the object exists. We
 * delete *before* re-checking marker and rows, and restore the objects if either changed.
 */
export async function deleteUnneededContent(
  prefix: string,
  isUnneeded: () => Promise<boolean>,
  nowMs: number,
): Promise<Removal> {
  const bucket = archiveBucket();
  const { objects } = await bucket.list({ prefix });
  if (objects.some(({ uploaded }) => nowMs - uploaded.getTime() < UNTOUCHED_MS)) return "needed";
  const markerKey = keptMarkerKey(prefix);
  const keys = objects.filter(({ key }) => key !== markerKey).map(({ key }) => key);
  const copies = await Promise.all(keys.map((key) => copyOf(bucket, key)));
  await bucket.delete(keys);
  const markerBefore = objects.find(({ key }) => key === markerKey)?.version;
  const markerNow = await bucket.head(markerKey);
  const wasKept = markerNow !== null && markerNow.version !== markerBefore;
  if (wasKept || !(await isUnneeded())) {
    await Promise.all(copies.map((copy) => copy && restore(bucket, copy)));
    return "needed";
  }
  await bucket.delete(markerKey);
  return objects.length === 0 ? "absent" : "deleted";
}

interface Copy {
  readonly object: R2Object;
  readonly bytes: ArrayBuffer;
}

async function copyOf(bucket: Bucket, key: string): Promise<Copy | null> {
  const object = await bucket.get(key);
  return object === null ? null : { object, bytes: await object.arrayBuffer() };
}

/** Does nothing if a writer has stored the object again in the meantime. */
async function restore(bucket: Bucket, { object, bytes }: Copy): Promise<void> {
  const { httpMetadata, customMetadata } = object;
  await bucket.put(object.key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    ...(httpMetadata === undefined ? {} : { httpMetadata }),
    ...(customMetadata === undefined ? {} : { customMetadata }),
  });
}
