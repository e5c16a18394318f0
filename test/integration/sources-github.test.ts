/** Real git repositories of many layouts, archived by git and served under GitHub's API paths on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contentDigest } from "../../src/domain/digest.ts";
import { isRetryable, Refusal } from "../../src/domain/problem.ts";
import { selectorOfFolder } from "../../src/domain/skill-selector.ts";
import { parseSourceUrl, type SourceRef } from "../../src/domain/source-ref.ts";
import { discoverSkills, fetchSource } from "../../src/lib/sources/fetch-source.ts";
import { GitRepository, type Tree } from "../support/git-repository.ts";
import { type GithubServer, startGithub } from "../support/github-server.ts";
import { sendJson } from "../support/loopback-server.ts";
import { rawTarGz } from "../support/raw-tar.ts";
import { refusalOf, skillMd } from "../support/skill-files.ts";
import { withSourceEnv } from "../support/source-env.ts";

let github: GithubServer;
beforeAll(async () => {
  github = await startGithub();
});
afterAll(() => github.close());
beforeEach(() => {
  github.fail = null;
  github.api.requests.length = 0;
  github.download.requests.length = 0;
});

function host(
  fullName: string,
  tree: Tree,
  options: { branch?: string; private?: boolean; visibility?: string } = {},
): GitRepository {
  const defaultBranch = options.branch ?? "main";
  const repository = new GitRepository(defaultBranch);
  repository.commit(tree);
  github.hosted.set(fullName.toLowerCase(), { fullName, repository, defaultBranch, ...options });
  return repository;
}

function source(url: string): SourceRef {
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.source;
}

const env = () => ({
  GITHUB_API_URL: github.api.origin,
  ALLOW_HOSTS: github.download.host,
  GITHUB_TOKEN: "secret-token",
});
const fetchUrl = (url: string, options = {}, more = {}) =>
  withSourceEnv({ ...env(), ...more }, () => fetchSource(source(url), options));
const discover = (url: string, more = {}) =>
  withSourceEnv({ ...env(), ...more }, () => discoverSkills(source(url)));
const paths = (skills: readonly { path: string }[]) => skills.map(({ path }) => path);

describe("layouts of real repositories", () => {
  it("L59: fetches a skill at the root of a default branch that is not called main", async () => {
    const repository = host(
      "Acme/Root-Skill",
      { "SKILL.md": skillMd("root-skill"), "scripts/run.sh*": "#!/bin/sh\n", "docs/a.md": "a" },
      { branch: "trunk" },
    );
    const fetched = await fetchUrl("https://github.com/acme/root-skill");
    expect(fetched.commit).toBe(repository.head());
    expect(fetched.skills).toHaveLength(1);
    expect(fetched.skills[0]).toMatchObject({ path: "", folder: null });
    expect(fetched.skills[0]!.files.map((f) => [f.path, f.executable])).toEqual([
      ["SKILL.md", false],
      ["docs/a.md", false],
      ["scripts/run.sh", true],
    ]);
  });

  it("L55: fetches every file of a skill, not only its SKILL.md", async () => {
    host("acme/payload", {
      "skills/pdf/SKILL.md": skillMd("pdf"),
      "skills/pdf/scripts/deep/er/x.py": "print()",
      "README.md": "r",
    });
    const { skills } = await fetchUrl("https://github.com/acme/payload");
    expect(paths(skills[0]!.files)).toEqual(["SKILL.md", "scripts/deep/er/x.py"]);
  });

  it("L59: finds skills in skills/*, in plugins and in nested folders, whether a manifest lists them or not", async () => {
    host("acme/tools", {
      ".claude-plugin/marketplace.json": JSON.stringify({
        plugins: [{ name: "docs", source: "./plugins/docs", skills: ["./skills/pdf"] }],
      }),
      "plugins/docs/skills/pdf/SKILL.md": skillMd("pdf"),
      "plugins/docs/skills/unlisted/SKILL.md": skillMd("unlisted"),
      "skills/a/SKILL.md": skillMd("a"),
      "skills/.curated/c/SKILL.md": skillMd("c"),
      "very/deep/down/in/the/tree/x/SKILL.md": skillMd("x"),
      "README.md": "r",
    });
    const { skills } = await discover("https://github.com/acme/tools");
    expect(skills.map(({ path, name, plugin }) => [path, name, plugin])).toEqual([
      ["plugins/docs/skills/pdf", "pdf", "docs"],
      ["plugins/docs/skills/unlisted", "unlisted", null],
      ["skills/.curated/c", "c", null],
      ["skills/a", "a", null],
      ["very/deep/down/in/the/tree/x", "x", null],
    ]);
  });

  it("skips agents' configuration folders unless the path or a manifest names them", async () => {
    host("acme/configured", {
      ".claude-plugin/plugin.json": JSON.stringify({ name: "p", skills: ["./.agents/skills/listed"] }),
      ".agents/skills/listed/SKILL.md": skillMd("listed"),
      ".claude/skills/mine/SKILL.md": skillMd("mine"),
      ".cursor/skills/mine/SKILL.md": skillMd("mine"),
      "skills/real/SKILL.md": skillMd("real"),
    });
    const all = await discover("https://github.com/acme/configured");
    expect(paths(all.skills)).toEqual([".agents/skills/listed", "skills/real"]);
    const named = await discover("https://github.com/acme/configured/tree/main/.claude");
    expect(paths(named.skills)).toEqual([".claude/skills/mine"]);
    const fetched = await fetchUrl("https://github.com/acme/configured/tree/main/.claude/skills/mine");
    expect(paths(fetched.skills[0]!.files)).toEqual(["SKILL.md"]);
  });

  it("assigns a file to the innermost skill, whether it fetches one skill or all", async () => {
    host("acme/nested", {
      "SKILL.md": skillMd("outer"),
      "own.txt": "own",
      "Inner/A-first.zip": "sorts before SKILL.md",
      "Inner/SKILL.md": skillMd("inner"),
      "Inner/z.txt": "z",
      ".claude/settings.json": "{}",
    });
    const { skills } = await fetchUrl("https://github.com/acme/nested");
    expect(skills.map((s) => [s.path, paths(s.files)])).toEqual([
      ["", ["SKILL.md", "own.txt"]],
      ["Inner", ["A-first.zip", "SKILL.md", "z.txt"]],
    ]);
    expect(skills[0]!.notes).toMatchObject([{ kind: "left-out", path: ".claude/settings.json" }]);
    const root = await fetchUrl("https://github.com/acme/nested", { select: { kind: "root" } });
    const inner = await fetchUrl("https://github.com/acme/nested", { select: selectorOfFolder("Inner") });
    expect(contentDigest(root.skills[0]!.files)).toBe(contentDigest(skills[0]!.files));
    expect(root.skills[0]!.notes.map(({ path }) => path)).toEqual([".claude/settings.json"]);
    expect(contentDigest(inner.skills[0]!.files)).toBe(contentDigest(skills[1]!.files));
  });

  it("lists 150 skills of one repository, then fetches one of them at the listed commit", async () => {
    const tree: Record<string, string> = {};
    for (let i = 0; i < 150; i++) tree[`skills/s${i}/SKILL.md`] = skillMd(`s${i}`);
    const repository = host("acme/many", tree);
    const found = await discover("https://github.com/acme/many");
    expect(found.skills).toHaveLength(150);
    repository.commit({ "skills/s7/SKILL.md": skillMd("changed-later") });
    github.api.requests.length = 0;
    const one = await withSourceEnv(env(), () =>
      fetchSource(found.ref, { commit: found.commit!, select: selectorOfFolder("skills/s7") }),
    );
    expect(new TextDecoder().decode(one.skills[0]!.files[0]!.bytes)).toBe(skillMd("s7"));
    expect(github.api.requests.map(({ path }) => path)).toEqual([`/repos/acme/many/tarball/${found.commit}`]);
  });

  it("reports the manifest problems of every skill, and lists skills that have some", async () => {
    host("acme/sloppy", { "skills/a/SKILL.md": "no front matter", "skills/b/SKILL.md": skillMd("b") });
    const { skills } = await discover("https://github.com/acme/sloppy");
    expect(skills.map(({ name }) => name)).toEqual([null, "b"]);
    expect(skills[0]!.problems[0]).toMatchObject({ severity: "error", line: 1 });
  });

  it("ignores symbolic links outside a skill and refuses one inside", async () => {
    host("acme/links", {
      "skills/a/SKILL.md": skillMd("a"),
      "CLAUDE.md": "->README.md",
      "skills/b/SKILL.md": skillMd("b"),
      "skills/b/etc": "->/etc/passwd",
    });
    expect(
      paths(
        (await fetchUrl("https://github.com/acme/links", { select: selectorOfFolder("skills/a") })).skills[0]!
          .files,
      ),
    ).toEqual(["SKILL.md"]);
    expect(
      await refusalOf(() =>
        fetchUrl("https://github.com/acme/links", { select: selectorOfFolder("skills/b") }),
      ),
    ).toBe("ARCHIVE_LINK");
  });

  it("keeps unusual but valid names: long ones (PAX), umlauts, spaces", async () => {
    const long = `${"folder-with-a-long-name/".repeat(7)}file.txt`;
    host("acme/names", { "s/SKILL.md": skillMd("s"), [`s/${long}`]: "l", "s/Größe der Datei.txt": "u" });
    const { skills } = await fetchUrl("https://github.com/acme/names");
    expect(paths(skills[0]!.files).toSorted()).toEqual(["Größe der Datei.txt", "SKILL.md", long].toSorted());
  });
});

describe("names and commits", () => {
  it.each([
    "https://github.com/acme/spelled",
    "HTTPS://GitHub.com/ACME/Spelled/",
    "https://www.github.com/acme/spelled.git",
    "git@github.com:Acme/spelled.git",
    "acme/spelled",
    "https://github.com/acme/spelled/tree/main",
    "https://github.com/acme/spelled/blob/main/skills/a/SKILL.md",
    "https://github.com/acme/old-name",
  ])("L18: %s is one source", async (url) => {
    if (!github.hosted.has("acme/spelled")) {
      host("Acme/Spelled", { "skills/a/SKILL.md": skillMd("a") });
      github.renames.set("acme/old-name", "acme/spelled");
    }
    const fetched = await fetchUrl(url);
    expect(fetched.ref).toMatchObject({
      url: "https://github.com/acme/spelled",
      owner: "acme",
      repo: "spelled",
    });
    expect(paths(fetched.skills)).toEqual(["skills/a"]);
  });

  it("separates a branch with slashes from the folder after it", async () => {
    const repository = host("acme/branches", { "skills/a/SKILL.md": skillMd("a") });
    repository.branch("feature/new/x");
    const commit = repository.commit({ "skills/b/SKILL.md": skillMd("b") });
    const fetched = await fetchUrl("https://github.com/acme/branches/tree/feature/new/x/skills/b");
    expect(fetched).toMatchObject({ commit, ref: { ref: "feature/new/x", path: "skills/b" } });
    expect(paths(fetched.skills)).toEqual(["skills/b"]);
  });

  it("accepts a commit of the owner's history, and no other commit by hash or pull request", async () => {
    const repository = host("acme/forked", { "SKILL.md": skillMd("forked") });
    const first = repository.head();
    repository.commit({ "b.md": "b" });
    repository.branch("other");
    const evil = repository.commit({ "SKILL.md": skillMd("evil") });
    repository.updateRef("refs/pull/1/head", evil);
    const tree = (ref: string) => `https://github.com/acme/forked/tree/${ref}`;
    expect((await fetchUrl(tree(first))).commit).toBe(first);
    expect((await fetchUrl(tree(first.slice(0, 10)))).commit).toBe(first);
    for (const ref of [
      evil,
      evil.slice(0, 10),
      evil.toUpperCase(),
      "pull/1/head",
      "refs/pull/1/head",
      "main%5E1",
    ]) {
      expect([ref, await refusalOf(() => fetchUrl(tree(ref)))]).toEqual([ref, "SOURCE_REF_NOT_FOUND"]);
    }
  });

  it("supports a GitHub Enterprise server with its own host name", async () => {
    const enterprise = await startGithub("/api/v3");
    const repository = new GitRepository("main");
    repository.commit({ "SKILL.md": skillMd("internal") });
    enterprise.hosted.set("corp/tools", {
      fullName: "Corp/Tools",
      repository,
      defaultBranch: "main",
      private: true,
      visibility: "internal",
    });
    const settings = {
      GITHUB_API_URL: `${enterprise.api.origin}/api/v3/`,
      ALLOW_HOSTS: enterprise.download.host,
    };
    const parsed = parseSourceUrl(`https://${enterprise.api.host}/Corp/Tools`, {
      githubHost: enterprise.api.host,
    });
    if (!parsed.ok) throw new Error("not parsed");
    const fetched = await withSourceEnv(settings, () => fetchSource(parsed.source));
    expect(fetched.ref.url).toBe(`https://${enterprise.api.host}/corp/tools`);
    expect(fetched.skills).toHaveLength(1);
    await enterprise.close();
  });
});

describe("errors of the host", () => {
  const failing = (
    status: number,
    headers: Record<string, string> = {},
    body: unknown = { message: "no" },
  ) => {
    host("acme/failing", { "SKILL.md": skillMd("failing") });
    github.fail = (_path, response) => {
      sendJson(response, status, body, headers);
      return true;
    };
    return refusedWith("https://github.com/acme/failing");
  };
  const refusedWith = async (url: string, options = {}, more = {}): Promise<Refusal> => {
    try {
      await fetchUrl(url, options, more);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
    throw new Error("was not refused");
  };

  it("L51: a rate limit is reported as one, with the time for a retry", async () => {
    const reset = Math.floor(Date.now() / 1000) + 1800;
    const refusal = await failing(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) });
    expect(refusal.problem).toMatchObject({
      code: "SOURCE_RATE_LIMITED",
      details: { retryAt: new Date(reset * 1000).toISOString() },
    });
    expect(isRetryable(refusal.problem.code)).toBe(true);
  });

  it("L51: a secondary limit and a 429 with Retry-After are also reported as rate limits", async () => {
    const before = Date.now();
    const secondary = await failing(403, {}, { message: "You have exceeded a secondary rate limit." });
    expect(secondary.problem.code).toBe("SOURCE_RATE_LIMITED");
    const busy = await failing(429, { "retry-after": "90" });
    const retryAt = Date.parse((busy.problem.details as { retryAt: string }).retryAt);
    expect(retryAt).toBeGreaterThanOrEqual(before + 90_000);
    expect(retryAt).toBeLessThan(Date.now() + 91_000);
  });

  it.each([
    [404, "SOURCE_NOT_FOUND", false],
    [403, "SOURCE_PRIVATE", false],
    [401, "SOURCE_CREDENTIALS", true],
    [451, "SOURCE_NOT_FOUND", false],
    [500, "SOURCE_UNAVAILABLE", true],
    [502, "SOURCE_UNAVAILABLE", true],
    [418, "SOURCE_ANSWER_INVALID", false],
  ])("L51: status %i is reported as %s, retryable: %s", async (status, code, retryable) => {
    const refusal = await failing(status);
    expect(refusal.problem.code).toBe(code);
    expect(isRetryable(refusal.problem.code)).toBe(retryable);
  });

  it("a repository that only our token can see is reported as private", async () => {
    host("acme/secret", { "SKILL.md": skillMd("secret") }, { private: true });
    expect((await refusedWith("acme/secret")).problem.code).toBe("SOURCE_PRIVATE");
    host("acme/internal", { "SKILL.md": skillMd("internal") }, { private: true, visibility: "internal" });
    expect((await refusedWith("acme/internal")).problem.code).toBe("SOURCE_PRIVATE");
  });

  it("an empty repository, an unknown branch, a folder without a skill and a repository without one have different codes", async () => {
    github.hosted.set("acme/empty", {
      fullName: "acme/empty",
      repository: new GitRepository("main"),
      defaultBranch: "main",
    });
    expect((await refusedWith("acme/empty")).problem.code).toBe("SOURCE_EMPTY");
    host("acme/plain", { "README.md": "r" });
    expect((await refusedWith("acme/plain")).problem.code).toBe("NO_SKILL_FOUND");
    expect((await refusedWith("https://github.com/acme/plain/tree/none")).problem.code).toBe(
      "SOURCE_REF_NOT_FOUND",
    );
    expect((await refusedWith("https://github.com/acme/plain/tree/main/x")).problem.code).toBe(
      "SKILL_NOT_AT_PATH",
    );
    expect(await refusalOf(() => discover("https://github.com/acme/plain"))).toBe("NO_SKILL_FOUND");
  });

  it("invalid, oversized and truncated responses have different codes", async () => {
    expect((await failing(200, {}, "just text")).problem.code).toBe("SOURCE_ANSWER_INVALID");
    expect((await failing(200, {}, { full_name: "x".repeat(1 << 21) })).problem.code).toBe(
      "SOURCE_ANSWER_TOO_LARGE",
    );
    github.fail = (path, response) => {
      if (!path.includes("/tarball/")) return false;
      response.writeHead(200, { "content-length": "100000" });
      response.write(
        github.hosted
          .get("acme/failing")!
          .repository.tarball("HEAD", "acme-failing-0000000/")
          .subarray(0, 60),
      );
      response.destroy();
      return true;
    };
    expect((await refusedWith("acme/failing")).problem.code).toBe("SOURCE_UNAVAILABLE");
  });

  it("LIMIT_API_ANSWER_BYTES and LIMIT_SOURCE_PACKED_BYTES limit the size of a host's responses", async () => {
    host("acme/bounded", {
      "SKILL.md": skillMd("bounded"),
      "noise.bin": crypto.getRandomValues(new Uint8Array(20_000)),
    });
    expect((await refusedWith("acme/bounded", {}, { LIMIT_API_ANSWER_BYTES: "20" })).problem.code).toBe(
      "SOURCE_ANSWER_TOO_LARGE",
    );
    expect((await refusedWith("acme/bounded", {}, { LIMIT_SOURCE_PACKED_BYTES: "10000" })).problem.code).toBe(
      "SOURCE_ANSWER_TOO_LARGE",
    );
    expect((await fetchUrl("acme/bounded", {}, { LIMIT_SOURCE_PACKED_BYTES: "40000" })).skills).toHaveLength(
      1,
    );
  });

  it("a host that does not respond is reported as a timeout, and our own abort is not", async () => {
    host("acme/silent", { "SKILL.md": skillMd("silent") });
    github.fail = () => true;
    const timeout = await refusedWith("acme/silent", {}, { LIMIT_SOURCE_MS: "50" });
    expect(timeout.problem.code).toBe("SOURCE_TIMEOUT");
    const reason = new Error("the queue is shutting down");
    await expect(fetchUrl("acme/silent", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("the connection to a host that sends a decompression bomb and then stalls is closed at once", async () => {
    host("acme/stalling", { "SKILL.md": skillMd("stalling") });
    const bomb = rawTarGz([{ name: "zeros", body: new Uint8Array(8 << 20) }]);
    let reportClosed: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => {
      reportClosed = resolve;
    });
    github.fail = (path, response) => {
      if (!path.includes("/tarball/")) return false;
      response.on("close", () => reportClosed?.());
      response.write(bomb.subarray(0, -100));
      return true;
    };
    expect((await refusedWith("acme/stalling")).problem.code).toBe("ARCHIVE_BOMB");
    await closed;
  });

  it("a host that refuses connections is reported as unavailable", async () => {
    const gone = await startGithub();
    await gone.close();
    const refusal = await refusedWith("acme/x", {}, { GITHUB_API_URL: gone.api.origin });
    expect(refusal.problem.code).toBe("SOURCE_UNAVAILABLE");
  });
});

describe("redirects", () => {
  const redirectTo = (location: string) => {
    host("acme/moved", { "SKILL.md": skillMd("moved") });
    github.fail = (path, response) => {
      if (!path.includes("/tarball/")) return false;
      response.writeHead(302, { location });
      response.end();
      return true;
    };
    return refusalOf(() => fetchUrl("acme/moved"));
  };

  it("sends the token only to the API's own host", async () => {
    host("acme/token", { "SKILL.md": skillMd("token") });
    await fetchUrl("acme/token");
    expect(new Set(github.api.requests.map((a) => a.authorization))).toEqual(
      new Set(["Bearer secret-token"]),
    );
    expect(github.download.requests.length).toBeGreaterThan(0);
    expect(github.download.requests.every((a) => a.authorization === undefined)).toBe(true);
  });

  it.each([
    "http://127.0.0.1:9/x",
    "http://169.254.169.254/latest/meta-data/",
    "http://metadata.google.internal/",
    "https://[::1]/x",
    "http://localhost/x",
    "file:///etc/passwd",
    "ftp://example.com/x",
    "https://user:pass@example.com/x",
  ])("refuses a redirect to %s", async (location) => {
    expect(await redirectTo(location)).toBe("ADDRESS_REFUSED");
  });

  it("LIMIT_REDIRECTS: follows at most as many redirects as allowed", async () => {
    host("acme/hops", { "SKILL.md": skillMd("hops") });
    // One redirect is needed: that of the tarball to the download host.
    expect(await refusalOf(() => fetchUrl("acme/hops", {}, { LIMIT_REDIRECTS: "1" }))).toBe("none");
    let hops = 0;
    github.fail = (path, response) => {
      if (!path.includes("/tarball/") || hops++ > 0) return false;
      response.writeHead(302, { location: path });
      response.end();
      return true;
    };
    expect(await refusalOf(() => fetchUrl("acme/hops", {}, { LIMIT_REDIRECTS: "1" }))).toBe(
      "SOURCE_REDIRECTS",
    );
  });

  it("refuses a redirect loop and an invalid location", async () => {
    expect(await redirectTo(`${github.api.origin}/repos/acme/moved/tarball/again`)).toBe("SOURCE_REDIRECTS");
    expect(await redirectTo("http://")).toBe("SOURCE_REDIRECTS");
  });
});
