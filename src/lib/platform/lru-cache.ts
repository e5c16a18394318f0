/**
 * A memory of plain, immutable data in this isolate, bounded by weight; what was used longest ago goes first. Never
 * for promises or bindings: those belong to one request. It only ever saves work: whoever asks has just asked the
 * ledger whether what is remembered may still be shown.
 */
export class LruCache<T> {
  readonly #most: number;
  #entries = new Map<string, { readonly value: T; readonly weight: number }>();
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    // Maps keep the order of insertion: this one is the newest again.
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found.value;
  }

  /** What is heavier than all that may be kept is not kept. */
  set(key: string, value: T, weight: number): void {
    this.delete(key);
    if (weight > this.#most) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest] of this.#entries) {
      if (this.#weight <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const found = this.#entries.get(key);
    if (found === undefined) return;
    this.#entries.delete(key);
    this.#weight -= found.weight;
  }
}
