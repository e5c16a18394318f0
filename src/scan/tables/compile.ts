/**
 * Tables of words and phrases as expressions: a row stays readable, and the expression is built once. The only file that
 * makes expressions, so that `npm run scan:check-regexes` sees all of them.
 */

/** One expression for all phrases of a table, matched as whole words in any case. A blank stands for any white space. */
export function anyOf(phrases: readonly string[], flags = "i"): RegExp {
  const parts = phrases.map((phrase) => {
    const body = phrase.replaceAll(" ", "\\s{1,3}").replaceAll("'", "['’]");
    return `${/^\w/.test(phrase) ? "\\b" : ""}${body}${/[\w)]$/.test(phrase) ? "\\b" : ""}`;
  });
  return eachOf(parts, flags);
}

/** Any of several expressions that are written as texts. */
export function eachOf(sources: readonly string[], flags = ""): RegExp {
  return new RegExp(`(?:${sources.join("|")})`, flags);
}

/** Any of several expressions. Their own flags do not count. */
export function either(patterns: readonly RegExp[], flags = ""): RegExp {
  const sources = patterns.map(({ source }) => source);
  return eachOf(sources, flags);
}

/** Several expressions, one directly after the other. */
export function inTurn(patterns: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join(""), flags);
}

/** Any of a list of names with white space between them. A name may be an expression without white space. */
export function oneOf(names: string, flags = ""): RegExp {
  return eachOf(names.trim().split(/\s+/), flags);
}

/** Any of such a list, as the whole text. */
export function whole(names: string, flags = ""): RegExp {
  return inTurn([/^/, oneOf(names), /$/], flags);
}

/** Several expressions, each in a group of its name. */
export function named(kinds: Readonly<Record<string, readonly RegExp[]>>, flags = ""): RegExp {
  return eachOf(
    Object.entries(kinds).map(([kind, patterns]) => `(?<${kind}>${either(patterns).source})`),
    flags,
  );
}

/** The phrases of a table: one in each line or several with " | " between them; lines that begin with "#" are left out. */
export function lines(table: string): readonly string[] {
  return table
    .split(/\n| \| /)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
