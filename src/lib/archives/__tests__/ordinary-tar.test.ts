/** Tarballs from common tools: the strict checks must not refuse the output of tar, Python or npm. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skillMd } from "../../../../test/support/skill-files.ts";
import { withSourceEnv } from "../../../../test/support/source-env.ts";
import { readUpload } from "../../sources/upload.ts";

const long = `${"a-folder-with-a-name/".repeat(6)}a-file-with-a-long-name.txt`;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vskill-tar-"));
  mkdirSync(join(folder, "pdf", long, ".."), { recursive: true });
  writeFileSync(join(folder, "pdf/SKILL.md"), skillMd("pdf"));
  writeFileSync(join(folder, "pdf/run.sh"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(folder, "pdf", long), "long");
  writeFileSync(join(folder, "pdf/größe.txt"), "ü");
  writeFileSync(join(folder, "pdf/._SKILL.md"), "attributes");
  writeFileSync(join(folder, "pdf/package.json"), '{"name":"pdf","version":"1.0.0"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const python = (format: string) =>
  `import tarfile\nwith tarfile.open('out.tgz','w:gz',format=tarfile.${format}) as t: t.add('pdf')`;
const tools: Record<string, [string, string[]]> = {
  "tar of a folder": ["tar", ["czf", "out.tgz", "pdf"]],
  "tar of the current folder": ["tar", ["czf", "../out.tgz", "."]],
  "tar, ustar": ["tar", ["czf", "out.tgz", "--format=ustar", "pdf"]],
  "tar, PAX": ["tar", ["czf", "out.tgz", "--format=pax", "pdf"]],
  "tar, old GNU": ["tar", ["czf", "out.tgz", "--format=oldgnu", "pdf"]],
  "Python, PAX": ["python3", ["-c", python("PAX_FORMAT")]],
  "Python, GNU": ["python3", ["-c", python("GNU_FORMAT")]],
  "Python, ustar": ["python3", ["-c", python("USTAR_FORMAT")]],
};

describe("tarballs from common tools", () => {
  it.each(Object.entries(tools))("%s", async (name, [command, args]) => {
    const cwd = name === "tar of the current folder" ? join(folder, "pdf") : folder;
    execFileSync(command, args, { cwd, stdio: "pipe" });
    const bytes = readFileSync(join(folder, "out.tgz"));
    rmSync(join(folder, "out.tgz"));
    const { skills } = await withSourceEnv({}, () => readUpload(bytes, "application/gzip"));
    expect(skills.map(({ path }) => path)).toEqual(["pdf"]);
    const files = skills[0]!.files
      .map(({ path, executable }) => `${path}${executable ? "*" : ""}`)
      .toSorted();
    expect(files).toEqual(["SKILL.md", long, "größe.txt", "package.json", "run.sh*"].toSorted());
  });

  it("npm pack", async () => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
      cwd: join(folder, "pdf"),
      stdio: "pipe",
    });
    const bytes = readFileSync(join(folder, "pdf-1.0.0.tgz"));
    const { skills } = await withSourceEnv({}, () => readUpload(bytes, "application/gzip"));
    expect(skills.map(({ path, folder: name }) => [path, name])).toEqual([["pdf", "package"]]);
    expect(skills[0]!.files.map(({ path }) => path)).toContain("run.sh");
  });
});
