/**
 * Decompresses a gzip stream with limits on size, ratio and memory. It uses node:zlib, because workerd's
 * DecompressionStream accepts every write at once and buffers the output: a bomb of 1 MB would be in memory before
 * its first byte is read. node:zlib inflates no further than it is read, in workerd as in Node (ADR 0201).
 */
import { createGunzip, type Gunzip } from "node:zlib";
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";

/** Small, because the ratio counts a slice as read when it is written to the inflater. */
const SLICE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 64 * 1024;
/** Unpacked bytes, a few milliseconds of work, after which other requests have a turn: in workerd, zlib never waits. */
const TURN_BYTES = 4 * 1024 * 1024;

export type UnpackLimits = Pick<Limits, "sourceUnpackedBytes" | "unpackRatio" | "ratioFloorBytes">;

/** The unpacked chunks. Throws ARCHIVE_BOMB, ARCHIVE_UNPACKED_TOO_LARGE, ARCHIVE_BROKEN, or the producer's error. */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const inflater = createGunzip({ chunkSize: OUTPUT_BYTES });
  const feed = new PackedFeed(packed, inflater);
  void feed.run();
  const meter = new UnpackMeter(limits);
  let sinceTurn = 0;
  try {
    for await (const chunk of inflater) {
      meter.add(chunk.length, feed.packedBytes);
      yield chunk;
      sinceTurn += chunk.length;
      if (sinceTurn < TURN_BYTES) continue;
      sinceTurn = 0;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (feed.failure !== null) throw feed.failure;
    // zlib stops at the end of the last member. Bytes after it are not gzip.
    if (inflater.bytesWritten !== feed.packedBytes) throw broken();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // An error of zlib only means bad input; an error of the producer is kept apart.
    throw feed.failure ?? broken();
  } finally {
    // The feed sees this at its next slice. Not awaited: a host may send a bomb and then stall.
    inflater.destroy();
  }
}

function broken(): Refusal {
  return new Refusal("ARCHIVE_BROKEN", "The gzip data is damaged, truncated, or followed by other data.");
}

/** Compares the unpacked size with the packed size and with the limits. */
export class UnpackMeter {
  readonly #limits: UnpackLimits;
  #unpacked = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  add(count: number, packedSoFar: number): void {
    this.#unpacked += count;
    const { ratioFloorBytes, unpackRatio, sourceUnpackedBytes } = this.#limits;
    if (this.#unpacked > ratioFloorBytes && this.#unpacked > packedSoFar * unpackRatio) {
      throw new Refusal("ARCHIVE_BOMB", `The archive unpacks to more than ${unpackRatio} times its size.`);
    }
    if (this.#unpacked > sourceUnpackedBytes) {
      throw new Refusal(
        "ARCHIVE_UNPACKED_TOO_LARGE",
        `The archive unpacks to more than ${sourceUnpackedBytes} bytes.`,
      );
    }
  }
}

/** Writes the packed bytes into the inflater slice by slice, waiting until each is consumed. Never rejects. */
class PackedFeed {
  packedBytes = 0;
  /** The producer's error, if it threw one. */
  failure: unknown = null;
  readonly #packed: AsyncIterable<Uint8Array>;
  readonly #inflater: Gunzip;
  readonly #closed: Promise<void>;

  constructor(packed: AsyncIterable<Uint8Array>, inflater: Gunzip) {
    this.#packed = packed;
    this.#inflater = inflater;
    // The iteration gets the error too; without a listener it would be an uncaught error.
    inflater.on("error", () => undefined);
    this.#closed = new Promise((resolve) => inflater.once("close", resolve));
  }

  async run(): Promise<void> {
    try {
      for await (const chunk of this.#packed) {
        for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
          if (this.#inflater.destroyed) return;
          await this.#write(chunk.subarray(at, at + SLICE_BYTES));
        }
      }
      this.#inflater.end();
    } catch (error) {
      this.failure = error;
      this.#inflater.destroy();
    }
  }

  /** Settles when the slice is consumed or the inflater is closed. */
  #write(slice: Uint8Array): Promise<void> {
    this.packedBytes += slice.length;
    const written = new Promise<void>((resolve) => this.#inflater.write(slice, () => resolve()));
    return Promise.race([written, this.#closed]);
  }
}
