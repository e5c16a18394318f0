/**
 * Lists the skills of a source, fetches the files of one skill, or both within one time limit. To bound memory by the
 * largest skill, list first, then fetch each path at the commit that was found.
 */
import { Refusal } from "../../domain/problem.ts";
import { folderOfSelector, type SkillSelector, selectorOfFolder } from "../../domain/skill-selector.ts";
import type { SourceRef } from "../../domain/source-ref.ts";
import type { DiscoveredSource, FetchedSource } from "./fetched-source.ts";
import { collectFromRepository, listRepository } from "./github.ts";
import { type PinnedRepository, pinRepository } from "./github-pin.ts";
import type { ListedSkill } from "./list-skills.ts";
import { type SourceClient, withSourceClient } from "./source-client.ts";
import { fetchSite, listSite } from "./well-known.ts";

export type { DiscoveredSource, FetchedSource };

export interface FetchOptions {
  readonly signal?: AbortSignal;
  /** The commit that `discoverSkills` found, together with the `ref` that it returned. Nothing is resolved again. */
  readonly commit?: string;
  /** Without it, the skill in the folder of `ref`, or all if `ref` names none. */
  readonly select?: SkillSelector;
}

/** The files of one skill, or of all. Throws a Refusal for every expected problem with the source. */
export function fetchSource(ref: SourceRef, options: FetchOptions = {}): Promise<FetchedSource> {
  return withSourceClient(options.signal, (client) => fetchWith(client, ref, options));
}

/** The skills of a source, without their files. Throws NO_SKILL_FOUND when there are none. */
export function discoverSkills(ref: SourceRef): Promise<DiscoveredSource> {
  return withSourceClient(undefined, (client) => discoverWith(client, ref));
}

/** The skills of a source and, unless `choose` finds none to fetch, the files of one, read at the same commit. */
export function discoverAndFetch(
  ref: SourceRef,
  choose: (discovered: DiscoveredSource) => ListedSkill | undefined,
): Promise<{ readonly discovered: DiscoveredSource; readonly fetched: FetchedSource | null }> {
  return withSourceClient(undefined, async (client) => {
    const discovered = await discoverWith(client, ref);
    const chosen = choose(discovered);
    if (chosen === undefined) return { discovered, fetched: null };
    const { commit } = discovered;
    const options = { select: selectorOfFolder(chosen.path), ...(commit === null ? {} : { commit }) };
    return { discovered, fetched: await fetchWith(client, discovered.ref, options) };
  });
}

async function fetchWith(
  client: SourceClient,
  ref: SourceRef,
  options: FetchOptions,
): Promise<FetchedSource> {
  if (ref.kind === "well-known") return fetchSite(client, ref, wantedFolder(ref, options));
  const pinned = await pin(client, ref, options);
  const wanted = wantedFolder(pinned.ref, options);
  const folders = wanted === null ? await allFolders(client, pinned) : [wanted];
  return { ...pinned, skills: await collectFromRepository(client, pinned, folders) };
}

async function discoverWith(client: SourceClient, ref: SourceRef): Promise<DiscoveredSource> {
  if (ref.kind === "well-known") return listSite(client, ref);
  const pinned = await pin(client, ref, {});
  const skills = await listRepository(client, pinned);
  if (skills.length === 0) throw noSkill(pinned.ref);
  return { ...pinned, skills };
}

async function pin(client: SourceClient, ref: SourceRef, options: FetchOptions): Promise<PinnedRepository> {
  if (ref.kind !== "github") throw new Error(`a source of the kind ${ref.kind} is not fetched`);
  return options.commit === undefined ? pinRepository(client, ref) : { ref, commit: options.commit };
}

/** Null for all skills of the source. */
function wantedFolder(ref: SourceRef, { select }: FetchOptions): string | null {
  const named: SkillSelector = ref.path === "" ? { kind: "all" } : selectorOfFolder(ref.path);
  return folderOfSelector(select ?? named);
}

async function allFolders(client: SourceClient, pinned: PinnedRepository): Promise<string[]> {
  const listed = await listRepository(client, pinned);
  if (listed.length === 0) throw noSkill(pinned.ref);
  return listed.map(({ path }) => path);
}

function noSkill(ref: SourceRef): Refusal {
  const where = ref.path === "" ? "this repository" : `the folder ${JSON.stringify(ref.path)}`;
  return new Refusal("NO_SKILL_FOUND", `No folder of ${where} contains a SKILL.md.`);
}
