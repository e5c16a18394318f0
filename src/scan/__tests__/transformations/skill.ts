/** The skill around an act: an honest page about tables. A transformation says what stands in it, and which files. */
import type { SkillFile } from "../../../domain/skill-file.ts";
import { extensionOf, type Piece } from "./acts.ts";

export interface Draft {
  readonly name?: string;
  readonly description?: string;
  /** More lines of the front matter. */
  readonly front?: string;
  readonly intro?: string;
  readonly body: string;
  readonly end?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly executable?: readonly string[];
  /** Changes the whole page, for example its encoding. */
  readonly page?: (text: string) => string | Uint8Array;
}

const usual =
  "Tidies CSV tables and adds a weather column. The weather comes from the skill's own service at api.tablewright.io.";
const introduction =
  "Reads the table that the user names, trims blanks, aligns the columns and writes the result to `./out`.";
const ending = "## Questions\n\nAsk the user when a column can be read in two ways.\n";

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The files of the skill that a draft describes. */
export function filesOf(draft: Draft): SkillFile[] {
  const { name = "table-tidy", description = usual, front = "", intro = introduction } = draft;
  const text = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${front}---\n\n# Tables\n\n${intro}\n\n${draft.body}\n\n${draft.end ?? ending}`;
  const page = draft.page?.(text) ?? text;
  return Object.entries({ "SKILL.md": page, ...draft.files }).map(([path, content]) => ({
    path,
    bytes: typeof content === "string" ? utf8(content) : content,
    executable: draft.executable?.includes(path) ?? false,
  }));
}

/** The files that a piece brings along. */
export const filesWith = (piece: Piece): Record<string, string> =>
  piece.path === "" ? { ...piece.also } : { ...piece.also, [piece.path]: piece.text };

export const fence = (text: string, language = "bash"): string =>
  `\`\`\`${language}\n${text.replace(/\n$/, "")}\n\`\`\``;

/** The act as the page names it within a line. */
export function inline(piece: Piece): string {
  if (piece.form === "order") return piece.text;
  if (piece.form === "setting") return piece.run;
  return `\`${piece.form === "command" ? piece.text : piece.run}\``;
}

/** The act as the page names it, in a paragraph or a fence of its own. */
export function block(piece: Piece): string {
  if (piece.form === "order") return piece.text;
  if (piece.form === "setting") return piece.run;
  return fence(piece.form === "command" ? piece.text : piece.run);
}

/** The act as a step of its own. */
export const step = (piece: Piece): string =>
  piece.form === "command" || piece.form === "program"
    ? `Before the first table, run this:\n\n${block(piece)}`
    : block(piece);

/** What a page shows of the act that it warns of: the sentence, the line, or the source. */
export function shown(piece: Piece): string {
  if (piece.form === "order") return `> ${piece.text}`;
  if (piece.form === "command") return fence(piece.text);
  return fence(piece.text, piece.path.endsWith(".md") ? "text" : extensionOf(piece.path));
}

/** A skill with one step that carries the act out. */
export const ordered = (piece: Piece, body: string): Draft => ({ body, files: filesWith(piece) });

const warnings: readonly Draft[] = [
  { body: "" },
  {
    name: "skill-check",
    description: "Reviews agent skills before they are installed and points out hostile instructions.",
    intro: "Reads every file of a skill and lists what a user should refuse. It runs nothing of it.",
    body: "",
    end: "## Report\n\nList each place with its file and line, and say why the user should refuse it.\n",
  },
];

/** A skill that shows the act as something to recognise; every other one is a reviewer's guide. */
export const warned = (body: string, turn: number): Draft => ({
  ...(warnings[turn % warnings.length] ?? { body }),
  body,
});
