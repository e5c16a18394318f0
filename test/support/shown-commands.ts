/**
 * Runs the install commands that a skill's page shows, with the real clients, and compares the installed files with the
 * digest on that page. Claude Code itself is not run: its plugin is looked up in the marketplace file and installed with npm.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { contentDigest } from "../../src/domain/digest.ts";
import { type ClientRun, emptyFolder, readTree, runClient, runNpm } from "./client-run.ts";

type Tree = Readonly<Record<string, string>>;

export interface ShownSkill {
  readonly name: string;
  readonly digest: string;
  readonly commands: readonly string[];
}

interface Use {
  readonly skill: ShownSkill;
  /** An empty folder for this command alone. */
  readonly folder: string;
}

/** Takes the groups of its expression. Returns the installed files, or null if the command installs nothing. */
type Runner = (use: Use, ...words: string[]) => Promise<Tree | null>;

const runners: readonly (readonly [RegExp, Runner])[] = [
  [/^npx skills add (\S+)$/, addWithSkills],
  [/^SKILLS_API_URL=(\S+) npx skills find (\S+)$/, findWithSkills],
  [/^npx clawhub (.+)$/, installWithClawhub],
  [/^npm install --registry (\S+) (\S+)$/, installWithNpm],
  [/^\/plugin marketplace add (\S+)$/, async (_, url = "") => fetchJson(url).then(() => null)],
  [/^\/plugin install (\S+)@(\S+)$/, installPlugin],
  [
    /^claude mcp add --transport http \S+ (\S+)$/,
    async (_, url = "") => callMcp(url, "tools/list").then(() => null),
  ],
  [/^Verify and install (?:version (\S+) of )?the skill (\S+) from vskill\.$/, fetchInstallInstructions],
  [/^curl -fL -o (\S+) "(\S+)"$/, downloadArchive],
  [/^echo "[0-9a-f]{64} {2}\S+" \| sha256sum -c$/, async () => null],
  [/^\[!\[vskill\]\((\S+)\)\]\((\S+)\)$/, showBadge],
];

export class CommandRunner {
  readonly problems: string[] = [];
  /** Number of commands that installed files. */
  installs = 0;
  /** The pages of a skill and of its latest version show the same commands for the same content. */
  readonly #done = new Set<string>();

  async runAll(skill: ShownSkill): Promise<void> {
    const isDownload = (command: string) => command.startsWith("curl ");
    const scanned = await this.#run(skill.commands.find(isDownload) ?? "no download", skill);
    const others = skill.commands.filter(
      (command) => !isDownload(command) && !this.#done.has(`${skill.digest} ${command}`),
    );
    for (const command of others) {
      this.#done.add(`${skill.digest} ${command}`);
      const installed = await this.#run(command, skill);
      if (installed !== null) this.installs += 1;
      if (installed !== null && !isDeepStrictEqual(installed, scanned))
        this.problems.push(`${command}: does not install the files of ${skill.digest}`);
    }
  }

