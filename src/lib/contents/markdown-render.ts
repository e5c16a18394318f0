/**
 * SKILL.md → HTML that a page may show. The text is hostile: no raw HTML, no image is loaded, every link says that it
 * is a stranger's, and what cannot be seen is named. A Markdown library makes the HTML, a sanitiser checks it against
 * a closed list; neither is trusted alone. Run at publish, never at a view. Pure.
 */
import MarkdownIt from "markdown-it";
import sanitise, { type IFilterXSSOptions } from "xss";
import { withoutFrontMatter } from "../../domain/front-matter.ts";
import { splitUnsafeCharacters } from "../../domain/unsafe-characters.ts";

/** Longer texts are shown as source: no reader scrolls through more, and parsing stays cheap. */
const LONGEST_RENDERED = 256 * 1024;
/** Deep nesting is an attack on the parser, not a way to write. */
const DEEPEST_NESTING = 30;
/** One level down: the page's own title is the only h1. */
const LOWEST_HEADING = 6;

/** Links into the skill itself; a page turns them into addresses of its file viewer. */
export const FILE_SCHEME = "vskill-file:";
const STRANGER = "nofollow ugc noopener";

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
// An image becomes a link to where it is, with its text: nothing is loaded from elsewhere.
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

/** The closed list: what is not in it comes out as text. */
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

/** The whole of a value must be of the form; none of the forms lets it end the attribute. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  href: /^(?:(?:https?:|mailto:|vskill-file:)[^"'<>`\s]*|#[\w-]*)$/i,
  rel: /^nofollow ugc noopener$/,
  class: /^odd-char$/,
  start: /^\d{1,9}$/,
};

/** The HTML, or null when the text is too long to be rendered. */
export function renderMarkdown(source: string): string | null {
  if (source.length > LONGEST_RENDERED) return null;
  return sanitise(markdown.render(withoutFrontMatter(source)), ALLOWED);
}

/** Escaped, with what cannot be seen named. */
function shown(text: string): string {
  return splitUnsafeCharacters(text)
    .map(({ text: part, odd }) => (odd === null ? escapeHtml(part) : `<span class="odd-char">${odd}</span>`))
    .join("");
}

/** A link without an address where its address is of no kind that we know. */
function openLink(href: string): string {
  if (/^#[\w-]*$/.test(href)) return `<a href="${href}">`;
  if (/^(?:https?|mailto):/i.test(href)) return `<a href="${escapeHtml(href)}" rel="${STRANGER}">`;
  const path = href.replace(/[?#].*$/, "").replace(/^\.\//, "");
  const inside = path !== "" && !/^[a-z][a-z0-9+.-]*:|^\/|\\/i.test(path);
  return inside ? `<a href="${FILE_SCHEME}${escapeHtml(path)}" rel="${STRANGER}">` : "<a>";
}
