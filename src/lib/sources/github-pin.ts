/**
 * Resolves a repository URL to a commit: reads the repository's current name, its default branch (never assumed: L59)
 * and the commit, and accepts only commits of the repository's owner.
 */
import { Refusal } from "../../domain/problem.ts";
import { githubWebHost, type SourceRef } from "../../domain/source-ref.ts";
import { hostRefusal } from "./host-refusal.ts";
import type { SourceClient } from "./source-client.ts";

export interface PinnedRepository {
  /** With the repository's current name, and with branch and folder separated. */
  readonly ref: SourceRef;
  readonly commit: string;
}

const JSON_TYPE = "application/vnd.github+json";
const SHA_TYPE = "application/vnd.github.sha";
const commitPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A tree URL does not mark the end of a branch name with slashes, so up to this many path segments are tried. */
const MAX_BRANCH_PARTS = 5;

/** Reads the repository's name, and the commit of the ref or of the default branch. */
export async function pinRepository(client: SourceClient, wanted: SourceRef): Promise<PinnedRepository> {
  const repository = await readRepository(client, wanted);
  const [owner = "", repo = ""] = repository.fullName.toLowerCase().split("/");
  const renamed = {
    ...wanted,
    owner,
    repo,
    url: `https://${githubWebHost(client.githubApiUrl)}/${owner}/${repo}`,
  };
  if (wanted.ref === null) {
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

/**
 * `/tree/feature/x/skills/pdf`: the branch may be `feature`, `feature/x` and so on. The shortest existing one counts.
 */
async function pinRef(
  client: SourceClient,
  wanted: SourceRef,
  repository: Repository,
): Promise<PinnedRepository> {
  const parts = [wanted.ref ?? "", ...(wanted.path === "" ? [] : wanted.path.split("/"))];
  for (let taken = 1; taken <= parts.length && taken <= MAX_BRANCH_PARTS; taken++) {
    const ref = parts.slice(0, taken).join("/");
    const commit = isOwnersRef(ref) ? await readCommit(client, wanted, ref) : null;
    if (commit === null) continue;
    const isCommitName = /^[0-9a-f]{4,}$/i.test(ref) && commit.startsWith(ref.toLowerCase());
    if (isCommitName) await requireOnDefaultBranch(client, wanted, { ...repository, commit });
    return { ref: { ...wanted, ref, path: parts.slice(taken).join("/") }, commit };
  }
  throw new Refusal(
    "SOURCE_REF_NOT_FOUND",
    `The repository has no branch, tag or commit ${JSON.stringify(parts[0])}.`,
  );
}

/**
 * Refs that only the repository's owner can create. GitHub serves the commits of anyone's pull request under the
 * owner's name: accepting them would publish someone else's skill as the owner's.
 */
function isOwnersRef(ref: string): boolean {
  return !/^(?:refs|pull|__gh__)\/|[~^:?*[\\]|\.\.|@\{/i.test(ref);
}

/**
 * GitHub also serves a fork's commit under the parent's name, by its hash. Only the default branch's history counts.
 */
async function requireOnDefaultBranch(
  client: SourceClient,
  { owner, repo }: SourceRef,
  { defaultBranch, commit }: { readonly defaultBranch: string; readonly commit: string },
): Promise<void> {
  const range = `${encodeRef(defaultBranch)}...${commit}`;
  const response = await client.get(
    `${client.githubApiUrl}/repos/${owner}/${repo}/compare/${range}?per_page=1`,
    JSON_TYPE,
  );
  const foreign = new Refusal(
    "SOURCE_REF_NOT_FOUND",
    `The commit ${commit.slice(0, 12)} is not on the branch ${defaultBranch}. Use a branch or a tag instead.`,
  );
  if (response.status !== 200) throw await hostRefusal(response, foreign, new Date());
  const { status } = parseJson(await response.bytes(client.limits.apiResponseBytes));
  if (status !== "behind" && status !== "identical") throw foreign;
}

function encodeRef(ref: string): string {
  return ref.split("/").map(encodeURIComponent).join("/");
}

interface Repository {
  readonly fullName: string;
  readonly defaultBranch: string;
}

async function readRepository(client: SourceClient, { owner, repo }: SourceRef): Promise<Repository> {
  const response = await client.get(`${client.githubApiUrl}/repos/${owner}/${repo}`, JSON_TYPE);
  const missing = new Refusal(
    "SOURCE_NOT_FOUND",
    `The repository ${owner}/${repo} does not exist or is private.`,
  );
  if (response.status !== 200) throw await hostRefusal(response, missing, new Date());
  const value = parseJson(await response.bytes(client.limits.apiResponseBytes));
  const { full_name: fullName, default_branch: defaultBranch } = value;
  if (
    typeof fullName !== "string" ||
    !/^[\w.-]+\/[\w.-]+$/.test(fullName) ||
    typeof defaultBranch !== "string"
  ) {
    throw new Refusal("SOURCE_ANSWER_INVALID", "GitHub returned an unexpected response for the repository.");
  }
  if (isClosed(value, githubWebHost(client.githubApiUrl))) throw new Refusal("SOURCE_PRIVATE");
  return { fullName, defaultBranch };
}

/**
 * Our token may read private repositories, and publishing them would leak them. "Internal" repositories are visible
 * to everyone on an enterprise server.
 */
function isClosed(repository: Record<string, unknown>, webHost: string): boolean {
  if (webHost !== "github.com" && repository.visibility === "internal") return false;
  return repository.private === true || repository.visibility === "private";
}

/** The commit of a branch, tag or commit; null when there is none with that name. */
async function readCommit(
  client: SourceClient,
  { owner, repo }: SourceRef,
  ref: string,
): Promise<string | null> {
  const response = await client.get(
    `${client.githubApiUrl}/repos/${owner}/${repo}/commits/${encodeRef(ref)}`,
    SHA_TYPE,
  );
  if (response.status === 409) {
    await response.discard();
    throw new Refusal("SOURCE_EMPTY");
  }
  if (response.status === 404 || response.status === 422) {
    await response.discard();
    return null;
  }
  if (response.status !== 200)
    throw await hostRefusal(response, new Refusal("SOURCE_REF_NOT_FOUND"), new Date());
  const text = new TextDecoder().decode(await response.bytes(client.limits.apiResponseBytes)).trim();
  // A mirror may not support the short form and return the whole commit.
  const commit = commitPattern.test(text) ? text : parseJson(text).sha;
  if (typeof commit !== "string" || !commitPattern.test(commit)) {
    throw new Refusal("SOURCE_ANSWER_INVALID", "GitHub returned an unexpected response for the commit.");
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
  throw new Refusal("SOURCE_ANSWER_INVALID", "GitHub returned invalid JSON.");
}
