/**
 * Reads sites that publish skills under `/.well-known/agent-skills/` (v0.2, digests enforced) or `/.well-
 * known/skills/` (v0.1). A site has no commits; its content is pinned by the content digest.
 */
import { createHash } from "node:crypto";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import { Refusal } from "../../domain/problem.ts";
import type { SourceRef } from "../../domain/source-ref.ts";
import type { ArchiveEntry } from "../archives/archive-entry.ts";
import { relativeEntryPath } from "../archives/entry-path.ts";
import { type CollectedSkill, collectSkills } from "./collect-skills.ts";
import type { DiscoveredSource, FetchedSource } from "./fetched-source.ts";
import { hostRefusal } from "./host-refusal.ts";
import { unpackSkills } from "./packed-archive.ts";
import type { SourceClient } from "./source-client.ts";
import { parseSiteIndex, type SiteEntry } from "./well-known-index.ts";

interface SiteIndex {
  /** The URL of the index after redirects: relative URLs start here. */
  readonly url: URL;
  readonly entries: readonly SiteEntry[];
}

const versions = [
  ["0.2", ".well-known/agent-skills/index.json"],
  ["0.1", ".well-known/skills/index.json"],
] as const;

export async function listSite(client: SourceClient, ref: SourceRef): Promise<DiscoveredSource> {
  const { entries } = await readIndex(client, ref);
  const skills = entries.map(({ name, description }) => ({
    path: name,
    name,
    description,
    problems: [],
    plugin: null,
  }));
  return { commit: null, ref, skills };
}

/** One skill by its name in the index, or all if `name` is null. */
export async function fetchSite(
  client: SourceClient,
  ref: SourceRef,
  name: string | null,
): Promise<FetchedSource> {
  const index = await readIndex(client, ref);
  const wanted = index.entries.filter((entry) => name === null || entry.name === name);
  if (wanted.length === 0)
    throw new Refusal("SKILL_NOT_AT_PATH", `The site's index has no skill ${JSON.stringify(name)}.`);
  const skills: CollectedSkill[] = [];
  let bytes = 0;
  for (const entry of wanted) {
    const skill = await fetchEntry(client, index, entry);
    bytes += skill.files.reduce((total, file) => total + file.bytes.length, 0);
    if (bytes > client.limits.heldBytes) {
      throw new Refusal(
        "ARCHIVE_UNPACKED_TOO_LARGE",
        "The site's skills are too large to fetch together. Submit them one by one.",
      );
    }
    skills.push({ ...skill, path: entry.name, folder: entry.name });
  }
  return { commit: null, ref, skills };
}

async function readIndex(client: SourceClient, ref: SourceRef): Promise<SiteIndex> {
  for (const [version, path] of versions) {
    const response = await client.get(`${ref.url}/${path}`, "application/json");
    if (response.status === 404 || response.status === 410) {
      await response.discard();
      continue;
    }
    if (response.status !== 200)
      throw await hostRefusal(response, new Refusal("SOURCE_NOT_FOUND"), new Date());
    const entries = parseSiteIndex(
      await response.bytes(client.limits.apiResponseBytes),
      version,
      client.limits.skillsPerSource,
    );
    if (entries.length === 0) throw new Refusal("NO_SKILL_FOUND", "The site's index lists no skills.");
    return { url: response.url, entries };
  }
  throw new Refusal(
    "SOURCE_NOT_FOUND",
    `${ref.url} is not a GitHub repository and has no /${versions[0][1]}.`,
  );
}

async function fetchEntry(client: SourceClient, index: SiteIndex, entry: SiteEntry): Promise<CollectedSkill> {
  const { limits } = client;
  switch (entry.kind) {
    case "skill-md": {
      const bytes = await fetchVerified(client, index, { entry, maxBytes: limits.manifestBytes });
      return oneSkill(client, [memoryEntry(MANIFEST_NAME, async () => bytes, bytes.length)]);
    }
    case "archive": {
      const skills = await unpackSkills(
        await fetchVerified(client, index, { entry, maxBytes: limits.uploadPackedBytes }),
        limits,
      );
      const [skill, ...others] = skills;
      if (skill === undefined || others.length > 0) {
        throw new Refusal(
          "SOURCE_ANSWER_INVALID",
          `The archive of ${entry.name} must contain one skill; it contains ${skills.length}.`,
        );
      }
      return skill;
    }
    case "files":
      return fetchFiles(client, index, entry);
  }
}

async function fetchVerified(
  client: SourceClient,
  index: SiteIndex,
  { entry, maxBytes }: { entry: SiteEntry & { kind: "skill-md" | "archive" }; maxBytes: number },
): Promise<Uint8Array> {
  if (!URL.canParse(entry.url, index.url.href))
    throw new Refusal("SOURCE_ANSWER_INVALID", `The index has no valid \`url\` for ${entry.name}.`);
  const bytes = await fetchBytes(client, new URL(entry.url, index.url), maxBytes);
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  if (digest !== entry.digest) {
    throw new Refusal(
      "SOURCE_DIGEST_MISMATCH",
      `The bytes of ${entry.name} have the digest ${digest}, not ${entry.digest}.`,
    );
  }
  return bytes;
}

async function fetchBytes(client: SourceClient, url: URL, maxBytes: number): Promise<Uint8Array> {
  const response = await client.get(url.href, "*/*");
  const missing = new Refusal(
    "SOURCE_NOT_FOUND",
    `The site's index lists ${url.pathname.slice(0, 200)}, which does not exist.`,
  );
  if (response.status !== 200) throw await hostRefusal(response, missing, new Date());
  return response.bytes(maxBytes);
}

/**
 * v0.1 has no digests: each file must lie under the folder of the index, so that one site cannot publish for another.
 */
async function fetchFiles(
  client: SourceClient,
  index: SiteIndex,
  entry: SiteEntry & { kind: "files" },
): Promise<CollectedSkill> {
  const { fileBytes, skillFiles, skillBytes } = client.limits;
  if (entry.files.length > skillFiles)
    throw new Refusal("SKILL_TOO_MANY_FILES", `The skill has more than ${skillFiles} files.`);
  const entries: ArchiveEntry[] = [];
  let total = 0;
  for (const file of entry.files) {
    const path = relativeEntryPath(file);
    const encoded = [entry.name, ...path.split("/")].map(encodeURIComponent).join("/");
    const bytes = await fetchBytes(
      client,
      new URL(encoded, index.url),
      Math.min(fileBytes, skillBytes - total),
    );
    total += bytes.length;
    entries.push(memoryEntry(path, async () => bytes, bytes.length));
  }
  return oneSkill(client, entries);
}

function memoryEntry(path: string, read: () => Promise<Uint8Array>, size: number): ArchiveEntry {
  return { path, kind: "file", size, executable: false, read };
}

async function oneSkill(client: SourceClient, entries: readonly ArchiveEntry[]): Promise<CollectedSkill> {
  const [skill] = await collectSkills(toAsync(entries), {
    folders: [""],
    strict: true,
    limits: client.limits,
  });
  if (skill === undefined) throw new Error("collectSkills returns every requested folder");
  return skill;
}

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T, void, void> {
  yield* items;
}
