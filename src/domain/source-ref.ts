/**
 * Where a skill comes from, in one normal form: letter case, `.git`, trailing slashes, pages and tree addresses
 * of one repository all name the same source (L18). Pure; whether an address may be fetched is another question.
 */
import { type Problem, problem } from "./problem.ts";

type SourceKind = "github" | "well-known" | "upload";

export interface SourceRef {
  readonly kind: SourceKind;
  /** The identity of the source: `https://github.com/acme/tools`, `https://host/path`, `upload:acme`. */
  readonly url: string;
  /** First part of the slug: the repository's owner, the site's host, the uploader; lower-case. */
  readonly owner: string;
  /** Second part of the slug: the repository, `site`, `uploads`; lower-case. */
  readonly repo: string;
  /** Branch, tag or commit asked for, or null for the default branch. */
  readonly ref: string | null;
  /** Folder asked for inside the source, "" for all of it. */
  readonly path: string;
}

export type ParsedSource =
  | { readonly ok: true; readonly source: SourceRef }
  | { readonly ok: false; readonly problem: Problem };

export interface ParseSourceOptions {
  /** The host whose pages are repositories: github.com, or the enterprise server's (see `githubWebHost`). */
  readonly githubHost?: string;
}

const PUBLIC_GITHUB = "github.com";
const MAX_URL_LENGTH = 2048;
/** As DNS has it. */
const MAX_HOST_LENGTH = 253;
const ownerPattern = /^[a-z0-9][a-z0-9_-]{0,99}$/i;
const repoPattern = /^[a-z0-9._-]{1,100}$/i;

/**
 * The host of the pages that belong to an API address: `https://ghe.corp/api/v3` → ghe.corp,
 * `https://api.acme.ghe.com` → acme.ghe.com, anything else (a mirror, a test server) stands for github.com.
 */
export function githubWebHost(apiUrl: string | undefined): string {
  if (apiUrl === undefined || !URL.canParse(apiUrl)) return PUBLIC_GITHUB;
  const { host, pathname } = new URL(apiUrl);
  if (/\/api\/v3\/?$/.test(pathname)) return host;
  return host.startsWith("api.") ? host.slice("api.".length) : PUBLIC_GITHUB;
}

/** Reads what a person types: a page, a `.git` address, a tree or blob address, `owner/repo`, a site. */
export function parseSourceUrl(input: string, options: ParseSourceOptions = {}): ParsedSource {
  const githubHost = (options.githubHost ?? PUBLIC_GITHUB).toLowerCase();
  const text = input.trim();
  if (text === "" || text.length > MAX_URL_LENGTH || /[\p{Cc}\p{Zl}\p{Zp} ]/u.test(text)) return invalid();
  const url = toUrl(text, githubHost);
  if (url === null) return invalid();
  if (url.host === githubHost || url.host === `www.${githubHost}`) return parseGithub(url, githubHost);
  return parseSite(url);
}

/** The source of everything that one owner uploads; slugs are `<owner>/uploads/<skill>`. */
export function uploadSource(owner: string): SourceRef {
  const name = owner.toLowerCase();
  return { kind: "upload", url: `upload:${name}`, owner: name, repo: "uploads", ref: null, path: "" };
}

function invalid(message?: string): ParsedSource {
  return { ok: false, problem: problem("SOURCE_URL_INVALID", message) };
}

function toUrl(text: string, githubHost: string): URL | null {
  const scp = /^[a-z0-9_-]+@([^:/@]+):(?!\d+\/)(.+)$/i.exec(text);
  const shorthand = /^[a-z0-9][a-z0-9_-]*\/[a-z0-9._-]+(?:\/|$)/i.test(text) && !/^[^/]*\.[^/]*\//.test(text);
  let address = text.replace(/^git\+/i, "");
  if (scp !== null) address = `https://${scp[1]}/${scp[2]}`;
  else if (/^(?:ssh|git):\/\//i.test(address))
    address = address.replace(/^[a-z]+:\/\/(?:[^@/]*@)?/i, "https://");
  else if (shorthand) address = `https://${githubHost}/${text}`;
  else if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) address = `https://${address}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

function parseGithub(url: URL, githubHost: string): ParsedSource {
  const segments = decodeSegments(url.pathname);
  if (segments === null) return invalid();
  const [owner = "", rawRepo = "", view, ref, ...rest] = segments;
  const repo = rawRepo.replace(/\.git$/i, "");
  if (!ownerPattern.test(owner) || !repoPattern.test(repo) || repo === "." || repo === "..") {
    return invalid(
      "This is not the address of a GitHub repository: it has the form https://github.com/owner/repository.",
    );
  }
  const names = { owner: owner.toLowerCase(), repo: repo.toLowerCase() };
  const source = {
    kind: "github" as const,
    url: `https://${githubHost}/${names.owner}/${names.repo}`,
    ...names,
  };
  if (view === undefined || ref === undefined || (view !== "tree" && view !== "blob")) {
    return { ok: true, source: { ...source, ref: null, path: "" } };
  }
  const path = view === "blob" ? rest.slice(0, -1) : rest;
  return { ok: true, source: { ...source, ref, path: path.join("/") } };
}

/** The parts of a path, decoded; null where one is broken or leads upwards. */
function decodeSegments(pathname: string): string[] | null {
  try {
    const segments = pathname
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
    const isPlain = segments.every((s) => s !== "." && s !== ".." && !/[/\\\p{Cc}]/u.test(s));
    return isPlain ? segments : null;
  } catch {
    return null;
  }
}

function parseSite(url: URL): ParsedSource {
  if (url.username !== "" || url.password !== "")
    return invalid("An address must not hold a user name or password.");
  const segments = decodeSegments(url.pathname);
  if (segments === null) return invalid();
  // Someone may paste the address of the index itself.
  const wellKnown = segments.indexOf(".well-known");
  const path = (wellKnown < 0 ? segments : segments.slice(0, wellKnown)).map(encodeURIComponent).join("/");
  const base = `${url.protocol}//${url.host}${path === "" ? "" : `/${path}`}`;
  // Encoding makes an address longer: what was within the bound must still be when it is read back.
  if (base.length > MAX_URL_LENGTH || url.hostname.length > MAX_HOST_LENGTH) return invalid();
  // A slug has no colon; a name never ends in a hyphen and digits by accident, its last label being a TLD.
  const owner = url.host.replace(/[[\]]/g, "").replaceAll(":", "-");
  return { ok: true, source: { kind: "well-known", url: base, owner, repo: "site", ref: null, path: "" } };
}
