/** Hostile zip files, each built here and sent through the whole upload path, with the expected refusal code. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { quickest } from "../../../../test/support/quickest.ts";
import { type RawZipEntry, type RawZipOptions, rawZip } from "../../../../test/support/raw-zip.ts";
import { refusalOf, skillMd } from "../../../../test/support/skill-files.ts";
import { withSourceEnv } from "../../../../test/support/source-env.ts";
import type { ProblemCode } from "../../../domain/problem.ts";
import { readUpload } from "../../sources/upload.ts";

const manifest: RawZipEntry = { name: "SKILL.md", body: skillMd("pdf") };
const upload = (bytes: Uint8Array, env = {}) =>
  withSourceEnv(env, () => readUpload(bytes, "application/zip"));
const codeOf = (entries: readonly RawZipEntry[], options?: RawZipOptions) =>
  refusalOf(() => upload(rawZip([manifest, ...entries], options)));
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);

const cases: Record<string, [readonly RawZipEntry[], ProblemCode, RawZipOptions?]> = {
  "an encrypted entry": [[{ name: "a", both: { flags: 0x801 } }], "ARCHIVE_ENCRYPTED"],
  "a strongly encrypted entry": [[{ name: "a", both: { flags: 0x840 } }], "ARCHIVE_ENCRYPTED"],
  "an AES entry": [[{ name: "a", both: { method: 99 } }], "ARCHIVE_ENCRYPTED"],
  "an LZMA entry": [[{ name: "a", both: { method: 14 } }], "ARCHIVE_METHOD"],
  "a zip64 size": [[{ name: "a", central: { size: 0xffffffff } }], "ARCHIVE_ZIP64"],
  "a zip64 extra field": [[{ name: "a", both: { extra: Uint8Array.of(1, 0, 0, 0) } }], "ARCHIVE_ZIP64"],
  "a zip64 count": [[], "ARCHIVE_ZIP64", { count: 0xffff }],
  "a zip64 locator": [
    [],
    "ARCHIVE_ZIP64",
    { beforeEnd: Buffer.concat([u32(0x07064b50), new Uint8Array(16)]) },
  ],
  "a symbolic link": [[{ name: "l", body: "/etc/passwd", mode: 0o120777 }], "ARCHIVE_LINK"],
  "a symbolic link made on macOS": [
    [{ name: "l", body: "/etc/passwd", mode: 0o120777, madeBy: 19 }],
    "ARCHIVE_LINK",
  ],
  "a device": [[{ name: "d", mode: 0o020666 }], "ARCHIVE_SPECIAL_FILE"],
  "a pipe": [[{ name: "p", mode: 0o010666 }], "ARCHIVE_SPECIAL_FILE"],
  "an absolute path": [[{ name: "/etc/x", body: "x" }], "PATH_UNSAFE"],
  "a path traversal": [[{ name: "../x", body: "x" }], "PATH_UNSAFE"],
  "a path traversal on Windows": [[{ name: "..\\x", body: "x" }], "PATH_UNSAFE"],
  "a NUL": [[{ name: "a.txt\0.sh", body: "x" }], "PATH_CHARACTERS"],
  "a name that is not UTF-8": [
    [{ name: Uint8Array.of(0x81, 0x82), body: "x", both: { flags: 0 } }],
    "PATH_CHARACTERS",
  ],
  "a file that ClawHub drops": [[{ name: "__proto__", body: "x" }], "PATH_DROPPED"],
  "a Windows device": [[{ name: "con.txt", body: "x" }], "PATH_RESERVED"],
  "names that differ only in letter case": [[{ name: "skill.MD", body: "x" }], "PATH_COLLISION"],
  "the same path twice": [[{ name: "SKILL.md", body: skillMd("evil") }], "PATH_DUPLICATE"],
  "a local name that differs": [
    [{ name: "good.md", body: "x", local: { name: "evil.md" } }],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "a local size that differs": [[{ name: "a", body: "xy", local: { size: 1 } }], "ARCHIVE_HEADER_MISMATCH"],
  "a local checksum that differs": [
    [{ name: "a", body: "xy", local: { crc: 1 } }],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "a local method that differs": [
    [{ name: "a", body: "xy", local: { method: 0 } }],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "local flags that differ": [[{ name: "a", body: "xy", local: { flags: 0 } }], "ARCHIVE_HEADER_MISMATCH"],
  "a second, Unicode name": [
    [
      {
        name: "good.md",
        body: "x",
        both: { extra: Uint8Array.of(0x75, 0x70, 9, 0, 1, 0, 0, 0, 0, 0x65, 0x76, 0x69, 0x6c) },
      },
    ],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "a data descriptor that differs": [
    [
      {
        name: "a",
        body: "xy",
        both: { flags: 0x808 },
        local: { crc: 0, size: 0, packedSize: 0 },
        after: u32(0x08074b50, 1, 2, 3),
      },
    ],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "entries that share their bytes": [
    [{ name: "b", body: skillMd("pdf"), central: { offset: 0 } }],
    "ARCHIVE_HEADER_MISMATCH",
    { centralOnly: [1] },
  ],
  "bytes before the first entry": [
    [],
    "ARCHIVE_HEADER_MISMATCH",
    { before: new TextEncoder().encode("PKsh") },
  ],
  "bytes between two entries": [
    [{ name: "a", body: "x", after: new Uint8Array(10) }],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "bytes before the directory": [[], "ARCHIVE_HEADER_MISMATCH", { between: new Uint8Array(10) }],
  "a count that differs": [[], "ARCHIVE_HEADER_MISMATCH", { count: 2 }],
  "a directory somewhere else": [
    [],
    "ARCHIVE_HEADER_MISMATCH",
    { patchEnd: (end) => end.set([1, 0, 0, 0], 16) },
  ],
  "a folder with content": [[{ name: "d/", body: "x", mode: 0o040755 }], "ARCHIVE_HEADER_MISMATCH"],
  "a file by its name, a folder by its mode": [[{ name: "d", mode: 0o040755 }], "ARCHIVE_HEADER_MISMATCH"],
  "a folder by its name, a file by its mode": [[{ name: "d/", mode: 0o100644 }], "ARCHIVE_HEADER_MISMATCH"],
  "more content than declared": [
    [{ name: "a", body: "xy", packed: deflateRawSync(Buffer.from("xyz")) }],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "less content than declared": [
    [{ name: "a", body: "xy", packed: deflateRawSync(Buffer.from("x")) }],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "a wrong checksum": [[{ name: "a", body: "xy", both: { crc: 1 } }], "ARCHIVE_BROKEN"],
  "damaged data": [[{ name: "a", body: "xy", packed: Uint8Array.of(0xff, 0xff, 0xff) }], "ARCHIVE_BROKEN"],
  "one part of a split archive": [[], "ARCHIVE_BROKEN", { patchEnd: (end) => end.set([1, 0], 4) }],
  "an entry that extends into the directory": [
    [{ name: "a", body: "x", both: { packedSize: 4000 } }],
    "ARCHIVE_BROKEN",
  ],
};

describe("hostile zip files", () => {
  it("a benign archive is accepted, so the cases below fail for their own reason", async () => {
    expect(
      await codeOf(
        [
          { name: "d/", mode: 0o040755, packed: new Uint8Array(0), both: { method: 0 } },
          { name: "d/x", body: "x" },
        ],
        { comment: "hello" },
      ),
    ).toBe("none");
  });

  it.each(Object.entries(cases))("%s", async (_name, [entries, code, options]) => {
    expect(await codeOf(entries, options)).toBe(code);
  });

  it("a truncated zip, and one with trailing bytes", async () => {
    const bytes = rawZip([manifest]);
    expect(await refusalOf(() => upload(bytes.subarray(0, -1)))).toBe("ARCHIVE_BROKEN");
    expect(await refusalOf(() => upload(Buffer.concat([bytes, new Uint8Array(3)])))).toBe("ARCHIVE_BROKEN");
  });

  it("a zip bomb is detected by its declared size, before anything is inflated", async () => {
    const body = new Uint8Array(64 << 20);
    const bomb = rawZip([manifest, { name: "zeros", body }]);
    expect(await refusalOf(() => upload(bomb))).toBe("ARCHIVE_BOMB");
    expect(await quickest(() => refusalOf(() => upload(bomb)))).toBeLessThan(100);
  });

  it("a zip bomb with a small declared size is read only up to that size", async () => {
    const packed = deflateRawSync(new Uint8Array(64 << 20));
    expect(await codeOf([{ name: "zeros", body: "x", packed }])).toBe("ARCHIVE_HEADER_MISMATCH");
  });

  it("the executable bit is false if the zip was created on a system without one", async () => {
    const entries = [
      manifest,
      { name: "a", body: "x", mode: 0o100755 },
      { name: "b", body: "x", mode: 0o100755, madeBy: 0 },
    ];
    const { skills } = await upload(rawZip(entries));
    expect(skills[0]!.files.map(({ path, executable }) => [path, executable])).toEqual([
      ["SKILL.md", false],
      ["a", true],
      ["b", false],
    ]);
  });
});

describe("zips from common tools", () => {
  function zipWith(make: (folder: string) => void): Uint8Array {
    const folder = mkdtempSync(join(tmpdir(), "vskill-zip-"));
    try {
      writeFileSync(join(folder, "SKILL.md"), skillMd("pdf"));
      writeFileSync(join(folder, "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
      make(folder);
      return readFileSync(join(folder, "out.zip"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const names = async (bytes: Uint8Array) =>
    (await upload(bytes)).skills[0]!.files.map(({ path, executable }) => [path, executable]).sort();
  const expected = [
    ["SKILL.md", false],
    ["run.sh", true],
  ];

  it("zip", async () => {
    expect(
      await names(zipWith((cwd) => execFileSync("zip", ["-q", "out.zip", "SKILL.md", "run.sh"], { cwd }))),
    ).toEqual(expected);
  });

  it("zip, written to a pipe with data descriptors", async () => {
    const bytes = zipWith((cwd) => {
      const packed = execFileSync("sh", ["-c", "zip -q - SKILL.md run.sh | cat"], { cwd });
      writeFileSync(join(cwd, "out.zip"), packed);
    });
    expect(bytes[6]! & 8).toBe(8);
    expect(await names(bytes)).toEqual(expected);
  });

  it("Python's zipfile", async () => {
    const program =
      "import zipfile as z\nwith z.ZipFile('out.zip','w',z.ZIP_DEFLATED) as f:\n  f.write('SKILL.md'); f.write('run.sh')";
    expect(await names(zipWith((cwd) => execFileSync("python3", ["-c", program], { cwd })))).toEqual(
      expected,
    );
  });

  it("git archive", async () => {
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.invalid", ...args], { cwd });
    const bytes = zipWith((cwd) => {
      git(cwd, "init", "-q");
      git(cwd, "add", "-A");
      git(cwd, "commit", "-qm", "x");
      git(cwd, "archive", "-o", "out.zip", "HEAD");
    });
    expect(await names(bytes)).toEqual(expected);
  });
});
