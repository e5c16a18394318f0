import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { file, skill } from "../../../../test/support/skill-files.ts";
import { sortedByPath } from "../../../domain/digest.ts";
import type { SkillFile } from "../../../domain/skill-file.ts";
import { makeNpmTarball, makeTarGz, makeZip } from "../install-archives.ts";

const longPath = `${"folder-of-some-length/".repeat(8)}file.txt`;
const files = skill(
  "pdf",
  file("scripts/run.sh", "#!/bin/sh\n", true),
  file(longPath, "l"),
  file("1", "one"),
  file("__proto__", "p"),
  file("ü.md", "ü"),
  file("empty", ""),
);
const metadata = {
  packageName: "@acme/pdf",
  version: "1.2.3",
  skillName: "pdf",
  description: "Reads PDF files.",
};
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vskill-archives-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function unpacked(root = folder): SkillFile[] {
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = names.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return {
      path: path.slice(root.length + 1),
      bytes: new Uint8Array(readFileSync(path)),
      executable: (statSync(path).mode & 0o111) !== 0,
    };
  });
  return sortedByPath(found);
}

function unpackWith(command: string, args: string[], name: string, bytes: Uint8Array): SkillFile[] {
  writeFileSync(join(folder, name), bytes);
  execFileSync(command, args, { cwd: folder });
  rmSync(join(folder, name));
  return unpacked();
}

describe("install archives", () => {
  it("are unpacked by tar, unzip and Python to exactly the files, executable bits included", () => {
    expect(unpackWith("tar", ["xzf", "a.tgz"], "a.tgz", makeTarGz(files))).toEqual(sortedByPath(files));
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), "vskill-archives-"));
    expect(unpackWith("unzip", ["-q", "a.zip"], "a.zip", makeZip(files))).toEqual(sortedByPath(files));
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), "vskill-archives-"));
    const read = unpackWith(
      "python3",
      ["-c", "import tarfile; tarfile.open('a.tgz').extractall('.', filter='data')"],
      "a.tgz",
      makeTarGz(files),
    );
    expect(read.map(({ path }) => path)).toEqual(sortedByPath(files).map(({ path }) => path));
  });

  it("do not depend on the order of the files, the clock or the time zone", () => {
    const program = `
      import { makeTarGz, makeZip } from ${JSON.stringify(join(process.cwd(), "src/lib/archives/install-archives.ts"))};
      import { createHash } from "node:crypto";
      const file = { path: "SKILL.md", bytes: new TextEncoder().encode("x"), executable: false };
      for (const make of [makeTarGz, makeZip]) console.log(createHash("sha256").update(make([file])).digest("hex"));`;
    const run = (TZ: string) =>
      execFileSync(process.execPath, ["--input-type=module", "-e", program], {
        encoding: "utf8",
        env: { ...process.env, TZ, NODE_NO_WARNINGS: "1" },
      });
    const expected = [makeTarGz, makeZip]
      .map((make) => `${sha256(make([file("SKILL.md", "x")]))}\n`)
      .join("");
    expect(run("Pacific/Kiritimati")).toBe(expected);
    expect(run("America/Los_Angeles")).toBe(expected);
    for (const make of [makeTarGz, makeZip])
      expect(sha256(make(files.toReversed()))).toBe(sha256(make(files)));
  });

  it("never change, because clients rely on these digests", () => {
    const small = [
      file("SKILL.md", "---\nname: a\ndescription: b\n---\n"),
      file("scripts/run.sh", "#!/bin/sh\n", true),
    ];
    expect({
      tarGz: sha256(makeTarGz(small)),
      zip: sha256(makeZip(small)),
      npm: sha256(makeNpmTarball(small, metadata)),
    }).toMatchInlineSnapshot(`
      {
        "npm": "4d7f08f29c44ebb31e5f9194c1c1b0b8b68469b1765f4723e1d63a3256874a1b",
        "tarGz": "0806d37b9ed0a05ff2423a00127c8b0e0e23bbf309232e4628d934bcbc2f645a",
        "zip": "df77dbd936f07bc40e436aaf4c40dbf5ce9009a6988a7d429b6dc522729c9c84",
      }
    `);
  });

  it("the tarball is plain ustar: no wrapper, no ./, no extension headers, no times or owners", () => {
    const tar = gunzipSync(makeTarGz(files));
    const types = new Set<string>();
    const names: string[] = [];
    for (let at = 0; tar[at] !== 0; ) {
      const text = (from: number, length: number) =>
        tar.toString("utf8", at + from, at + from + length).replace(/\0.*$/s, "");
      types.add(String.fromCharCode(tar[at + 156]!));
      names.push([text(345, 155), text(0, 100)].filter((part) => part !== "").join("/"));
      expect([text(108, 8), text(116, 8), text(136, 12)].map(Number)).toEqual([0, 0, 0]);
      expect(text(257, 8)).toBe("ustar");
      at += 512 + Math.ceil(Number.parseInt(text(124, 12), 8) / 512) * 512;
    }
    expect(types).toEqual(new Set(["0"]));
    expect(names).toEqual(sortedByPath(files).map(({ path }) => path));
    expect(tar.length % 512).toBe(0);
  });

  it("npm installs the package, long paths and modes included", () => {
    writeFileSync(join(folder, "npm.tgz"), makeNpmTarball(files, metadata));
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync(
      "npm",
      ["install", "./npm.tgz", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"],
      { cwd: folder, stdio: "pipe" },
    );
    const root = join(folder, "node_modules/@acme/pdf");
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({
      name: "@acme/pdf",
      version: "1.2.3",
    });
    expect(JSON.parse(readFileSync(join(root, ".claude-plugin/plugin.json"), "utf8"))).toMatchObject({
      name: "pdf",
    });
    const installed = unpacked(join(root, "skills/pdf"));
    expect(installed.map(({ path, bytes }) => [path, bytes])).toEqual(
      sortedByPath(files).map(({ path, bytes }) => [path, bytes]),
    );
    expect(installed.find(({ path }) => path === "scripts/run.sh")?.executable).toBe(true);
  });
});
