import { describe, expect, it } from "vitest";
import { githubWebHost, parseSourceUrl, uploadSource } from "../source-ref.ts";

const parse = (input: string, githubHost?: string) => {
  const parsed = parseSourceUrl(input, githubHost === undefined ? {} : { githubHost });
  return parsed.ok ? parsed.source : parsed.problem.code;
};
const acme = {
  kind: "github",
  url: "https://github.com/acme/tools",
  owner: "acme",
  repo: "tools",
  ref: null,
  path: "",
};

describe("source URL", () => {
  it.each([
    "https://github.com/acme/tools",
    "https://github.com/acme/tools/",
    "https://github.com/ACME/Tools.git",
    "https://github.com/acme/tools.git/",
    "http://www.github.com/acme/tools?tab=readme#top",
    "https://user:token@github.com/acme/tools",
    "https://github.com:443/acme/tools",
    "github.com/acme/tools",
    "  acme/tools  ",
    "git@github.com:acme/tools.git",
    "ssh://git@github.com/acme/tools.git",
    "git+https://github.com/acme/tools.git",
    "git://github.com/acme/tools",
    "https://github.com//acme///tools",
    "https://github.com/acme/tools/issues/5",
    "https://github.com/acme/tools/tree",
  ])("L18: %s is acme/tools", (input) => {
    expect(parse(input)).toEqual(acme);
  });

  it.each([
    ["https://github.com/acme/tools/tree/Main", "Main", ""],
    ["https://github.com/acme/tools/tree/v1.0/skills/Pdf/", "v1.0", "skills/Pdf"],
    ["https://github.com/acme/tools/blob/main/skills/pdf/SKILL.md", "main", "skills/pdf"],
    ["https://github.com/acme/tools/blob/main/SKILL.md", "main", ""],
    ["acme/tools/tree/main/a%20b", "main", "a b"],
  ])("%s has the ref %s and the folder %j, their letter case kept", (input, ref, path) => {
    expect(parse(input)).toEqual({ ...acme, ref, path });
  });

  it("a site is its host and path; a port becomes part of the owner", () => {
    expect(parse("https://Skills.Example.com/")).toEqual({
      kind: "well-known",
      url: "https://skills.example.com",
      owner: "skills.example.com",
      repo: "site",
      ref: null,
      path: "",
    });
    expect(parse("skills.example.com/team/")).toMatchObject({
      url: "https://skills.example.com/team",
      owner: "skills.example.com",
    });
    expect(parse("http://127.0.0.1:8787")).toMatchObject({
      url: "http://127.0.0.1:8787",
      owner: "127.0.0.1-8787",
    });
    expect(parse("https://e.com/a/.well-known/agent-skills/index.json")).toMatchObject({
      url: "https://e.com/a",
    });
  });

  it("an enterprise server's pages are repositories, and github.com is then a site like others", () => {
    const host = githubWebHost("https://ghe.corp.example/api/v3");
    expect(parse("https://GHE.corp.example/Acme/Tools", host)).toMatchObject({
      kind: "github",
      url: "https://ghe.corp.example/acme/tools",
    });
    expect(parse("acme/tools", host)).toMatchObject({ url: "https://ghe.corp.example/acme/tools" });
    expect(parse("https://github.com/acme/tools", host)).toMatchObject({ kind: "well-known" });
  });

  it.each([
    [undefined, "github.com"],
    ["https://api.github.com", "github.com"],
    ["https://ghe.corp/api/v3/", "ghe.corp"],
    ["https://ghe.corp:8443/api/v3", "ghe.corp:8443"],
    ["https://api.acme.ghe.com", "acme.ghe.com"],
    ["http://127.0.0.1:9999", "github.com"],
  ])("the pages of the API %s are at %s", (api, host) => {
    expect(githubWebHost(api)).toBe(host);
  });

  it.each([
    "",
    "   ",
    "https://",
    "https://github.com",
    "https://github.com/acme",
    "https://github.com/acme/..",
    "https://github.com/-acme/tools",
    "https://github.com/acme/to ols",
    "https://github.com/acme/tools/tree/main/%2e%2e%2fx",
    "https://github.com/acme/tools/tree/main/%ff",
    "https://github.com/acme/to\u0000ols",
    "ftp://example.com/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:pass@example.com",
    `https://example.com/${"x".repeat(3000)}`,
  ])("refuses %j", (input) => {
    expect(parse(input)).toBe("SOURCE_URL_INVALID");
  });

  it("an upload's source is its owner's", () => {
    expect(uploadSource("Acme")).toEqual({
      kind: "upload",
      url: "upload:acme",
      owner: "acme",
      repo: "uploads",
      ref: null,
      path: "",
    });
  });
});
