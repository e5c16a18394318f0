/**
 * Sends an archive of a version. The caller has looked the skill up in the same request: bytes are served only after
 * that check. Archives are never recompressed, because clients verify the digest of the stored bytes.
 */
import type { Context } from "hono";
import { problem } from "../domain/problem.ts";
import type { SkillDocument, SkillVersionDocument } from "../domain/skill-document.ts";
import type { AppEnv } from "../http/app-env.ts";
import { matchesIfNoneMatch, NO_STORE, SKILL_CACHE } from "../http/cached-response.ts";
import { sendProblem } from "../http/problem-response.ts";
import { openArchiveByKey } from "../lib/contents/archive-store.ts";
import { countDownload } from "./count-download.ts";

export interface ArchiveRequest {
  readonly skill: SkillDocument;
  readonly version: SkillVersionDocument;
  readonly format: "tarGz" | "zip" | "npm";
  /** The protocol of the request, for the counts. */
  readonly source: string;
  readonly degraded: boolean;
}

const contentTypes = { tarGz: "application/gzip", zip: "application/zip", npm: "application/octet-stream" };

export async function serveArchive(c: Context<AppEnv>, request: ArchiveRequest): Promise<Response> {
  const { skill, version, format, degraded } = request;
  const archive = version.forms[format];
  const etag = `"${archive.sha256}"`;
  // `no-transform`: a proxy that recompresses the archive would change its digest.
  const cacheControl = `${degraded ? NO_STORE : SKILL_CACHE}, no-transform`;
  if (matchesIfNoneMatch(c, etag)) return c.body(null, 304, { ETag: etag, "Cache-Control": cacheControl });
  const body = await openArchiveByKey(archive.key, archive.size);
  if (body === null) return sendProblem(c, problem("UNAVAILABLE", "The archive cannot be read right now."));
  if (c.req.method === "GET") countDownload(c, request);
  const name = `${skill.name}-${version.version}.${format === "zip" ? "zip" : "tgz"}`;
  return c.body(body, 200, {
    "Content-Type": contentTypes[format],
    "Content-Length": String(archive.size),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": cacheControl,
    ETag: etag,
    Digest: `sha-256=${Buffer.from(archive.sha256.slice("sha256:".length), "hex").toString("base64")}`,
    "X-Vskill-Content-Digest": version.digest,
  });
}
