/**
 * Markdown to blocks with roles. Only the block structure is parsed (the library's inline grammar is switched off):
 * marks of emphasis and links are taken away elsewhere (`plain.ts`), and the cost stays linear on hostile text.
 */

import { parser, Table } from "@lezer/markdown";
import type { Artefact } from "../artefact.ts";
import { presentationOf } from "../context.ts";
import type { Language } from "../language.ts";
import { languageOf, languageOfFence } from "../language.ts";
import { limits } from "../limits.ts";
import { inTurn, oneOf } from "../tables/compile.ts";
import type { Block, BlockRole, Polarity } from "./block.ts";
import { unseenIn } from "./unseen.ts";

const blockParser = parser.configure([
  Table,
  {
    remove: [
      "Escape",
      "Entity",
      "InlineCode",
      "HTMLTag",
      "Emphasis",
      "HardBreak",
      "Link",
      "Image",
      "LinkEnd",
      "LinkReference",
    ],
  },
]);

const wanted = new Set([
  "Paragraph",
  "FencedCode",
  "CodeBlock",
  "HTMLBlock",
  "CommentBlock",
  "Table",
  "ProcessingInstructionBlock",
  "ATXHeading1",
  "ATXHeading2",
  "ATXHeading3",
  "ATXHeading4",
  "ATXHeading5",
  "ATXHeading6",
  "SetextHeading1",
  "SetextHeading2",
]);

interface Walk {
  readonly artefact: Artefact;
  readonly base: number;
  readonly blocks: Block[];
  readonly section: string[];
  /** Depth of the heading at each place of `section`. */
  readonly depths: number[];
  lead: string;
  /** What introduced each list that is open, outermost first. */
  readonly lists: string[];
  readonly fixture: boolean;
}

/** The blocks of the text from `base` on. Answers undefined where there are more blocks than the bound. */
export function markdownBlocks(artefact: Artefact, base: number, fixture: boolean): Block[] | undefined {
  const source = artefact.text.slice(base);
  const walk: Walk = { artefact, base, blocks: [], section: [], depths: [], lead: "", lists: [], fixture };
  let tooMany = false;
  blockParser.parse(source).iterate({
    enter(node) {
      if (tooMany) return false;
      if (isList(node.name)) walk.lists.push(walk.lead);
      if (!wanted.has(node.name)) return true;
      if (walk.blocks.length >= limits.blocks) tooMany = true;
      else take(walk, node.name, node.from, node.to);
      return false;
    },
    leave(node) {
      if (isList(node.name)) walk.lists.pop();
    },
  });
  return tooMany ? undefined : walk.blocks;
}

function isList(name: string): boolean {
  return name === "BulletList" || name === "OrderedList";
}

function take(walk: Walk, name: string, from: number, to: number): void {
  const text = walk.artefact.text.slice(walk.base + from, walk.base + to);
  if (name.startsWith("ATX") || name.startsWith("Setext")) {
    takeHeading(walk, name, from, to, text);
    return;
  }
  if (name === "FencedCode") {
    takeFence(walk, from, text);
    return;
  }
  if (name === "HTMLBlock" || name === "CommentBlock" || name === "ProcessingInstructionBlock") {
    const hidden =
      name === "CommentBlock" ||
      /^\s{0,8}<!--/.test(text) ||
      /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0/i.test(text);
    push(walk, hidden ? "hidden" : "prose", "html", from, to, text);
    if (!hidden) pushUnseen(walk, from, text);
    return;
  }
  const role: BlockRole = name === "CodeBlock" ? "code" : name === "Table" ? "table" : "prose";
  push(walk, role, name === "CodeBlock" ? guessLanguage(text) : "markdown", from, to, text);
  if (role === "prose") walk.lead = text.replaceAll("\n", " ");
  if (role !== "code") pushUnseen(walk, from, text);
}

/** What a block says and does not show, as blocks of their own. */
function pushUnseen(walk: Walk, from: number, text: string): void {
  for (const { start, text: words } of unseenIn(text))
    push(walk, "hidden", "html", from + start, from + start + words.length, words);
}

