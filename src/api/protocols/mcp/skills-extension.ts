/** The Skills extension (SEP-2640): skills and their files as resources under `skill://owner/repo/skill/…`. */
import { z } from "zod";
import { decodeUtf8 } from "../../../domain/decode-text.ts";
import type { SkillDocument, SkillVersionDocument } from "../../../domain/skill-document.ts";
import { listSkills } from "../../../lib/catalogue/list.ts";
import { findBySlug, versionOf } from "../../../lib/catalogue/lookup.ts";
import { readSkillFiles } from "../../../lib/contents/skill-content.ts";
import { errorCodes, parseParams, RpcError } from "./protocol.ts";

const PAGE = 50;
/** As long as a shared cache may store a skill's data. */
const TTL_MS = 30_000;

const listParams = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});
const uriParams = z.object({ uri: z.string().max(600) });

interface Entry {
  readonly skill: SkillDocument;
  readonly version: SkillVersionDocument;
  /** True when the URI names the version, as the URIs in responses do. */
  readonly pinned: boolean;
}

export async function listExtensionSkills(params: unknown) {
  const offset = Number(parseParams(listParams, params).cursor ?? 0);
  const page = await listSkills({ sort: "name", limit: PAGE, offset }, Date.now());
  const found = await Promise.all(page.skills.map(({ slug }) => findBySlug(slug)));
  const skills = found.flatMap((lookup) => {
    const version = lookup.kind === "found" ? versionOf(lookup.skill, null) : null;
    return lookup.kind === "found" && version !== null
      ? [describe({ skill: lookup.skill, version, pinned: false })]
      : [];
  });
  const next = offset + PAGE;
  const more = next < page.total ? { nextCursor: String(next) } : {};
  return { resultType: "complete", skills, ...more, ttlMs: TTL_MS, cacheScope: "public" };
}

export async function getExtensionSkill(params: unknown) {
  const { entry } = await resolve(parseParams(uriParams, params).uri);
  return { resultType: "complete", skill: describe(entry), ttlMs: TTL_MS, cacheScope: "public" };
}

export async function readResource(params: unknown) {
  const { uri } = parseParams(uriParams, params);
  const { entry, path } = await resolve(uri);
  const file = (await readSkillFiles(entry.version.digest))?.find((candidate) => candidate.path === path);
  if (file === undefined) throw new RpcError(errorCodes.missing, `Unknown resource ${uri}.`);
  const _meta = { "vskill/untrusted": true };
  const text = decodeUtf8(file.bytes);
  const mimeType = path.endsWith(".md")
    ? "text/markdown"
    : text === null
      ? "application/octet-stream"
      : "text/plain";
  const content = text === null ? { blob: Buffer.from(file.bytes).toString("base64") } : { text };
  return { contents: [{ uri, mimeType, ...content, _meta }] };
}

export async function listResources(params: unknown) {
  const { skills, nextCursor } = await listExtensionSkills(params);
  const resources = skills.map(({ uri, frontmatter }) => ({
    uri,
    name: frontmatter.name,
    description: frontmatter.description,
    mimeType: "text/markdown",
  }));
  return { resources, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

function describe({ skill, version, pinned }: Entry) {
  const base = `skill://${skill.slug}${pinned ? `@${version.version}` : ""}`;
  return {
    uri: `${base}/SKILL.md`,
    frontmatter: {
      name: skill.name,
      description: skill.description,
      ...(skill.license === null ? {} : { license: skill.license }),
      metadata: { version: version.version, trustTier: version.trustTier },
    },
    resources: version.files.map(({ path, sha256, size }) => ({
      uri: `${base}/${path.split("/").map(encodeURIComponent).join("/")}`,
      digest: `sha256:${sha256}`,
      size,
    })),
  };
}

/** `skill://owner/repo/skill[@version]/path`. */
async function resolve(uri: string): Promise<{ entry: Entry; path: string }> {
  const missing = new RpcError(errorCodes.missing, `Unknown resource ${uri}.`);
  const match = /^skill:\/\/([^/]+)\/([^/]+)\/([^/@]+)(?:@([^/]+))?\/(.+)$/.exec(uri);
  if (match === null) throw missing;
  const [, owner = "", repo = "", name = "", version, path = ""] = match;
  const found = await findBySlug(`${owner}/${repo}/${name}`.toLowerCase());
  const wanted = found.kind === "found" ? versionOf(found.skill, version ?? null) : null;
  if (found.kind !== "found" || wanted === null) throw missing;
  const entry = { skill: found.skill, version: wanted, pinned: version !== undefined };
  return { entry, path: decodePath(path) };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
