/**
 * Hands out an archive of a version. Callers have looked the skill up in this very request: bytes are served only
 * after that check. Never recompressed, because clients hold us to the digest of the stored bytes.
 */
import type { Context } from "hono";
import { problem } from "../domain/problem.ts";
import type { SkillDocument, SkillVersionDocument } from "../domain/skill-document.ts";
import type { AppEnv } from "../http/app-env.ts";
import { matchesIfNoneMatch, NO_STORE, SKILL_CACHE } from "../http/cached-response.ts";
import { sendProblem } from "../http/problem-response.ts";
import { openArchiveByKey } from "../lib/contents/archive-store.ts";
import { noteDownload } from "./count-download.ts";

export interface ArchiveRequest {
  readonly skill: SkillDocument;
  readonly version: SkillVersionDocument;
  readonly form: "tarGz" | "zip" | "npm";
  /** Which protocol asked, for the counts. */
  readonly source: string;
  readonly degraded: boolean;
}

const contentTypes = { tarGz: "application/gzip", zip: "application/zip", npm: "application/octet-stream" };

export async function serveArchive(c: Context<AppEnv>, ask: ArchiveRequest): Promise<Response> {
  const { skill, version, form, degraded } = ask;
  const stored = version.forms[form];
  const etag = `"${stored.sha256}"`;
  // `no-transform`: a proxy that compresses again would break every digest.
  const cache = `${degraded ? NO_STORE : SKILL_CACHE}, no-transform`;
  if (matchesIfNoneMatch(c, etag)) return c.body(null, 304, { ETag: etag, "Cache-Control": cache });
  const body = await openArchiveByKey(stored.key, stored.size);
  if (body === null) return sendProblem(c, problem("UNAVAILABLE", "The archive can not be read now."));
  if (c.req.method === "GET") noteDownload(c, ask);
  const name = `${skill.name}-${version.version}.${form === "zip" ? "zip" : "tgz"}`;
  return new Response(body, {
    headers: {
      "Content-Type": contentTypes[form],
      "Content-Length": String(stored.size),
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": cache,
      ETag: etag,
      Digest: `sha-256=${Buffer.from(stored.sha256.slice("sha256:".length), "hex").toString("base64")}`,
      "X-Vskill-Content-Digest": version.digest,
    },
    encodeBody: "manual",
  });
}
