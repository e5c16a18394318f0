/**
 * Patches Miniflare's front end where it trusts client input (ADR 0402):
 *  - `CF-Connecting-IP` becomes the address of the socket, as on Cloudflare. Otherwise a client could choose whose rate
 *    limit it uses up, because code behind the front end cannot tell a forged header from a real one.
 *  - `/cdn-cgi/`, where Miniflare serves the archive store, and the `MF-` headers, which select another address or
 *    service, work only for requests with Miniflare's secret, which only this process has.
 * Miniflare's version is pinned. If the source to patch differs, the server does not start.
 */
import fs from "node:fs";
import path from "node:path";
import { EXIT, StartFailure } from "./failure.ts";

const FRONT = path.join("workers", "core", "entry.worker.js");

/** Replacements; each text must occur exactly once. */
const CHANGES: ReadonlyArray<readonly [from: string, to: string]> = [
  [
    'clientIp && !request.headers.get("CF-Connecting-IP")',
    '(request.headers.delete("CF-Connecting-IP"), clientIp)',
  ],
  [
    "let startTime = Date.now(), clientIp = request.cf?.clientIp",
    `let sent = Buffer2.from(request.headers.get(CoreHeaders.OP_SECRET) ?? "", "hex");
    let secret = env[CoreBindings.DATA_PROXY_SECRET];
    if (sent.byteLength !== secret.byteLength || !crypto.subtle.timingSafeEqual(sent, secret)) {
      if (new URL(request.url).pathname.startsWith("/cdn-cgi/")) return new Response("Not found\\n", { status: 404, headers: { "X-Content-Type-Options": "nosniff" } });
      request = new Request(request, { cf: request.cf });
      for (let name of [...request.headers.keys()]) if (name.startsWith("mf-")) request.headers.delete(name);
    }
    let startTime = Date.now(), clientIp = request.cf?.clientIp`,
  ],
];

let changed = false;

/** Call before the first Miniflare is created: it reads its front end once. */
export function changeFront(): void {
  if (changed) return;
  const real = fs.readFileSync;
  const reading = (...args: Parameters<typeof real>) => {
    const content = real(...args);
    if (!String(args[0]).endsWith(FRONT)) return content;
    fs.readFileSync = real;
    return rewrite(String(content));
  };
  fs.readFileSync = reading as typeof real;
}

/** Throws if the patch was not applied: then clients could forge addresses and read archives. */
export function requireChangedFront(): void {
  if (!changed) throw unsupportedMiniflare();
}

function rewrite(source: string): string {
  let text = source;
  for (const [from, to] of CHANGES) {
    const parts = text.split(from);
    if (parts.length !== 2) throw unsupportedMiniflare();
    text = parts.join(to);
  }
  changed = true;
  return text;
}

function unsupportedMiniflare(): StartFailure {
  return new StartFailure(EXIT.internal, "Unsupported miniflare version. Run `npm ci`.");
}
