/**
 * SKILL.md → HTML that a page may show. The text is hostile: no raw HTML, no image is loaded, every link says that it
 * is a stranger's, and what cannot be seen is named. A Markdown library makes the HTML, a sanitiser checks it against
 * a closed list; neither is trusted alone. Run at publish, never at a view. Pure.
 */
import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { splitOddCharacters } from "../domain/odd-characters.ts";

/** Longer texts are shown as source: no reader scrolls through more, and parsing stays cheap. */
const LONGEST_RENDERED = 256 * 1024;
/** Deep nesting is an attack on the parser, not a way to write. */
const DEEPEST_NESTING = 30;

/** Links into the skill itself; a page turns them into addresses of its file viewer. */
export const FILE_SCHEME = "vskill-file:";

const markdown = new MarkdownIt({
  html: false,
  linkify: false,
  typographer: false,
  maxNesting: DEEPEST_NESTING,
});
// An image becomes a link to where it is, with its text: nothing is loaded from elsewhere.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const alt = markdown.utils.escapeHtml(token?.content || "image");
  const source = markdown.utils.escapeHtml(String(token?.attrGet("src") ?? ""));
  return `<a href="${source}">[image: ${alt}]</a>`;
};

/** The HTML, or null when the text is too long to be rendered. */
export function renderMarkdown(source: string): string | null {
  if (source.length > LONGEST_RENDERED) return null;
  return sanitizeHtml(markdown.render(withoutFrontMatter(source)), RULES);
}

function withoutFrontMatter(source: string): string {
  return source.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, "");
}

/** One level down: the page's own title is the only h1. */
const demoted = Object.fromEntries(
  ["h1", "h2", "h3", "h4", "h5"].map((tag, level) => [tag, `h${level + 2}`]),
);

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ..."h2 h3 h4 h5 h6 p ul ol li blockquote pre code em strong s a hr br".split(" "),
    ..."table thead tbody tr th td span".split(" "),
  ],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"], span: ["class"] },
  allowedClasses: { span: ["odd-char"] },
  allowedSchemes: ["http", "https", "mailto", FILE_SCHEME.slice(0, -1)],
  allowProtocolRelative: false,
  disallowedTagsMode: "escape",
  parseStyleAttributes: false,
  transformTags: {
    ...demoted,
    a: (_tag, { href }) => ({ tagName: "a", attribs: linkAttributes(href ?? "") }),
  },
  textFilter: markOddCharacters,
};

function linkAttributes(href: string): Record<string, string> {
  if (/^#[\w-]*$/.test(href)) return { href };
  if (/^(?:https?|mailto):/i.test(href)) return { href, rel: "nofollow ugc noopener" };
  const path = href.replace(/[?#].*$/, "").replace(/^\.\//, "");
  const inside = path !== "" && !/^[a-z][a-z0-9+.-]*:|^\/|\\/i.test(path);
  return inside ? { href: `${FILE_SCHEME}${path}`, rel: "nofollow ugc noopener" } : {};
}

/** The sanitiser hands over text that is escaped already; a character reference has no odd character in it. */
function markOddCharacters(escaped: string): string {
  return splitOddCharacters(escaped)
    .map(({ text, odd }) => (odd === null ? text : `<span class="odd-char">${odd}</span>`))
    .join("");
}
