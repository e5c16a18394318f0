/** Tables of words and phrases as expressions: a row stays readable, and the expression is built once. */

/** One expression for all phrases of a table, matched as whole words in any case. A blank stands for any white space. */
export function anyOf(phrases: readonly string[], flags = "i"): RegExp {
  const parts = phrases.map((phrase) => {
    const body = phrase.replaceAll(" ", "\\s{1,3}").replaceAll("'", "['’]");
    return `${/^\w/.test(phrase) ? "\\b" : ""}${body}${/[\w)]$/.test(phrase) ? "\\b" : ""}`;
  });
  return new RegExp(`(?:${parts.join("|")})`, flags);
}

/** The phrases of a table: one in each line, empty lines and lines that begin with "#" left out. */
export function lines(table: string): readonly string[] {
  return table
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
