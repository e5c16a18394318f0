/**
 * Structured settings as a flat list of values: JSON with comments, YAML, front matter, and TOML by its lines. A parser
 * reads them, so that spelling, order and white space make no difference.
 */
import { parseDocument } from "yaml";
import { nestsTooDeep } from "../../domain/yaml-nesting.ts";
import type { Fact, PlaceKind, Target, Verb } from "../facts.ts";
import type { Block } from "./block.ts";

/** One value, with the keys that lead to it. Items of a list share their keys. */
export interface Setting {
  readonly keys: readonly string[];
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Larger YAML is left to the readers of text: its parser costs more than linear time. */
const maximumYamlChars = 64 * 1024;
const maximumSettings = 5_000;
const maximumDepth = 24;

const known = new WeakMap<Block, readonly Setting[]>();

/** The settings that a block writes out; none if it holds no structured data. Read once for each block. */
export function settingsIn(block: Block): readonly Setting[] {
  const settings = known.get(block) ?? read(block);
  known.set(block, settings);
  return settings;
}

function read({ role, language, text, start }: Block): readonly Setting[] {
  if (role === "front-matter")
    return placed(parsedYaml(text.replaceAll(/^---[ \t]{0,8}$/gm, "")), text, start);
  if (role !== "config" && role !== "code") return [];
  if (language === "json") return placed(parsedJson(text), text, start);
  if (language === "yaml") return placed(parsedYaml(text), text, start);
  return language === "toml" ? tomlSettings(text, start) : [];
}

const commentOrString = /"(?:[^"\\\n]|\\.){0,20000}"|\/\/[^\n]{0,2000}|\/\*[\s\S]{0,4000}?\*\//g;

function parsedJson(text: string): unknown {
  const plain = text
    .replace(commentOrString, (piece) => (piece.startsWith("/") ? "" : piece))
    .replace(/,(?=\s{0,200}[}\]])/g, "");
  try {
    return JSON.parse(shallow(plain));
  } catch {
    // Single quotes, bare keys, a fragment without its braces.
    return parsedYaml(plain);
  }
}

/** Brackets within brackets that are left out: nobody reads settings there. */
const deepest = 100;

/**
 * JSON without what nests too deeply. V8 14 writes over its own memory when it refuses JSON that nests some thousand deep:
 * the process dies later, anywhere.
 */
function shallow(json: string): string {
  let depth = 0;
  let isText = false;
  let out = "";
  let from = 0;
  for (const { 0: piece, index } of json.matchAll(/\\[\s\S]|["[\]{}]/g)) {
    if (piece === '"') isText = !isText;
    if (isText || piece === '"') continue;
    if (piece === "[" || piece === "{") {
      if (++depth === deepest) out += `${json.slice(from, index)}0`;
    } else if (piece === "]" || piece === "}") {
      if (depth-- === deepest) from = index + 1;
    }
  }
  return depth >= deepest ? out : out + json.slice(from);
}

function parsedYaml(text: string): unknown {
  if (text.length > maximumYamlChars || nestsTooDeep(text)) return undefined;
  try {
    return parseDocument(text, { uniqueKeys: false, logLevel: "silent" }).toJS({ maxAliasCount: 50 });
  } catch {
    return undefined;
  }
}

/** The leaves of a parsed value. Keys and values are looked for in the text in their order, to give each its place. */
function placed(root: unknown, text: string, base: number): Setting[] {
  const out: Setting[] = [];
  let at = 0;
  /** Where a piece begins; what is escaped in the text is not found, and stands behind the last that was. */
  const find = (piece: string): number => {
    const found = piece.length < 400 ? text.slice(at, at + 20_000).indexOf(piece) : -1;
    if (found !== -1) at += found;
    return at;
  };
  const visit = (value: unknown, keys: readonly string[], from: number): void => {
    if (out.length >= maximumSettings || keys.length > maximumDepth) return;
    if (Array.isArray(value)) for (const item of value) visit(item, keys, at);
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, [...keys, key], find(key));
    else if (value !== undefined) {
      const [line = ""] = String(value).split("\n");
      const end = Math.min(text.length, find(line) + line.length);
      out.push({ keys, value: String(value), start: base + Math.min(from, end), end: base + end });
    }
  };
  visit(root, [], 0);
  return out;
}

const tomlLine =
  /^[ \t]{0,20}(?:\[{1,2}([\w."'/ -]{1,120})\]{1,2}|([\w."'-]{1,80})[ \t]{0,8}=[ \t]{0,8}([^\n]{1,2000}))/gm;

/** A table or a key in each line; lists in one line are split. */
function tomlSettings(text: string, base: number): Setting[] {
  const out: Setting[] = [];
  let table: readonly string[] = [];
  for (const { 0: line, 1: header, 2: key = "", 3: value = "", index } of text.matchAll(tomlLine)) {
    if (header !== undefined) {
      table = header.split(".").map(bare);
      continue;
    }
    const keys = [...table, ...key.split(".").map(bare)];
    const items = value.startsWith("[") ? value.replace(/^\[|\][^\]]{0,80}$/g, "").split(",") : [value];
    for (const item of items.slice(0, 100))
      out.push({ keys, value: bare(item), start: base + index, end: base + index + line.length });
    if (out.length >= maximumSettings) break;
  }
  return out;
}

function bare(text: string): string {
  const trimmed = text.trim();
  return /^(["'])[^"']{0,2000}\1/.exec(trimmed)?.[0].slice(1, -1) ?? trimmed.replace(/\s#[^\n]{0,200}$/, "");
}

interface Meaning {
  readonly verb: Verb;
  readonly object: Target;
  readonly row: string;
  readonly detail: string;
  readonly place?: PlaceKind;
  readonly host?: string;
}

/** A fact of a block of settings. In a file that an agent reads they are in force; a document shows them. */
export function settingFact(block: Block, at: Pick<Setting, "start" | "end">, meaning: Meaning): Fact {
  return {
    actor: "configuration",
    place: "none",
    host: "",
    presented: block.role === "code" ? block.presented : "asserted",
    artefact: block.artefact,
    path: [],
    ...meaning,
    detail: meaning.detail.slice(0, 100),
    start: at.start,
    end: at.end,
  };
}
