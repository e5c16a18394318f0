/** First bytes, encodings, NULs and line ends: a guide that the page says to follow, or the program itself. */
import { type Piece, runOf } from "./acts.ts";
import { type Draft, filesWith, step, utf8 } from "./skill.ts";
import { above, all, comment, inLanguages, steps, type Transformation, texts } from "./transformation.ts";

type Bytes = string | Uint8Array | readonly number[];

export const bytesOf = (...parts: readonly Bytes[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === "string" ? utf8(part) : part)]));

const guide = "references/steps.md";
const follow = `Read \`${guide}\` first and carry out every step in it.`;

const guideText = (piece: Piece): string =>
  `# Steps\n\nRead the table from the first line to the last.\n\n${step(piece)}\n\nThen show the table to the user.\n`;

/** The text that holds the act: a guide for sentences and shell lines, else the program. */
function carried(piece: Piece, change: (text: string, piece: Piece) => string | Uint8Array): Draft {
  if (piece.path === "")
    return { body: follow, files: { ...piece.also, [guide]: change(guideText(piece), piece) } };
  return { body: step(piece), files: { ...filesWith(piece), [piece.path]: change(piece.text, piece) } };
}

function encoding(
  id: string,
  languages: readonly string[],
  change: (text: string, piece: Piece) => string | Uint8Array,
  more: Partial<Transformation> = {},
): Transformation {
  return {
    id: `bytes: ${id}`,
    forms: steps,
    fits: inLanguages(...languages),
    apply: (piece) => carried(piece, change),
    ...more,
  };
}

const scripts = ["sh", "py", "js", "rb", "pl", "ps1"];

function utf16(text: string, isLittle: boolean): Uint8Array {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return Uint8Array.from(
    units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
}

const utf32 = (text: string): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0;
      return [code & 255, (code >> 8) & 255, code >> 16, 0];
    }),
  );

/** UTF-7 writes any character as base64 of its UTF-16. */
const utf7 = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      line === "" ? "" : `+${btoa(String.fromCharCode(...utf16(line, false))).replace(/=+$/, "")}-`,
    )
    .join("\n");

/** A comment that puts a word at an offset of the file. */
function wordAt(text: string, piece: Piece, offset: number, word: string): Uint8Array {
  if (piece.path === "") return bytesOf("x".repeat(offset), word, "\n\n", text);
  const [opening = ""] = /^<\?php\n/.exec(text) ?? [];
  const mark = comment(piece, "").trimEnd();
  const filler = `${opening}${mark} `.padEnd(offset, "-");
  return bytesOf(filler, word, "\n", text.slice(opening.length));
}

const firstLine =
  (line: string) =>
  (text: string): Uint8Array =>
    bytesOf(line, "\n", text);

