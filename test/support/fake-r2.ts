/** R2 in memory, with the features that the archive store uses: conditional put, checksum validation, paginated lists. */
import { createHash } from "node:crypto";

interface Stored {
  readonly bytes: Uint8Array;
  readonly customMetadata: Record<string, string>;
}

export interface FakeR2 {
  readonly bucket: R2Bucket;
  readonly objects: Map<string, Stored>;
  /** Keys of the objects that were really written. */
  readonly puts: string[];
}

export function fakeR2(pageSize = 2): FakeR2 {
  const objects = new Map<string, Stored>();
  const puts: string[] = [];
  const describe = (key: string) => {
    const stored = objects.get(key);
    return stored === undefined
      ? null
      : { key, size: stored.bytes.length, customMetadata: stored.customMetadata, uploaded: new Date() };
  };
  const bucket = {
    head: async (key: string) => describe(key),
    get: async (key: string) => {
      const stored = objects.get(key);
      if (stored === undefined) return null;
      const response = new Response(new Uint8Array(stored.bytes));
      const { body } = response;
      return {
        ...describe(key),
        body,
        text: () => response.text(),
        arrayBuffer: () => response.arrayBuffer(),
      };
    },
    put: async (key: string, value: Uint8Array | string, options: R2PutOptions = {}) => {
      const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value.slice();
      if (options.onlyIf !== undefined && objects.has(key)) return null;
      const actual = createHash("sha256").update(bytes).digest("hex");
      if (options.sha256 !== undefined && options.sha256 !== actual) throw new Error("put: checksum differs");
      objects.set(key, { bytes, customMetadata: options.customMetadata ?? {} });
      puts.push(key);
      return describe(key);
    },
    list: async ({ prefix = "" }: R2ListOptions) => {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
      return { objects: keys.slice(0, pageSize).map((key) => ({ key })), truncated: keys.length > pageSize };
    },
    delete: async (keys: string[]) => {
      for (const key of keys) objects.delete(key);
    },
  };
  return { bucket: bucket as unknown as R2Bucket, objects, puts };
}
