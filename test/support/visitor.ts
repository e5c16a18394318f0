/** A browser that signs in with GitHub, inside workerd. A stub of `fetch` plays GitHub: call `vi.restoreAllMocks` after each test. */
import { createExecutionContext, env } from "cloudflare:test";
import { expect, vi } from "vitest";
import { hashToken } from "../../src/lib/accounts/token-store.ts";
import worker from "../../src/worker.ts";

export const configured = {
  ...env,
  ADMIN_TOKEN_SHA256: hashToken("vsk_operator-of-sign-in"),
  GITHUB_URL: "https://git.example",
  GITHUB_API_URL: "https://git.example/api/v3",
  GITHUB_CLIENT_ID: "Iv1.test",
  GITHUB_CLIENT_SECRET: "s3cret-of-the-app",
  ADMIN_GITHUB_USERS: "root-cat, other",
};

/** A browser's cookie jar. It ignores the cookies' paths. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly env: typeof configured;

  constructor(settings: typeof configured = configured) {
    this.env = settings;
  }

  async go(path: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(`https://registry.example${path}`, {
      headers: { accept: "text/html", cookie, ...(form ? { "sec-fetch-site": "same-origin" } : {}) },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      redirect: "manual",
    });
    const response = await worker.fetch(request as never, this.env, createExecutionContext());
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      if (/Max-Age=0/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Starts a sign-in, up to the redirect to GitHub. */
  async begin(to: string): Promise<URL> {
    const response = await this.go(`/sign-in/github?to=${encodeURIComponent(to)}`);
    expect(response.status).toBe(302);
    return new URL(response.headers.get("location") ?? "");
  }

  async signIn(to = "/account"): Promise<Response> {
    const state = (await this.begin(to)).searchParams.get("state");
    return this.go(`/sign-in/github/callback?code=good-code&state=${state}`);
  }

  async csrfAt(path: string): Promise<string> {
    const html = await (await this.go(path)).text();
    return /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
  }
}

export let githubRequests: { url: string; init: RequestInit }[] = [];

/** Stubs GitHub with one valid code and one user. */
export function stubGithub(user: { id: number; login: string } | "down" | "unknown"): void {
  githubRequests = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    githubRequests.push({ url: String(input), init });
    if (user === "down") return new Response("oops", { status: 502 });
    if (String(input).endsWith("/login/oauth/access_token")) {
      const { code } = JSON.parse(String(init.body)) as { code: string };
      return Response.json(
        code === "good-code" ? { access_token: "gho_1" } : { error: "bad_verification_code" },
      );
    }
    return user === "unknown" ? new Response("", { status: 401 }) : Response.json(user);
  });
}

let nextId = 1_000;
export const newcomer = (login: string) => ({ id: nextId++, login });
