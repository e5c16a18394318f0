/**
 * The source of a skill in a normal form: letter case, `.git`, trailing slashes, page and tree URLs of one repository
 * all give the same source (L18). Pure; address-guard.ts decides whether a URL may be fetched.
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
  /** The requested branch, tag or commit; null for the default branch. */
  readonly ref: string | null;
  /** The requested folder inside the source, "" for all of it. */
  readonly path: string;
}

export type ParsedSource =
  | { readonly ok: true; readonly source: SourceRef }
  | { readonly ok: false; readonly problem: Problem };

export interface ParseSourceOptions {
  /** The host whose pages are repositories: github.com, or an enterprise server (see `githubWebHost`). */
  readonly githubHost?: string;
}

const PUBLIC_GITHUB = "github.com";
/** Used unless GITHUB_URL and GITHUB_API_URL name an enterprise server. */
export const DEFAULT_GITHUB_URL = `https://${PUBLIC_GITHUB}`;
export const DEFAULT_GITHUB_API_URL = `https://api.${PUBLIC_GITHUB}`;
const MAX_URL_LENGTH = 2048;
/** The limit of DNS. */
const MAX_HOST_LENGTH = 253;
/** A GitHub login; also that of an enterprise server, whose logins may have an underscore. */
export const GITHUB_LOGIN = /^[a-z0-9][a-z0-9_-]{0,99}$/i;
const repoPattern = /^[a-z0-9._-]{1,100}$/i;

/**
 * The web host that belongs to an API URL: `https://ghe.corp/api/v3` → ghe.corp, `https://api.acme.ghe.com` →
 * acme.ghe.com. Any other URL (a mirror, a test server) stands for github.com.
 */
export function githubWebHost(apiUrl: string | undefined): string {
  if (apiUrl === undefined || !URL.canParse(apiUrl)) return PUBLIC_GITHUB;
  const { host, pathname } = new URL(apiUrl);
  if (/\/api\/v3\/?$/.test(pathname)) return host;
  return host.startsWith("api.") ? host.slice("api.".length) : PUBLIC_GITHUB;
}

/** Parses user input: a page, a `.git` URL, a tree or blob URL, `owner/repo`, a site. */
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
  if (!GITHUB_LOGIN.test(owner) || !repoPattern.test(repo) || repo === "." || repo === "..") {
    return invalid(
      "Not the URL of a GitHub repository. It has the form https://github.com/owner/repository.",
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

/** The decoded segments of a path; null when one is malformed or leads upwards. */
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
    return invalid("The URL must not contain a user name or password.");
  const segments = decodeSegments(url.pathname);
  if (segments === null) return invalid();
  // Users may paste the URL of the index itself.
  const wellKnown = segments.indexOf(".well-known");
  const path = (wellKnown < 0 ? segments : segments.slice(0, wellKnown)).map(encodeURIComponent).join("/");
  const base = `${url.protocol}//${url.host}${path === "" ? "" : `/${path}`}`;
  // Encoding makes a URL longer; it must still be within the limit when it is parsed again.
  if (base.length > MAX_URL_LENGTH || url.hostname.length > MAX_HOST_LENGTH) return invalid();
  // A slug has no colon. A host name cannot end in a hyphen and digits, because its last label is a TLD.
  const owner = url.host.replace(/[[\]]/g, "").replaceAll(":", "-");
  return { ok: true, source: { kind: "well-known", url: base, owner, repo: "site", ref: null, path: "" } };
}
