import { describe, expect, it } from "vitest";
import { quickest } from "../../../../test/support/quickest.ts";
import { renderMarkdown } from "../markdown-render.ts";
import { makeSkillView } from "../skill-view-store.ts";

const render = (text: string) => renderMarkdown(text) ?? "";

describe("rendering untrusted Markdown", () => {
  it("keeps common Markdown: headings one level down, lists, tables, code, quotes", () => {
    const html = render(
      "# A\n\n## B\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n\n```sh\nls <x>\n```\n",
    );
    for (const part of [
      "<h2>A</h2>",
      "<h3>B</h3>",
      "<li>one</li>",
      "<td>1</td>",
      "<blockquote>",
      "ls &lt;x&gt;",
    ])
      expect(html).toContain(part);
  });

  it("omits the front matter", () => {
    expect(render("---\nname: x\n---\n\nText\n")).toBe("<p>Text</p>\n");
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox(1))",
    "![x](javascript:alert(1))",
    '![x](https://evil.test/a.png "a" onerror=alert(1))',
    '<a href="javascript:alert(1)">x</a>',
    "<svg/onload=alert(1)>",
    "<iframe src=https://evil.test></iframe>",
    "<style>*{display:none}</style>",
    "<!--><script>alert(1)</script>-->",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "`</code><script>alert(1)</script>`",
    '[a](<"onmouseover=alert(1) x>)',
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    '<https://a.test/"onmouseover=alert(1)>',
  ])("makes %s inert", (attack) => {
    const html = render(attack);
    const tags = html.match(/<[^>]+>/g) ?? [];
    for (const tag of tags)
      expect(tag).toMatch(/^<\/?(?:p|a|code|pre|span|h[2-6]|em|strong|ul|ol|li|br|hr)\b/);
    for (const tag of tags) {
      expect(tag).not.toMatch(/\son\w+\s*=|style=|src=/i);
      const href = /href="([^"]*)"/.exec(tag)?.[1];
      if (href !== undefined) expect(href).toMatch(/^(?:https?:|mailto:|#|vskill-file:)/);
    }
  });

  it("marks every external link as user-generated, and loads no image", () => {
    const html = render("[a](https://a.test) ![b](https://b.test/b.png) [c](references/c.md)");
    expect(html).toContain('<a href="https://a.test" rel="nofollow ugc noopener">a</a>');
    expect(html).toContain('<a href="https://b.test/b.png" rel="nofollow ugc noopener">[image: b]</a>');
    expect(html).toContain('href="vskill-file:references/c.md"');
    expect(html).not.toContain("<img");
  });

  it("names invisible characters, and leaves emoji unchanged", () => {
    const html = render("pay\u202Eload zero\u200Bwidth \u{E0041} family 👨\u200D👩\u200D👧 ❤\uFE0F");
    for (const name of ["U+202E", "U+200B", "U+E0041"])
      expect(html).toContain(`<span class="odd-char">${name}</span>`);
    expect(html).toContain("👨\u200D👩\u200D👧");
    expect(html).not.toContain("\u202E");
  });

  it.each([
    ["nested quotes", `${"> ".repeat(20_000)}x`],
    ["open brackets", "[".repeat(50_000)],
    ["emphasis", "*a **b ".repeat(20_000)],
    ["backticks", Array.from({ length: 400 }, (_, i) => "`".repeat(i + 1)).join(" a ")],
    ["autolinks", "<a@".repeat(50_000)],
    ["table", `|${"a|".repeat(5_000)}\n|${"-|".repeat(5_000)}\n${`|${"b|".repeat(10)}\n`.repeat(500)}`],
    ["entities", "&#x200b;".repeat(30_000)],
    ["lists", Array.from({ length: 2_000 }, (_, i) => `${" ".repeat(i % 100)}- x`).join("\n")],
  ])("renders hostile %s within two seconds of CPU", async (_, text) => {
    expect(await quickest(() => renderMarkdown(text.slice(0, 256 * 1024)), 1)).toBeLessThan(2_000);
  });

  it("does not render a text that is too long to read", () => {
    expect(renderMarkdown("x".repeat(300 * 1024))).toBeNull();
  });

  it.each(["\u001b", "&#x200b;"])("does not render a text that is mostly %j", (unsafe) => {
    const rendered = renderMarkdown(`text ${unsafe.repeat(Math.floor(250_000 / unsafe.length))}`);
    expect(rendered?.length ?? null).toBeNull();
  });
});

describe("the view of a skill", () => {
  const file = (path: string, bytes: Uint8Array) => ({ path, bytes, executable: false });
  const utf8 = new TextEncoder();

  it("shows text files, and gives the reason for each file that it does not show", () => {
    const view = makeSkillView([
      file("SKILL.md", utf8.encode("# Hi\n")),
      file("logo.png", new Uint8Array([137, 80, 0, 1])),
      file("latin.txt", new Uint8Array([0xe9, 0x41])),
      file("long.txt", utf8.encode("x".repeat(200 * 1024))),
    ]);
    expect(view.html).toBe("<h2>Hi</h2>\n");
    expect(view.files.map(({ why }) => why)).toEqual(["", "binary", "binary", "long"]);
  });
});
