/**
 * Renders SKILL.md as HTML for a page. The input is untrusted: raw HTML is escaped, no image is loaded, every link is
 * marked as user-generated, and invisible characters are shown. A Markdown library creates the HTML and a sanitiser
 * checks it against an allow-list; neither is trusted alone. Runs at publication, never when a page is viewed. Pure.
 */
import MarkdownIt from "markdown-it";
import sanitise, { type IFilterXSSOptions } from "xss";
import { withoutFrontMatter } from "../../domain/front-matter.ts";
import { splitUnsafeCharacters } from "../../domain/unsafe-characters.ts";

/** Longer texts are shown as source: nobody reads more, and parsing stays cheap. */
const LONGEST_RENDERED = 256 * 1024;
/** HTML only gets longer than this from characters that are each shown by name. */
const LONGEST_HTML = 1024 * 1024;
/** Deeper nesting only occurs in attacks on the parser. */
const DEEPEST_NESTING = 30;
/** One level down, because the title of the page is its only h1. */
const LOWEST_HEADING = 6;

/** Links to files of the skill; a page turns them into URLs of its file viewer. */
export const FILE_SCHEME = "vskill-file:";
const UNTRUSTED_REL = "nofollow ugc noopener";

const markdown = new MarkdownIt({
  html: false,
  linkify: false,
  typographer: false,
  maxNesting: DEEPEST_NESTING,
});
const { escapeHtml } = markdown.utils;
const { rules } = markdown.renderer;

rules.text = (tokens, index) => shown(tokens[index]?.content ?? "");
rules.code_inline = (tokens, index) => `<code>${shown(tokens[index]?.content ?? "")}</code>`;
rules.code_block = rules.fence = (tokens, index) =>
  `<pre><code>${shown(tokens[index]?.content ?? "")}</code></pre>\n`;
// An image becomes a link with its alternative text, so that nothing is loaded from other sites.
rules.image = (tokens, index) => {
  const token = tokens[index];
  const opening = openLink(String(token?.attrGet("src") ?? ""));
  return `${opening}[image: ${shown(token?.content || "image")}]</a>`;
};
rules.link_open = (tokens, index) => openLink(String(tokens[index]?.attrGet("href") ?? ""));
for (const end of ["open", "close"] as const) {
  rules[`heading_${end}`] = (tokens, index) => {
    const level = Math.min(LOWEST_HEADING, Number(tokens[index]?.tag.slice(1)) + 1);
    return end === "open" ? `<h${level}>` : `</h${level}>\n`;
  };
}

/** The allow-list. Everything else is escaped. */
const ALLOWED: IFilterXSSOptions = {
  whiteList: {
    ...Object.fromEntries(
      "h2 h3 h4 h5 h6 p ul li blockquote pre code em strong s hr br table thead tbody tr th td"
        .split(" ")
        .map((tag) => [tag, []]),
    ),
    ol: ["start"],
    a: ["href", "rel"],
    span: ["class"],
  },
  css: false,
  safeAttrValue: (_tag, name, value) => (ATTRIBUTES[name]?.test(value) === true ? value : ""),
};

/** A whole attribute value must match; no pattern allows a quote that would end the attribute. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  href: /^(?:(?:https?:|mailto:|vskill-file:)[^"'<>`\s]*|#[\w-]*)$/i,
  rel: /^nofollow ugc noopener$/,
  class: /^odd-char$/,
  start: /^\d{1,9}$/,
};

/** The HTML, or null when it or the text is too long. */
export function renderMarkdown(source: string): string | null {
  if (source.length > LONGEST_RENDERED) return null;
  const html = markdown.render(withoutFrontMatter(source));
  return html.length > LONGEST_HTML ? null : sanitise(html, ALLOWED);
}

/** Escaped, with invisible characters shown. */
function shown(text: string): string {
  return splitUnsafeCharacters(text)
    .map(({ text: part, unsafe }) =>
      unsafe === null ? escapeHtml(part) : `<span class="odd-char">${unsafe}</span>`,
    )
    .join("");
}

/** Without a href when the URL has an unknown scheme. */
function openLink(href: string): string {
  if (/^#[\w-]*$/.test(href)) return `<a href="${href}">`;
  if (/^(?:https?|mailto):/i.test(href)) return `<a href="${escapeHtml(href)}" rel="${UNTRUSTED_REL}">`;
  const path = href.replace(/[?#].*$/, "").replace(/^\.\//, "");
  const inside = path !== "" && !/^[a-z][a-z0-9+.-]*:|^\/|\\/i.test(path);
  return inside ? `<a href="${FILE_SCHEME}${escapeHtml(path)}" rel="${UNTRUSTED_REL}">` : "<a>";
}
