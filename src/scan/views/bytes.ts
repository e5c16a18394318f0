/** The format of bytes by their magic number, and what can be read of data. Whether a file is read as text is decided in `reading.ts`. */
export type Magic =
  | "zip"
  | "gzip"
  | "tar"
  | "7z"
  | "rar"
  | "xz"
  | "bzip2"
  | "zstd"
  | "lz4"
  | "elf"
  | "pe"
  | "macho"
  | "pyc"
  | "wasm"
  | "class"
  | "png"
  | "jpeg"
  | "gif"
  | "webp"
  | "pdf"
  | "ole"
  | "lnk"
  | "font"
  | "sqlite"
  | "audio"
  | "ico";

const signatures: ReadonlyArray<readonly [Magic, readonly number[], number?]> = [
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["gzip", [0x1f, 0x8b]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["rar", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  // The three letters in front may begin a text; the number behind them does not.
  ["bzip2", [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], 4],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["lz4", [0x04, 0x22, 0x4d, 0x18]],
  ["elf", [0x7f, 0x45, 0x4c, 0x46]],
  ["macho", [0xcf, 0xfa, 0xed, 0xfe]],
  ["macho", [0xce, 0xfa, 0xed, 0xfe]],
  ["macho", [0xfe, 0xed, 0xfa, 0xcf]],
  ["wasm", [0x00, 0x61, 0x73, 0x6d]],
  ["class", [0xca, 0xfe, 0xba, 0xbe]],
  ["png", [0x89, 0x50, 0x4e, 0x47]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
  ["webp", [0x57, 0x45, 0x42, 0x50], 8],
  ["pdf", [0x25, 0x50, 0x44, 0x46]],
  ["ole", [0xd0, 0xcf, 0x11, 0xe0]],
  ["lnk", [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00]],
  ["tar", [0x75, 0x73, 0x74, 0x61, 0x72], 257],
  ["font", [0x77, 0x4f, 0x46]],
  ["font", [0x00, 0x01, 0x00, 0x00, 0x00]],
  ["font", [0x4f, 0x54, 0x54, 0x4f]],
  ["sqlite", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ["audio", [0x49, 0x44, 0x33]],
  ["ico", [0x00, 0x00, 0x01, 0x00]],
];

/** What the first bytes say; undefined for text and for the unknown. */
export function sniff(bytes: Uint8Array): Magic | undefined {
  for (const [magic, signature, offset = 0] of signatures) {
    // The five letters may stand in a text; a header of an archive is padded with zeros.
    if (magic === "tar" && !bytes.subarray(0, 512).includes(0)) continue;
    if (magic === "webp" && bytes[0] !== 0x52) continue;
    if (bytes.length >= offset + signature.length && signature.every((byte, i) => bytes[offset + i] === byte))
      return magic;
  }
  // "MZ" alone is two letters; a program also has the offset of its header, and zero bytes.
  if (bytes[0] === 0x4d && bytes[1] === 0x5a && bytes.subarray(0, 64).includes(0)) return "pe";
  // Python bytecode: version word, then carriage return and newline.
  if (bytes.length > 16 && bytes[2] === 0x0d && bytes[3] === 0x0a && (bytes[1] ?? 255) < 0x10) return "pyc";
  return undefined;
}

/** Share of replacement and control characters: more than a third is not a text. */
export function badShare(text: string): number {
  let bad = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (
      code === 0xfffd ||
      (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 27 && code !== 12)
    )
      bad++;
  }
  return text.length === 0 ? 0 : bad / text.length;
}

/** Runs of printable characters in a binary: what a linear rule can still read of it. */
export function printableRuns(bytes: Uint8Array, minimum = 6): string {
  const out: string[] = [];
  let run: number[] = [];
  const flush = () => {
    if (run.length >= minimum) out.push(String.fromCharCode(...run));
    run = [];
  };
  for (const byte of bytes) {
    if (byte >= 32 && byte < 127) {
      run.push(byte);
      if (run.length >= 4096) flush();
    } else flush();
  }
  flush();
  return out.join("\n");
}
