/**
 * A KV namespace in memory that enforces production's limits, which miniflare does not: 1,000 operations per
 * invocation, one write per second and key, 1,024 bytes of metadata, a TTL of at least 60 s. Lists are paginated, with
 * tombstone pages in between. A test can make reads stale.
 */
interface Entry {
  value: string;
  metadata: unknown;
  expiresAtMs: number | null;
}

interface FakeKvOptions {
  readonly operationsPerInvocation?: number;
  readonly pageSize?: number;
  /** Number of keys listed between two empty pages; 0 for no empty pages. */
  readonly tombstoneEvery?: number;
  readonly nowMs?: () => number;
}

const encoder = new TextEncoder();

export class FakeKv {
  readonly #entries = new Map<string, Entry>();
  readonly #lastWriteMs = new Map<string, number>();
  readonly #stale = new Map<string, { entry: Entry | undefined; untilMs: number }>();
  readonly #options: Required<FakeKvOptions>;
  operations = 0;
  refuseWrites = false;

  constructor(options: FakeKvOptions = {}) {
    this.#options = {
      operationsPerInvocation: 1000,
      pageSize: 1000,
      tombstoneEvery: 0,
      nowMs: () => Date.now(),
      ...options,
    };
  }

  /** Starts a new invocation on the same store: resets the operation count. */
  beginInvocation(): void {
    this.operations = 0;
  }

  /** Writes without production's limits, to set up a test. */
  seed(key: string, value: string, metadata: unknown = null): void {
    this.#entries.set(key, { value, metadata, expiresAtMs: null });
  }

  peek(key: string): { value: string; metadata: unknown } | undefined {
    return this.#entries.get(key);
  }

  /** For up to 60 s from now, reads of this key return its present value. */
  readStale(key: string, forMs = 60_000): void {
    const entry = this.#entries.get(key);
    this.#stale.set(key, { entry: entry && { ...entry }, untilMs: this.#options.nowMs() + forMs });
  }

  #spend(): void {
    this.operations += 1;
    if (this.operations > this.#options.operationsPerInvocation) {
      throw new Error("Too many API requests by single worker invocation.");
    }
  }

  #read(key: string): Entry | undefined {
    const now = this.#options.nowMs();
    const stale = this.#stale.get(key);
    if (stale !== undefined && now < stale.untilMs) return stale.entry;
    const entry = this.#entries.get(key);
    return entry?.expiresAtMs != null && entry.expiresAtMs <= now ? undefined : entry;
  }

  async get(keys: string | string[]): Promise<unknown> {
    this.#spend();
    await nextTurn();
    if (!Array.isArray(keys)) return this.#read(keys)?.value ?? null;
    if (keys.length > 100) throw new Error("KV GET_BULK failed: 400 You can request a maximum of 100 keys");
    return new Map(keys.map((key) => [key, this.#read(key)?.value ?? null]));
  }

  async put(
    key: string,
    value: string,
    options: { metadata?: unknown; expirationTtl?: number } = {},
  ): Promise<void> {
    this.#spend();
    const now = this.#options.nowMs();
    if (this.refuseWrites) throw new Error("KV PUT failed: 500 Internal Server Error");
    if (encoder.encode(key).byteLength > 512)
      throw new Error("KV PUT failed: 414 UTF-8 encoded length of key exceeds 512");
    if (options.expirationTtl !== undefined && options.expirationTtl < 60) {
      throw new Error("KV PUT failed: 400 Invalid expiration_ttl. Expiration TTL must be at least 60.");
    }
    if (
      options.metadata !== undefined &&
      encoder.encode(JSON.stringify(options.metadata)).byteLength > 1024
    ) {
      throw new Error("KV PUT failed: 413 Metadata length exceeds limit of 1024.");
    }
    if (now - (this.#lastWriteMs.get(key) ?? Number.NEGATIVE_INFINITY) < 1000) {
      throw new Error("KV PUT failed: 429 Too Many Requests");
    }
    await nextTurn();
    this.#lastWriteMs.set(key, now);
    const expiresAtMs = options.expirationTtl === undefined ? null : now + options.expirationTtl * 1000;
    this.#entries.set(key, { value, metadata: options.metadata ?? null, expiresAtMs });
  }

  async delete(key: string): Promise<void> {
    this.#spend();
    await nextTurn();
    this.#entries.delete(key);
  }

  async list({ prefix = "", cursor }: { prefix?: string; cursor?: string } = {}): Promise<unknown> {
    this.#spend();
    await nextTurn();
    const [start, tombstone] = cursor === undefined ? [0, false] : (JSON.parse(cursor) as [number, boolean]);
    const { pageSize, tombstoneEvery } = this.#options;
    if (tombstoneEvery > 0 && !tombstone) {
      return { keys: [], list_complete: false, cursor: JSON.stringify([start, true]) };
    }
    const all = [...this.#entries.keys()].filter((key) => key.startsWith(prefix)).sort();
    const end = start + (tombstoneEvery > 0 ? Math.min(tombstoneEvery, pageSize) : pageSize);
    const keys = all.slice(start, end).map((name) => {
      const { metadata } = this.#entries.get(name) ?? { metadata: null };
      return metadata === null ? { name } : { name, metadata };
    });
    if (end >= all.length) return { keys, list_complete: true };
    return { keys, list_complete: false, cursor: JSON.stringify([end, false]) };
  }

  asNamespace(): KVNamespace {
    return this as unknown as KVNamespace;
  }
}

/** Lets every other promise that is ready run first: a read takes a turn of the event loop, as a real one does. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
