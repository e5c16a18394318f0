/**
 * The HTTP client for source hosts, and the only one. It checks every URL and every redirect, sends the token to its
 * own host alone, limits sizes and time while bytes arrive, and reports every failure by its cause (L51).
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import { DEFAULT_GITHUB_API_URL } from "../../domain/source-ref.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { describeError } from "../platform/log.ts";
import { readCapped } from "../platform/read-capped.ts";
import { requireWorkerEnv } from "../worker-context.ts";
import { type AddressPolicy, checkAddress, readAddressPolicy } from "./address-guard.ts";

/** Hosts that are certainly public: for them a refused connection is an outage, not an attack. */
const surelyPublic = /^(?:api|codeload)\.github\.com$/;

export interface SourceResponse {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  /** At most `maxBytes`, as they arrive; then throws SOURCE_ANSWER_TOO_LARGE. */
  body(maxBytes: number): AsyncGenerator<Uint8Array, void, void>;
  bytes(maxBytes: number): Promise<Uint8Array>;
  /** Closes the connection without reading the body. */
  discard(): Promise<void>;
}

interface ClientOptions {
  readonly policy: AddressPolicy;
  readonly limits: Limits;
  readonly githubApiUrl: string;
  readonly githubToken: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Runs `work` with a client. All its requests together must end within the time limit. */
export async function withSourceClient<T>(
  signal: AbortSignal | undefined,
  work: (client: SourceClient) => Promise<T>,
): Promise<T> {
  const env = requireWorkerEnv();
  const githubApiUrl = (env.GITHUB_API_URL || DEFAULT_GITHUB_API_URL).replace(/\/+$/, "");
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
    this.#timer = setTimeout(() => this.#deadline.abort(), options.limits.sourceMs);
  }

  /** Ends the time limit and every open connection: a refused archive is not read to its end. */
  close(): void {
    clearTimeout(this.#timer);
    this.#deadline.abort();
  }

  /**
   * One GET of exactly this URL. A redirect is returned like any other response, for content that must not come from
   * another place.
   */
  async getHere(address: string, accept: string): Promise<SourceResponse> {
    const url = parseAddress(address, undefined);
    return this.#toSourceResponse(url, await this.#send(url, accept));
  }

  /** One GET, following redirects. The caller checks the status; failures without a response are refusals. */
  async get(address: string, accept: string): Promise<SourceResponse> {
    let url = parseAddress(address, undefined);
    for (let hop = 0; hop <= this.limits.redirects; hop++) {
      const response = await this.#send(url, accept);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null)
        return this.#toSourceResponse(url, response);
      await response.body?.cancel();
      url = parseAddress(location, url.href);
    }
    throw new Refusal("SOURCE_REDIRECTS", `The host redirected more than ${this.limits.redirects} times.`);
  }

  async #send(url: URL, accept: string): Promise<Response> {
    checkAddress(url, this.#options.policy);
    const headers = new Headers({ accept, "user-agent": "vskill-platform" });
    // Decided for each hop: a redirect to another host does not get the token.
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

  #toSourceResponse(url: URL, response: Response): SourceResponse {
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
    // The only error that workerd reports for its network policy, and for a name that does not resolve.
    if (
      error instanceof Error &&
      /^internal error\b/.test(error.message) &&
      !surelyPublic.test(url.hostname)
    ) {
      return new Refusal("ADDRESS_REFUSED", `Can't resolve ${url.host}, or it isn't public.`);
    }
    return new Refusal("SOURCE_UNAVAILABLE", `Can't reach ${url.host} right now.`, {
      cause: describeError(error),
    });
  }
}

function parseAddress(address: string, base: string | undefined): URL {
  if (!URL.canParse(address, base))
    throw new Refusal("SOURCE_REDIRECTS", "The host redirected to an invalid URL.");
  return new URL(address, base);
}

function tooLarge(url: URL, maxBytes: number): Refusal {
  return new Refusal("SOURCE_ANSWER_TOO_LARGE", `${url.host} returned more than ${maxBytes} bytes.`);
}
