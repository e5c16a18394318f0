import { describe, expect, it } from "vitest";
import { file, refusalOf, skill } from "../../../../test/support/skill-files.ts";
import { withSourceEnv } from "../../../../test/support/source-env.ts";
import type { SkillFile } from "../../../domain/skill-file.ts";
import { makeTarGz, makeZip } from "../../archives/install-archives.ts";
import { readUpload } from "../upload.ts";

const pdf = skill("pdf", file("scripts/run.sh", "#!/bin/sh\n", true));
const under = (folder: string, files: readonly SkillFile[]) =>
  files.map((f) => ({ ...f, path: `${folder}/${f.path}` }));
const read = (bytes: Uint8Array, type: string, env = {}) => withSourceEnv(env, () => readUpload(bytes, type));

function multipart(parts: Record<string, Uint8Array | string>): { type: string; body: Promise<Uint8Array> } {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new File([new Uint8Array(value)], "skill.tgz"));
  }
  const response = new Response(form);
  return { type: response.headers.get("content-type") ?? "", body: response.bytes() };
}

describe("upload", () => {
  it.each([
    ["application/gzip", makeTarGz(pdf)],
    ["application/zip", makeZip(pdf)],
    ["application/octet-stream; charset=binary", makeTarGz(pdf)],
  ])("reads %s with the executable bit", async (type, bytes) => {
    const { skills } = await read(bytes, type);
    expect(skills).toHaveLength(1);
    expect(skills[0]).toMatchObject({ path: "pdf", folder: null });
    expect(skills[0]!.files.map((f) => [f.path, f.executable])).toEqual([
      ["SKILL.md", false],
      ["scripts/run.sh", true],
    ]);
  });

  it("reads the multipart field `archive` and passes on the other fields", async () => {
    const { type, body } = multipart({ owner: "acme", archive: makeTarGz(pdf) });
    const upload = await read(await body, type);
    expect(upload.skills[0]!.path).toBe("pdf");
    expect(upload.fields.owner).toBe("acme");
  });

  it("names a skill by its manifest, whatever folder it was packed in", async () => {
    const { skills } = await read(makeZip(under("tools-main/skills/x", pdf)), "application/zip");
    expect(skills[0]).toMatchObject({ path: "pdf", folder: "x" });
  });

  it("finds several skills and keeps their files separate", async () => {
    const bytes = makeZip([
      ...under("a", skill("a", file("r.md"))),
      ...under("b", skill("b")),
      file("README.md"),
    ]);
    const { skills } = await read(bytes, "application/zip");
    expect(skills.map((s) => [s.path, s.files.length])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });

  it.each([
    [
      "two skills of the same name",
      makeZip([...under("a", pdf), ...under("b", pdf)]),
      "application/zip",
      "PATH_DUPLICATE",
    ],
    ["no skill", makeZip([file("README.md")]), "application/zip", "NO_SKILL_FOUND"],
    ["another format", new TextEncoder().encode("hello"), "application/zip", "ARCHIVE_UNSUPPORTED"],
    ["another media type", makeZip(pdf), "text/html", "ARCHIVE_UNSUPPORTED"],
    ["a broken multipart body", makeZip(pdf), "multipart/form-data; boundary=x", "UPLOAD_INVALID"],
    ["an empty body", new Uint8Array(0), "application/gzip", "ARCHIVE_UNSUPPORTED"],
  ])("refuses %s", async (_what, bytes, type, code) => {
    expect(await refusalOf(() => read(bytes, type))).toBe(code);
  });

  it("refuses a multipart body without the field `archive`, or with two", async () => {
    const { type, body } = multipart({ file: makeTarGz(pdf) });
    const bytes = await body;
    expect(await refusalOf(() => read(bytes, type))).toBe("UPLOAD_INVALID");
  });

  it("accepts an archive of exactly the limit and refuses one byte more, raw or in a multipart form", async () => {
    const bytes = makeTarGz(pdf);
    const exact = { LIMIT_UPLOAD_PACKED_BYTES: String(bytes.length) };
    const less = { LIMIT_UPLOAD_PACKED_BYTES: String(bytes.length - 1) };
    expect(await refusalOf(() => read(bytes, "application/gzip", exact))).toBe("none");
    expect(await refusalOf(() => read(bytes, "application/gzip", less))).toBe("ARCHIVE_TOO_LARGE");
    const { type, body } = multipart({ archive: bytes });
    const form = await body;
    expect(await refusalOf(() => read(form, type, exact))).toBe("none");
    expect(await refusalOf(() => read(form, type, less))).toBe("ARCHIVE_TOO_LARGE");
  });

  it("stops reading a body that never ends soon after the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const run = () => withSourceEnv({}, () => readUpload(endless, "application/gzip"));
    expect(await refusalOf(run)).toBe("ARCHIVE_TOO_LARGE");
    expect(sent).toBeLessThan(10_000_000 + 4 * 65_536);
  });

  it("refuses a body that does not arrive in time", async () => {
    const silent = new ReadableStream<Uint8Array>();
    const run = () => withSourceEnv({ LIMIT_UPLOAD_MS: "20" }, () => readUpload(silent, "application/gzip"));
    expect(await refusalOf(run)).toBe("UPLOAD_TIMEOUT");
  });
});
