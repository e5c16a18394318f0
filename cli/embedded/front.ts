/**
 * Changes Miniflare's own front, which is made for developers, where it believes what a client sends:
 *  - `CF-Connecting-IP` becomes what it is on Cloudflare, the address at the other end of the socket. Otherwise anyone
 *    could choose whose rate limit to use up; nothing behind the front can tell the two apart.
 *  - `/cdn-cgi/`, where Miniflare hands out the archive store, and its `MF-` headers, which choose another address or
 *    service, work only for this process itself, which knows Miniflare's secret.
 * Miniflare's version is pinned. If its text is ever another, the server does not start.
 */
import fs from "node:fs";
import path from "node:path";
import { EXIT, StartFailure } from "./failure.ts";

const FRONT = path.join("workers", "core", "entry.worker.js");

/** What is replaced, each exactly once. */
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
      if (new URL(request.url).pathname.startsWith("/cdn-cgi/")) return new Response("Not found\\n", { status: 404 });
      request = new Request(request, { cf: request.cf });
      for (let name of [...request.headers.keys()]) if (name.startsWith("mf-")) request.headers.delete(name);
    }
    let startTime = Date.now(), clientIp = request.cf?.clientIp`,
  ],
];

let changed = false;

/** To be called before the first Miniflare of the process is made; it reads its front once. */
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

/** Throws where the change did not take place: then addresses could be forged and archives read. */
export function requireChangedFront(): void {
  if (!changed) throw notThere();
}

function rewrite(source: string): string {
  let text = source;
  for (const [from, to] of CHANGES) {
    const parts = text.split(from);
    if (parts.length !== 2) throw notThere();
    text = parts.join(to);
  }
  changed = true;
  return text;
}

function notThere(): StartFailure {
  const message =
    "This version of miniflare is not the one that this server knows; install again with npm ci.";
  return new StartFailure(EXIT.internal, message);
}
