import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, readTree, runClient, treeOf, writeTree } from "../../support/client-run.ts";
import { badSkill, goodSkill } from "../../support/skills.ts";
import { operator, server } from "./server.ts";

/** Files that the client writes about itself, beside those of the skill. */
const OWN_FILES = [".clawhub", ".clawdhub", "_meta.json"];

describe.each([
  ["0.23.3", "clawhub/bin/clawdhub.js", "acme", true],
  ["0.20.0", "clawhub-0.20/bin/clawdhub.js", "zenith", false],
])("clawhub %s", (_version, script, owner, knowsOwners) => {
  const clawhub = (args: string[], cwd: string) => {
    const env = { CLAWHUB_CONFIG_PATH: path.join(cwd, "config.json"), CLAWHUB_DISABLE_TELEMETRY: "1" };
    return runClient(
      script,
      ["--registry", `${server.url}/clawhub`, "--no-input", "--workdir", cwd, ...args],
      { cwd, env },
    );
  };
  const name = `notes-of-${owner}`;
  const first = goodSkill(name);
  const second = goodSkill(name, { body: "Now with more." });
  const installed = (cwd: string, slug = name) => readTree(path.join(cwd, "skills", slug), OWN_FILES);
  /** Result of a client that received a 404: it prints the error code. */
  const notFound = { code: 1, output: expect.stringContaining('"error":"NOT_FOUND"') };

  async function submissionsOf(slug: string): Promise<{ id: string }[]> {
    const listed = await operator.request(`/api/v1/submissions?q=${slug}`);
    return ((await listed.json()) as { submissions: { id: string }[] }).submissions;
  }

  /** Publishes a folder with the client, and waits for the pipeline. */
  async function publish(cwd: string, files: ReturnType<typeof goodSkill>, slug: string, version: string) {
    const folder = path.join(cwd, slug);
    writeTree(folder, files);
    const run = await clawhub(["publish", folder, "--slug", slug, "--name", slug, "--version", version], cwd);
    const [newest] = await submissionsOf(slug);
    return { run, state: newest === undefined ? "NONE" : await operator.settled(newest.id) };
  }

  async function loggedIn(): Promise<string> {
    const cwd = emptyFolder();
    const login = await clawhub(["login", "--token", await operator.token(owner, ["publish"])], cwd);
    expect([login.code, login.output]).toEqual([0, expect.any(String)]);
    return cwd;
  }

  it("publishes through the pipeline, finds the skill, and installs and verifies exactly its bytes", async () => {
    const cwd = await loggedIn();
    const { run, state } = await publish(cwd, first, name, "1.0.0");
    expect([run.code, run.output, state]).toEqual([0, expect.any(String), "PUBLISHED"]);
    const found = await clawhub(["search", name], cwd);
    expect(found.output).toContain(name);
    const client = emptyFolder();
    const done = await clawhub(["install", knowsOwners ? `@${owner}/${name}` : name], client);
    expect([done.code, done.output]).toEqual([0, expect.any(String)]);
    const folder = existsSync(path.join(client, "skills", name)) ? name : path.join(`@${owner}`, name);
    expect(installed(client, folder)).toEqual(treeOf(first));
    const verified = await clawhub(["skill", "verify", name], client);
    expect([verified.code, verified.output]).toEqual([0, expect.stringMatching(/pass/i)]);
    expect((await clawhub(["skill", "verify", name, "--tag", "latest"], client)).code).toBe(0);
    expect(await clawhub(["skill", "verify", name, "--tag", "nosuchtag"], client)).toEqual(notFound);
    const inspected = await clawhub(["inspect", name, "--files"], client);
    expect(inspected.output).toContain("references/example.md");
  });

  it("updates to a new version, and installs an old one by its number", async () => {
    const client = emptyFolder();
    expect((await clawhub(["install", name], client)).code).toBe(0);
    const author = await loggedIn();
    const { state } = await publish(author, second, name, "1.0.1");
    expect(state).toBe("PUBLISHED");
    const updated = await clawhub(["update", "--all"], client);
    expect([updated.code, updated.output]).toEqual([0, expect.any(String)]);
    expect(installed(client)).toEqual(treeOf(second));
    const pinned = emptyFolder();
    expect((await clawhub(["install", name, "--version", "1.0.0"], pinned)).code).toBe(0);
    expect(installed(pinned)).toEqual(treeOf(first));
  });

  it("does not publish a malicious skill, for another owner, or under a name other than the skill's", async () => {
    const cwd = await loggedIn();
    const { state } = await publish(cwd, badSkill(`bad-${owner}`), `bad-${owner}`, "1.0.0");
    expect(["TIER1_FAILED", "REJECTED"]).toContain(state);
    expect(await clawhub(["install", `bad-${owner}`], emptyFolder())).toEqual(notFound);
    const own = `own-of-${owner}`;
    const folder = path.join(cwd, own);
    writeTree(folder, goodSkill(own));
    const publishAs = (slug: string, ...more: string[]) =>
      clawhub(["publish", folder, "--slug", slug, "--name", "x", "--version", "1.0.0", ...more], cwd);
    expect(await publishAs(own, "--owner", "somebody")).toEqual({
      code: 1,
      output: expect.stringContaining(`This token publishes as @${owner} only.`),
    });
    expect(await publishAs(`other-of-${owner}`)).toEqual({
      code: 1,
      output: expect.stringContaining(`publish with --slug ${own}.`),
    });
    expect(await submissionsOf(own)).toEqual([]);
    expect(await submissionsOf(`other-of-${owner}`)).toEqual([]);
  });

  it("refuses to install a blocked skill, and lists the choices for an ambiguous name", async () => {
    const slug = `shared-${owner}`;
    expect(await operator.publish("first-owner", goodSkill(slug))).toBe("PUBLISHED");
    expect((await clawhub(["install", slug], emptyFolder())).code).toBe(0);
    expect(await operator.publish("second-owner", goodSkill(slug, { body: "Other." }))).toBe("PUBLISHED");
    const ambiguous = await clawhub(["install", slug], emptyFolder());
    expect(ambiguous.code).toBe(1);
    expect(ambiguous.output).toContain(`@first-owner/${slug}`);
    expect(ambiguous.output).toContain(`@second-owner/${slug}`);
    const cwd = emptyFolder();
    // 0.20 cannot name an owner: it refuses the slug, and never installs another owner's skill.
    const invalid = { code: 1, output: expect.stringContaining(`Invalid slug: @second-owner/${slug}`) };
    const named = await clawhub(["install", `@second-owner/${slug}`], cwd);
    expect(named).toEqual(knowsOwners ? { code: 0, output: expect.any(String) } : invalid);
    const block = {
      skillName: slug,
      sourceUrl: "upload:second-owner",
      threatType: "malware",
      severity: "high",
    };
    await operator.post("/api/v1/admin/blocklist", { ...block, reason: "for the test" });
    const gone = emptyFolder();
    expect(await clawhub(["install", `@second-owner/${slug}`], gone)).toEqual(
      knowsOwners ? notFound : invalid,
    );
    expect(existsSync(path.join(gone, "skills", slug, "SKILL.md"))).toBe(false);
    const other = emptyFolder();
    expect((await clawhub(["install", slug], other)).code).toBe(0);
    const text = readFileSync(path.join(other, "skills", slug, "SKILL.md"), "utf8");
    expect(text).not.toContain("Other.");
  });
});
