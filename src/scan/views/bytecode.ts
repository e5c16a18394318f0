/** Python bytecode against its source: every name and text in it must stand there. Sizes and times in its header prove nothing. */
import { decodeUtf8 } from "../../domain/decode-text.ts";
import type { Artefact } from "../artefact.ts";
import { baseName, extensionOf } from "../language.ts";

/** What is to be told of bytecode that says more than its source; undefined for any other file. */
export function unverifiedBytecode(
  artefact: Artefact,
  all: readonly Artefact[],
): { message: string; confidence: number } | undefined {
  if (artefact.magic !== "pyc" && !/^py[co]$/.test(extensionOf(artefact.path))) return undefined;
  const path = sourceOf(artefact.path);
  const source = all.find((other) => other !== artefact && other.path === path);
  if (source === undefined) return { message: "Python bytecode without its source.", confidence: 0.8 };
  if (isCompiledFrom(artefact.bytes, source)) return undefined;
  return { message: "Python bytecode that says more than its source, and is what runs.", confidence: 0.6 };
}

/** `a/b.py` for `a/__pycache__/b.cpython-312.pyc`, which Python would run in its place. */
function sourceOf(path: string): string {
  const source = path.replace(/\.py[co]$/, ".py");
  return source === path || !path.includes("__pycache__/")
    ? source
    : source
        .replace("__pycache__/", "")
        .replace(/\.[a-z]{1,12}-?\d{1,4}(?:\.opt-\d)?(?:-pytest-[\d.]{1,12})?(?=\.py$)/, "");
}

function isCompiledFrom(compiled: Uint8Array, source: Artefact): boolean {
  const texts = marshalledTexts(compiled);
  // Texts that stand beside each other are one text to the compiler.
  const joined = source.text.replace(/["']\s{0,80}\+?\s{0,80}[fFrRbBuU]{0,2}["']/g, "");
  const told = `${bare(source.text)}\n${bare(joined)}`;
  const names = new Set(source.text.match(/\w+/g));
  const file = baseName(source.path);
  const isTold = (text: string) => {
    if (
      madeByCompiler.test(text) ||
      text === text.charAt(0).repeat(text.length) ||
      compilersNames.has(text) ||
      (/^(?:[A-Z]:|\.)?(?:[\\/]?[\w.-]{1,80}){1,20}$/.test(text) &&
        baseName(text.replaceAll("\\", "/")) === file)
    )
      return true;
    // A private name has that of its class in front.
    return /^\w+$/.test(text)
      ? names.has(text) || names.has(text.replace(/^_\w{1,80}?(?=__\w)/, ""))
      : told.includes(bare(text));
  };
  // A qualified name is told if each of its parts is.
  const areTold = (text: string) =>
    isTold(text) || (/^[\w.<>]{1,400}$/.test(text) && text.split(".").every(isTold));
  return texts.length > 0 && texts.every(areTold);
}

/** A text without what a source writes in another way. */
function bare(text: string): string {
  return text.replace(/\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[0-7]{1,3}|[nrtabfv])|[^!-~]|["'\\{}]/gi, "");
}

/** What the compiler adds: names of scopes, kinds of variables, one character many times, names of pytest. */
const madeByCompiler = /^(?:[ @`]+|<\w{1,20}>|\.\d|@py\w{1,40}|_pytest\.assertion\.rewrite)$/;
const compilersNames: ReadonlySet<string> = new Set(
  "name module qualname doc annotations annotate annotate_func class classcell classdict classdictcell firstlineno static_attributes type_params"
    .split(" ")
    .map((name) => `__${name}__`),
);

/** Tags of texts with a length of one byte, of texts with one of four, and of bytes. */
const shortTags: ReadonlySet<number> = new Set([0x5a, 0x7a]);
const longTags: ReadonlySet<number> = new Set([0x61, 0x41, 0x74, 0x75]);
const bytesTag = 0x73;

/** Texts of marshalled data, by their tags and lengths; what only looks like one is short or not printable. */
function marshalledTexts(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out: string[] = [];
  for (let i = 16; i + 5 < bytes.length; i++) {
    const tag = view.getUint8(i) & 0x7f;
    const isShort = shortTags.has(tag);
    if (!isShort && !longTags.has(tag) && tag !== bytesTag) continue;
    const length = isShort ? view.getUint8(i + 1) : view.getUint32(i + 1, true);
    const start = i + (isShort ? 2 : 5);
    if (length < 4 || start + length > bytes.length || !isText(bytes.subarray(start, start + length), tag))
      continue;
    out.push(new TextDecoder().decode(bytes.subarray(start, start + length)));
    i = start + length - 1;
  }
  return out;
}

/** A long text may have a few control characters; code and tables have many, and NULs. */
function isText(piece: Uint8Array, tag: number): boolean {
  let odd = 0;
  const most = piece.length < 16 ? 0 : piece.length / 16;
  for (const byte of piece) {
    if (byte === 0 || byte === 127 || (tag === bytesTag && byte > 127)) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && ++odd > most) return false;
  }
  return decodeUtf8(piece) !== null;
}