function takeHeading(walk: Walk, name: string, from: number, to: number, text: string): void {
  const depth = Number(name.at(-1));
  while ((walk.depths.at(-1) ?? 0) >= depth) {
    walk.depths.pop();
    walk.section.pop();
  }
  const title = text.replace(/^#{1,6}\s{0,8}/, "").split("\n")[0] ?? "";
  walk.section.push(title.trim());
  walk.depths.push(depth);
  walk.lead = "";
  push(walk, "heading", "markdown", from, to, text);
}

function takeFence(walk: Walk, from: number, text: string): void {
  const firstEnd = text.indexOf("\n");
  const info = (firstEnd === -1 ? text : text.slice(0, firstEnd)).replace(/^[`~]{3,20}/, "");
  if (firstEnd === -1) return;
  const closing = /\n[ >\t]{0,20}[`~]{3,20}\s{0,8}$/.exec(text.slice(Math.max(firstEnd, text.length - 60)));
  const bodyEnd = closing === null ? text.length : text.length - closing[0].length;
  const body = text.slice(firstEnd + 1, Math.max(firstEnd + 1, bodyEnd));
  const file = savedAs(walk);
  const named = file === undefined ? undefined : languageOf(file, body);
  const known = named === undefined || named === "text" ? languageOfFence(info) : named;
  const language = known === undefined || known === "text" ? guessLanguage(body) : known;
  push(walk, "code", language, from + firstEnd + 1, from + firstEnd + 1 + body.length, body);
}

/** "Save this as `scripts/load.js`:" */
const savedAs = ({ lead }: Walk): string | undefined => saved.exec(lead.slice(-400))?.[1];
const saved = /\b(?:save|write|put|store|create|copy)\b[^.\n`]{0,60}`([\w./~-]{1,120}\.\w{1,4})`/i;

/** Words that begin a command. */
const commands = inTurn(
  [
    /^\s{0,8}\(?/,
    oneOf(String.raw`
      (?:\$|curl|wget|sudo|npm|npx|pnpm|yarn|bunx?|pip3?|git|bash|zsh|sh|chmod|chown|echo|docker|python3?|node|brew)[\x20]
      (?:cat|cd|export|gh|aws|gcloud|az|kubectl|helm|scp|rsync|ssh|rclone|tar|unzip|crontab|nohup|eval|printf)[\x20]
      (?:openssl|dig|nslookup|uvx?|pipx|nc|ncat|iptables|systemctl|launchctl|osascript|security|dscl|sqlite3)[\x20]
      (?:xattr|spctl|base64|defaults\x20write)[\x20] (?:rm|cp|mkdir|tee|sed)\x20- dd\x20if= find\x20["$~/.] mv\x20[~/.\w]
      ln\x20-s \$\(printf[\x20] source\x20[~/.<] [A-Za-z_]{1,20}=\S{1,80};\x20?\S \.\x20[~/]
    `),
  ],
  "m",
);
/** A word with empty or needless quotes inside: nobody writes `c''url` who does not hide something. */
const splitWord = /^\s{0,8}[a-z]{1,12}(?:''|""|'[a-z]{1,4}'|"[a-z]{1,4}")[a-z]{1,12} \S/m;
const pythonLine =
  /^(?:from [\w.]{1,60} import [\w*(]|import \w[\w.]{0,60}(?: as \w{1,30})?(?:, ?\w{1,30}){0,8}\s{0,2}$|def \w{1,60}\([^\n]{0,200}:\s{0,2}$)/m;
const javascriptLine =
  /^(?:(?:const|let|var) [\w{[][^\n=]{0,120}= ?[^\n]{0,80}(?:require\(|await |fetch\(|process\.|new )|import [\w*{][^\n]{0,120} from ['"])/m;

/** A fence without a name: a program if it reads like one. */
function guessLanguage(body: string): Language {
  if (pythonLine.test(body)) return "python";
  if (javascriptLine.test(body)) return "javascript";
  if (commands.test(body) || splitWord.test(body)) return "shell";
  if (/^\s{0,8}[{[]/.test(body)) return "json";
  return "text";
}

/** Prose without its line ends, cells without escapes; a table of one column is a text with a word or a line in each row. */
function asText(role: BlockRole, text: string): string {
  if (role === "code") return text;
  if (role !== "table") return text.replaceAll("\n", " ");
  const cells = text.replaceAll("\\|", " |");
  return /^\s*\|[^|\n]*\|[ \t]*$/.test(cells.split("\n", 1)[0] ?? "") ? cells.replace(/[|\n]/g, " ") : cells;
}

function push(walk: Walk, role: BlockRole, language: Language, from: number, to: number, text: string): void {
  const flat = asText(role, text);
  // In a list, what introduces an item is what introduced the list, not the item before.
  const leads =
    role === "code"
      ? [walk.lead, ...walk.lists.slice(-2)]
      : walk.lists.length > 0
        ? walk.lists.slice(-2)
        : [walk.lead];
  // What the columns of a table are called is said of all its cells.
  if (role === "table") leads.unshift(text.split("\n", 1)[0] ?? "");
  const isParagraph = role !== "code" && role !== "table" && walk.lists.length === 0;
  const presented = presentationOf(text, { leads, section: walk.section, isParagraph });
  const polarity: Polarity = walk.fixture ? "fixture" : presented === "shown" ? "teach" : "assert";
  walk.blocks.push({
    artefact: walk.artefact,
    role,
    language,
    start: walk.base + from,
    end: walk.base + to,
    text: flat,
    lower: flat.toLowerCase(),
    polarity,
    presented,
    isRun: role === "code" && savedAs(walk) !== undefined,
    section: [...walk.section],
  });
}
