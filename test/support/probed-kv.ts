/**
 * Wraps a namespace, fake or real, and counts concurrent reads, keys read and operations. Can refuse reads of chosen keys
 * and put an empty page in front of a list.
 */
export class ProbedKv {
  readonly #kv: KVNamespace;
  #inFlight = 0;
  maxConcurrent = 0;
  operations = 0;
  readonly keysRead: string[] = [];
  readonly refusedKeys = new Set<string>();
  refusedBulkSize = Number.POSITIVE_INFINITY;
  emptyFirstPage = false;

  constructor(kv: KVNamespace) {
    this.#kv = kv;
  }

  async get(keys: string | string[]): Promise<unknown> {
    this.operations += 1;
    this.#inFlight += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#inFlight);
    const requested = Array.isArray(keys) ? keys : [keys];
    this.keysRead.push(...requested);
    try {
      const value = Array.isArray(keys) ? await this.#kv.get(keys, "text") : await this.#kv.get(keys);
      if (requested.some((key) => this.refusedKeys.has(key)) || requested.length >= this.refusedBulkSize) {
        throw new Error("KV GET failed: 500 Internal Server Error");
      }
      return value;
    } finally {
      this.#inFlight -= 1;
    }
  }

  async list(options: KVNamespaceListOptions): Promise<unknown> {
    this.operations += 1;
    if (this.emptyFirstPage && options.cursor == null) {
      return { keys: [], list_complete: false, cursor: "after-the-empty-page" };
    }
    const { cursor, ...rest } = options;
    return this.#kv.list(cursor == null || cursor === "after-the-empty-page" ? rest : { ...rest, cursor });
  }

  async put(key: string, value: string, options?: KVNamespacePutOptions): Promise<void> {
    this.operations += 1;
    await this.#kv.put(key, value, options);
  }

  async delete(key: string): Promise<void> {
    this.operations += 1;
    await this.#kv.delete(key);
  }

  asNamespace(): KVNamespace {
    return this as unknown as KVNamespace;
  }
}
