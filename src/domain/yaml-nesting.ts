/**
 * Limits the nesting of untrusted YAML before it is parsed: a kilobyte of nesting keeps the parser busy for minutes.
 * Pure.
 */

/** Deeper than any manifest. The parser is recursive. */
export const MAX_DEPTH = 8;
const MAX_BRACKETS = 256;

/** Brackets nest cheaply; indentation cannot nest far within the size limit. */
export function nestsTooDeep(yaml: string): boolean {
  let depth = 0;
  let opened = 0;
  for (const character of yaml) {
    if (character === "[" || character === "{") {
      depth++;
      opened++;
    } else if (character === "]" || character === "}") depth--;
    if (depth > MAX_DEPTH * 4 || opened > MAX_BRACKETS) return true;
  }
  return yaml.split("\n").some((line) => /^ *(?:[-?:] +){9}/.test(line) || /^ {64}[^ ]*:/.test(line));
}
