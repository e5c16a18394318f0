/** Runs the real clients against the started server, and reads the files that they write. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installTools } from "../../scripts/install-tools.ts";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { TERMINAL_STATES } from "../../src/domain/submission.ts";
import { makeZip } from "../../src/lib/archives/install-archives.ts";
import type { RunningServer } from "./start-server.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

export interface ClientRun {
  readonly code: number | null;
  readonly output: string;
}

export function emptyFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "vskill-client-"));
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
}

/** Runs a script of a package in test/e2e/package.json. */
export function runClient(script: string, args: string[], options: RunOptions): Promise<ClientRun> {
  return runScript(path.join(installTools("test/e2e"), script), args, options);
}

/** Runs our own command line as a user does. */
export function runOwnClient(args: string[], options: RunOptions): Promise<ClientRun> {
  return runScript(path.join(root, "cli", "vskill.ts"), args, options);
}

export function runNpm(args: string[], cwd: string): Promise<ClientRun> {
  const quick = ["--no-audit", "--no-fund", "--fetch-retries=0", "--no-update-notifier"];
  return runCommand("npm", [...args, "--cache", path.join(cwd, "cache"), ...quick], { cwd });
}

/** Runs a script on the Node that runs the tests. */
export function runScript(script: string, args: string[], options: RunOptions): Promise<ClientRun> {
  return runCommand(process.execPath, [script, ...args], options);
}

/** Runs a command without the settings of this machine's environment. */
export function runCommand(command: string, args: string[], options: RunOptions): Promise<ClientRun> {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: options.cwd,
    CI: "1",
    NO_COLOR: "1",
    DISABLE_TELEMETRY: "1",
    ...options.env,
  };
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Every file below a folder, by its path. `leaveOut` names the files that a client writes about itself. */
export function readTree(folder: string, leaveOut: readonly string[] = []): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const full = path.join(folder, name);
    if (statSync(full).isDirectory() || leaveOut.some((part) => name.startsWith(part))) continue;
    files[name] = readFileSync(full).toString("base64");
  }
  return files;
}

export function treeOf(files: readonly SkillFile[]): Record<string, string> {
  return Object.fromEntries(
    [...files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path: name, bytes }) => [name, Buffer.from(bytes).toString("base64")]),
  );
}

export function writeTree(folder: string, files: readonly SkillFile[]): void {
  for (const { path: name, bytes } of files) {
    const full = path.join(folder, name);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, bytes);
  }
}

const ENDED = new RegExp(`"state":"(${[...TERMINAL_STATES, "NEEDS_REVIEW"].join("|")})"`);

/** Calls the API as the operator. */
export class Operator {
  readonly url: string;
  readonly #token: string;
  constructor(server: RunningServer) {
    this.url = server.url;
    this.#token = server.adminToken ?? "";
  }

  async request(route: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, ...init.headers };
    return fetch(`${this.url}${route}`, { ...init, headers });
  }

  async post<T = unknown>(route: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    const response = await this.request(route, { method: "POST", body: JSON.stringify(body), headers });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async token(owner: string, scopes: string[]): Promise<string> {
    return (await this.post<{ token: string }>("/api/v1/admin/tokens", { owner, scopes })).token;
  }

  /** Uploads, waits for the result and returns its state. */
  async publish(owner: string, files: SkillFile[]): Promise<string> {
    const init = {
      method: "POST",
      body: makeZip(files) as BodyInit,
      headers: { "content-type": "application/zip" },
    };
    const response = await this.request(`/api/v1/submissions/upload?owner=${owner}`, init);
    const { id } = (await response.json()) as { id: string };
    return this.settled(id);
  }

  /** Follows the live stream, as a page does, until the submission is in review or in a terminal state. Returns the state. */
  async settled(id: string): Promise<string> {
    const response = await this.request(`/api/v1/submissions/stream?ids=${id}&lastEventId=0`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ; ) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended: ${text}`);
      text += value;
      const state = ENDED.exec(text)?.[1];
      if (state === undefined) continue;
      await reader.cancel();
      return state;
    }
  }
}
