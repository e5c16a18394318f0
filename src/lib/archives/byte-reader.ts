/**
 * Reads exact amounts of bytes from a stream of chunks. It holds at most one chunk besides what `read` returns, so a
 * stream of any size needs the memory of one chunk.
 */
import { Refusal } from "../../domain/problem.ts";

export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Exactly `count` bytes in a new array, or null when the stream has already ended. */
  async read(count: number): Promise<Uint8Array | null> {
    const out = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.#offset === this.#chunk.length && !(await this.#next())) {
        if (filled === 0) return null;
        throw new Refusal("ARCHIVE_BROKEN", "The archive is truncated.");
      }
      const piece = this.#chunk.subarray(this.#offset, this.#offset + count - filled);
      out.set(piece, filled);
      filled += piece.length;
      this.#offset += piece.length;
    }
    return out;
  }

  /** Skips exactly `count` bytes. */
  async skip(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      if (this.#offset === this.#chunk.length && !(await this.#next())) {
        throw new Refusal("ARCHIVE_BROKEN", "The archive is truncated.");
      }
      const step = Math.min(left, this.#chunk.length - this.#offset);
      this.#offset += step;
      left -= step;
    }
  }

  /** True when only zero bytes are left. Reads to the end. */
  async restIsZero(): Promise<boolean> {
    do {
      for (; this.#offset < this.#chunk.length; this.#offset++) {
        if (this.#chunk[this.#offset] !== 0) return false;
      }
    } while (await this.#next());
    return true;
  }

  /** Lets the producer stop. Safe to call more than once. */
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
