/**
 * Makes `CF-Connecting-IP` on the embedded server what it is on Cloudflare: the address at the other end of the
 * socket, whatever the client sends. Miniflare's own front keeps a header that a client has sent, so that anyone could
 * choose whose rate limit to use up; nothing behind it can tell the two apart. So one expression of that front is
 * changed as Miniflare reads it. The version is pinned; if the text is ever another, the server does not start.
 */
import fs from "node:fs";
import path from "node:path";
import { EXIT, StartFailure } from "./failure.ts";

const FRONT = path.join("workers", "core", "entry.worker.js");
const KEEPS_CLIENTS_HEADER = 'clientIp && !request.headers.get("CF-Connecting-IP")';
const ALWAYS_OVERWRITES = '(request.headers.delete("CF-Connecting-IP"), clientIp)';

let changed = false;

/** To be called before the first Miniflare of the process is made; it reads its front once. */
export function overwriteClientAddress(): void {
  if (changed) return;
  const real = fs.readFileSync;
  const reading = (...args: Parameters<typeof real>) => {
    const content = real(...args);
    if (!String(args[0]).endsWith(FRONT)) return content;
    fs.readFileSync = real;
    return rewriteFront(String(content));
  };
  fs.readFileSync = reading as typeof real;
}

/** Throws where the change did not take place: then addresses could be forged. */
export function requireClientAddress(): void {
  if (!changed) throw notThere();
}

function rewriteFront(source: string): string {
  const parts = source.split(KEEPS_CLIENTS_HEADER);
  if (parts.length !== 2) throw notThere();
  changed = true;
  return parts.join(ALWAYS_OVERWRITES);
}

function notThere(): StartFailure {
  const message =
    "This version of miniflare is not the one that this server knows; install again with npm ci.";
  return new StartFailure(EXIT.internal, message);
}
