/**
 * Finds the skills of an archive while it passes by: every folder with a SKILL.md, merged with what plugin
 * manifests list. Keeps what it needs to know of each skill, never its files.
 */
import type { Limits } from "../../domain/limits.ts";
import { MANIFEST_NAME, type ManifestProblem, parseManifest } from "../../domain/manifest.ts";
import { Refusal } from "../../domain/problem.ts";
import type { ArchiveEntries, ArchiveEntry } from "../archives/archive-entry.ts";
import { isPluginManifest, type PluginClaim, readPluginManifest } from "./plugin-manifests.ts";

import { folderName, isAgentConfiguration, isLitter, parentFolder, pathUnder } from "./skill-folders.ts";

export interface ListedSkill {
  /** The skill's folder in the source, "" for its root. */
  readonly path: string;
  /** Null where the manifest cannot say. */
  readonly name: string | null;
  readonly description: string | null;
  readonly problems: readonly ManifestProblem[];
  /** The plugin that claims the skill, or null. */
  readonly plugin: string | null;
}

/**
 * The skills at or under `asked` ("" for all), by path. Agents' configuration folders are left out unless
 * `asked` lies in one or a plugin manifest lists the skill. Throws TOO_MANY_SKILLS rather than cut the list.
 */
export async function listSkills(
  entries: ArchiveEntries,
  asked: string,
  limits: Limits,
): Promise<ListedSkill[]> {
  const found: ListedSkill[] = [];
  const claims: PluginClaim[] = [];
  for await (const entry of entries) {
    if (entry.kind === "folder" || isLitter(entry.path)) continue;
    if (isReadableClaim(entry, limits) && claims.length < limits.skillsPerSource) {
      claims.push(...readPluginManifest(entry.path, await entry.read()));
    } else if (isManifestUnder(asked, entry.path)) {
      if (found.length >= limits.skillsPerSource) {
        throw new Refusal("TOO_MANY_SKILLS", `The source has more than ${limits.skillsPerSource} skills.`);
      }
      found.push(await describe(entry, limits));
    }
  }
  return found
    .filter(({ path }) => isWanted(path, asked, claims))
    .map((skill) => ({ ...skill, plugin: pluginOf(skill.path, claims) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isReadableClaim(entry: ArchiveEntry, limits: Limits): boolean {
  return entry.kind === "file" && isPluginManifest(entry.path) && entry.size <= limits.manifestBytes;
}

function isManifestUnder(asked: string, path: string): boolean {
  const below = pathUnder(asked, path);
  return below !== null && (below === MANIFEST_NAME || below.endsWith(`/${MANIFEST_NAME}`));
}

/** A SKILL.md that cannot be read is listed all the same: hiding it would call its folder empty. */
async function describe(entry: ArchiveEntry, limits: Limits): Promise<ListedSkill> {
  const path = parentFolder(entry.path);
  if (entry.kind !== "file") return unreadable(path, "SKILL.md is a link: put the file itself in its place.");
  if (entry.size > limits.manifestBytes) {
    return unreadable(
      path,
      `SKILL.md is longer than ${limits.manifestBytes} bytes: move parts of it into other files.`,
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

function isWanted(path: string, asked: string, claims: readonly PluginClaim[]): boolean {
  const below = path === asked ? "" : (pathUnder(asked, path) ?? path);
  if (!isAgentConfiguration(`${below}/${MANIFEST_NAME}`)) return true;
  // Only a manifest that names the folder itself counts: a plugin's root holds everything.
  return claims.some(({ folder }) => folder === path);
}

/** The claim that names the closest folder. */
function pluginOf(path: string, claims: readonly PluginClaim[]): string | null {
  let best: PluginClaim | null = null;
  for (const claim of claims) {
    const holds = claim.folder === path || pathUnder(claim.folder, path) !== null;
    if (holds && (best === null || claim.folder.length > best.folder.length)) best = claim;
  }
  return best?.plugin ?? null;
}
