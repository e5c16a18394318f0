/** Any artefact to blocks: Markdown by its structure, code with its comments apart, the rest as one block. */

import type { Artefact } from "../artefact.ts";
import { shapeOfText } from "../language.ts";
import { inTurn } from "../tables/compile.ts";
import type { Block, BlockRole, Polarity } from "./block.ts";
import { descriptionIn, readFrontMatter } from "./front-matter.ts";
import { markdownBlocks } from "./markdown.ts";
import { noteBlocks } from "./notes.ts";

/** The blocks of an artefact, in order. Never fails: what cannot be parsed is one block. */
export function blocksOf(artefact: Artefact): Block[] {
  if (artefact.inherited !== undefined) return [whole(artefact, "code", artefact.inherited)];
  const fixture = artefact.role === "fixture" || artefact.role === "licence" || artefact.role === "changelog";
  const shape = artefact.language === "text" ? shapeOfText(artefact.path) : "prose";
  if (shape === "table") return rowBlocks(artefact, fixture ? "fixture" : "assert");
  if (shape === "code") return [whole(artefact, "code", fixture ? "fixture" : "assert")];
  if (artefact.language === "markdown" || (artefact.language === "text" && artefact.role === "reference")) {
    return documentBlocks(artefact, fixture);
  }
  if (artefact.language === "binary") return [whole(artefact, "data", fixture ? "fixture" : "assert")];
  if (["json", "yaml", "toml"].includes(artefact.language)) return configBlocks(artefact, fixture);
  return [whole(artefact, "code", fixture ? "fixture" : "assert"), ...commentBlocks(artefact, fixture)];
}

/** Rows are cells beside each other, not sentences: a few of them together, so that rules look only where their words are. */
function rowBlocks(artefact: Artefact, polarity: Polarity): Block[] {
  const out: Block[] = [];
  for (let start = 0; start < artefact.text.length; ) {
    const line = artefact.text.indexOf("\n", Math.min(start + rowsChars, artefact.text.length - 1));
    const end = line === -1 ? artefact.text.length : line + 1;
    out.push(slice(artefact, "table", start, end, polarity));
    start = end;
  }
  return out;
}

const rowsChars = 2_000;

function configBlocks(artefact: Artefact, fixture: boolean): Block[] {
  // A list of tools is read by a model.
  const listsTools = /"(?:tools|inputSchema|input_schema)"/.test(artefact.text);
  return [
    whole(artefact, "config", fixture ? "fixture" : "assert"),
    ...(listsTools ? toolBlocks(artefact, fixture) : []),
  ];
}

function documentBlocks(artefact: Artefact, fixture: boolean): Block[] {
  const front = readFrontMatter(artefact.text);
  const blocks: Block[] = [];
  if (front.end > 0)
    blocks.push(slice(artefact, "front-matter", 0, front.end, fixture ? "fixture" : "assert"));
  const said = descriptionIn(front);
  if (said !== undefined)
    blocks.push(slice(artefact, "prose", said.start, said.end, fixture ? "fixture" : "assert"));
  const parsed = artefact.parseable ? markdownBlocks(artefact, front.end, fixture) : undefined;
  if (parsed === undefined)
    blocks.push(slice(artefact, "prose", front.end, artefact.text.length, fixture ? "fixture" : "assert"));
  else blocks.push(...parsed);
  return blocks;
}

function whole(artefact: Artefact, role: BlockRole, polarity: Polarity): Block {
  return slice(artefact, role, 0, artefact.text.length, polarity);
}

function slice(artefact: Artefact, role: BlockRole, start: number, end: number, polarity: Polarity): Block {
  const own = artefact.text.slice(start, end);
  const text = role === "comment" ? own.replaceAll("\n", " ") : own;
  const lower = start === 0 && end === artefact.text.length ? artefact.lower : text.toLowerCase();
  return {
    artefact,
    role,
    language: artefact.language,
    start,
    end,
    text,
    lower,
    polarity,
    presented: polarity === "teach" ? "shown" : "asserted",
    section: [],
  };
}

const docString = /("""|''')[\s\S]{20,4000}?\1/g;
const commentRun = /(?:^[ \t]{0,40}(?:#|\/\/|\*)[^\n]{0,500}\n?){1,60}/gm;
const blockComment = /\/\*[\s\S]{0,4000}?\*\//g;

/** The description of a tool, as a literal or as several that are joined. */
const toolText = inTurn(
  [
    /(?:\bdescription["']?\s{0,3}[:=]\s{0,8}\(?\s{0,12}|\.(?:tool|registerTool|addTool)\(\s{0,12}["'`][\w.-]{1,60}["'`],\s{0,20})/,
    /((?:(?:"[^"\n]{12,1200}"|'[^'\n]{12,1200}'|`[^`]{12,2400}`)\s{0,3}\+?\s{0,40}){1,20})/,
  ],
  "g",
);
const joint = /(["'`])\s{0,4}(?:\+|\n)\s{0,40}\1/g;

/** Doc strings and comments as prose: a model reads them, and tool descriptions live there. */
function commentBlocks(artefact: Artefact, fixture: boolean): Block[] {
  if (!artefact.parseable) return [];
  const out: Block[] = [];
  for (const pattern of [docString, commentRun, blockComment]) {
    for (const match of artefact.text.matchAll(pattern)) {
      if (out.length >= 500) return out;
      if (match[0].length < 24) continue;
      out.push(
        slice(
          artefact,
          "comment",
          match.index,
          match.index + match[0].length,
          fixture ? "fixture" : "assert",
        ),
      );
    }
  }
  return [...out, ...toolBlocks(artefact, fixture), ...noteBlocks(artefact, fixture ? "fixture" : "assert")];
}

/** Descriptions of tools as prose: they are instructions to whoever may call them. */
function toolBlocks(artefact: Artefact, fixture: boolean): Block[] {
  if (!artefact.parseable) return [];
  const out: Block[] = [];
  for (const match of artefact.text.matchAll(toolText)) {
    const said = match[1] ?? "";
    if (out.length >= 200 || said.length < 80) continue;
    const start = match.index + match[0].length - said.length;
    const block = slice(artefact, "comment", start, start + said.length, fixture ? "fixture" : "assert");
    const text = block.text.replace(joint, (between) => " ".repeat(between.length));
    out.push({ ...block, text, lower: text.toLowerCase() });
  }
  return out;
}
