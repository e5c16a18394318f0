/**
 * Gunzips a stream, bounded in size, ratio and memory. The packed bytes go in by small slices because workerd
 * inflates a whole write before anyone can stop it: 4 KiB can become at most about 4 MiB.
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";

const SLICE_BYTES = 4096;

export type UnpackLimits = Pick<Limits, "sourceUnpackedBytes" | "unpackRatio" | "ratioFloorBytes">;

/** The unpacked chunks. Throws ARCHIVE_BOMB, ARCHIVE_UNPACKED_TOO_LARGE, ARCHIVE_BROKEN, or the producer's error. */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const inflater = new DecompressionStream("gzip");
  const writer = inflater.writable.getWriter();
  const reader = inflater.readable.getReader();
  const feed = new PackedFeed(packed, writer);
  const feeding = feed.run();
  const meter = new UnpackMeter(limits);
  try {
    for (;;) {
      const result = await reader.read();
      if (result.done) break;
      meter.add(result.value.length, feed.packedBytes);
      yield result.value;
    }
    await feeding;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The inflater only ever says that its input is bad; a failing producer is kept apart from it.
    throw feed.failure ?? new Refusal("ARCHIVE_BROKEN", "The archive's gzip layer is damaged or cut short.");
  } finally {
    feed.stop();
    await Promise.allSettled([reader.cancel(), writer.abort(), feeding]);
  }
}

/** Counts what comes out against what went in. */
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

/** Writes the packed bytes into the inflater, slice by slice, waiting for room. Never rejects. */
class PackedFeed {
  packedBytes = 0;
  /** What the producer threw, if it did. */
  failure: unknown = null;
  readonly #packed: AsyncIterable<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #stopped = false;

  constructor(packed: AsyncIterable<Uint8Array>, writer: WritableStreamDefaultWriter<Uint8Array>) {
    this.#packed = packed;
    this.#writer = writer;
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    try {
      for await (const chunk of this.#packed) {
        if (!(await this.#write(chunk))) return;
      }
    } catch (error) {
      this.failure = error;
      await this.#writer.abort(error).catch(() => undefined);
      return;
    }
    // A close that fails shows up at the reading side as damaged input.
    await this.#writer.close().catch(() => undefined);
  }

  /** False when nobody wants more: the reader has stopped or the inflater has failed. */
  async #write(chunk: Uint8Array): Promise<boolean> {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      if (this.#stopped) return false;
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      this.packedBytes += slice.length;
      try {
        await this.#writer.write(slice);
      } catch {
        return false;
      }
    }
    return true;
  }
}
