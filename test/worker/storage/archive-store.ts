/** The archive store on a real R2, which the unit tests replace by a fake. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { contentDigest, sortedByPath } from "../../../src/domain/digest.ts";
import { makeTarGz } from "../../../src/lib/archives/install-archives.ts";
import {
  deleteContent,
  loadSkillContent,
  openArchive,
  storeNpmArchive,
  storeSkillContent,
} from "../../../src/lib/contents/archive-store.ts";
import { readUpload } from "../../../src/lib/sources/upload.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { file, skill } from "../../support/skill-files.ts";

const metadata = { version: "1.0.0", skillName: "pdf", description: "d" };

describe("archive store on R2", () => {
  it("an upload is stored once, read back and deleted", async () => {
    const files = skill("pdf", file("scripts/run.sh", "#!/bin/sh\n", true));
    await runWithWorkerEnv(env, async () => {
      const { skills } = await readUpload(makeTarGz(files), "application/gzip");
      const digest = contentDigest(skills[0]!.files);
      const [first, second] = await Promise.all([
        storeSkillContent(digest, files),
        storeSkillContent(digest, files),
      ]);
      expect(second).toEqual(first);
      expect(await loadSkillContent(digest)).toEqual(sortedByPath(files));
      expect((await openArchive(digest, "skill.zip"))?.httpMetadata?.contentType).toBe("application/zip");
      await deleteContent(digest);
      expect(await loadSkillContent(digest)).toBeNull();
    });
  });

  it("two packages with the same content, stored concurrently, keep one archive each", async () => {
    const files = skill("same-content");
    const digest = contentDigest(files);
    await runWithWorkerEnv(env, async () => {
      const store = (owner: string) =>
        storeNpmArchive(digest, files, { ...metadata, packageName: `@${owner}/pdf` });
      const [one, two] = await Promise.all([store("one"), store("two")]);
      expect(one.key).not.toBe(two.key);
      expect(one.integrity).not.toBe(two.integrity);
      expect([one.key, two.key]).toContain(`content/${digest}/npm.tgz`);
      expect(await Promise.all([store("one"), store("two")])).toEqual([one, two]);
    });
  });
});
