/**
 * Creates the archives that clients install, deterministically: every byte depends only on the skill's files (and,
 * for npm, on the name and version of the package).
 */
import { gzipSync } from "fflate";
import type { SkillFile } from "../../domain/skill-file.ts";
import { writeTar } from "./tar-writer.ts";
import { writeZip } from "./zip-writer.ts";

/** Must never change: a different level produces different bytes, and clients verify the digest of the first ones. */
const LEVEL = 9;
const utf8 = new TextEncoder();

/** `SKILL.md` at the root, without a wrapper folder: the layout that discovery clients unpack. */
export function makeTarGz(files: readonly SkillFile[]): Uint8Array {
  return gzipSync(writeTar(files), { level: LEVEL, mtime: 0 });
}

/** The same layout as a zip with Unix modes. */
export function makeZip(files: readonly SkillFile[]): Uint8Array {
  return writeZip(files, LEVEL);
}

export interface NpmPackage {
  /** The npm package name, such as `@acme/pdf`. */
  readonly packageName: string;
  readonly version: string;
  /** The skill's own name: the folder under `skills/`, and the name of the plugin. */
  readonly skillName: string;
  readonly description: string;
  readonly license?: string;
}

/** A Claude Code plugin as an npm package: `package/{package.json,.claude-plugin/plugin.json,skills/<name>/…}`. */
export function makeNpmTarball(files: readonly SkillFile[], about: NpmPackage): Uint8Array {
  const { packageName, version, skillName, description, license } = about;
  if (!/^[a-z0-9-]+$/.test(skillName)) throw new Error(`not a skill's name: ${skillName}`);
  const packageJson = {
    name: packageName,
    version,
    description,
    ...(license === undefined ? {} : { license }),
  };
  const packed: SkillFile[] = [
    jsonFile("package/package.json", packageJson),
    jsonFile("package/.claude-plugin/plugin.json", { name: skillName, version, description }),
    ...files.map((file) => ({ ...file, path: `package/skills/${skillName}/${file.path}` })),
  ];
  return gzipSync(writeTar(packed), { level: LEVEL, mtime: 0 });
}

function jsonFile(path: string, value: unknown): SkillFile {
  return { path, bytes: utf8.encode(`${JSON.stringify(value, null, 2)}\n`), executable: false };
}
