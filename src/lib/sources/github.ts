/**
 * Repositories of GitHub and GitHub Enterprise, through one base URL. Resolves renames and the default branch
 * (never assumed: L59) to a commit, and streams that commit's tarball: what belongs to no skill passes by.
 */
import { Refusal } from "../../domain/problem.ts";
import { githubWebHost, type SourceRef } from "../../domain/source-ref.ts";
import type { ArchiveEntries, ArchiveEntry } from "../archives/archive-entry.ts";
import { gunzip } from "../archives/gunzip.ts";
import { readTar } from "../archives/tar-reader.ts";
import { type CollectedSkill, collectSkills } from "./collect-skills.ts";
import { hostRefusal } from "./host-refusal.ts";
import { type ListedSkill, listSkills } from "./list-skills.ts";
import type { SourceClient } from "./source-client.ts";

export interface PinnedRepository {
  /** With the repository's present name, and the branch and folder told apart. */
  readonly ref: SourceRef;
  readonly commit: string;
}

const JSON_TYPE = "application/vnd.github+json";
const SHA_TYPE = "application/vnd.github.sha";
const commitPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A tree address does not say where a branch with slashes ends: so many of its parts are tried. */
const MAX_BRANCH_PARTS = 5;

/** Asks the host for the repository's name, and the commit of the ref or of the default branch. */
export async function pinRepository(client: SourceClient, asked: SourceRef): Promise<PinnedRepository> {
  const repository = await readRepository(client, asked);
  const [owner = "", repo = ""] = repository.fullName.toLowerCase().split("/");
  const renamed = {
    ...asked,
    owner,
    repo,
    url: `https://${githubWebHost(client.githubApiUrl)}/${owner}/${repo}`,
  };
  if (asked.ref === null) {
    const commit = await readCommit(client, renamed, repository.defaultBranch);
    if (commit === null)
      throw new Refusal(
        "SOURCE_REF_NOT_FOUND",
        `The default branch ${repository.defaultBranch} has no commit.`,
      );
    return { ref: renamed, commit };
  }
  return pinRef(client, renamed, asked.ref);
}

/** `/tree/feature/x/skills/pdf`: the branch may be `feature`, `feature/x` …; the shortest that exists counts. */
async function pinRef(client: SourceClient, asked: SourceRef, firstPart: string): Promise<PinnedRepository> {
  const parts = asked.path === "" ? [] : asked.path.split("/");
  for (let taken = 0; taken <= parts.length && taken < MAX_BRANCH_PARTS; taken++) {
    const ref = [firstPart, ...parts.slice(0, taken)].join("/");
    const commit = await readCommit(client, asked, ref);
    if (commit !== null) return { ref: { ...asked, ref, path: parts.slice(taken).join("/") }, commit };
  }
  throw new Refusal(
    "SOURCE_REF_NOT_FOUND",
    `The repository has no branch, tag or commit ${JSON.stringify(firstPart)}.`,
  );
}

async function readRepository(
  client: SourceClient,
  { owner, repo }: SourceRef,
): Promise<{ fullName: string; defaultBranch: string }> {
  const answer = await client.get(`${client.githubApiUrl}/repos/${owner}/${repo}`, JSON_TYPE);
  const missing = new Refusal(
    "SOURCE_NOT_FOUND",
    `There is no public repository ${owner}/${repo}: it is missing or private.`,
  );
  if (answer.status !== 200) throw await hostRefusal(answer, missing, new Date());
  const value = parseJson(await answer.bytes(client.limits.apiAnswerBytes));
  const { full_name: fullName, default_branch: defaultBranch } = value;
  if (
    typeof fullName !== "string" ||
    !/^[\w.-]+\/[\w.-]+$/.test(fullName) ||
    typeof defaultBranch !== "string"
  ) {
    throw new Refusal("SOURCE_ANSWER_INVALID", "GitHub's answer about the repository cannot be read.");
  }
  if (isClosed(value, githubWebHost(client.githubApiUrl))) throw new Refusal("SOURCE_PRIVATE");
  return { fullName, defaultBranch };
}

/** Our token may see what the public does not: publishing that would leak it. "Internal" is open on a company's own server. */
function isClosed(repository: Record<string, unknown>, webHost: string): boolean {
  if (webHost !== "github.com" && repository.visibility === "internal") return false;
  return repository.private === true || repository.visibility === "private";
}

/** The commit of a branch, tag or commit; null where there is none of that name. */
async function readCommit(
  client: SourceClient,
  { owner, repo }: SourceRef,
  ref: string,
): Promise<string | null> {
  const encoded = ref.split("/").map(encodeURIComponent).join("/");
  const answer = await client.get(
    `${client.githubApiUrl}/repos/${owner}/${repo}/commits/${encoded}`,
    SHA_TYPE,
  );
  if (answer.status === 409) {
    await answer.discard();
    throw new Refusal("SOURCE_EMPTY");
  }
  if (answer.status === 404 || answer.status === 422) {
    await answer.discard();
    return null;
  }
  if (answer.status !== 200) throw await hostRefusal(answer, new Refusal("SOURCE_REF_NOT_FOUND"), new Date());
  const text = new TextDecoder().decode(await answer.bytes(client.limits.apiAnswerBytes)).trim();
  // A mirror may not know the short form and send the commit's whole description.
  const commit = commitPattern.test(text) ? text : parseJson(text).sha;
  if (typeof commit !== "string" || !commitPattern.test(commit)) {
    throw new Refusal("SOURCE_ANSWER_INVALID", "GitHub's answer about the commit cannot be read.");
  }
  return commit;
}

function parseJson(input: Uint8Array | string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(typeof input === "string" ? input : new TextDecoder().decode(input));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal("SOURCE_ANSWER_INVALID", "GitHub's answer is not JSON.");
}

/** The skills at or under the folder asked for; one pass over the tarball, no files held. */
export async function listRepository(client: SourceClient, pinned: PinnedRepository): Promise<ListedSkill[]> {
  return listSkills(await openTarball(client, pinned), pinned.ref.path, client.limits);
}

/** The files of the skills in `folders`; one pass over the tarball. */
export async function collectFromRepository(
  client: SourceClient,
  pinned: PinnedRepository,
  folders: readonly string[],
): Promise<CollectedSkill[]> {
  return collectSkills(await openTarball(client, pinned), { folders, strict: false, limits: client.limits });
}

async function openTarball(client: SourceClient, { ref, commit }: PinnedRepository): Promise<ArchiveEntries> {
  const answer = await client.get(
    `${client.githubApiUrl}/repos/${ref.owner}/${ref.repo}/tarball/${commit}`,
    JSON_TYPE,
  );
  const missing = new Refusal(
    "SOURCE_NOT_FOUND",
    `The commit ${commit.slice(0, 12)} of ${ref.owner}/${ref.repo} is gone.`,
  );
  if (answer.status !== 200) throw await hostRefusal(answer, missing, new Date());
  const packed = answer.body(client.limits.sourcePackedBytes);
  return withoutWrapper(readTar(gunzip(packed, client.limits), client.limits), ref.repo);
}

/** GitHub puts everything into `owner-repo-commit/`; a plain `git archive` of a mirror does not. */
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
      throw new Refusal("SOURCE_ANSWER_INVALID", "The tarball has more than one top folder.");
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
