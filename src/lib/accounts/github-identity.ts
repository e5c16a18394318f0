/**
 * Identifies a user by GitHub sign-in (OAuth code flow with PKCE). It requests no scope, and uses the access token
 * once and discards it. Off unless a client id and its secret are configured.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { DEFAULT_GITHUB_API_URL, DEFAULT_GITHUB_URL, GITHUB_LOGIN } from "../../domain/source-ref.ts";
import { withStoreLimit } from "../platform/time-limit.ts";
import { requireWorkerEnv } from "../worker-context.ts";

const REQUEST_LIMIT_MS = 10_000;

export interface GithubIdentity {
  /** Stays the same when the login changes. */
  readonly id: number;
  /** Lower case. Logins of managed enterprise users may contain an underscore. */
  readonly login: string;
}

interface Configured {
  readonly clientId: string;
  readonly secret: string;
  readonly site: string;
  readonly api: string;
}

function configured(): Configured | null {
  const env = requireWorkerEnv();
  const { GITHUB_CLIENT_ID: clientId = "", GITHUB_CLIENT_SECRET: secret = "" } = env;
  if (clientId === "" || secret === "") return null;
  const site = (env.GITHUB_URL || DEFAULT_GITHUB_URL).replace(/\/+$/, "");
  const api = (env.GITHUB_API_URL || DEFAULT_GITHUB_API_URL).replace(/\/+$/, "");
  return { clientId, secret, site, api };
}

export function isGithubSignInOffered(): boolean {
  return configured() !== null;
}

/** The URL that the browser is sent to, or null when sign-in with GitHub is not configured. */
export function githubSignInUrl(request: { state: string; verifier: string; back: string }): string | null {
  const github = configured();
  if (github === null) return null;
  const query = new URLSearchParams({
    client_id: github.clientId,
    redirect_uri: request.back,
    state: request.state,
    allow_signup: "false",
    code_challenge: createHash("sha256").update(request.verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return `${github.site}/login/oauth/authorize?${query}`;
}

const grantSchema = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{1,300}$/) });
const userSchema = z.object({
  id: z.int().positive(),
  login: z.string().regex(GITHUB_LOGIN),
});

/** The user whom a code identifies; null when GitHub rejects the code. Throws StoreUnavailable when GitHub fails. */
export async function identifyByCode(request: {
  code: string;
  verifier: string;
  back: string;
}): Promise<GithubIdentity | null> {
  const github = configured();
  if (github === null) return null;
  const grant = grantSchema.safeParse(
    await fetchGithub(`${github.site}/login/oauth/access_token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: github.clientId,
        client_secret: github.secret,
        code: request.code,
        redirect_uri: request.back,
        code_verifier: request.verifier,
      }),
    }),
  );
  if (!grant.success) return null;
  const authorization = `Bearer ${grant.data.access_token}`;
  const user = userSchema.safeParse(await fetchGithub(`${github.api}/user`, { headers: { authorization } }));
  return user.success ? { id: user.data.id, login: user.data.login.toLowerCase() } : null;
}

/**
 * The JSON of the response, or null when GitHub rejects the request. Redirects are not followed: they would send the secret
 * elsewhere.
 */
function fetchGithub(url: string, init: RequestInit): Promise<unknown> {
  const headers = { accept: "application/json", "user-agent": "vskill-platform", ...init.headers };
  const send = async () => {
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    if (response.status >= 500) throw new Error(`GitHub returned ${response.status}`);
    return response.ok ? response.json() : null;
  };
  return withStoreLimit("GitHub", REQUEST_LIMIT_MS, send());
}
