import { describe, expect, it } from "vitest";
import { quickest } from "../../../test/support/quickest.ts";
import { defaultLimits, type Limits } from "../limits.ts";
import { parseManifest } from "../manifest.ts";

const md = (frontMatter: string, body = "Do it.\n") => `---\n${frontMatter}\n---\n${body}`;
const good = "name: pdf\ndescription: Reads PDF files.";
const errors = (text: string | Uint8Array, folder: string | null = null) =>
  parseManifest(text, folder).problems.filter((p) => p.severity === "error");
const warnings = (text: string, folder: string | null = null) =>
  parseManifest(text, folder).problems.filter((p) => p.severity === "warning");

describe("manifest", () => {
  it("reads every field of the standard", () => {
    const { manifest, problems } = parseManifest(
      md(
        `${good}\nlicense: MIT\ncompatibility: Needs git\nmetadata:\n  author: acme\n  version: "1.2.0"\nallowed-tools: Bash(git add:*) Read`,
      ),
      "pdf",
    );
    expect(problems).toEqual([]);
    expect(manifest).toEqual({
      name: "pdf",
      description: "Reads PDF files.",
      license: "MIT",
      compatibility: "Needs git",
      metadata: { author: "acme", version: "1.2.0" },
      allowedTools: ["Bash(git add:*)", "Read"],
      version: "1.2.0",
    });
  });

  it("accepts the smallest one, bytes or text, with a byte order mark, with Windows line endings", () => {
    const expected = {
      name: "pdf",
      description: "Reads PDF files.",
      license: null,
      compatibility: null,
      metadata: {},
      allowedTools: [],
      version: null,
    };
    for (const text of [md(good), `\ufeff${md(good)}`, md(good).replaceAll("\n", "\r\n")]) {
      expect(parseManifest(text, null)).toEqual({ manifest: expected, problems: [] });
      expect(parseManifest(new TextEncoder().encode(text), null)).toEqual({
        manifest: expected,
        problems: [],
      });
    }
  });

  it.each(["a", "a-b", "0", "a1-2b", "a".repeat(64)])("accepts the name %s", (name) => {
    expect(errors(md(`name: "${name}"\ndescription: d`))).toEqual([]);
  });

  it.each(["", "A", "a_b", "-a", "a-", "a--b", "ä", "a b", "a/b", "..", "a".repeat(65), "a\u200b"])(
    "refuses the name %j",
    (name) => {
      expect(
        errors(md(`name: ${JSON.stringify(name)}\ndescription: d`)).map((p) => [p.line, p.field]),
      ).toContainEqual([2, "name"]);
    },
  );

  it("counts the description in characters, not in UTF-16 units", () => {
    expect(errors(md(`name: a\ndescription: ${"😀".repeat(1024)}`))).toEqual([]);
    expect(errors(md(`name: a\ndescription: ${"😀".repeat(1025)}`))).toMatchObject([
      { line: 3, field: "description" },
    ]);
  });

  it("lists all problems at once, by line, each with a fix", () => {
    const { manifest, problems } = parseManifest(
      md(
        `name: My Skill\ndescription: ""\nlicense: [MIT]\ncompatibility: ${"x".repeat(501)}\nmetadata: text\nallowed-tools: 5`,
      ),
      null,
    );
    expect(manifest).toBeNull();
    expect(problems.map((p) => [p.severity, p.line, p.field])).toEqual([
      ["error", 2, "name"],
      ["error", 3, "description"],
      ["error", 4, "license"],
      ["error", 5, "compatibility"],
      ["error", 6, "metadata"],
      ["error", 7, "allowed-tools"],
    ]);
    expect(problems.map((p) => p.message)).toEqual([
      expect.stringContaining("Rename the skill."),
      expect.stringContaining("Say what the skill does and when to use it."),
      expect.stringContaining("Put its value in quotes."),
      expect.stringContaining("the limit is 500."),
      expect.stringContaining("indented under it."),
      expect.stringContaining("such as `Read Bash(git:*)`."),
    ]);
  });

  it("warns without rejecting: a different folder name, unknown fields, odd metadata, a list of tools, no body, a bad version", () => {
    const text = md(
      `${good}\nmodel: opus\nmetadata:\n  build: 5\n  deep: {a: 1}\nallowed-tools:\n  - Read\n  - Write\nversion: 1.0`,
      "",
    );
    const { manifest, problems } = parseManifest(text, "other");
    expect(manifest).toMatchObject({
      metadata: { build: "5", deep: '{"a":1}' },
      allowedTools: ["Read", "Write"],
      version: null,
    });
    expect(problems.every((p) => p.severity === "warning")).toBe(true);
    expect(problems.map((p) => p.line)).toEqual([1, 2, 4, 6, 7, 8, 11]);
  });

  it.each([
    "Replace with description of the skill and when Claude should use it.",
    "Replace this text.",
    "TODO",
    "TODO: say what it does",
    "[TODO: Complete explanation of what the skill does]",
    "tbd.",
    "<description>",
    "<Say what the skill does.>",
    "{{SKILL_DESCRIPTION}}",
    "[Your description]",
    "A short description of what this skill does",
    "A clear and complete description of what the skill does and when to use it",
    "Description of your skill",
    "What this skill does and when to use it",
    "Describe your skill here.",
    "Add a short description here",
    "Your description here",
    "Lorem ipsum dolor sit amet.",
  ])("refuses the description %j of a template", (description) => {
    const found = errors(md(`name: pdf\ndescription: ${JSON.stringify(description)}`));
    expect(found).toEqual([
      {
        severity: "error",
        line: 3,
        field: "description",
        message: "`description` is a template's text. Say what the skill does and when to use it.",
      },
    ]);
  });

  it.each([
    "TODO comments: finds them and opens issues.",
    "Todo list manager. Adds, completes and lists tasks.",
    "Replaces placeholder images in a page.",
    "Replace with-statements that hold several managers.",
    "Description generator for products: writes a short text for each.",
    "What this skill does: it lists the open pull requests of a repository.",
    "Describes a dataset: columns, types, missing values.",
    "<table> elements made accessible: adds captions and headers.",
    "[beta] Reads PDF files.",
    "Adds a meta description to each page of a site.",
  ])("accepts the description %j", (description) => {
    expect(errors(md(`name: pdf\ndescription: ${JSON.stringify(description)}`))).toEqual([]);
  });

  it("does not check the folder name if there is no folder", () => {
    expect(warnings(md(good), null)).toEqual([]);
    expect(warnings(md(good), "other")).toMatchObject([{ line: 2, field: "name" }]);
  });

  it.each([
    ["version: 1.2.3", "1.2.3"],
    ["version: 2.0.0-rc.1", "2.0.0-rc.1"],
    ["metadata:\n  version: 0.1.0", "0.1.0"],
    ["version: 1.0", null],
    ["version: latest", null],
    ["metadata:\n  version: 3", null],
  ])("%j results in the version %s", (field, version) => {
    const result = parseManifest(md(`${good}\n${field}`), null);
    expect(result.manifest?.version).toBe(version);
    expect(result.problems.some((p) => p.field === "version")).toBe(version === null);
  });

  it.each([
    ["no front matter", "# Title\n", 1],
    ["an unclosed front matter", "---\nname: a\n", 1],
    ["an empty front matter", "---\n---\nx", 2],
    ["a list", md("- a\n- b"), 2],
    ["a colon in a value", md("name: a\ndescription: Use when: always"), 3],
    ["a tab", md("name: a\n\tdescription: b"), 3],
    ["a duplicate key", md("name: a\nname: b\ndescription: c"), 3],
    ["a missing description", md("name: a"), 1],
    ["a number as the name", md("name: 5\ndescription: d"), 2],
  ])("refuses %s and reports the line", (_what, text, line) => {
    expect(errors(text)[0]).toMatchObject({ severity: "error", line });
  });

  it("LIMIT_MANIFEST_BYTES, LIMIT_FRONT_MATTER_BYTES and LIMIT_YAML_ALIASES change these limits", () => {
    const text = md(`a: &a x\nb: *a\nc: *a\n${good}`);
    const frontMatterBytes = text.indexOf("\n---\n", 4) + 1 - 4;
    const found = (overrides: Partial<Limits>) =>
      parseManifest(text, null, { ...defaultLimits, ...overrides }).problems.filter(
        (p) => p.severity === "error",
      ).length;
    expect(found({ manifestBytes: text.length, frontMatterBytes, yamlAliases: 2 })).toBe(0);
    expect(found({ manifestBytes: text.length - 1 })).toBe(1);
    expect(found({ frontMatterBytes: frontMatterBytes - 1 })).toBe(1);
    expect(found({ yamlAliases: 1 })).toBe(1);
  });

  it("keeps the list of problems short, errors first, and reports how many there are", () => {
    const many = Array.from({ length: 500 }, (_, i) => `k${i}: x`).join("\n");
    const { problems } = parseManifest(md(`${many}\nname: Bad Name\ndescription: d`), null);
    expect(problems).toHaveLength(101);
    expect(problems.some((p) => p.field === "name")).toBe(true);
    expect(problems.at(-1)!.message).toContain("401 more");
  });

  it("refuses bytes that are not UTF-8, NUL bytes, and files and front matters that are too long", () => {
    expect(errors(Uint8Array.of(0x2d, 0x2d, 0x2d, 0x0a, 0xff))).toHaveLength(1);
    expect(errors(md(good, "One.\n\0Two.\n"))).toMatchObject([
      { line: 6, message: expect.stringContaining("NUL") },
    ]);
    expect(errors(new TextEncoder().encode(`${md(good)}\0`))).toHaveLength(1);
    expect(errors(md(good, "x".repeat(1 << 20)))[0]!.message).toContain("has more than");
    expect(errors(md(`${good}\nlicense: "${"x".repeat(8_200)}"`))[0]!.message).toContain("has more than");
  });
});

