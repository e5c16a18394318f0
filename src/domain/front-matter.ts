/**
 * Parses the YAML front matter of a SKILL.md safely: no tags, few aliases, no prototype keys, limited size. Every
 * problem has its line in the file. Pure.
 */
import { isAlias, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Limits } from "./limits.ts";
import { MAX_DEPTH, nestsTooDeep } from "./yaml-nesting.ts";

export interface ManifestProblem {
  /** An error rejects the skill, a warning does not. */
  readonly severity: "error" | "warning";
  /** Line in SKILL.md, from 1. */
  readonly line: number;
  /** The field, or null for the whole file. */
  readonly field: string | null;
  /** The problem, and what to change. */
  readonly message: string;
}

export interface FrontMatterField {
  readonly key: string;
  readonly line: number;
  /** Plain data: strings, numbers, booleans, null, arrays, null-prototype records. */
  readonly value: unknown;
  /** For a scalar its source text, so that `1.10` does not become 1.1. */
  readonly source: string | null;
  /** For a map its own entries, as fields. */
  readonly entries: readonly FrontMatterField[] | null;
}

export interface FrontMatter {
  readonly fields: readonly FrontMatterField[] | null;
  readonly body: string;
  readonly problems: readonly ManifestProblem[];
}

type FrontMatterLimits = Pick<Limits, "frontMatterBytes" | "yamlAliases">;

const prototypeKeys = new Set(["__proto__", "prototype", "constructor"]);

export function readFrontMatter(text: string, limits: FrontMatterLimits): FrontMatter {
  const parts = splitFrontMatter(text);
  if (parts === "absent") {
    return failed(
      "Start the file with a line `---`, then `name:` and `description:`, then another line `---`.",
      1,
    );
  }
  if (parts === "unclosed") return failed("The front matter is not closed. Add a line `---` after it.", 1);
  const { yaml, body } = parts;
  if (new TextEncoder().encode(yaml).length > limits.frontMatterBytes) {
    return failed(
      `The front matter has more than ${limits.frontMatterBytes} bytes. Move text into the body.`,
      1,
      body,
    );
  }
  return parseYaml(yaml, body, limits);
}

/** The text after the front matter; the whole text if there is none. */
export function withoutFrontMatter(text: string): string {
  const parts = splitFrontMatter(text);
  return typeof parts === "string" ? text : parts.body;
}

function splitFrontMatter(text: string): { yaml: string; body: string } | "absent" | "unclosed" {
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(text);
  if (opening === null) return "absent";
  const start = opening[0].length;
  const closing = /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = start;
  const end = closing.exec(text);
  if (end === null) return "unclosed";
  return { yaml: text.slice(start, end.index), body: text.slice(end.index + end[0].length) };
}

function failed(message: string, line: number, body = ""): FrontMatter {
  return { fields: null, body, problems: [{ severity: "error", line, field: null, message }] };
}

/** Line 1 of the YAML is line 2 of the file, after the opening `---`. */
const FIRST_LINE = 2;

function parseYaml(yaml: string, body: string, limits: FrontMatterLimits): FrontMatter {
  if (nestsTooDeep(yaml))
    return failed("The front matter is nested too deeply. Flatten it.", FIRST_LINE, body);
  // Some YAML parsers stop at such a line, others continue.
  const cut = yaml.split("\n").findIndex((line) => /^(?:\.\.\.|%)/.test(line));
  if (cut >= 0) return failed("A line starts with `...` or `%`. Remove it.", FIRST_LINE + cut, body);
  const lines = new LineCounter();
  const document = parseDocument(yaml, {
    lineCounter: lines,
    prettyErrors: false,
    version: "1.2",
    schema: "core",
    // The library compares each key with all others; `repeatedKeys` needs one pass.
    uniqueKeys: false,
    logLevel: "silent",
  });
  const lineAt = (offset: number) => lines.linePos(offset).line + FIRST_LINE - 1;
  if (document.errors.length > 0) {
    const problems = document.errors.slice(0, 20).map(
      (error): ManifestProblem => ({
        severity: "error",
        line: lineAt(error.pos[0]),
        field: null,
        message: `Invalid YAML: ${plainMessage(error.message)}`,
      }),
    );
    return { fields: null, body, problems };
  }
  const problems = unsafeNodes(document.contents, limits, lineAt);
  if (problems.length > 0) return { fields: null, body, problems };
  if (!isMap(document.contents))
    return failed("The front matter must be a list of `key: value` lines.", FIRST_LINE, body);
  try {
    const toPlainValue = (node: Node) => node.toJS(document, { maxAliasCount: limits.yamlAliases });
    return { fields: fieldsOf(document.contents, lineAt, toPlainValue), body, problems: [] };
  } catch {
    // The library throws for an alias without an anchor and for one that expands too far.
    return failed("An alias has no anchor or expands too far. Write the values out.", FIRST_LINE, body);
  }
}

function plainMessage(message: string): string {
  if (/Nested mappings are not allowed/.test(message)) {
    return "a value contains `: `. Put the whole value in quotes.";
  }
  const first = message.split("\n")[0] ?? message;
  return `${first.slice(0, 160)}. Correct the line, or put its value in quotes.`;
}

function unsafeNodes(
  root: unknown,
  limits: FrontMatterLimits,
  lineAt: (offset: number) => number,
): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  let aliases = 0;
  const add = (node: Node, message: string) =>
    problems.push({ severity: "error", line: lineAt(node.range?.[0] ?? 0), field: null, message });
  visit(root as Node, {
    Node(_key, node, path) {
      if (path.length > MAX_DEPTH * 2) {
        add(node, "The front matter is nested too deeply. Flatten it.");
        return visit.BREAK;
      }
      if (isAlias(node)) {
        aliases++;
        if (aliases > limits.yamlAliases) {
          add(node, `More than ${limits.yamlAliases} aliases. Write the values out.`);
          return visit.BREAK;
        }
      } else if (node.tag !== undefined)
        add(node, `The tag \`${node.tag.slice(0, 40)}\` is not allowed. Remove it.`);
      return undefined;
    },
    Map(_key, map) {
      for (const node of repeatedKeys(map.items)) add(node, "Duplicate key. Remove one.");
    },
    Pair(_key, pair) {
      if (!isScalar(pair.key) || typeof pair.key.value !== "string") {
        if (pair.key !== null) add(pair.key as Node, "A key is not plain text. Put it in quotes.");
      } else if (prototypeKeys.has(pair.key.value))
        add(pair.key, `The key \`${pair.key.value}\` is not allowed. Rename it.`);
    },
  });
  return problems;
}

/** Two values for one key: YAML parsers differ on which one counts. */
function repeatedKeys(items: readonly PairLike[]): Node[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    if (seen.has(key.value)) return [key];
    seen.add(key.value);
    return [];
  });
}

interface PairLike {
  readonly key: unknown;
  readonly value: unknown;
}

function fieldsOf(
  map: { readonly items: readonly PairLike[] },
  lineAt: (offset: number) => number,
  toPlainValue: (node: Node) => unknown,
): FrontMatterField[] {
  return map.items.flatMap((pair) => {
    if (!isScalar(pair.key) || typeof pair.key.value !== "string") return [];
    const node = pair.value as Node | null;
    return [
      {
        key: pair.key.value,
        line: lineAt(pair.key.range?.[0] ?? 0),
        value: node === null ? null : toPlainValue(node),
        source: isScalar(node) ? (node.source ?? null) : null,
        entries: isMap(node) ? fieldsOf(node, lineAt, toPlainValue) : null,
      },
    ];
  });
}
