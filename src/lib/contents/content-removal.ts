/**
 * Takes a content's bytes out of the archive store, without ever taking them from someone who has just found them
 * there: bytes are stored before a row speaks of them, so the ledger alone cannot say that nobody wants them.
 */

import { archiveBucket, type Bucket } from "../platform/bucket.ts";
import { keptMarkerKey } from "./archive-store.ts";

/** Longer than any walk from bytes to row: whoever stored or kept a content within it may still be on the way. */
export const UNTOUCHED_MS = 24 * 60 * 60_000;

export type Removal = "dropped" | "wanted" | "absent";

/**
 * Removes every form of a content that nobody has stored or kept for a day. Who wants it again while this runs puts
 * a mark, or moves its row, first and looks second; this takes first and looks for both second, and puts everything
 * back where it finds one.
 */
export async function dropContent(
  prefix: string,
  isUnneeded: () => Promise<boolean>,
  nowMs: number,
): Promise<Removal> {
  const bucket = archiveBucket();
  const { objects } = await bucket.list({ prefix });
  if (objects.some(({ uploaded }) => nowMs - uploaded.getTime() < UNTOUCHED_MS)) return "wanted";
  const mark = keptMarkerKey(prefix);
  const forms = objects.filter(({ key }) => key !== mark).map(({ key }) => key);
  const copies = await Promise.all(forms.map((key) => copyOf(bucket, key)));
  await bucket.delete(forms);
  const before = objects.find(({ key }) => key === mark)?.version;
  const after = await bucket.head(mark);
  if ((after !== null && after.version !== before) || !(await isUnneeded())) {
    await Promise.all(copies.map((copy) => copy && putBack(bucket, copy)));
    return "wanted";
  }
  await bucket.delete(mark);
  return objects.length === 0 ? "absent" : "dropped";
}

interface Copy {
  readonly object: R2Object;
  readonly bytes: ArrayBuffer;
}

async function copyOf(bucket: Bucket, key: string): Promise<Copy | null> {
  const object = await bucket.get(key);
  return object === null ? null : { object, bytes: await object.arrayBuffer() };
}

/** Unless it was stored anew meanwhile. */
async function putBack(bucket: Bucket, { object, bytes }: Copy): Promise<void> {
  const { httpMetadata, customMetadata } = object;
  await bucket.put(object.key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    ...(httpMetadata === undefined ? {} : { httpMetadata }),
    ...(customMetadata === undefined ? {} : { customMetadata }),
  });
}