describe("hostile YAML", () => {
  it.each([
    ["a tag", `${good}\nlicense: !!js/function "x"`, 4],
    ["a local tag", `${good}\nlicense: !evil x`, 4],
    ["a standard tag", `${good}\nlicense: !!binary aGk=`, 4],
    ["a prototype key", `${good}\n__proto__:\n  admin: "yes"`, 4],
    ["a nested prototype key", `${good}\nmetadata:\n  constructor: x`, 5],
    ["a key that is not text", `${good}\n? [a]\n: b`, 4],
    ["an alias without anchor", `${good}\nlicense: *none`, 2],
    ["many aliases", `a: &a x\n${Array.from({ length: 17 }, (_, i) => `k${i}: *a`).join("\n")}`, 19],
    ["deep brackets", `${good}\nlicense: ${"[".repeat(5000)}`, 2],
    ["deep dashes", `${good}\nlicense:\n  ${"- ".repeat(4000)}x`, 2],
    ["two documents", `${good}\n...\nname: b`, 4],
    ["a directive", `%TAG ! tag:x,2000:\n${good}`, 2],
  ])("%s", (_what, frontMatter, line) => {
    const found = errors(md(frontMatter));
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]!.line).toBe(line);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it.each([
    ["many keys", Array.from({ length: 1600 }, (_, i) => `${i.toString(36)}:`).join("\n")],
    [
      "many keys in a line",
      `${good}\nmetadata: {${Array.from({ length: 1700 }, (_, i) => i.toString(36)).join(",")}}`,
    ],
    ["many items", `${good}\nx: [${"a,".repeat(3900)}]`],
    ["many brackets", `${good}\nx: ${"[]".repeat(3900)}`],
    ["many question marks", "? a\n".repeat(2000)],
    ["open parentheses", `${good}\nallowed-tools: ${"a(".repeat(3900)}`],
    ["line ends", `${good}\nx: a${"\n".repeat(7900)}z: b`],
  ])("%s within the size limit take less than 100 ms", async (_what, frontMatter) => {
    expect(await quickest(() => parseManifest(md(frontMatter), null))).toBeLessThan(100);
  });

  it("an expansion bomb within the number of aliases stays small and fast", async () => {
    const levels = [
      "a: &a [x,x,x,x]",
      "b: &b [*a,*a,*a,*a]",
      "c: &c [*b,*b,*b,*b]",
      "d: &d [*c,*c,*c,*c]",
      "e: [*d,*d,*d,*d]",
    ];
    const text = md(`${good}\n${levels.join("\n")}`);
    expect(await quickest(() => parseManifest(text, null))).toBeLessThan(100);
  });
});
