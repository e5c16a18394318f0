/** Finds every regular expression of the scanner, so that the expressions that run are those proven safe. */
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { parse } from "acorn";
import { installTools } from "./install-tools.ts";

export interface FoundRegex {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** The files of the engine and the rules, without tests and examples. */
export function scanSources(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return names.filter((name) => name.endsWith(".ts") && !/\b(?:__tests__|examples)\b/.test(name));
}

/** Makes expressions of tables, and is the only file that makes any. */
export const compiler = join("tables", "compile.ts");

/** The literals in the source. */
export function scanRegexes(root: string): FoundRegex[] {
  const found = new Map<string, FoundRegex>();
  for (const file of scanSources(root)) {
    const code = stripTypeScriptTypes(readFileSync(join(root, file), "utf8"), { mode: "strip" });
    const tree = parse(code, { ecmaVersion: "latest", sourceType: "module" });
    for (const { pattern, flags } of literals(tree))
      found.set(`/${pattern}/${flags}`, { file, source: pattern, flags });
  }
  return [...found.values()];
}

function* literals(node: unknown): Generator<{ pattern: string; flags: string }> {
  if (Array.isArray(node)) {
    for (const item of node) yield* literals(item);
  } else if (typeof node === "object" && node !== null) {
    const { type, regex } = node as { type?: unknown; regex?: unknown };
    if (type === "Literal" && typeof regex === "object" && regex !== null)
      yield regex as { pattern: string; flags: string };
    else for (const value of Object.values(node)) yield* literals(value);
  }
}

/** The expressions that tables are compiled into when the engine is loaded. The engine must not have been loaded before. */
export async function compiledRegexes(root: string): Promise<FoundRegex[]> {
  const found: FoundRegex[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, given: [string, string?]) {
      const made = new target(...given);
      if (new Error().stack?.includes(compiler)) found.push({ file: compiler, ...shapeOf(made) });
      return made;
    },
  });
  try {
    for (const file of scanSources(root)) await import(join(root, file));
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

const shapeOf = ({ source, flags }: RegExp) => ({ source, flags });

/** What recheck did not prove to take linear time, a line for each. Installs recheck on first use. */
export async function unsafeRegexes(
  regexes: readonly FoundRegex[],
  print?: (line: string) => void,
): Promise<string[]> {
  installTools("scripts", print);
  const { checkSync } = await import("recheck");
  return regexes.flatMap(({ file, source, flags }) => {
    // The automaton is exact: bounded repeats are bounded work for each start, so that a search stays linear.
    const { status } = checkSync(source, flags, {
      checker: "automaton",
      timeout: 240_000,
      maxNFASize: 200_000,
      maxPatternSize: 20_000,
    });
    return status === "safe" ? [] : [`${file}: ${status} /${source.slice(0, 260)}/${flags}`];
  });
}
