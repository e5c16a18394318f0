/**
 * The only place that builds and parses slugs: `owner/repo/skill`, each part lower-case letters, digits, dots and
 * hyphens. Flat slugs collided (L14) and recomputed ones differed (L16).
 */
const PART = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/;

/** Lower-cases the text, replaces every run of other characters by one hyphen, and trims; may return "". */
function slugPart(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, 100)
    .replace(/[._-]+$/g, "");
}

export interface SlugParts {
  readonly owner: string;
  readonly repo: string;
  readonly skill: string;
}

/** The slug of a skill, or null when a part has no valid character. */
export function makeSlug(parts: SlugParts): string | null {
  const made = [slugPart(parts.owner), slugPart(parts.repo), slugPart(parts.skill)];
  return made.every((part) => part !== "") ? made.join("/") : null;
}

/** Whether the text can be a part of a slug, such as an owner. */
export function isSlugPart(text: string): boolean {
  return PART.test(text);
}

/** The three parts of a well-formed slug, or null. */
export function parseSlug(slug: string): SlugParts | null {
  const [owner, repo, skill, ...rest] = slug.split("/");
  if (owner === undefined || repo === undefined || skill === undefined || rest.length > 0) return null;
  return [owner, repo, skill].every(isSlugPart) ? { owner, repo, skill } : null;
}

/** Owner and repository in the URL of a repository (any host), or null when the path has fewer than two segments. */
export function repositoryOf(repoUrl: string): { owner: string; repo: string } | null {
  if (!URL.canParse(repoUrl)) return null;
  const [owner, repo] = new URL(repoUrl).pathname.split("/").filter((part) => part !== "");
  if (owner === undefined || repo === undefined) return null;
  return { owner, repo: repo.replace(/\.git$/i, "") };
}
