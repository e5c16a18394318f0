/**
 * Starts the real server, as an operator would, on a free port with its own data folder. In an e2e test,
 * `await using server = await startServer()` stops it and removes its data folder at the end.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { allSettings } from "../../src/domain/settings.ts";
import { WAIT_LIMIT_MS } from "./wait-limit.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

export interface StartOptions {
  /** Flags after `serve`. `--data` is always added, `--port 0` unless this has a port. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A folder to use and keep. Without it, the server uses a temporary folder, which is removed at the end. */
  readonly dataDir?: string;
  /** Submits the examples, as a first start does. Off by default, so that a test sees only its own data. */
  readonly examples?: boolean;
  /** The npm script to start it through, in its own process group. Without it, the server is started directly. */
  readonly viaNpm?: "start" | "dev" | false;
  /** Starts it on a terminal that `script` of util-linux creates. Needs `hasTerminals()`. */
  readonly onTerminal?: boolean;
  /** The command-line script to start. Without it, that of the source tree. */
  readonly script?: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything printed, both streams. */
  readonly output: string;
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  /** The token printed at the first start of a data folder. Null if none was printed. */
  readonly adminToken: string | null;
  readonly dataDir: string;
  /** Of the server, or of npm if it was started through npm. */
  readonly pid: number;
  readonly workerdPid: number;
  /** Both streams. */
  output(): string;
  stdout(): string;
  /** Resolves when the output matches. */
  waitForOutput(pattern: RegExp): Promise<void>;
  /** Sends the signal to the server, or with `group` to its whole process group, and waits for the end of the server. */
  stop(signal?: NodeJS.Signals, to?: "process" | "group"): Promise<Exit>;
  kill9(): Promise<Exit>;
}

class Started {
  readonly dataDir: string;
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  #temporary: boolean;
  #text = "";
  #stdout = "";
  #watchers = new Set<() => void>();

  constructor({ args = [], env = {}, dataDir, ...rest }: StartOptions) {
    const { viaNpm = false, examples = false } = rest;
    this.#temporary = dataDir === undefined;
    this.dataDir = dataDir ?? mkdtempSync(path.join(tmpdir(), "vskill-e2e-"));
    const port = args.includes("--port") ? [] : ["--port", "0"];
    const noExamples = examples ? [] : ["--no-examples"];
    const flags = [...port, "--data", this.dataDir, ...noExamples, ...args];
    const [command = "", ...parameters] = commandLine(flags, rest);
    this.child = spawn(command, parameters, {
      cwd: root,
      env: { ...cleanEnvironment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: viaNpm !== false,
    });
    this.child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (this.#stdout += chunk));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => this.#append(chunk));
    }
    this.exited = new Promise((resolve) => {
      this.child.once("close", (code, signal) => {
        this.#append("");
        resolve({ code, signal, output: this.#text });
      });
    });
  }

  #append(chunk: string): void {
    this.#text += chunk;
    for (const watcher of this.#watchers) watcher();
  }

  output = () => this.#text;
  stdout = () => this.#stdout;

  /** Rejects if the process ends or the time limit is reached before the output matches. */
  waitForOutput = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (why: string) =>
        settle(() => reject(new Error(`${why} before ${pattern}:\n${this.#text}`)));
      const timer = setTimeout(() => fail("the time limit was reached"), WAIT_LIMIT_MS);
      const check = () => {
        if (pattern.test(this.#text)) settle(resolve);
        else if (this.child.exitCode !== null || this.child.signalCode !== null) fail("the server ended");
      };
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(check);
        end();
      };
      this.#watchers.add(check);
      check();
    });

  stop = async (signal: NodeJS.Signals = "SIGTERM", to: "process" | "group" = "process"): Promise<Exit> => {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(to === "group" ? -pid : pid, signal);
    return this.exited;
  };

  async dispose(): Promise<void> {
    await this.stop("SIGTERM");
    if (this.#temporary) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function commandLine(
  flags: string[],
  { viaNpm = false, onTerminal, script = "cli/vskill.ts" }: StartOptions,
): string[] {
  if (viaNpm !== false) return ["npm", "run", viaNpm, "--", ...flags];
  const node = [process.execPath, "--disable-warning=ExperimentalWarning", script, "serve", ...flags];
  if (onTerminal !== true) return node;
  return ["script", "-qec", `exec ${node.map((word) => `'${word}'`).join(" ")}`, "/dev/null"];
}

/** Whether tests can create a terminal. The `script` of macOS has other flags. */
export const hasTerminals = (): boolean =>
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

/** Removes our own settings, so that those of the machine that runs the tests do not leak in. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(allSettings).filter(([, { readBy }]) => readBy.includes("worker"));
  const removed = new Set([...ours.map(([name]) => name), "ADMIN_TOKEN", "NODE_ENV"]);
  // Vitest sets NODE_ENV=test for its child processes; an operator's shell does not.
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !removed.has(name)));
}

/** Starts the server and checks that `/healthz` returns 200. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const started = new Started(options);
  try {
    await started.waitForOutput(/^ {2}address {2,}(http:\S+)/m);
  } catch (error) {
    await started.dispose();
    throw error;
  }
  const { output, stdout, waitForOutput, stop, dataDir } = started;
  const url = /^ {2}address {2,}(http:\S+)/m.exec(output())?.[1] ?? "";
  const health = await fetch(`${url}/healthz`);
  if (health.status !== 200) throw new Error(`/healthz returned ${health.status}: ${await health.text()}`);
  return {
    url,
    adminToken: /^ {2}admin token {2,}(vsk_\S+)/m.exec(output())?.[1] ?? null,
    dataDir,
    pid: started.child.pid ?? 0,
    workerdPid: Number(readFileSync(path.join(dataDir, "workerd.pid"), "utf8")),
    output,
    stdout,
    waitForOutput,
    stop,
    kill9: () => stop("SIGKILL"),
    [Symbol.asyncDispose]: () => started.dispose(),
  };
}

/** Runs `use` with a started server. For scripts that Node 22 runs without a build, because it does not support `using`. */
export async function withServer<T>(
  options: StartOptions,
  use: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(options);
  try {
    return await use(server);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

/** Starts a server that is expected to fail at the start, and returns how it ended. */
export async function startAndFail(options: StartOptions = {}): Promise<Exit> {
  const started = new Started(options);
  const exit = await started.exited;
  await started.dispose();
  return exit;
}

/** Sends a signal as soon as the output of a starting server matches `pattern`, and returns how the server ended. */
export async function interruptStart(
  pattern: RegExp,
  signal: NodeJS.Signals,
  options: StartOptions = {},
): Promise<Exit> {
  const started = new Started(options);
  await started.waitForOutput(pattern);
  const exit = await started.stop(signal);
  await started.dispose();
  return exit;
}

/** Whether a process is running. A zombie that has not been reaped is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
