/** Two columns for help texts: a name, and a text that is wrapped beside it. */
const LINE_WIDTH = 110;

export function columns(rows: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .flatMap(([name, text]) =>
      wrap(text, LINE_WIDTH - width).map(
        (line, index) => `  ${(index === 0 ? name : "").padEnd(width)}${line}`,
      ),
    )
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
