/**
 * The front matter of SKILL.md as far as the scanner needs it: what the skill says of itself. It accepts what a client
 * may accept; src/domain checks what the registry accepts.
 */
import { parseDocument } from "yaml";
import { splitTools } from "../../domain/manifest.ts";
import { nestsTooDeep } from "../../domain/yaml-nesting.ts";
import { either } from "../tables/compile.ts";

export interface FrontMatter {
  /** Offset of the body; 0 where there is no front matter. */
  readonly end: number;
  readonly source: string;
}

/** Largest front matter handed to the YAML parser; the rules read the rest as text. */
const maximumYamlChars = 64 * 1024;

export function readFrontMatter(text: string): FrontMatter {
  if (!text.startsWith("---\n")) return { end: 0, source: "" };
  const close = text.indexOf("\n---", 3);
  if (close === -1) return { end: 0, source: "" };
  const lineEnd = text.indexOf("\n", close + 1);
  return { end: lineEnd === -1 ? text.length : lineEnd + 1, source: text.slice(4, close + 1) };
}

/** Where the description stands: an agent reads it before anything else, and obeys it. Undefined where there is none. */
export function descriptionIn({ source }: FrontMatter): { start: number; end: number } | undefined {
  const match = /^description:[ \t]{0,8}(?:[|>][+-]?[ \t]{0,8}\n)?/m.exec(source);
  if (match === null) return undefined;
  const start = match.index + match[0].length;
  const most = Math.min(source.length, start + maximumDescriptionChars);
  let end = source.indexOf("\n", start);
  // Lines that are indented, and empty ones, go on with the value.
  while (end !== -1 && end < most && /[ \t\n]/.test(source.charAt(end + 1)))
    end = source.indexOf("\n", end + 1);
  const opening = "---\n".length;
  return { start: opening + start, end: opening + (end === -1 ? most : Math.min(end, most)) };
}

const maximumDescriptionChars = 8_000;

/** Remarks, and the pages of a skill and of its author. */
const declaresNothing = either(
  [
    /^[ \t]{0,12}#[^\n]{0,2000}/,
    /^[ \t-]{0,12}(?:homepage|authors?|url|website|repository|source|license|docs|documentation)\s{0,2}:[^\n]{0,400}$/,
  ],
  "gm",
);
/** A service is declared by its name or host. A whole address belongs to an act, and an order declares no place. */
const wholeAddress = /\bhttps?:\/\/[^\s/"'`<>]{3,200}\/[^\s"'`<>]{1,300}/gi;

export interface Declared {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  /** The front matter in lower case, without remarks, pages and whole addresses: a host named in it is declared. */
  readonly all: string;
}

/** What SKILL.md declares. A missing or broken front matter declares what its lines say. */
export function declaredBy(manifest: string | undefined): Declared {
  const nothing: Declared = { name: "", description: "", tools: [], all: "" };
  if (manifest === undefined) return nothing;
  const { end, source } = readFrontMatter(manifest);
  if (end === 0) return { ...nothing, ...openingOf(manifest) };
  const all = source.toLowerCase().replace(declaresNothing, "").replace(wholeAddress, "");
  if (source.length > maximumYamlChars) return { ...nothing, all };
  const record = parseRecord(source) ?? {};
  return {
    name: textOf(record.name) || lineOf(source, nameLine),
    description: (textOf(record.description) || lineOf(source, descriptionLine)).replace(wholeAddress, ""),
    tools: toolsOf(record["allowed-tools"] ?? record.allowed_tools ?? record.tools),
    all,
  };
}

const nameLine = /^name:[ \t]{0,8}(\S[^\n]{0,200})/m;
const descriptionLine = /^description:[ \t]{0,8}(?:[|>][+-]?[ \t]{0,8}\n[ \t]{1,8})?(\S[^\n]{0,2000})/m;

/** A colon in a text without quotes is no YAML, and what nearly every second author writes: the line says it all the same. */
function lineOf(source: string, line: RegExp): string {
  return (line.exec(source)?.[1] ?? "").trim();
}

/** A shorter page has nothing apart from what it does: its first lines are the payload as likely as a description. */
const pageChars = 3_000;

/** Without a front matter, the title and the first paragraph of a page are what it says of itself. */
function openingOf(manifest: string): Pick<Declared, "name" | "description"> {
  if (manifest.length < pageChars) return { name: "", description: "" };
  const opening = manifest.slice(0, 4_000);
  const name = /^#{1,2} ([^\n]{1,80})$/m.exec(opening)?.[1] ?? "";
  const description = /^[A-Za-z][^\n]{20,400}/m.exec(opening)?.[0] ?? "";
  return { name, description };
}

function parseRecord(source: string): Record<string, unknown> | undefined {
  if (nestsTooDeep(source)) return undefined;
  try {
    const document = parseDocument(source, { uniqueKeys: false, logLevel: "silent" });
    const parsed: unknown = document.toJS({ maxAliasCount: 50 });
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The values of a front matter that writes characters as escapes, as a parser reads them: text that the source does not
 * show. Empty where nothing is escaped.
 */
export function escapedValues(text: string): string {
  const { source } = readFrontMatter(text);
  if (source.length > maximumYamlChars || !/\\[uUx]/.test(source)) return "";
  const record = parseRecord(source);
  return record === undefined ? "" : stringsIn(record, 0).join("\n");
}

function stringsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > 16) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner, depth + 1)]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function toolsOf(value: unknown): string[] {
  const lines = Array.isArray(value) ? value : [value];
  return lines.flatMap((line) => (typeof line === "string" ? splitTools(line) : []));
}
