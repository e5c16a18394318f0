/**
 * Reads repositories of GitHub and GitHub Enterprise through one base URL. Streams the tarball of a commit and skips
 * everything outside of skills.
 */
import { Refusal } from "../../domain/problem.ts";
import type { ArchiveEntries, ArchiveEntry } from "../archives/archive-entry.ts";
import { gunzip } from "../archives/gunzip.ts";
import { readTar } from "../archives/tar-reader.ts";
import { type CollectedSkill, collectSkills } from "./collect-skills.ts";
import type { PinnedRepository } from "./github-pin.ts";
import { hostRefusal } from "./host-refusal.ts";
import { type ListedSkill, listSkills } from "./list-skills.ts";
import type { SourceClient } from "./source-client.ts";

const TARBALL_TYPE = "application/vnd.github+json";

/** The skills in or under the folder of `ref`. One pass over the tarball, without holding files. */
export async function listRepository(client: SourceClient, pinned: PinnedRepository): Promise<ListedSkill[]> {
  return listSkills(await openTarball(client, pinned), pinned.ref.path, client.limits);
}

/** The files of the skills in `folders`. One pass over the tarball. */
export async function collectFromRepository(
  client: SourceClient,
  pinned: PinnedRepository,
  folders: readonly string[],
): Promise<CollectedSkill[]> {
  return collectSkills(await openTarball(client, pinned), { folders, strict: false, limits: client.limits });
}

async function openTarball(client: SourceClient, { ref, commit }: PinnedRepository): Promise<ArchiveEntries> {
  const response = await client.get(
    `${client.githubApiUrl}/repos/${ref.owner}/${ref.repo}/tarball/${commit}`,
    TARBALL_TYPE,
  );
  const missing = new Refusal(
    "SOURCE_NOT_FOUND",
    `The commit ${commit.slice(0, 12)} of ${ref.owner}/${ref.repo} no longer exists.`,
  );
  if (response.status !== 200) throw await hostRefusal(response, missing, new Date());
  const packed = response.body(client.limits.sourcePackedBytes);
  return withoutWrapper(readTar(gunzip(packed, client.limits), client.limits), ref.repo);
}

/** GitHub puts everything into `owner-repo-commit/`; a plain `git archive` of a mirror has no wrapper folder. */
async function* withoutWrapper(
  entries: ArchiveEntries,
  repo: string,
): AsyncGenerator<ArchiveEntry, void, void> {
  let wrapper: string | null = null;
  for await (const entry of entries) {
    const [top = ""] = entry.path.split("/");
    const isFirst = wrapper === null;
    wrapper ??= isWrapper(entry, top, repo) ? top : "";
    if (wrapper === "") yield entry;
    else if (top !== wrapper)
      throw new Refusal("SOURCE_ANSWER_INVALID", "The tarball has more than one top-level folder.");
    else if (!isFirst || entry.path !== top) yield unwrapped(entry, entry.path.slice(top.length + 1));
  }
}

function isWrapper(entry: ArchiveEntry, top: string, repo: string): boolean {
  const isFolder = entry.kind === "folder" || entry.path.includes("/");
  return isFolder && (/-[0-9a-f]{7,64}$/.test(top) || top.toLowerCase().includes(repo));
}

function unwrapped(entry: ArchiveEntry, path: string): ArchiveEntry {
  return { path, kind: entry.kind, size: entry.size, executable: entry.executable, read: () => entry.read() };
}
