/**
 * Discovery v0.1 has no versions: a client reads the index, then SKILL.md, then each other file. A publication in
 * between must not make it install files of two versions.
 */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { call, callJson, readText } from "../../support/call-api.ts";
import { publish } from "../../support/publish.ts";
import { goodSkill, textFile } from "../../support/skills.ts";

const V1 = ".well-known/skills";
const scopes = ["/skills/team/uploads/kit", "/skills/team/uploads", "/skills/team"];

const edition = (version: string, extra: string) => [
  ...goodSkill("kit", { version }),
  textFile("references/edition.md", `This is ${version}.\n`),
  textFile(`references/${extra}.md`, "More.\n"),
];
const edit = (scope: string) => call(`${scope}/${V1}/kit/references/edition.md`);

beforeAll(async () => {
  await publish(edition("1.0.0", "old"), "team");
  await publish(edition("1.1.0", "new"), "team");
});

describe("for a minute after an update was published", () => {
  it.each(scopes)(
    "%s: no client starts, and one that read the old index gets the old files",
    async (scope) => {
      for (const path of ["index.json", "kit/SKILL.md"]) {
        const response = await call(`${scope}/${V1}/${path}`);
        expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "30"]);
        expect(await response.json()).toMatchObject({
          error: "UNAVAILABLE",
          message: expect.stringContaining("kit@1.1.0 was published"),
        });
      }
      const file = await edit(scope);
      expect([await readText(file), file.headers.get("cache-control")]).toEqual([
        "This is 1.0.0.\n",
        "no-store",
      ]);
      expect((await call(`${scope}/${V1}/kit/references/old.md`)).status).toBe(200);
      expect((await call(`${scope}/${V1}/kit/references/new.md`)).status).toBe(404);
    },
  );

  it("a pinned version and v0.2 are served as ever", async () => {
    for (const path of [
      `${scopes[0]}@1.1.0/${V1}/index.json`,
      `${scopes[0]}/.well-known/agent-skills/index.json`,
    ])
      expect((await call(path)).status).toBe(200);
    expect(await readText(await edit(`${scopes[0]}@1.1.0`))).toBe("This is 1.1.0.\n");
  });
});

describe("a minute after the publication", () => {
  it.each(scopes)("%s: index and files are those of the new version", async (scope) => {
    await env.DB.prepare("UPDATE skill_versions SET published_at = published_at - 60000").run();
    await env.DB.prepare("UPDATE skills SET revision = revision + 1").run();
    const { skills } = await callJson<{ skills: { files: string[] }[] }>(`${scope}/${V1}/index.json`);
    expect(skills[0]?.files).toContain("references/new.md");
    expect(await readText(await edit(scope))).toBe("This is 1.1.0.\n");
    expect((await call(`${scope}/${V1}/kit/SKILL.md`)).status).toBe(200);
  });
});
