/**
 * A per-isolate LRU cache, bounded by size, optionally with a time to live. For plain, immutable data only: a promise or a
 * binding belongs to one request. Anything read from a store is cached per environment, or one tenant would see another's.
 */
import { requireWorkerEnv } from "../worker-context.ts";

interface Bounds {
  /** The sum of all entries' sizes, in whatever unit `set` is given. */
  readonly maxSize: number;
  /** Entries older than this count as absent. Without it, entries only leave when the cache is full. */
  readonly ttlMs?: number;
}

interface Entry<T> {
  readonly value: T;
  readonly size: number;
  readonly cachedAtMs: number;
}

export class LruCache<T> {
  readonly #maxSize: number;
  readonly #ttlMs: number;
  readonly #entries = new Map<string, Entry<T>>();
  #size = 0;

  constructor({ maxSize, ttlMs = Number.POSITIVE_INFINITY }: Bounds) {
    this.#maxSize = maxSize;
    this.#ttlMs = ttlMs;
  }

  get(key: string, nowMs = Date.now()): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (nowMs - entry.cachedAtMs > this.#ttlMs) {
      this.delete(key);
      return undefined;
    }
    // A Map keeps insertion order: inserting the entry again makes it the most recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Evicts the least recently used entries until the new one fits. An entry larger than the cache is not stored. */
  set(key: string, value: T, { size = 1, nowMs = Date.now() } = {}): void {
    this.delete(key);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size, cachedAtMs: nowMs });
    this.#size += size;
    for (const [leastRecentlyUsed] of this.#entries) {
      if (this.#size <= this.#maxSize) return;
      this.delete(leastRecentlyUsed);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}

/**
 * Returns a getter for the current environment's own value, created on first use. workerd passes the same environment object
 * to every request of an isolate, so the value lives as long as the isolate does.
 */
export function perEnvironment<T>(create: () => T): () => T {
  const values = new WeakMap<object, T>();
  return () => {
    const env = requireWorkerEnv();
    const existing = values.get(env);
    if (existing !== undefined) return existing;
    const value = create();
    values.set(env, value);
    return value;
  };
}
