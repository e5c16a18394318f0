/** Finds every regular expression in the scanner's source, so that the expressions that run are those proven safe. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { parse } from "acorn";

export interface FoundRegex {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
  /** The key of a committed result. */
  readonly digest: string;
}

export function scanRegexes(root: string): FoundRegex[] {
  const found = new Map<string, FoundRegex>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".ts") || name.includes("__tests__") || name.includes("examples")) continue;
    const tree = parse(stripTypeScriptTypes(readFileSync(join(root, name), "utf8"), { mode: "strip" }), {
      ecmaVersion: "latest",
      sourceType: "module",
    });
    for (const regex of literals(tree)) {
      const digest = createHash("sha256")
        .update(`/${regex.pattern}/${regex.flags}`)
        .digest("hex")
        .slice(0, 16);
      found.set(digest, { file: name, source: regex.pattern, flags: regex.flags, digest });
    }
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
