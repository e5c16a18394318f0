/** The tables of environment variables in the documents. A test compares the committed tables with these. */
import { allSettings, limitSettings, type Setting, settings } from "../src/domain/settings.ts";

type Row = readonly [name: string, setting: Setting];

/** Each table by its marker: `<!-- generated:<marker> -->` before it, `<!-- /generated -->` after it. */
const tables: Readonly<Record<string, () => string>> = {
  "common-settings": () =>
    table(
      ["variable", "meaning", "default"],
      [...Object.entries(allSettings)]
        .filter(([, { isCommon }]) => isCommon)
        .map(([name, setting]) => [code(name), setting.sentence, defaultOf(setting)]),
    ),
  settings: () =>
    table(
      ["variable", "meaning", "default", "example", "read by"],
      Object.entries(settings).map(([name, setting]: Row) => [
        setting.isSecret ? `${code(name)} (secret)` : code(name),
        setting.sentence,
        defaultOf(setting),
        setting.isSecret ? "" : code(setting.example),
        setting.readBy.join(", "),
      ]),
    ),
  "limit-settings": () =>
    table(
      ["variable", "meaning", "default"],
      Object.entries(limitSettings).map(([name, setting]) => [
        code(name),
        setting.sentence,
        defaultOf(setting),
      ]),
    ),
};

/** The documents that have such tables. */
export const documentsWithTables = ["README.md", "docs/OPERATIONS.md"];

/** The document with its tables as they are now. */
export function withTables(document: string): string {
  return document.replace(
    /(?<=<!-- generated:([a-z-]+) [^\n]*-->\n)[\s\S]*?(?=<!-- \/generated -->)/g,
    (_, marker: string) => {
      const make = tables[marker];
      if (make === undefined) throw new Error(`there is no table "${marker}"`);
      return `\n${make()}\n\n`;
    },
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(heads),
    `|${heads.map(() => "---|").join("")}`,
    ...rows.map((cells) => line(cells.map(escaped))),
  ].join("\n");
}

const escaped = (cell: string) => cell.replace(/(?<!\\)\|/g, "\\|").replace(/<(?=[A-Z])/g, "\\<");
const code = (text: string) => `\`${text}\``;

/** Words in parentheses stay words; a value is formatted as code. */
const defaultOf = ({ default: text }: Setting) => (text.startsWith("(") ? text.slice(1, -1) : code(text));
