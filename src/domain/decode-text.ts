/** Bytes to text, strictly: invalid UTF-8 is never repaired with replacement characters. Pure. */

/** The text, or null when the bytes are not valid UTF-8. A byte order mark stays in the text. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The same, but null for binary data as well: a NUL byte is valid UTF-8 and appears in no text file. */
export function decodeText(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : decodeUtf8(bytes);
}
