/** Reads a body into memory up to a limit, and stops reading at the first byte beyond it. */
import { Buffer } from "node:buffer";

export async function readCapped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface BodyBounds {
  readonly maxBytes: number;
  readonly limitMs: number;
  readonly tooLarge: () => Error;
  readonly tooLate: () => Error;
}

/** The same for a body that a client sends, which must also arrive in time. */
export async function readInTime(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, limitMs, tooLarge, tooLate }: BodyBounds,
): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs);
  });
  try {
    return await Promise.race([readCapped(body, maxBytes, tooLarge), late]);
  } finally {
    clearTimeout(timer);
  }
}
