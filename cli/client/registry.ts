/** HTTP client of a registry: its address, the token, and failures as messages and exit codes. */
import { settings } from "../../src/domain/settings.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { CommandFailure, UsageFailure } from "../failure.ts";

export interface RegistryOptions {
  readonly registry?: string | undefined;
  readonly token?: string | undefined;
}

export class Registry {
  readonly url: string;
  readonly #token: string | undefined;

  constructor({ registry, token }: RegistryOptions, env: NodeJS.ProcessEnv = process.env) {
    const address = registry ?? (env.VSKILL_REGISTRY || settings.VSKILL_REGISTRY.default);
    if (!URL.canParse(address) || !/^https?:/.test(address))
      throw new UsageFailure([`"${address}" is not the http(s) address of a registry.`]);
    this.url = address.replace(/\/+$/, "");
    this.#token = token ?? env.VSKILL_TOKEN;
  }

  /** A successful response. Throws a CommandFailure with the registry's own message, or if it is unreachable. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("user-agent", "vskill-platform-cli");
    if (this.#token !== undefined && this.#token !== "")
      headers.set("authorization", `Bearer ${this.#token}`);
    const response = await this.#send(path, { ...init, headers });
    if (!response.ok) throw failureOf(response, await response.text());
    return response;
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, `${this.url}/`), init);
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new CommandFailure(EXIT.unreachable, "UNREACHABLE", `${this.url} is unreachable (${cause}).`);
    }
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    const text = await (await this.fetch(path, init)).text();
    try {
      return JSON.parse(text) as T;
    } catch {
      const message = `${this.url} did not respond with JSON: it is not a registry, or a proxy is in front of it.`;
      // Scripts read this code in the `--json` output, so it is not renamed to "response".
      throw new CommandFailure(EXIT.unreachable, "BAD_ANSWER", message);
    }
  }

  post<T>(path: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    return this.json<T>(path, { method: "POST", body: JSON.stringify(body), headers });
  }
}

/** "Not found" is a result; a rejected or failed request is not. */
function exitCodeOf(status: number): ExitCode {
  if (status === 404 || status === 410) return EXIT.no;
  return status >= 500 ? EXIT.unreachable : EXIT.refused;
}

function failureOf({ status }: Response, body: string): CommandFailure {
  const { error, message } = readProblem(body);
  const code = error ?? `HTTP_${status}`;
  const text =
    message === undefined ? `The registry responded with ${status}.` : `${message} (${status} ${code})`;
  return new CommandFailure(exitCodeOf(status), code, text);
}

function readProblem(text: string): { error?: string | undefined; message?: string | undefined } {
  try {
    const { error, message } = JSON.parse(text) as Record<string, unknown>;
    const ifText = (value: unknown) => (typeof value === "string" ? value : undefined);
    return { error: ifText(error), message: ifText(message) };
  } catch {
    return {};
  }
}
