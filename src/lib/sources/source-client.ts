/**
 * The only way out to a source's host: every address checked, every redirect checked again, the token sent to
 * its own host alone, sizes and time bounded while bytes arrive, and every failure named for what it is (L51).
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { describeError } from "../platform/log.ts";
import { readCapped } from "../platform/read-capped.ts";
import { requireWorkerEnv } from "../worker-context.ts";
import { type AddressPolicy, checkAddress, readAddressPolicy } from "./address-guard.ts";

const PUBLIC_GITHUB_API = "https://api.github.com";
/** Hosts whose addresses are public beyond doubt: there a refused connection is trouble, not an attack. */
const surelyPublic = /^(?:api|codeload)\.github\.com$/;

export interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  /** At most `maxBytes`, as they arrive; SOURCE_ANSWER_TOO_LARGE behind that. */
  body(maxBytes: number): AsyncGenerator<Uint8Array, void, void>;
  bytes(maxBytes: number): Promise<Uint8Array>;
  /** Lets the connection go without reading it. */
  discard(): Promise<void>;
}

interface ClientOptions {
  readonly policy: AddressPolicy;
  readonly limits: Limits;
  readonly githubApiUrl: string;
  readonly githubToken: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Runs `work` with a client whose requests together end within the time limit. */
export async function withSourceClient<T>(
  signal: AbortSignal | undefined,
  work: (client: SourceClient) => Promise<T>,
): Promise<T> {
  const env = requireWorkerEnv();
  const githubApiUrl = (env.GITHUB_API_URL || PUBLIC_GITHUB_API).replace(/\/+$/, "");
  const policy = readAddressPolicy(githubApiUrl, env.ALLOW_HOSTS);
  const client = new SourceClient({
    policy,
    limits: currentLimits(),
    githubApiUrl,
    githubToken: env.GITHUB_TOKEN,
    signal,
  });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

export class SourceClient {
  readonly limits: Limits;
  readonly githubApiUrl: string;
  readonly #options: ClientOptions;
  readonly #deadline = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #signal: AbortSignal;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.limits = options.limits;
    this.githubApiUrl = options.githubApiUrl;
    const { signal } = options;
    this.#signal =
      signal === undefined ? this.#deadline.signal : AbortSignal.any([signal, this.#deadline.signal]);
    this.#timer = setTimeout(
      () => this.#deadline.abort(new Refusal("SOURCE_TIMEOUT")),
      options.limits.sourceMs,
    );
  }

  /** Ends the time limit and every connection that is still open: a refused archive is not read to its end. */
  close(): void {
    clearTimeout(this.#timer);
    this.#deadline.abort(new Refusal("SOURCE_TIMEOUT"));
  }

  /** One GET of exactly this address: a redirect is an answer like any other. For what only its own place may say. */
  async getHere(address: string, accept: string): Promise<Answer> {
    const url = parseAddress(address, undefined);
    return this.#answer(url, await this.#send(url, accept));
  }

  /** One GET, redirects followed. The status is the caller's to judge; what fails before one is a refusal. */
  async get(address: string, accept: string): Promise<Answer> {
    let url = parseAddress(address, undefined);
    for (let hop = 0; hop <= this.limits.redirects; hop++) {
      const response = await this.#send(url, accept);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null)
        return this.#answer(url, response);
      await response.body?.cancel();
      url = parseAddress(location, url.href);
    }
    throw new Refusal("SOURCE_REDIRECTS", `The host redirects more than ${this.limits.redirects} times.`);
  }

  async #send(url: URL, accept: string): Promise<Response> {
    checkAddress(url, this.#options.policy);
    const headers = new Headers({ accept, "user-agent": "vskill-platform" });
    // Asked anew at each hop: a redirect to another host goes without it.
    const { githubToken, githubApiUrl } = this.#options;
    if (githubToken !== undefined && githubToken !== "" && url.origin === new URL(githubApiUrl).origin) {
      headers.set("authorization", `Bearer ${githubToken}`);
    }
    try {
      return await fetch(url, { headers, redirect: "manual", signal: this.#signal });
    } catch (error) {
      throw this.#failure(error, url);
    }
  }

  #answer(url: URL, response: Response): Answer {
    const body = (maxBytes: number) => this.#body(response, url, maxBytes);
    return {
      url,
      status: response.status,
      headers: response.headers,
      body,
      bytes: (maxBytes) => readCapped(body(maxBytes), maxBytes, () => tooLarge(url, maxBytes)),
      discard: async () => response.body?.cancel(),
    };
  }

  async *#body(response: Response, url: URL, maxBytes: number): AsyncGenerator<Uint8Array, void, void> {
    if (response.body === null) return;
    let bytes = 0;
    try {
      for await (const chunk of response.body) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(url, maxBytes);
        yield chunk;
      }
    } catch (error) {
      throw this.#failure(error, url);
    }
  }

  #failure(error: unknown, url: URL): unknown {
    if (error instanceof Refusal) return error;
    if (this.#deadline.signal.aborted) {
      return new Refusal("SOURCE_TIMEOUT", `${url.host} did not finish within ${this.limits.sourceMs} ms.`);
    }
    const { signal } = this.#options;
    if (signal?.aborted === true) return signal.reason;
    // All that workerd tells of its network rule, and of a name that does not resolve.
    if (
      error instanceof Error &&
      /^internal error\b/.test(error.message) &&
      !surelyPublic.test(url.hostname)
    ) {
      return new Refusal(
        "ADDRESS_REFUSED",
        `${url.host} is unknown, or leads to an address that is not public.`,
      );
    }
    return new Refusal("SOURCE_UNAVAILABLE", `${url.host} does not answer at the moment.`, {
      cause: describeError(error),
    });
  }
}

function parseAddress(address: string, base: string | undefined): URL {
  if (!URL.canParse(address, base))
    throw new Refusal("SOURCE_REDIRECTS", "The host redirects to something that is no address.");
  return new URL(address, base);
}

function tooLarge(url: URL, maxBytes: number): Refusal {
  return new Refusal("SOURCE_ANSWER_TOO_LARGE", `${url.host} answered with more than ${maxBytes} bytes.`);
}
