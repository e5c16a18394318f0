/** Talks to a registry for the commands: where it is, with which token, and what to say when it does not answer. */

export const EXIT = {
  ok: 0,
  /** What was asked has a negative answer: not published, not verified, nothing found. */
  no: 1,
  /** A person has to decide first. */
  review: 3,
  usage: 64,
  refused: 65,
  unreachable: 69,
} as const;

const DEFAULT_REGISTRY = "http://127.0.0.1:8787";

/** An expected failure: printed as its message alone. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
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
    const address = registry ?? env.VSKILL_REGISTRY ?? DEFAULT_REGISTRY;
    if (!URL.canParse(address) || !/^https?:/.test(address))
      throw new CommandFailure(EXIT.usage, `"${address}" is not the address of a registry.`);
    this.url = address.replace(/\/+$/, "");
    this.#token = token ?? env.VSKILL_TOKEN;
  }

  /** The answer, whatever its status; throws when there is none. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("user-agent", "vskill-platform-cli");
    if (this.#token !== undefined && this.#token !== "")
      headers.set("authorization", `Bearer ${this.#token}`);
    try {
      return await fetch(new URL(path, `${this.url}/`), { ...init, headers });
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new CommandFailure(EXIT.unreachable, `${this.url} does not answer (${cause}).`);
    }
  }

  /** JSON of a good answer; the registry's own sentence where it refuses. */
  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    const answer = await this.fetch(path, init);
    const text = await answer.text();
    if (!answer.ok)
      throw new CommandFailure(
        answer.status >= 500 ? EXIT.unreachable : EXIT.refused,
        sentenceOf(answer, text),
      );
    return JSON.parse(text) as T;
  }

  post<T>(path: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    return this.json<T>(path, { method: "POST", body: JSON.stringify(body), headers });
  }
}

function sentenceOf(answer: Response, text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { error?: string; message?: string };
    return `${message ?? text} (${answer.status} ${error ?? ""})`.replace(" )", ")");
  } catch {
    return `The registry answered ${answer.status}.`;
  }
}
