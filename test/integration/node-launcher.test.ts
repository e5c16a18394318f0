import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "..", "..");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vskill-launcher-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the process report an older Node version. It is a flag, so that child processes are not affected. */
const pretendToBe = (version: string) =>
  `--import=data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;

/** Runs `vskill-platform --version` as if on a Node of that version, with this shell script instead of npm. */
function launch(version: string, npm: string) {
  const npmFile = path.join(folder, "npm");
  writeFileSync(npmFile, `#!/bin/sh\ntouch "${folder}/npm-ran"\n${npm}\n`);
  chmodSync(npmFile, 0o755);
  const args = [pretendToBe(version), path.join(root, "cli", "bin.mjs"), "--version"];
  const env = { PATH: `${folder}:${process.env.PATH}`, XDG_CACHE_HOME: path.join(folder, "cache") };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  return { status, stdout, stderr, npmRan: existsSync(path.join(folder, "npm-ran")) };
}

/** Files in the cache folder, without the folder of the pinned version. */
const cached = () =>
  readdirSync(path.join(folder, "cache", "vskill-platform"), { recursive: true, encoding: "utf8" }).filter(
    (name) => !/^node-(bin-)?\w+-\w+-\d+\.\d+\.\d+$/.test(name),
  );

const deliverWrongProgram = `
for argument in "$@"; do
  [ "$last" = install ] && name=\${argument%@*}
  [ "$last" = --prefix ] && prefix=$argument
  last=$argument
done
mkdir -p "$prefix/node_modules/$name/bin"
printf '#!/bin/sh\\necho hostile' > "$prefix/node_modules/$name/bin/node"
chmod +x "$prefix/node_modules/$name/bin/node"`;

describe("choosing a Node version", () => {
  it.each(["22.22.0", "24.0.0", "26.10.0"])("runs on %s and fetches nothing", (version) => {
    const { status, stdout, npmRan } = launch(version, "exit 1");
    expect([status, stdout, npmRan]).toEqual([0, `${manifest.version}\n`, false]);
  });

  it.each(["18.20.8", "20.20.2", "22.21.1", "23.11.1"])("does not run on %s", (version) => {
    expect(launch(version, "exit 1")).toMatchObject({ status: 71, stdout: "", npmRan: true });
  });

  it("does not run a fetched Node with a wrong checksum, and deletes it", () => {
    const { status, stdout, stderr } = launch("20.20.2", deliverWrongProgram);
    expect([status, stdout]).toEqual([71, ""]);
    expect(stderr).toMatch(/SHA-256 expected: [0-9a-f]{64}\n {2}SHA-256 received: [0-9a-f]{64}/);
    expect(cached()).toEqual([]);
  });

  it("does not run a cached Node that was changed: deletes it, reports it and fetches it again", () => {
    launch("20.20.2", "exit 1");
    const [cachedFolder] = readdirSync(path.join(folder, "cache", "vskill-platform"));
    const program = path.join(folder, "cache", "vskill-platform", cachedFolder ?? "", "node");
    mkdirSync(path.dirname(program), { recursive: true });
    writeFileSync(program, "#!/bin/sh\necho hostile\n", { mode: 0o755 });
    rmSync(path.join(folder, "npm-ran"));
    const again = launch("20.20.2", "exit 1");
    expect(again).toMatchObject({ status: 71, stdout: "", npmRan: true });
    expect(again.stderr).toContain(`${program} does not have the expected checksum and was deleted.`);
    expect(existsSync(program)).toBe(false);
  });

  it("says what to do if npm cannot fetch one", () => {
    const { stderr } = launch("20.20.2", "echo no network here >&2; exit 1");
    expect(stderr).toContain("here is 20.20.2");
    expect(stderr).toContain(
      "Install Node 22.22 or newer, or connect this machine to the network.\nno network here",
    );
    expect(cached()).toEqual([]);
  });
});
