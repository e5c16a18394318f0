import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, skill } from "../../../test/support/skill-files.ts";
import { contentDigest, sortedByPath } from "../digest.ts";

const base = skill("pdf", file("scripts/run.sh", "#!/bin/sh\n", true), file("B.md", "b"), file("a.md", "a"));

describe("content digest", () => {
  it("does not depend on the order of the files", () => {
    expect(contentDigest(base.toReversed())).toBe(contentDigest(base));
  });

  it("L61: changes with any file's bytes, path or executable bit, and with an added or removed file", () => {
    const digests = [
      base,
      base.map((f) => (f.path === "scripts/run.sh" ? file(f.path, "#!/bin/bash\n", true) : f)),
      base.map((f) => (f.path === "scripts/run.sh" ? { ...f, executable: false } : f)),
      base.map((f) => (f.path === "a.md" ? { ...f, path: "aa.md" } : f)),
      base.slice(1),
      [...base, file("empty", "")],
    ].map((files) => contentDigest(files));
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("cannot collide by moving bytes between a path, a length and a content", () => {
    const a = contentDigest([file("a", "1"), file("b", "2")]);
    const b = contentDigest([file("a", "1b\0-\x001\x002")]);
    expect(a).not.toBe(b);
  });

  it("sorts by UTF-8 bytes, where UTF-16 units would sort differently", () => {
    const paths = ["\u{1F600}.md", "\uFB01.md", "z.md", "Z.md"];
    expect(sortedByPath(paths.map((path) => file(path))).map(({ path }) => path)).toEqual([
      "Z.md",
      "z.md",
      "\uFB01.md",
      "\u{1F600}.md",
    ]);
  });

  it("never changes for existing content: this value is fixed", () => {
    const files = [
      file("SKILL.md", "---\nname: a\ndescription: b\n---\n"),
      file("scripts/run.sh", "#!/bin/sh\n", true),
    ];
    expect(contentDigest(files)).toBe(/^example: `(sha256:[0-9a-f]{64})`$/m.exec(documentation())?.[1]);
  });

  it.each(["python", "sh"])("equals the result of the %s commands in the documentation", (language) => {
    const folder = mkdtempSync(join(tmpdir(), "vskill-digest-"));
    try {
      const files = [...base, file("näme ü/x y.txt", "ü"), file("empty", "")];
      for (const { path, bytes, executable } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
        chmodSync(join(folder, path), executable ? 0o755 : 0o644);
      }
      const program = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(documentation())?.[1] ?? "";
      const [command, flag] = language === "python" ? ["python3", "-c"] : ["sh", "-c"];
      const printed = execFileSync(command!, [flag!, program], { cwd: folder, encoding: "utf8" }).trim();
      expect(printed).toBe(contentDigest(files));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function documentation(): string {
  return readFileSync("docs/CONTENT-DIGEST.md", "utf8");
}
