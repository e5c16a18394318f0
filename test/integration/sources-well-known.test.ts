/** A well-known site on loopback, with both versions of its index and the errors that a site may make. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { selectorOfFolder } from "../../src/domain/skill-selector.ts";
import { parseSourceUrl, type SourceRef } from "../../src/domain/source-ref.ts";
import { makeTarGz, makeZip } from "../../src/lib/archives/install-archives.ts";
import { discoverSkills, fetchSource } from "../../src/lib/sources/fetch-source.ts";
import { type LoopbackServer, startLoopback } from "../support/loopback-server.ts";
import { file, refusalOf, skill, skillMd } from "../support/skill-files.ts";
import { withSourceEnv } from "../support/source-env.ts";

const V02 = "/.well-known/agent-skills";
const V01 = "/.well-known/skills";
const pages = new Map<string, Uint8Array | string>();
let site: LoopbackServer;

beforeAll(async () => {
  site = await startLoopback((path, _request, response) => {
    const page = pages.get(path);
    response.writeHead(page === undefined ? 404 : 200);
    response.end(page);
  });
});
afterAll(() => site.close());
beforeEach(() => {
  pages.clear();
  site.requests.length = 0;
});

const sha256 = (bytes: Uint8Array | string) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
function source(path = ""): SourceRef {
  const parsed = parseSourceUrl(`${site.origin}${path}`);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.source;
}
const env = () => ({ ALLOW_HOSTS: site.host });
const fetchSite = (path = "", options = {}, more = {}) =>
  withSourceEnv({ ...env(), ...more }, () => fetchSource(source(path), options));

function publish(
  name: string,
  type: "archive" | "skill-md",
  bytes: Uint8Array | string,
  digest = sha256(bytes),
  base = "",
): void {
  pages.set(`${base}${V02}/${name}`, bytes);
  const index = JSON.parse(String(pages.get(`${base}${V02}/index.json`) ?? '{"skills":[]}')) as {
    skills: unknown[];
  };
  index.skills.push({
    name,
    type,
    description: `About ${name}.`,
    url: `./${name}`,
    digest,
    trust: "ignored",
  });
  pages.set(`${base}${V02}/index.json`, JSON.stringify(index));
}

function publishFiles(name: string, files: Record<string, string>, listed = Object.keys(files)): void {
  pages.set(`${V01}/index.json`, JSON.stringify({ skills: [{ name, description: "d", files: listed }] }));
  for (const [path, text] of Object.entries(files)) pages.set(`${V01}/${name}/${path}`, text);
}

describe("well-known site v0.2", () => {
  it("lists and fetches archives and single files, and takes the executable bit from archives", async () => {
    publish("pdf", "archive", makeTarGz(skill("pdf", file("run.sh", "#!/bin/sh", true))));
    publish("zipped", "archive", makeZip(skill("zipped")));
    publish("single", "skill-md", skillMd("single"));
    const found = await withSourceEnv(env(), () => discoverSkills(source()));
    expect(found.skills.map((s) => [s.path, s.description])).toEqual([
      ["pdf", "About pdf."],
      ["zipped", "About zipped."],
      ["single", "About single."],
    ]);
    const { skills, commit } = await fetchSite();
    expect(commit).toBeNull();
    expect(skills.map((s) => s.files.map((f) => `${s.path}/${f.path}:${f.executable}`))).toEqual([
      ["pdf/SKILL.md:false", "pdf/run.sh:true"],
      ["zipped/SKILL.md:false"],
      ["single/SKILL.md:false"],
    ]);
  });

  it("fetches a single skill, a site at a path of the host, and a site by the address of its index", async () => {
    publish("a", "skill-md", skillMd("a"), undefined, "/team");
    publish("b", "skill-md", skillMd("b"), undefined, "/team");
    const { skills, ref } = await fetchSite("/team/", { select: selectorOfFolder("b") });
    expect(skills.map((s) => s.path)).toEqual(["b"]);
    expect(ref).toMatchObject({ kind: "well-known", url: `${site.origin}/team`, repo: "site" });
    expect((await fetchSite(`/team${V02}/index.json`)).ref.url).toBe(ref.url);
    expect(site.requests.map(({ path }) => path)).not.toContain(`${V02}/index.json`);
  });

  it("enforces the digest", async () => {
    publish("pdf", "skill-md", skillMd("pdf"), sha256("other bytes"));
    expect(await refusalOf(() => fetchSite())).toBe("SOURCE_DIGEST_MISMATCH");
  });

  it.each([
    ["not JSON", "<html>", "SOURCE_ANSWER_INVALID"],
    ["no list", "{}", "SOURCE_ANSWER_INVALID"],
    [
      "an upper-case digest",
      JSON.stringify({
        skills: [{ name: "a", type: "skill-md", url: "a", digest: sha256("a").toUpperCase() }],
      }),
      "SOURCE_ANSWER_INVALID",
    ],
    [
      "a name with path traversal",
      JSON.stringify({ skills: [{ name: "../a", type: "skill-md", url: "a", digest: sha256("a") }] }),
      "SOURCE_ANSWER_INVALID",
    ],
    [
      "an unknown type",
      JSON.stringify({ skills: [{ name: "a", type: "exe", url: "a", digest: sha256("a") }] }),
      "SOURCE_ANSWER_INVALID",
    ],
    [
      "a duplicate name",
      JSON.stringify({
        skills: [1, 2].map(() => ({ name: "a", type: "skill-md", url: "a", digest: sha256("a") })),
      }),
      "SOURCE_ANSWER_INVALID",
    ],
    ["no skill", JSON.stringify({ skills: [] }), "NO_SKILL_FOUND"],
    [
      "a private address",
      JSON.stringify({
        skills: [{ name: "a", type: "skill-md", url: "http://169.254.169.254/", digest: sha256("a") }],
      }),
      "ADDRESS_REFUSED",
    ],
    [
      "a missing file",
      JSON.stringify({ skills: [{ name: "a", type: "skill-md", url: "gone", digest: sha256("a") }] }),
      "SOURCE_NOT_FOUND",
    ],
    ["too many bytes", " ".repeat((1 << 20) + 1), "SOURCE_ANSWER_TOO_LARGE"],
  ])("refuses an index with %s", async (_what, index, code) => {
    pages.set(`${V02}/index.json`, index);
    expect(await refusalOf(() => fetchSite())).toBe(code);
  });

  it("refuses an archive with two skills, and an unknown name", async () => {
    publish("two", "archive", makeZip([file("a/SKILL.md", skillMd("a")), file("b/SKILL.md", skillMd("b"))]));
    expect(await refusalOf(() => fetchSite())).toBe("SOURCE_ANSWER_INVALID");
    expect(await refusalOf(() => fetchSite("", { select: selectorOfFolder("three") }))).toBe(
      "SKILL_NOT_AT_PATH",
    );
  });
});

describe("well-known site v0.1", () => {
  it("fetches the listed files as not executable", async () => {
    publishFiles("pdf", { "SKILL.md": skillMd("pdf"), "scripts/run.sh": "#!/bin/sh" });
    const { skills } = await fetchSite();
    expect(skills[0]!.files.map((f) => [f.path, f.executable])).toEqual([
      ["SKILL.md", false],
      ["scripts/run.sh", false],
    ]);
  });

  it.each([
    ["../../secret", "PATH_UNSAFE"],
    ["/etc/passwd", "PATH_UNSAFE"],
    ["a\u202eb", "PATH_CHARACTERS"],
    ["skill.md", "PATH_COLLISION"],
    ["SKILL.md", "PATH_DUPLICATE"],
  ])("refuses the listed file %j", async (path, code) => {
    publishFiles("pdf", { "SKILL.md": skillMd("pdf"), [encodeURIComponent(path)]: "x" }, ["SKILL.md", path]);
    expect(await refusalOf(() => fetchSite())).toBe(code);
  });

  it("refuses a skill without SKILL.md, and too many or too large files", async () => {
    publishFiles("pdf", { "a.md": "a" });
    expect(await refusalOf(() => fetchSite())).toBe("SKILL_NOT_AT_PATH");
    publishFiles("pdf", { "SKILL.md": skillMd("pdf"), "b.md": "b" });
    expect(await refusalOf(() => fetchSite("", {}, { LIMIT_SKILL_FILES: "1" }))).toBe("SKILL_TOO_MANY_FILES");
    expect(await refusalOf(() => fetchSite("", {}, { LIMIT_FILE_BYTES: "10" }))).toBe(
      "SOURCE_ANSWER_TOO_LARGE",
    );
  });
});

describe("a site without skills", () => {
  it("L51: is reported as not found", async () => {
    expect(await refusalOf(() => fetchSite())).toBe("SOURCE_NOT_FOUND");
  });

  it("gets no request if its address is not allowed", async () => {
    publish("pdf", "skill-md", skillMd("pdf"));
    expect(await refusalOf(() => fetchSite("", {}, { ALLOW_HOSTS: "" }))).toBe("ADDRESS_REFUSED");
    expect(site.requests).toEqual([]);
  });
});
