import { describe, expect, it } from "vitest";
import { rawTar } from "../../../../test/support/raw-tar.ts";
import { refusalOf, skillMd } from "../../../../test/support/skill-files.ts";
import { defaultLimits } from "../../../domain/limits.ts";
import type { ArchiveEntries } from "../../archives/archive-entry.ts";
import { readTar } from "../../archives/tar-reader.ts";
import { collectSkills } from "../collect-skills.ts";
import { listSkills } from "../list-skills.ts";
import { readPluginManifest } from "../plugin-manifests.ts";

function archive(tree: Record<string, string | Uint8Array>): ArchiveEntries {
  const bytes = rawTar(Object.entries(tree).map(([name, body]) => ({ name, body })));
  return readTar(one(bytes), defaultLimits);
}
async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const list = async (tree: Record<string, string>, requested = "") =>
  (await listSkills(archive(tree), requested, defaultLimits)).map(({ path }) => path);

describe("finding skills", () => {
  it.each([".claude", ".cursor", ".codex", ".github", ".agents", ".Claude"])(
    "skips %s unless it is requested",
    async (name) => {
      const tree = {
        [`${name}/skills/a/SKILL.md`]: skillMd("a"),
        "skills/b/SKILL.md": skillMd("b"),
        [`skills/b/${name}/c/SKILL.md`]: skillMd("c"),
      };
      expect(await list(tree)).toEqual(["skills/b"]);
      expect(await list(tree, name)).toEqual([`${name}/skills/a`]);
      expect(await list(tree, `${name}/skills/a`)).toEqual([`${name}/skills/a`]);
    },
  );

  it("requires the manifest's exact name, and does not match a requested folder by a part of its name", async () => {
    const tree = {
      "a/skill.md": "x",
      "b/MYSKILL.md": "x",
      "c/SKILL.md/d": "x",
      "skills/SKILL.md": skillMd("s"),
      "skills-old/SKILL.md": skillMd("o"),
    };
    expect(await list(tree)).toEqual(["skills", "skills-old"]);
    expect(await list(tree, "skills")).toEqual(["skills"]);
  });

  it("ignores the files of version control and file managers", async () => {
    const tree = {
      ".git/SKILL.md": "x",
      "__MACOSX/a/SKILL.md": "x",
      "a/SKILL.md": skillMd("a"),
      "a/.DS_Store": "x",
      "a/.git/config": "x",
      "a/b.md": "b",
    };
    expect(await list(tree)).toEqual(["a"]);
    const [skill] = await collectSkills(archive(tree), {
      folders: ["a"],
      strict: true,
      limits: defaultLimits,
    });
    expect(skill!.files.map(({ path }) => path)).toEqual(["SKILL.md", "b.md"]);
  });

  it("reports Git LFS pointers", async () => {
    const tree = {
      "SKILL.md": skillMd("a"),
      "model.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
    };
    const [skill] = await collectSkills(archive(tree), {
      folders: [""],
      strict: true,
      limits: defaultLimits,
    });
    expect(skill!.notes.map(({ kind }) => kind)).toEqual(["lfs-pointer"]);
  });

  it("lists a skill with a problem if its SKILL.md is too long or a link", async () => {
    const bytes = rawTar([
      { name: "a/SKILL.md", body: "x".repeat(500) },
      { name: "b/SKILL.md", type: "2", link: "../c/SKILL.md" },
      { name: "c/SKILL.md", body: skillMd("c") },
    ]);
    const listed = await listSkills(readTar(one(bytes), defaultLimits), "", {
      ...defaultLimits,
      manifestBytes: 200,
    });
    expect(listed.map(({ path, name, problems }) => [path, name, problems.length])).toEqual([
      ["a", null, 1],
      ["b", null, 1],
      ["c", "c", 0],
    ]);
  });

  it("reports a requested folder that has no SKILL.md of its own", async () => {
    const tree = { "skills/a/SKILL.md": skillMd("a") };
    expect(
      await refusalOf(() =>
        collectSkills(archive(tree), { folders: ["skills"], strict: false, limits: defaultLimits }),
      ),
    ).toBe("SKILL_NOT_AT_PATH");
  });
});

describe("plugin manifests", () => {
  const read = (path: string, value: unknown) =>
    readPluginManifest(
      path,
      new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
    );

  it("name the folders of a marketplace's plugins, and of a single plugin", () => {
    const plugins = [
      { name: "docs", source: "./plugins/docs", skills: ["./skills/pdf", "extra"] },
      { name: "all", source: "./" },
      { name: "elsewhere", source: { source: "github", repo: "x/y" } },
    ];
    expect(read(".claude-plugin/marketplace.json", { plugins })).toEqual([
      { plugin: "docs", folder: "plugins/docs/skills/pdf" },
      { plugin: "docs", folder: "plugins/docs/extra" },
      { plugin: "all", folder: "" },
    ]);
    expect(read("plugins/docs/.claude-plugin/plugin.json", { name: "docs", skills: "./custom" })).toEqual([
      { plugin: "docs", folder: "plugins/docs/custom" },
    ]);
  });

  it.each([
    ["not JSON", "{"],
    ["an array", []],
    ["null", null],
    ["no plugins", {}],
    ["odd plugins", { plugins: [1, null, { name: 5 }, { name: "x", source: "../../out" }] }],
  ])("%s names no folder and causes no error", (_what, value) => {
    expect(read(".claude-plugin/marketplace.json", value)).toEqual([]);
  });

  it("L59: a broken or wrong manifest hides no skill", async () => {
    for (const manifest of [
      "{",
      JSON.stringify({ plugins: [{ name: "p", source: "./", skills: ["./gone"] }] }),
    ]) {
      expect(
        await list({ ".claude-plugin/marketplace.json": manifest, "skills/a/SKILL.md": skillMd("a") }),
      ).toEqual(["skills/a"]);
    }
  });
});
