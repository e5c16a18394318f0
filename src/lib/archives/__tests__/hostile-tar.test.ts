/** Hostile tar archives, each built here and sent through the whole upload path, with the expected refusal code. */
import { describe, expect, it } from "vitest";
import { pax, type RawEntry, rawTar, rawTarGz } from "../../../../test/support/raw-tar.ts";
import { refusalOf, skillMd } from "../../../../test/support/skill-files.ts";
import { withSourceEnv } from "../../../../test/support/source-env.ts";
import type { ProblemCode } from "../../../domain/problem.ts";
import { readUpload } from "../../sources/upload.ts";

const manifest: RawEntry = { name: "SKILL.md", body: skillMd("pdf") };
const upload = (bytes: Uint8Array, env = {}) =>
  withSourceEnv(env, () => readUpload(bytes, "application/gzip"));
const codeOf = (entries: readonly RawEntry[], tail?: Uint8Array) =>
  refusalOf(() => upload(rawTarGz([manifest, ...entries], tail)));
const at = (offset: number, text: string) => (block: Uint8Array) =>
  block.set(new TextEncoder().encode(text), offset);

const cases: Record<string, [readonly RawEntry[], ProblemCode]> = {
  "a symbolic link": [[{ name: "passwd", type: "2", link: "/etc/passwd" }], "ARCHIVE_LINK"],
  "a symbolic link to a folder, then a file through it": [
    [
      { name: "out", type: "2", link: "/tmp" },
      { name: "out/x", body: "x" },
    ],
    "ARCHIVE_LINK",
  ],
  "a hard link": [[{ name: "hard", type: "1", link: "SKILL.md" }], "ARCHIVE_LINK"],
  "a character device": [[{ name: "null", type: "3" }], "ARCHIVE_SPECIAL_FILE"],
  "a block device": [[{ name: "sda", type: "4" }], "ARCHIVE_SPECIAL_FILE"],
  "a pipe": [[{ name: "pipe", type: "6" }], "ARCHIVE_SPECIAL_FILE"],
  "a contiguous file": [[{ name: "c", type: "7", body: "x" }], "ARCHIVE_SPECIAL_FILE"],
  "an unknown type": [[{ name: "z", type: "Z" }], "ARCHIVE_SPECIAL_FILE"],
  "a volume label": [[{ name: "label", type: "V" }], "ARCHIVE_SPECIAL_FILE"],
  "an absolute path": [[{ name: "/etc/cron.d/x", body: "x" }], "PATH_UNSAFE"],
  "a path traversal": [[{ name: "a/../../x", body: "x" }], "PATH_UNSAFE"],
  "a path traversal after ./": [[{ name: "./../x", body: "x" }], "PATH_UNSAFE"],
  "two slashes": [[{ name: "a//b", body: "x" }], "PATH_UNSAFE"],
  "a dot inside": [[{ name: "a/./b", body: "x" }], "PATH_UNSAFE"],
  "an empty name": [[{ name: "", body: "x" }], "PATH_UNSAFE"],
  "a backslash": [[{ name: "..\\..\\x", body: "x" }], "PATH_UNSAFE"],
  "a drive letter": [[{ name: "C:x", body: "x" }], "PATH_UNSAFE"],
  "a path traversal in a PAX path": [
    [
      { name: "x", type: "x", body: pax("path", "../x") },
      { name: "x", body: "x" },
    ],
    "PATH_UNSAFE",
  ],
  "a path traversal in a GNU long name": [
    [
      { name: "././@LongLink", type: "L", body: "../x\0" },
      { name: "x", body: "x" },
    ],
    "PATH_UNSAFE",
  ],
  "a path traversal in the prefix": [[{ name: "x", prefix: "..", body: "x" }], "PATH_UNSAFE"],
  "files that differ only in letter case": [
    [
      { name: "Readme.md", body: "a" },
      { name: "README.md", body: "b" },
    ],
    "PATH_COLLISION",
  ],
  "folders that differ only in letter case": [
    [
      { name: "lib/a", body: "a" },
      { name: "LIB/b", body: "b" },
    ],
    "PATH_COLLISION",
  ],
  "a second skill.md": [[{ name: "skill.md", body: "evil" }], "PATH_COLLISION"],
  "two Unicode forms of one name": [
    [
      { name: "\u00e9", body: "a" },
      { name: "e\u0301", body: "b" },
    ],
    "PATH_COLLISION",
  ],
  "a compatibility form of a letter": [
    [
      { name: "\uff21.md", body: "a" },
      { name: "a.md", body: "b" },
    ],
    "PATH_COLLISION",
  ],
  "sharp s against ss": [
    [
      { name: "stra\u00dfe", body: "a" },
      { name: "strasse", body: "b" },
    ],
    "PATH_COLLISION",
  ],
  "a file that is also a folder": [
    [
      { name: "a", body: "a" },
      { name: "a/b", body: "b" },
    ],
    "PATH_COLLISION",
  ],
  "the same path twice": [
    [
      { name: "a", body: "good" },
      { name: "a", body: "evil" },
    ],
    "PATH_DUPLICATE",
  ],
  "the same path twice, once with ./": [
    [
      { name: "a", body: "good" },
      { name: "./a", body: "evil" },
    ],
    "PATH_DUPLICATE",
  ],
  "a second SKILL.md": [[{ name: "SKILL.md", body: skillMd("evil") }], "PATH_DUPLICATE"],
  "a NUL in a PAX path": [
    [
      { name: "x", type: "x", body: pax("path", "a\0b") },
      { name: "x", body: "x" },
    ],
    "PATH_CHARACTERS",
  ],
  "a NUL in a GNU long name": [
    [
      { name: "L", type: "L", body: "a\0b" },
      { name: "x", body: "x" },
    ],
    "PATH_CHARACTERS",
  ],
  "a line feed": [[{ name: "a\nb", body: "x" }], "PATH_CHARACTERS"],
  "an escape sequence": [[{ name: "a\u001b[2Jb", body: "x" }], "PATH_CHARACTERS"],
  "a right-to-left override": [[{ name: "exe\u202etxt.sh", body: "x" }], "PATH_CHARACTERS"],
  "a zero-width space": [[{ name: "a\u200bb", body: "x" }], "PATH_CHARACTERS"],
  "a name that is not UTF-8": [[{ name: Uint8Array.of(0x61, 0xff, 0x62), body: "x" }], "PATH_CHARACTERS"],
  "a Windows device": [[{ name: "aux", body: "x" }], "PATH_RESERVED"],
  "a Windows device with an extension": [[{ name: "lib/Com1.txt", body: "x" }], "PATH_RESERVED"],
  "a folder that is a Windows device": [[{ name: "NUL/x", body: "x" }], "PATH_RESERVED"],
  "an alternate data stream": [[{ name: "file.txt:evil", body: "x" }], "PATH_RESERVED"],
  "a file that ClawHub drops": [[{ name: "__proto__", body: "x" }], "PATH_DROPPED"],
  "a folder of that name": [[{ name: "lib/__proto__/x", body: "x" }], "PATH_DROPPED"],
  ".gitignore after .npmignore, of which npm drops one": [
    [
      { name: ".npmignore", body: "a" },
      { name: ".gitignore", body: "b" },
    ],
    "PATH_DROPPED",
  ],
  ".npmignore after .gitignore, in a folder": [
    [
      { name: "lib/.gitignore", body: "a" },
      { name: "lib/.npmignore", body: "b" },
    ],
    "PATH_DROPPED",
  ],
  "a trailing dot": [[{ name: "a.", body: "x" }], "PATH_RESERVED"],
  "a trailing space": [[{ name: "a ", body: "x" }], "PATH_RESERVED"],
  "a long path by PAX": [
    [
      { name: "x", type: "x", body: pax("path", `${"d/".repeat(5)}${"n".repeat(191)}`) },
      { name: "x", body: "x" },
    ],
    "PATH_TOO_LONG",
  ],
  "a long path by GNU": [
    [
      { name: "L", type: "L", body: `${"dir/".repeat(50)}x\0` },
      { name: "x", body: "x" },
    ],
    "PATH_TOO_LONG",
  ],
  "a path that does not fit into a ustar header": [
    [
      { name: "L", type: "L", body: `${"d".repeat(60)}/${"e".repeat(100)}/${"f".repeat(20)}\0` },
      { name: "x", body: "x" },
    ],
    "PATH_TOO_LONG",
  ],
  "an endless name header": [[{ name: "L", type: "L", body: "n".repeat(70_000) }], "PATH_TOO_LONG"],
  "a deep path": [[{ name: "a/b/c/d/e/f/g/h/i/j/k/l/m", body: "x" }], "PATH_TOO_DEEP"],
  "a GNU sparse file": [[{ name: "s", type: "S" }], "ARCHIVE_SPARSE"],
  "a PAX sparse file": [
    [
      { name: "x", type: "x", body: pax("GNU.sparse.realsize", "99999999999") },
      { name: "s", body: "x" },
    ],
    "ARCHIVE_SPARSE",
  ],
  "a PAX size that differs": [
    [
      { name: "x", type: "x", body: pax("size", "0") },
      { name: "a", body: rawTar([{ name: "hidden", body: "x" }]) },
    ],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "a global PAX path": [[{ name: "g", type: "g", body: pax("path", "SKILL.md") }], "ARCHIVE_HEADER_MISMATCH"],
  "two PAX headers for one entry": [
    [
      { name: "x", type: "x", body: pax("path", "a") },
      { name: "x", type: "x", body: pax("path", "b") },
      { name: "c", body: "x" },
    ],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "one PAX key twice": [
    [
      { name: "x", type: "x", body: pax("path", "a") + pax("path", "b") },
      { name: "c", body: "x" },
    ],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "PAX and GNU names that differ": [
    [
      { name: "x", type: "x", body: pax("path", "a") },
      { name: "L", type: "L", body: "b\0" },
      { name: "c", body: "x" },
    ],
    "ARCHIVE_HEADER_MISMATCH",
  ],
  "a folder with content": [[{ name: "d/", type: "5", body: "hidden" }], "ARCHIVE_HEADER_MISMATCH"],
  "a link with content": [[{ name: "l", type: "2", body: "hidden" }], "ARCHIVE_HEADER_MISMATCH"],
  "a wrong checksum": [[{ name: "a", body: "x", badSum: true }], "ARCHIVE_BROKEN"],
  "a size that is not a number": [
    [{ name: "a", body: "x", patch: at(124, "0000000000z") }],
    "ARCHIVE_BROKEN",
  ],
  "a negative size": [[{ name: "a", body: "x", patch: at(124, "-0000000001") }], "ARCHIVE_BROKEN"],
  "a size in base 256": [
    [{ name: "a", body: "x", patch: (block) => block.set([0x80, 0xff], 124) }],
    "FILE_TOO_LARGE",
  ],
  "a size beyond the archive": [[{ name: "a", body: "x", size: 5000 }], "ARCHIVE_BROKEN"],
  "a declared size of 8 GiB": [[{ name: "a", body: "x", size: 0o77777777777 }], "ARCHIVE_UNPACKED_TOO_LARGE"],
  "a PAX record with a wrong length": [
    [
      { name: "x", type: "x", body: pax("path", "a", 99) },
      { name: "a", body: "x" },
    ],
    "ARCHIVE_BROKEN",
  ],
  "a header without an entry": [[{ name: "x", type: "x", body: pax("path", "a") }], "ARCHIVE_BROKEN"],
};

describe("hostile tar archives", () => {
  it("a benign archive is accepted, so the cases below fail for their own reason", async () => {
    expect(
      await codeOf([
        { name: "scripts/", type: "5" },
        { name: "scripts/x", body: "x" },
      ]),
    ).toBe("none");
  });

  it.each(Object.entries(cases))("%s", async (_name, [entries, code]) => {
    expect(await codeOf(entries)).toBe(code);
  });

  it("a missing end-of-archive marker, and bytes after it", async () => {
    expect(await codeOf([], new Uint8Array(0))).toBe("ARCHIVE_BROKEN");
    const hidden = Buffer.concat([new Uint8Array(1024), rawTar([{ name: "hidden", body: "x" }])]);
    expect(await codeOf([], hidden)).toBe("ARCHIVE_HEADER_MISMATCH");
  });

  it("damage to the gzip layer: truncated, a flipped byte, trailing bytes", async () => {
    const bytes = rawTarGz([manifest, { name: "a", body: "a".repeat(5000) }]);
    expect(await refusalOf(() => upload(bytes.subarray(0, -12)))).toBe("ARCHIVE_BROKEN");
    const flipped = bytes.slice();
    flipped[bytes.length - 6]! ^= 1;
    expect(await refusalOf(() => upload(flipped))).toBe("ARCHIVE_BROKEN");
    expect(await refusalOf(() => upload(Buffer.concat([bytes, new Uint8Array(600).fill(7)])))).toBe(
      "ARCHIVE_BROKEN",
    );
  });

  it("hostile entries outside of every skill of an upload are refused, too", async () => {
    const skill = { name: "skills/pdf/SKILL.md", body: skillMd("pdf") };
    const codes = [
      { name: "elsewhere", type: "2", link: "/etc" },
      { name: "else\u202ewhere", body: "x" },
      { name: "dev", type: "3" },
    ].map((entry) => refusalOf(() => upload(rawTarGz([skill, entry]))));
    expect(await Promise.all(codes)).toEqual(["ARCHIVE_LINK", "PATH_CHARACTERS", "ARCHIVE_SPECIAL_FILE"]);
  });

  it("nested archives are reported and not unpacked", async () => {
    const inner = rawTarGz([{ name: "evil.sh", body: "x" }]);
    const { skills } = await upload(
      rawTarGz([manifest, { name: "assets/data.bin", body: inner }, { name: "x.zip", body: "not even one" }]),
    );
    expect(skills[0]!.files.map(({ path }) => path)).toEqual(["SKILL.md", "assets/data.bin", "x.zip"]);
    expect(skills[0]!.notes.map(({ kind, path }) => [kind, path])).toEqual([
      ["nested-archive", "assets/data.bin"],
      ["nested-archive", "x.zip"],
    ]);
  });
});

describe("limits of an archive and of a skill", () => {
  const entries = [manifest, { name: "a/b/c.txt", body: "x".repeat(2000) }, { name: "d.txt", body: "y" }];
  const bytes = rawTarGz(entries);
  const total = String(skillMd("pdf").length + 2001);
  const cases: [string, string, string, ProblemCode][] = [
    ["LIMIT_SKILL_FILES", "3", "2", "SKILL_TOO_MANY_FILES"],
    ["LIMIT_SKILL_BYTES", total, String(Number(total) - 1), "SKILL_TOO_LARGE"],
    ["LIMIT_HELD_BYTES", total, String(Number(total) - 1), "ARCHIVE_UNPACKED_TOO_LARGE"],
    ["LIMIT_FILE_BYTES", "2000", "1999", "FILE_TOO_LARGE"],
    ["LIMIT_PATH_BYTES", "9", "8", "PATH_TOO_LONG"],
    ["LIMIT_PATH_DEPTH", "3", "2", "PATH_TOO_DEEP"],
    ["LIMIT_ARCHIVE_ENTRIES", "3", "2", "ARCHIVE_TOO_MANY_ENTRIES"],
    ["LIMIT_UPLOAD_PACKED_BYTES", String(bytes.length), String(bytes.length - 1), "ARCHIVE_TOO_LARGE"],
    [
      "LIMIT_SOURCE_UNPACKED_BYTES",
      String(rawTar(entries).length),
      String(rawTar(entries).length - 1),
      "ARCHIVE_UNPACKED_TOO_LARGE",
    ],
  ];

  it.each(cases)("%s=%s is enough and %s is %s", async (variable, enough, tooFew, code) => {
    expect(await refusalOf(() => upload(bytes, { [variable]: enough }))).toBe("none");
    expect(await refusalOf(() => upload(bytes, { [variable]: tooFew }))).toBe(code);
  });

  it("512 files of a skill are accepted and 513 are not", async () => {
    const files = (count: number) => [
      manifest,
      ...Array.from({ length: count - 1 }, (_, i) => ({ name: `f${i}`, body: "x" })),
    ];
    expect(await refusalOf(() => upload(rawTarGz(files(512))))).toBe("none");
    expect(await refusalOf(() => upload(rawTarGz(files(513))))).toBe("SKILL_TOO_MANY_FILES");
  });

  it("LIMIT_SKILLS_PER_SOURCE bounds the skills of one archive without cutting the list (L44)", async () => {
    const two = rawTarGz([
      { name: "a/SKILL.md", body: skillMd("a") },
      { name: "b/SKILL.md", body: skillMd("b") },
    ]);
    expect(await refusalOf(() => upload(two, { LIMIT_SKILLS_PER_SOURCE: "2" }))).toBe("none");
    expect(await refusalOf(() => upload(two, { LIMIT_SKILLS_PER_SOURCE: "1" }))).toBe("TOO_MANY_SKILLS");
  });

  it("LIMIT_UNPACK_RATIO and LIMIT_RATIO_FLOOR_BYTES define a decompression bomb", async () => {
    const bomb = rawTarGz([manifest, { name: "zeros", body: new Uint8Array(3 << 20) }]);
    expect(await refusalOf(() => upload(bomb))).toBe("ARCHIVE_BOMB");
    expect(await refusalOf(() => upload(bomb, { LIMIT_UNPACK_RATIO: "2000" }))).toBe("none");
    expect(await refusalOf(() => upload(bomb, { LIMIT_RATIO_FLOOR_BYTES: String(4 << 20) }))).toBe("none");
  });

  it("LIMIT_MANIFEST_BYTES bounds SKILL.md", async () => {
    const { skills } = await upload(bytes, { LIMIT_MANIFEST_BYTES: "10" });
    // The skill is still returned. The caller reports the problem with its manifest.
    expect(skills[0]!.path).toBe("");
  });
});