export const encodings: readonly Transformation[] = [
  encoding("in a guide", [...scripts, "php"], (text) => text),
  encoding("GIF89a in front", ["py", "js", "rb", "sh"], firstLine("GIF89a=1")),
  encoding("WEBP at byte 8", ["py", "js", "rb", "sh", "pl", "ps1"], (text, piece) =>
    wordAt(text, piece, 8, "WEBP"),
  ),
  encoding("ustar at byte 257", [...scripts, "php"], (text, piece) => wordAt(text, piece, 257, "ustar")),
  encoding("ustar and NULs at byte 257", ["sh"], (text, piece) => wordAt(text, piece, 257, "ustar\u000000"), {
    hides: true,
  }),
  encoding("ID3 in front", ["py", "js", "rb", "sh"], firstLine("ID3=1")),
  encoding("RIFF and WEBP in front", ["sh"], firstLine("RIFF=123WEBP")),
  encoding(
    "first bytes of PNG",
    ["sh"],
    (text) => bytesOf([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], "\n", text),
    {
      hides: true,
    },
  ),
  encoding("first bytes of JPEG", ["sh"], (text) => bytesOf([0xff, 0xd8, 0xff, 0xe0], "\n", text), {
    hides: true,
  }),
  encoding("PDF in front", ["sh"], firstLine("%PDF-1.7")),
  encoding("BM in front", ["py", "js", "rb", "sh"], firstLine("BM=1")),
  encoding("MZ in front", ["py", "js", "rb", "sh"], firstLine("MZ=1")),
  encoding("bzip2 in front", ["py", "js", "rb", "sh"], firstLine("BZh9=1")),
  encoding("NUL at the end", ["sh", "rb"], (text) => bytesOf(text, [0])),
  encoding("NUL between paragraphs", [], (text) => text.replace("\n\n", "\n\n\0\n\n")),
  encoding("NUL in a comment", ["sh", "js"], (text, piece) =>
    piece.path === "" ? `<!-- \0 -->\n${text}` : above({ ...piece, text }, comment(piece, "\0")),
  ),
  encoding("NUL inside of words", ["sh"], (text) => text.replaceAll(/(?<=\n.*)e/g, "e\0"), { hides: true }),
  encoding("many NULs", [], (text) => `${"\0".repeat(3000)}\n${text}`, { hides: true }),
  encoding("control characters", [], (text) => `${"\u0001\u0002".repeat(3000)}\n${text}`, { hides: true }),
  encoding("UTF-16 little endian with a mark", ["ps1"], (text) => bytesOf([0xff, 0xfe], utf16(text, true))),
  encoding("UTF-16 big endian with a mark", ["ps1"], (text) => bytesOf([0xfe, 0xff], utf16(text, false))),
  encoding("UTF-16 little endian", [], (text) => utf16(text, true), { hides: true }),
  encoding("UTF-16 big endian", [], (text) => utf16(text, false), { hides: true }),
  encoding("UTF-32 with a mark", [], (text) => bytesOf([0xff, 0xfe, 0, 0], utf32(text)), { hides: true }),
  encoding("UTF-32", [], utf32, { hides: true }),
  encoding("a byte order mark before ASCII", ["py", "js", "ps1", "rb"], (text) => `\u{feff}${text}`),
  encoding("UTF-7 by declaration", ["py"], (text) => `# -*- coding: utf-7 -*-\n${utf7(text)}`, {
    forms: ["program"],
    hides: true,
  }),
  encoding("Latin 1", [], (text) => bytesOf("Caf", [0xe9], ", na", [0xef], "ve.\n\n", text)),
  encoding("line ends of Windows", ["py", "js", "rb", "pl", "ps1", "php"], (text) =>
    text.replaceAll("\n", "\r\n"),
  ),
  encoding("carriage returns alone", ["py"], (text) => text.replaceAll("\n", "\r")),
  encoding("U+2028 as line end", ["js"], (text) => text.replaceAll("\n", "\u2028"), { hides: true }),
  encoding("NEL as line end", [], (text) => text.replaceAll("\n", "\u0085"), { hides: true }),
  encoding("vertical tab as line end", [], (text) => text.replaceAll("\n", "\v"), { hides: true }),
  encoding("form feed as line end", [], (text) => text.replaceAll("\n", "\f\n")),
  {
    id: "bytes: NUL at the end of SKILL.md",
    forms: all,
    hides: true,
    apply: (piece) => ({ body: step(piece), files: filesWith(piece), page: (text) => `${text}\0` }),
  },
  {
    id: "bytes: SKILL.md in UTF-16",
    forms: texts,
    hides: true,
    apply: (piece) => ({
      body: step(piece),
      files: filesWith(piece),
      page: (text) => bytesOf([0xff, 0xfe], utf16(text, true)),
    }),
  },
  {
    id: "bytes: SKILL.md with WEBP at byte 8",
    forms: all,
    apply: (piece) => ({
      body: step(piece),
      files: filesWith(piece),
      page: (text) => text.replace("---\n", "---\n# xxWEBP\n"),
    }),
  },
  {
    id: "bytes: SKILL.md with a byte order mark",
    forms: all,
    apply: (piece) => ({ body: step(piece), files: filesWith(piece), page: (text) => `\u{feff}${text}` }),
  },
  {
    id: "bytes: SKILL.md with line ends of Windows",
    forms: all,
    apply: (piece) => ({
      body: step(piece),
      files: filesWith(piece),
      page: (text) => text.replaceAll("\n", "\r\n"),
    }),
  },
  {
    id: "bytes: a program without an extension, GIF89a in front",
    forms: ["program"],
    hides: true,
    fits: (piece) => inLanguages("py", "sh", "rb")(piece) && runOf(piece, "x") !== "",
    apply: (piece) => ({
      body: step({ ...piece, run: runOf(piece, "bin/prepare") }),
      files: { ...piece.also, "bin/prepare": `GIF89a=1\n${piece.text}` },
    }),
  },
];
