/**
 * The words that this project does not use (private metaphors, and phrases that hide the subject of a sentence), and the
 * search for them. Finds them in prose, in compounds (camelCase, snake_case, hyphens) and across line breaks.
 */

/** Each expression with the term to use instead. A space also matches a line break with its comment mark. */
export const bannedWords: readonly (readonly [expression: string, instead: string])[] = [
  ["doors?", "entry point"],
  ["rooms?", "module, layer"],
  ["houses?", "architecture; vendor"],
  ["strangers?", "anyone; undeclared host"],
  ["whoever", "name the actor"],
  ["purses?", "wallet"],
  ["hush(?:ed|es|ing)?", "hide from the user"],
  ["walk(?:s|ed|ing)?", "pipeline run, request flow"],
  ["ledger's word", "the database's state"],
  ["can not", "cannot"],
  ["by itself", "automatically, alone"],
  ["unasked", "without asking"],
  ["meanwhile", "in the meantime"],
  ["anew", "again"],
  ["outside scanners?", "external scanner"],
  ["verified (?:agent )?skills?", "scanned skill; skill of a verified publisher"],
  ["verified (?:bytes|content|versions?)", "scanned bytes, content, version"],
];

interface Exception {
  /** The beginning of the file's path. */
  readonly path: string;
  /** The allowed text; without it, the file is not checked. */
  readonly text?: string;
  readonly why: string;
}

/** Real uses of a word, and texts that must have it. */
export const exceptions: readonly Exception[] = [
  { path: "scripts/banned-words.ts", why: "the list itself" },
  { path: "test/unit/banned-words.test.ts", why: "examples of each word" },
  { path: "docs/RULES.md", why: "generated from the scanner's rules" },
  { path: "docs/CONTENT-DIGEST.md", text: "os.walk", why: "a function of Python" },
  { path: "test/scan-examples.ts", why: "sentences of skills, which the rules match" },
  { path: "test/fixtures/", why: "texts of the scanner's rules" },
  { path: "src/scan/__tests__/", why: "sentences of skills, and ids of rules" },
  { path: "src/scan/rules/", why: "ids and texts of rules, rewritten with the engine" },
  { path: "src/scan/code/", why: "walks of syntax trees; comments are rewritten with the engine" },
  { path: "src/scan/document/", why: "walks of syntax trees, names of features; rewritten with the engine" },
  { path: "src/scan/views/embedded.ts", text: "walk", why: "a walk of a syntax tree" },
  { path: "src/scan/views/decode.ts", text: "purse", why: "rewritten with the engine" },
  { path: "src/scan/artefact.ts", text: "by itself", why: "rewritten with the engine" },
  { path: "src/scan/hosts.ts", text: "whoever", why: "rewritten with the engine" },
];

export interface BannedWord {
  readonly file: string;
  readonly line: number;
  /** As it is written in the file, on one line. */
  readonly word: string;
  readonly instead: string;
}

const gap = `[\\s*/#>+"'\`-]+`;
const searches = bannedWords.map(([expression, instead]) => ({
  search: new RegExp(`(?<![a-z])(?:${expression.replaceAll(" ", gap)})(?![a-z])`, "gi"),
  instead,
}));
const wordStart = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/** The banned words of a file's text, in the order of the list. */
export function findBannedWords(file: string, text: string): BannedWord[] {
  const applicable = exceptions.filter(({ path }) => file.startsWith(path));
  if (applicable.some((exception) => exception.text === undefined)) return [];
  const checked = applicable
    .reduce((rest, exception) => rest.replaceAll(exception.text ?? "", ""), text)
    .replaceAll(wordStart, " ");
  return searches.flatMap(({ search, instead }) =>
    [...checked.matchAll(search)].map(({ 0: word, index }) => ({
      file,
      line: checked.slice(0, index).split("\n").length,
      word: word.replaceAll(/\s[\s*/#>+"'`-]*/g, " "),
      instead,
    })),
  );
}
