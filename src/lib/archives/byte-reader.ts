/**
 * Reads exact amounts from a stream of chunks. Holds one chunk at most besides what `read` gives out, so a
 * stream of any size passes through in the memory of a chunk. Knows nothing of formats.
 */
import { Refusal } from "../../domain/problem.ts";

export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Exactly `count` bytes as an array of their own, or null where the stream has ended before the first. */
  async read(count: number): Promise<Uint8Array | null> {
    const out = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.#offset === this.#chunk.length && !(await this.#next())) {
        if (filled === 0) return null;
        throw new Refusal("ARCHIVE_BROKEN", "The archive is cut short.");
      }
      const piece = this.#chunk.subarray(this.#offset, this.#offset + count - filled);
      out.set(piece, filled);
      filled += piece.length;
      this.#offset += piece.length;
    }
    return out;
  }

  /** Passes over exactly `count` bytes. */
  async skip(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      if (this.#offset === this.#chunk.length && !(await this.#next())) {
        throw new Refusal("ARCHIVE_BROKEN", "The archive is cut short.");
      }
      const step = Math.min(left, this.#chunk.length - this.#offset);
      this.#offset += step;
      left -= step;
    }
  }

  /** True where only zero bytes are left; reads to the end. */
  async restIsZero(): Promise<boolean> {
    do {
      for (; this.#offset < this.#chunk.length; this.#offset++) {
        if (this.#chunk[this.#offset] !== 0) return false;
      }
    } while (await this.#next());
    return true;
  }

  /** Lets the producer stop; safe to call more than once. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #next(): Promise<boolean> {
    const result = await this.#chunks.next();
    if (result.done === true) return false;
    this.#chunk = result.value;
    this.#offset = 0;
    return true;
  }
}
