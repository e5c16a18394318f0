/**
 * PDF documents that show their text as it is written in them, and hold nothing but text, pictures and fonts. All others
 * are not read: programs, forms, attachments, compressed objects, encryption, fonts with letters of their own.
 */
import { Unzlib } from "fflate";
import { limits } from "../limits.ts";
import { inflated } from "./archive.ts";
import { badShare } from "./bytes.ts";
import { latinText } from "./encoding.ts";
import { isWholePictureOrFont } from "./media.ts";

/** What the rules do not follow: what acts, what is attached, what hides objects, and other letters than those written. */
const acts =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|Filespec|RichMedia|XFA|AcroForm|SubmitForm|ImportData|GoTo[ER]|OpenAction|AA)\b/;
const hides = /\/(?:ObjStm|Encrypt|Differences|Type0|Type3|[^\s/()<>[\]{}]{0,40}#)/;

/** The text of a document; undefined where it cannot be read in full. */
export function pdfText(bytes: Uint8Array): string | undefined {
  const file = latinText(bytes);
  const contents: string[] = [];
  let objects = "";
  let read = 0;
  let budget: number = limits.inflatedBytes;
  for (const { index, 0: opening } of file.matchAll(/\bstream\r?\n/g)) {
    if (index < read) continue;
    objects += file.slice(read, index);
    read = file.indexOf("endstream", index);
    if (read === -1) return undefined;
    const head = objects.slice(objects.lastIndexOf(" obj"));
    if (/\/Subtype\s?\/Image\b/.test(head)) continue;
    const content = decoded(head, bytes.subarray(index + opening.length, read), budget);
    if (content === undefined) return undefined;
    budget -= content.length;
    if (isWholePictureOrFont("font", content)) continue;
    contents.push(latinText(content));
  }
  objects += file.slice(read);
  const all = [file, ...contents];
  if (all.some((text) => acts.test(text)) || hides.test([objects, ...contents].join("\n"))) return undefined;
  if (contents.some((text) => badShare(text) > 0.02 || !keepsLetters(text))) return undefined;
  const pages = [...contents.filter((text) => !text.includes("begincmap")), objects].map(shownIn);
  return pages.every((page) => page !== undefined && isWritten(page))
    ? pages.join("\n").replace(/\n[ \n]{2,}/g, "\n\n")
    : undefined;
}

/** The content of a stream; undefined where it is packed in another way than is opened here. */
function decoded(head: string, packed: Uint8Array, most: number): Uint8Array | undefined {
  const filters = head.match(/\/(?:\w{1,12}Decode|Fl|A85|AHx|LZW|RL|Crypt)\b/g) ?? [];
  let content: Uint8Array | undefined = packed;
  for (const filter of filters) {
    if (filter === "/ASCII85Decode") content = fromAscii85(latinText(content));
    else if (filter === "/FlateDecode") content = inflated((onPart) => new Unzlib(onPart), content, most);
    else return undefined;
    if (content === undefined) return undefined;
  }
  return content;
}

function fromAscii85(text: string): Uint8Array {
  const digits = (text.replace(/\s+/g, "").split("~>")[0] ?? "").replaceAll("z", "!!!!!");
  const out = new Uint8Array(Math.floor((digits.length * 4) / 5));
  for (let at = 0, to = 0; at < digits.length; at += 5, to += 4) {
    const group = digits.slice(at, at + 5).padEnd(5, "u");
    const value = [...group].reduce((sum, digit) => sum * 85 + digit.charCodeAt(0) - 33, 0);
    for (let i = 0; i < 4 && to + i < out.length; i++) out[to + i] = value / 256 ** (3 - i);
  }
  return out;
}

/** Whether a table of a font's letters says of each ASCII letter that it is what is written; true for any other text. */
function keepsLetters(text: string): boolean {
  if (!text.includes("begincmap")) return true;
  const pairs = [...text.matchAll(/<([\da-f]{2})>\s{0,9}(?:<[\da-f]{2}>\s{0,9})?<(\w{4})>/gi)].map(
    ([, from = "", to = ""]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)],
  );
  const isSame = pairs.every(([from = 0, to = 0]) => from === to || from <= 32 || from > 126);
  return pairs.length > 0 && isSame && !text.includes("[");
}

const token = /\((?:[^()\\]|\\[\s\S]){0,4000}\)|<[\da-f\s]{1,4000}>|-\d{3,5}|T[*dDm]\s|ET\s|['"]/gi;

/** What strings say, with a line for each line that is shown; undefined where a string stands in another. */
function shownIn(text: string): string | undefined {
  if (/[()]/.test(text.replace(token, ""))) return undefined;
  return (text.match(token) ?? [])
    .map((part) => {
      if (part.startsWith("(")) return part.slice(1, -1).replace(/\\([0-7]{1,3}|[\s\S])/g, unescaped);
      if (part.startsWith("<")) return latinText(fromHex(part.replace(/[<>\s]/g, "")));
      return part.startsWith("-") ? " " : "\n".repeat(part.startsWith("ET") ? 2 : 1);
    })
    .join("");
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function unescaped(_all: string, written: string): string {
  if (/^[0-7]/.test(written)) return String.fromCharCode(Number.parseInt(written, 8) & 255);
  return written === "n" || written === "r" ? "\n" : written === "\n" ? "" : written;
}

/** A text that is set letter by letter says nothing line by line. */
function isWritten(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length < 20 || lines.filter((line) => line.length < 3).length < lines.length / 2;
}
