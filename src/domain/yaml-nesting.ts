/** How deep YAML of strangers may nest before a parser sees it: a kilobyte of nesting costs the parser minutes. Pure. */

/** Deeper nesting than any manifest has; the parser recurses. */
export const MAX_DEPTH = 8;
const MAX_BRACKETS = 256;

/** Brackets are the cheap way to keep a parser busy; indentation cannot nest far within the size limit. */
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