  async #run(command: string, skill: ShownSkill): Promise<Tree | null> {
    const folder = emptyFolder();
    try {
      return await run(command, { skill, folder });
    } catch (error) {
      this.problems.push(`${command}: ${error instanceof Error ? error.message : error}`);
      return null;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function run(command: string, use: Use): Promise<Tree | null> {
  for (const [expression, runner] of runners) {
    const match = expression.exec(command);
    if (match !== null) return runner(use, ...match.slice(1));
  }
  throw new Error("no runner matches this command");
}

/** Checks both digests that the page shows: of the archive and of the content. */
async function downloadArchive({ skill, folder }: Use, file = "", url = ""): Promise<Tree> {
  const bytes = Buffer.from(await (await fetchOk(url)).arrayBuffer());
  const sum = createHash("sha256").update(bytes).digest("hex");
  if (!skill.commands.includes(`echo "${sum}  ${file}" | sha256sum -c`))
    throw new Error(`the checksum is ${sum}`);
  const archive = path.join(folder, file);
  writeFileSync(archive, bytes);
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  rmSync(archive);
  const tree = readTree(folder);
  const files = Object.entries(tree).map(([name, base64]) => ({
    path: name,
    bytes: Buffer.from(base64, "base64"),
    executable: (statSync(path.join(folder, name)).mode & 0o100) !== 0,
  }));
  if (contentDigest(files) !== skill.digest)
    throw new Error(`the content has the digest ${contentDigest(files)}`);
  return tree;
}

async function addWithSkills({ skill, folder }: Use, url = ""): Promise<Tree> {
  const args = ["add", url, "-a", "claude-code", "-y"];
  expectDone(await runClient("skills-1.7/bin/cli.mjs", args, { cwd: folder }));
  const installed = path.join(folder, ".claude", "skills");
  expectOnly(readdirSync(installed), skill.name);
  return readTree(path.join(installed, skill.name));
}

async function findWithSkills({ folder }: Use, url = "", words = ""): Promise<null> {
  const options = { cwd: folder, env: { SKILLS_API_URL: url } };
  const { code, output } = await runClient("skills-1.7/bin/cli.mjs", ["find", words], options);
  expectDone({ code, output });
  if (!output.includes(words)) throw new Error(`finds nothing: ${output}`);
  return null;
}

async function installWithClawhub({ folder }: Use, text = ""): Promise<Tree> {
  const env = { CLAWHUB_CONFIG_PATH: path.join(folder, "config.json"), CLAWHUB_DISABLE_TELEMETRY: "1" };
  const args = ["--no-input", "--workdir", folder, ...text.split(" ")];
  expectDone(await runClient("clawhub/bin/clawdhub.js", args, { cwd: folder, env }));
  const manifest = readdirSync(path.join(folder, "skills"), { recursive: true, encoding: "utf8" }).find(
    (name) => name.endsWith("SKILL.md"),
  );
  const installed = path.join(folder, "skills", path.dirname(manifest ?? ""));
  return readTree(installed, [".clawhub", ".clawdhub", "_meta.json"]);
}

/** Claude Code and npm install the same packages, so each is fetched once. */
const npmInstalls = new Map<string, Promise<Tree>>();

function installWithNpm(use: Use, registry = "", name = ""): Promise<Tree> {
  const key = `${registry} ${name}`;
  const installed = npmInstalls.get(key) ?? npmInstall(use, registry, name);
  npmInstalls.set(key, installed);
  return installed;
}

async function npmInstall({ skill, folder }: Use, registry: string, name: string): Promise<Tree> {
  writeFileSync(path.join(folder, "package.json"), `{"name":"client","version":"1.0.0"}`);
  expectDone(await runNpm(["install", "--registry", registry, name], folder));
  const skills = path.join(folder, "node_modules", name.slice(0, name.lastIndexOf("@")), "skills");
  expectOnly(readdirSync(skills), skill.name);
  return readTree(path.join(skills, skill.name));
}

interface Marketplace {
  readonly name: string;
  readonly plugins: readonly {
    readonly name: string;
    readonly source: { readonly registry: string; readonly package: string; readonly version: string };
  }[];
}

async function installPlugin(use: Use, plugin = "", marketplace = ""): Promise<Tree> {
  const add = use.skill.commands.find((command) => command.startsWith("/plugin marketplace add ")) ?? "";
  const file = await fetchJson<Marketplace>(add.split(" ").at(-1) ?? "");
  if (file.name !== marketplace) throw new Error(`the marketplace is called ${file.name}`);
  const found = file.plugins.filter(({ name }) => name === plugin);
  if (found.length !== 1) throw new Error(`the marketplace has ${found.length} plugins of this name`);
  const source = found[0]!.source;
  return installWithNpm(use, source.registry, `${source.package}@${source.version}`);
}

/** Calls the MCP tool as the agent would. The commands that it returns must be among those of the page. */
async function fetchInstallInstructions(
  { skill }: Use,
  version: string | undefined,
  slug = "",
): Promise<null> {
  const add = skill.commands.find((command) => command.startsWith("claude mcp add ")) ?? "";
  const input = { skill: slug, ...(version === undefined ? {} : { version }) };
  const params = { name: "install_instructions", arguments: input };
  const { structuredContent } = await callMcp<{
    structuredContent: { digest: string; commands: Record<"clawhub" | "npm", string> };
  }>(add.split(" ").at(-1) ?? "", "tools/call", params);
  const { digest, commands } = structuredContent;
  if (digest !== skill.digest) throw new Error(`the server returned the digest ${digest}`);
  for (const command of [`npx ${commands.clawhub}`, commands.npm])
    if (!skill.commands.includes(command)) throw new Error(`the server returned the command ${command}`);
  return null;
}

async function showBadge(_: Use, image = "", page = ""): Promise<null> {
  await fetchOk(image);
  await fetchOk(page);
  return null;
}

async function callMcp<T>(url: string, method: string, params: object = {}): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const response = await (await fetchOk(url, { method: "POST", body, headers })).json();
  const { result, error } = response as { result?: T; error?: unknown };
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

async function fetchJson<T>(url: string): Promise<T> {
  return (await (await fetchOk(url)).json()) as T;
}

async function fetchOk(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

function expectDone({ code, output }: ClientRun): void {
  if (code !== 0) throw new Error(`exit code ${code}: ${output.slice(-500)}`);
}

function expectOnly(installed: readonly string[], name: string): void {
  if (installed.join() !== name) throw new Error(`installs ${installed}`);
}
