/**
 * Which commit an address means: asks the host for the repository's present name, its default branch (never
 * assumed: L59) and the commit, and takes only what the repository's owner has made.
 */
import { Refusal } from "../../domain/problem.ts";
import { githubWebHost, type SourceRef } from "../../domain/source-ref.ts";
import { hostRefusal } from "./host-refusal.ts";
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
  return pinRef(client, renamed, repository);
}

/** `/tree/feature/x/skills/pdf`: the branch may be `feature`, `feature/x` …; the shortest that exists counts. */
async function pinRef(
  client: SourceClient,
  asked: SourceRef,
  repository: Repository,
): Promise<PinnedRepository> {
  const parts = [asked.ref ?? "", ...(asked.path === "" ? [] : asked.path.split("/"))];
  for (let taken = 1; taken <= parts.length && taken <= MAX_BRANCH_PARTS; taken++) {
    const ref = parts.slice(0, taken).join("/");
    const commit = isOwnersRef(ref) ? await readCommit(client, asked, ref) : null;
    if (commit === null) continue;
    const isCommitName = /^[0-9a-f]{4,}$/i.test(ref) && commit.startsWith(ref.toLowerCase());
    if (isCommitName) await requireOnDefaultBranch(client, asked, { ...repository, commit });
    return { ref: { ...asked, ref, path: parts.slice(taken).join("/") }, commit };
  }
  throw new Refusal(
    "SOURCE_REF_NOT_FOUND",
    `The repository has no branch, tag or commit ${JSON.stringify(parts[0])}.`,
  );
}

/**
 * Names that the repository's owner alone can make. Anyone may open a pull request, and GitHub then serves its
 * commits under the owner's name: taking one would publish a stranger's skill as the owner's.
 */
function isOwnersRef(ref: string): boolean {
  return !/^(?:refs|pull|__gh__)\/|[~^:?*[\\]|\.\.|@\{/i.test(ref);
}

/** By its hash, GitHub serves a fork's commit under the parent's name, too: only the owner's own history counts. */
async function requireOnDefaultBranch(
  client: SourceClient,
  { owner, repo }: SourceRef,
  { defaultBranch, commit }: { readonly defaultBranch: string; readonly commit: string },
): Promise<void> {
  const range = `${encodeRef(defaultBranch)}...${commit}`;
  const answer = await client.get(
    `${client.githubApiUrl}/repos/${owner}/${repo}/compare/${range}?per_page=1`,
    JSON_TYPE,
  );
  const stranger = new Refusal(
    "SOURCE_REF_NOT_FOUND",
    `The commit ${commit.slice(0, 12)} is not on the branch ${defaultBranch}: name a branch or a tag instead.`,
  );
  if (answer.status !== 200) throw await hostRefusal(answer, stranger, new Date());
  const { status } = parseJson(await answer.bytes(client.limits.apiResponseBytes));
  if (status !== "behind" && status !== "identical") throw stranger;
}

function encodeRef(ref: string): string {
  return ref.split("/").map(encodeURIComponent).join("/");
}

interface Repository {
  readonly fullName: string;
  readonly defaultBranch: string;
}

async function readRepository(client: SourceClient, { owner, repo }: SourceRef): Promise<Repository> {
  const answer = await client.get(`${client.githubApiUrl}/repos/${owner}/${repo}`, JSON_TYPE);
  const missing = new Refusal(
    "SOURCE_NOT_FOUND",
    `There is no public repository ${owner}/${repo}: it is missing or private.`,
  );
  if (answer.status !== 200) throw await hostRefusal(answer, missing, new Date());
  const value = parseJson(await answer.bytes(client.limits.apiResponseBytes));
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
  const answer = await client.get(
    `${client.githubApiUrl}/repos/${owner}/${repo}/commits/${encodeRef(ref)}`,
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
  const text = new TextDecoder().decode(await answer.bytes(client.limits.apiResponseBytes)).trim();
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
