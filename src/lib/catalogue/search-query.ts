/** Parses what a user types into queries for the database: no text reaches FTS5 unquoted. Pure. */

/** More words only narrow the results further. */
const MAX_TERMS = 8;
const LONGEST_QUERY = 200;
/** The shortest text that a trigram index can search for. */
const SHORTEST_SUBSTRING = 3;

export interface ParsedSearch {
  /** Lower-case words of letters and digits. */
  readonly terms: readonly string[];
  /** The query as it would be spelled in a name or slug; null when it cannot be one. */
  readonly name: string | null;
  /** All words, each quoted; null when there is no word. */
  readonly match: string | null;
  /** The query as one substring, quoted for the trigram index; null when it is too short. */
  readonly substring: string | null;
  /** Finds a word with one misspelled letter: one of its halves is still correct. Null when the word is too short. */
  readonly halves: string | null;
}

export function parseSearchText(text: string): ParsedSearch {
  const clean = text.slice(0, LONGEST_QUERY).normalize("NFKC").toLowerCase();
  const terms = (clean.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_TERMS);
  const dashed = clean.trim().replace(/[\s_]+/g, "-");
  const joined = terms.join("-");
  return {
    terms,
    name: /^[a-z0-9][a-z0-9._/-]*$/.test(dashed) ? dashed : null,
    match: terms.length === 0 ? null : terms.map(quoted).join(" "),
    substring: joined.length >= SHORTEST_SUBSTRING ? quoted(joined) : null,
    halves: halvesOf(joined),
  };
}

function halvesOf(word: string): string | null {
  if (word.length < SHORTEST_SUBSTRING + 1) return null;
  const size = Math.max(SHORTEST_SUBSTRING, Math.floor(word.length / 2));
  return `slug : (${quoted(word.slice(0, size))} OR ${quoted(word.slice(-size))})`;
}

/** A string in FTS5 syntax, in which only the quote is special. */
export function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** The first text after all texts that begin with `prefix`. */
export function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
