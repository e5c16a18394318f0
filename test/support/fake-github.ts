/** GitHub's API in memory, for the code under test: repository, commit and tarball of a set of files. */
import { gzipSync } from "node:zlib";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { writeTar } from "../../src/lib/archives/tar-writer.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** A `fetch` that knows the given repositories (`owner/repo` → files) and returns 404 for everything else. */
export function fakeGithub(repositories: Readonly<Record<string, readonly SkillFile[]>>): typeof fetch {
  return async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    const [, kind, owner = "", repo = "", part] = pathname.split("/");
    const files = repositories[`${owner}/${repo}`];
    if (kind !== "repos" || files === undefined) return new Response("{}", { status: 404 });
    if (part === undefined)
      return Response.json({ full_name: `${owner}/${repo}`, default_branch: "trunk", private: false });
    if (part === "commits") return new Response(COMMIT);
    const wrapped = files.map((file) => ({ ...file, path: `${owner}-${repo}-0123456/${file.path}` }));
    return new Response(gzipSync(writeTar(wrapped)), { headers: { "content-type": "application/x-gzip" } });
  };
}
