/** Talks to a registry for the commands: where it is, with which token, and what to say when it does not answer. */
import { settings } from "../../src/domain/settings.ts";
import { EXIT } from "../exit-codes.ts";

/** An expected failure: printed as its message alone. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  /** The registry's own code, or ours. */
  readonly code: string;
  constructor(exitCode: number, code: string, message: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
  }
}

export interface RegistryOptions {
  readonly registry?: string | undefined;
  readonly token?: string | undefined;
}

export class Registry {
  readonly url: string;
  readonly #token: string | undefined;

  constructor({ registry, token }: RegistryOptions, env: NodeJS.ProcessEnv = process.env) {
    const address = registry ?? env.VSKILL_REGISTRY ?? settings.VSKILL_REGISTRY.default;
    if (!URL.canParse(address) || !/^https?:/.test(address))
      throw new CommandFailure(EXIT.usage, "USAGE", `"${address}" is not the address of a registry.`);
    this.url = address.replace(/\/+$/, "");
    this.#token = token ?? env.VSKILL_TOKEN;
  }

  /** A good answer; throws the registry's own sentence where it refuses, and when there is no answer at all. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("user-agent", "vskill-platform-cli");
    if (this.#token !== undefined && this.#token !== "")
      headers.set("authorization", `Bearer ${this.#token}`);
    const answer = await this.#ask(path, { ...init, headers });
    if (!answer.ok) throw failureOf(answer, await answer.text());
    return answer;
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, `${this.url}/`), init);
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new CommandFailure(EXIT.unreachable, "UNREACHABLE", `${this.url} does not answer (${cause}).`);
    }
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    const text = await (await this.fetch(path, init)).text();
    try {
      return JSON.parse(text) as T;
    } catch {
      const message = `${this.url} answered something else than JSON: it is no registry, or a proxy stands before it.`;
      throw new CommandFailure(EXIT.unreachable, "BAD_ANSWER", message);
    }
  }

  post<T>(path: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    return this.json<T>(path, { method: "POST", body: JSON.stringify(body), headers });
  }
}

/** What is not there is an answer; what was refused, or failed, is none. */
function exitCodeOf(status: number): number {
  if (status === 404 || status === 410) return EXIT.no;
  return status >= 500 ? EXIT.unreachable : EXIT.refused;
}

function failureOf({ status }: Response, text: string): CommandFailure {
  const { error, message } = readProblem(text);
  const code = error ?? `HTTP_${status}`;
  const said = message === undefined ? `The registry answered ${status}.` : `${message} (${status} ${code})`;
  return new CommandFailure(exitCodeOf(status), code, said);
}

function readProblem(text: string): { error?: string | undefined; message?: string | undefined } {
  try {
    const { error, message } = JSON.parse(text) as Record<string, unknown>;
    const told = (value: unknown) => (typeof value === "string" ? value : undefined);
    return { error: told(error), message: told(message) };
  } catch {
    return {};
  }
}
