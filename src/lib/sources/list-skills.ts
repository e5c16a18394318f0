/**
 * Finds the skills of an archive while it streams by: every folder with a SKILL.md, merged with the folders in plugin
 * manifests. Keeps the metadata of each skill, not its files.
 */
import type { Limits } from "../../domain/limits.ts";
import { MANIFEST_NAME, type ManifestProblem, parseManifest } from "../../domain/manifest.ts";
import { Refusal } from "../../domain/problem.ts";
import type { ArchiveEntries, ArchiveEntry } from "../archives/archive-entry.ts";
import { isPluginManifest, type PluginClaim, readPluginManifest } from "./plugin-manifests.ts";

import { folderName, isAgentConfiguration, isLitter, parentFolder, pathUnder } from "./skill-folders.ts";

export interface ListedSkill {
  /** The skill's folder in the source, "" for the root. */
  readonly path: string;
  /** Null when the manifest has no valid name. */
  readonly name: string | null;
  readonly description: string | null;
  readonly problems: readonly ManifestProblem[];
  /** The plugin that lists the skill, or null. */
  readonly plugin: string | null;
}

/**
 * The skills in or under the folder `base` ("" for all), sorted by path. Agent configuration folders are left out,
 * unless `base` lies in one or a plugin manifest lists the skill. Throws TOO_MANY_SKILLS instead of truncating the
 * list.
 */
export async function listSkills(
  entries: ArchiveEntries,
  base: string,
  limits: Limits,
): Promise<ListedSkill[]> {
  const found: ListedSkill[] = [];
  const claims: PluginClaim[] = [];
  for await (const entry of entries) {
    if (entry.kind === "folder" || isLitter(entry.path)) continue;
    if (isReadableClaim(entry, limits) && claims.length < limits.skillsPerSource) {
      claims.push(...readPluginManifest(entry.path, await entry.read()));
    } else if (isManifestUnder(base, entry.path)) {
      if (found.length >= limits.skillsPerSource) {
        throw new Refusal("TOO_MANY_SKILLS", `The source has more than ${limits.skillsPerSource} skills.`);
      }
      found.push(await describe(entry, limits));
    }
  }
  return found
    .filter(({ path }) => isWanted(path, base, claims))
    .map((skill) => ({ ...skill, plugin: pluginOf(skill.path, claims) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isReadableClaim(entry: ArchiveEntry, limits: Limits): boolean {
  return entry.kind === "file" && isPluginManifest(entry.path) && entry.size <= limits.manifestBytes;
}

function isManifestUnder(base: string, path: string): boolean {
  const below = pathUnder(base, path);
  return below !== null && (below === MANIFEST_NAME || below.endsWith(`/${MANIFEST_NAME}`));
}

/** An unreadable SKILL.md is listed too: otherwise its folder would look empty. */
async function describe(entry: ArchiveEntry, limits: Limits): Promise<ListedSkill> {
  const path = parentFolder(entry.path);
  if (entry.kind !== "file")
    return unreadable(path, "SKILL.md is a link. Symlinks aren't allowed; include the file.");
  if (entry.size > limits.manifestBytes) {
    return unreadable(
      path,
      `SKILL.md has more than ${limits.manifestBytes} bytes. Move parts of it into other files.`,
    );
  }
  const { manifest, problems } = parseManifest(await entry.read(), folderName(path), limits);
  return {
    path,
    plugin: null,
    name: manifest?.name ?? null,
    description: manifest?.description ?? null,
    problems,
  };
}

function unreadable(path: string, message: string): ListedSkill {
  const problem: ManifestProblem = { severity: "error", line: 1, field: null, message };
  return { path, plugin: null, name: null, description: null, problems: [problem] };
}

function isWanted(path: string, base: string, claims: readonly PluginClaim[]): boolean {
  const below = path === base ? "" : (pathUnder(base, path) ?? path);
  if (!isAgentConfiguration(`${below}/${MANIFEST_NAME}`)) return true;
  // A manifest only counts when it names the folder itself, because a plugin's root contains everything.
  return claims.some(({ folder }) => folder === path);
}

/** The claim for the closest parent folder. */
function pluginOf(path: string, claims: readonly PluginClaim[]): string | null {
  let best: PluginClaim | null = null;
  for (const claim of claims) {
    const holds = claim.folder === path || pathUnder(claim.folder, path) !== null;
    if (holds && (best === null || claim.folder.length > best.folder.length)) best = claim;
  }
  return best?.plugin ?? null;
}
