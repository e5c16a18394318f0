/** Real git repositories in a temporary folder, created and archived by git itself. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Path → text; a path that ends in `*` is executable; text that starts with `->` is a symbolic link. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

export class GitRepository {
  readonly folder = mkdtempSync(join(tmpdir(), "vskill-git-"));

  constructor(branch: string) {
    this.#git("init", "-q", "-b", branch);
  }

  /** Writes the files, commits them and returns the commit. */
  commit(tree: Tree): string {
    for (const [name, content] of Object.entries(tree)) this.#write(name, content);
    this.#git("add", "-A");
    this.#git("commit", "-q", "--allow-empty", "-m", "change");
    return this.head();
  }

  branch(name: string): void {
    this.#git("checkout", "-q", "-b", name);
  }

  head(): string {
    return this.#git("rev-parse", "HEAD").trim();
  }

  /** Returns the commit of a branch, tag or commit hash, or null. */
  resolve(ref: string): string | null {
    try {
      return this.#git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`).trim();
    } catch {
      return null;
    }
  }

  isAncestor(commit: string, ref: string): boolean {
    try {
      this.#git("merge-base", "--is-ancestor", commit, ref);
      return true;
    } catch {
      return false;
    }
  }

  /** Sets a ref that is neither a branch nor a tag, such as that of a pull request. */
  updateRef(name: string, commit: string): void {
    this.#git("update-ref", name, commit);
  }

  tarball(commit: string, prefix: string): Uint8Array {
    const args = ["-C", this.folder, "archive", "--format=tar.gz", `--prefix=${prefix}`, commit];
    return execFileSync("git", args, { maxBuffer: 1 << 28 });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(name: string, content: string | Uint8Array): void {
    const executable = name.endsWith("*");
    const path = join(this.folder, executable ? name.slice(0, -1) : name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === "string" && content.startsWith("->")) symlinkSync(content.slice(2), path);
    else writeFileSync(path, content);
    if (executable) chmodSync(path, 0o755);
  }

  #git(...args: string[]): string {
    const identity = [
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.invalid",
      "-c",
      "commit.gpgsign=false",
    ];
    return execFileSync("git", ["-C", this.folder, ...identity, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  }
}
