/**
 * The part of GitHub's API that the platform uses, serving real git repositories: repository, commit, tarball with its
 * redirect to a second host, renames, and any failure that a test sets.
 */
import type { ServerResponse } from "node:http";
import type { GitRepository } from "./git-repository.ts";
import { type LoopbackServer, sendJson, startLoopback } from "./loopback-server.ts";

interface Hosted {
  /** As GitHub spells it. */
  readonly fullName: string;
  readonly repository: GitRepository;
  readonly defaultBranch: string;
  readonly private?: boolean;
  readonly visibility?: string;
}

export interface GithubServer {
  readonly api: LoopbackServer;
  readonly download: LoopbackServer;
  readonly hosted: Map<string, Hosted>;
  /** Old lower-case name → current lower-case name. */
  readonly renames: Map<string, string>;
  /** Called first for every request. Returns true if it has sent the response. */
  fail: ((path: string, response: ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

export async function startGithub(prefix = ""): Promise<GithubServer> {
  const hosted = new Map<string, Hosted>();
  const renames = new Map<string, string>();
  const download = await startLoopback((path, _request, response) => {
    const [, owner = "", repo = "", , commit = ""] = path.split("/");
    const found = hosted.get(`${owner}/${repo}`.toLowerCase());
    if (found === undefined) return void sendJson(response, 404, { message: "Not Found" });
    response.writeHead(200, { "content-type": "application/x-gzip" });
    response.end(found.repository.tarball(commit, `${owner}-${repo}-${commit.slice(0, 7)}/`));
  });
  const server: GithubServer = {
    hosted,
    renames,
    download,
    fail: null,
    api: await startLoopback((path, request, response) => {
      if (server.fail?.(path, response) === true) return;
      sendApiResponse(server, path.slice(prefix.length), String(request.headers.accept), response);
    }),
    close: async () => {
      await server.api.close();
      await download.close();
      for (const { repository } of hosted.values()) repository.remove();
    },
  };
  return server;
}

function sendApiResponse(server: GithubServer, path: string, accept: string, response: ServerResponse): void {
  const [, root, owner = "", repo = "", view, ...rest] = path.split("/").map(decodeURIComponent);
  const name = `${owner}/${repo}`.toLowerCase();
  const renamed = server.renames.get(name);
  if (root === "repos" && renamed !== undefined) {
    response.writeHead(301, {
      location: `${server.api.origin}/repos/${renamed}${view === undefined ? "" : `/${view}/${rest.join("/")}`}`,
    });
    response.end();
    return;
  }
  const found = server.hosted.get(name);
  if (root !== "repos" || found === undefined) return void sendJson(response, 404, { message: "Not Found" });
  if (view === undefined) return void sendRepository(found, response);
  if (view === "compare") return void sendCompare(found, rest.join("/"), response);
  if (view === "commits") return void sendCommit(found, rest.join("/"), accept, response);
  response.writeHead(302, {
    location: `${server.download.origin}/${found.fullName}/legacy.tar.gz/${rest[0]}`,
  });
  response.end();
}

function sendRepository(found: Hosted, response: ServerResponse): void {
  const { fullName, defaultBranch, private: isPrivate = false, visibility } = found;
  sendJson(response, 200, {
    full_name: fullName,
    default_branch: defaultBranch,
    private: isPrivate,
    visibility,
  });
}

function sendCommit(found: Hosted, ref: string, accept: string, response: ServerResponse): void {
  if (found.repository.resolve("HEAD") === null)
    return void sendJson(response, 409, { message: "Git Repository is empty." });
  const commit = found.repository.resolve(ref);
  if (commit === null) return void sendJson(response, 422, { message: `No commit found for SHA: ${ref}` });
  if (!accept.includes("vnd.github.sha")) return void sendJson(response, 200, { sha: commit });
  response.writeHead(200, { "content-type": "application/vnd.github.sha" });
  response.end(commit);
}

function sendCompare(found: Hosted, range: string, response: ServerResponse): void {
  const [base = "", head = ""] = (range.split("?")[0] ?? "").split("...");
  sendJson(response, 200, {
    status: found.repository.isAncestor(head, base) ? "behind" : "diverged",
    commits: [],
  });
}
