/**
 * Memory use while an archive streams. A counting stream measures how far the reader is ahead of the data it has checked,
 * and the process reports the memory that it actually uses. Both are sampled while the bytes flow.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGzip, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { rawHeader, rawTar } from "../../../../test/support/raw-tar.ts";
import { refusalOf, skillMd } from "../../../../test/support/skill-files.ts";
import { defaultLimits } from "../../../domain/limits.ts";
import type { ArchiveEntries } from "../../archives/archive-entry.ts";
import { gunzip } from "../../archives/gunzip.ts";
import { readTar } from "../../archives/tar-reader.ts";
import { collectSkills } from "../collect-skills.ts";
import { listSkills } from "../list-skills.ts";

const MIB = 1 << 20;
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Counts the bytes that pass, and samples the process's buffers every 16 MiB. */
class Counter {
  bytes = 0;
  peakHeld = 0;
  samples = 0;
  readonly #atStart: number;
  #nextSample = 16 * MIB;

  constructor() {
    collectGarbage();
    this.#atStart = process.memoryUsage().arrayBuffers;
  }

  async *count(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length;
      if (this.bytes >= this.#nextSample) await this.#sample();
      yield chunk;
    }
  }

  async #sample(): Promise<void> {
    this.#nextSample += 16 * MIB;
    this.samples++;
    // Buffers are freed off the main thread, so only the second collection sees the effect of the first.
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    this.peakHeld = Math.max(this.peakHeld, process.memoryUsage().arrayBuffers - this.#atStart);
  }
}

/** A tarball of `megabytes` incompressible MiB with one small skill behind the first half, packed as it is read. */
function bigTarball(megabytes: number): AsyncIterable<Uint8Array> {
  const noise = new Uint8Array(MIB);
  for (let i = 0; i < MIB; i += 65_536) crypto.getRandomValues(noise.subarray(i, i + 65_536));
  const gzip = createGzip({ level: 0 });
  const write = (bytes: Uint8Array) => new Promise<void>((resolve) => gzip.write(bytes, () => resolve()));
  const produce = async () => {
    for (let i = 0; i < megabytes; i++) {
      if (i === megabytes >> 1)
        await write(rawTar([{ name: "skills/pdf/SKILL.md", body: skillMd("pdf") }], new Uint8Array(0)));
      await write(rawHeader({ name: `assets/film-${i}.bin` }, MIB));
      await write(noise);
    }
    gzip.end(new Uint8Array(1024));
  };
  void produce();
  return gzip;
}

function open(
  counter: { packed: Counter; unpacked: Counter },
  packed: AsyncIterable<Uint8Array>,
): ArchiveEntries {
  const unpacked = gunzip(counter.packed.count(packed), defaultLimits);
  return readTar(counter.unpacked.count(unpacked), defaultLimits);
}

const counters = () => ({ packed: new Counter(), unpacked: new Counter() });

describe("a repository tarball of 300 MB with one small skill", () => {
  it.each(["list", "collect"] as const)("%s: never holds more than 16 MiB", async (mode) => {
    const counter = counters();
    const entries = open(counter, bigTarball(300));
    const options = { folders: ["skills/pdf"], strict: false, limits: defaultLimits };
    const skills =
      mode === "list" ? await listSkills(entries, "", defaultLimits) : await collectSkills(entries, options);
    expect(skills.map(({ path }) => path)).toEqual(["skills/pdf"]);
    expect(counter.packed.bytes).toBeGreaterThan(300 * MIB);
    expect(counter.unpacked.bytes).toBeGreaterThan(300 * MIB);
    expect(counter.unpacked.samples).toBeGreaterThan(15);
    expect(Math.max(counter.packed.peakHeld, counter.unpacked.peakHeld)).toBeLessThan(16 * MIB);
  });
});

describe("a bomb of 1 GB", () => {
  /** One GiB of zeros as gzip: one member whose stream repeats the same compressed block. */
  async function* bomb(counter: Counter): AsyncGenerator<Uint8Array> {
    const gzip = createGzip({ level: 9 });
    const zeros = new Uint8Array(MIB);
    const produce = async () => {
      await new Promise<void>((resolve) =>
        gzip.write(rawHeader({ name: "skills/pdf/zeros" }, 1024 * MIB), () => resolve()),
      );
      for (let i = 0; i < 1024; i++) await new Promise<void>((resolve) => gzip.write(zeros, () => resolve()));
      gzip.end(new Uint8Array(1024));
    };
    void produce();
    yield* counter.count(gzip);
  }

  it("is refused after reading less than 32 MB of it", async () => {
    const counter = counters();
    const unpacked = gunzip(bomb(counter.packed), defaultLimits);
    const entries = readTar(counter.unpacked.count(unpacked), defaultLimits);
    expect(await refusalOf(() => listSkills(entries, "", defaultLimits))).toBe("ARCHIVE_BOMB");
    expect(counter.unpacked.bytes).toBeLessThan(32_000_000);
    expect(counter.packed.bytes).toBeLessThan(1_000_000);
  });

  it("is refused at its header if it is inside a skill, before any of it is read", async () => {
    const counter = counters();
    const entries = open(counter, bomb(new Counter()));
    const options = { folders: ["skills/pdf"], strict: false, limits: defaultLimits };
    expect(await refusalOf(() => collectSkills(entries, options))).toBe("FILE_TOO_LARGE");
    expect(counter.unpacked.bytes).toBeLessThan(4 * MIB);
  });

  it("is also refused if it consists of many small files, or follows incompressible bytes", async () => {
    const many = Array.from({ length: 4000 }, (_, i) => ({ name: `f${i}`, body: new Uint8Array(10_000) }));
    const packed = gzipSync(rawTar(many));
    const run = () =>
      listSkills(readTar(gunzip(inChunks(packed), defaultLimits), defaultLimits), "", defaultLimits);
    expect(await refusalOf(run)).toBe("ARCHIVE_BOMB");
  });
});

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
