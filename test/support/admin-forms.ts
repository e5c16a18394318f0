/** Acts as an operator without a browser, inside workerd: signs in, reads pages, fills in and sends their forms. */
import { createExecutionContext } from "cloudflare:test";
import { expect } from "vitest";
import type { CloudflareEnv } from "../../src/env.ts";
import worker from "../../src/worker.ts";

const ORIGIN = "http://registry";

export class AdminVisitor {
  readonly #env: CloudflareEnv;
  readonly #cookies = new Map<string, string>();

  constructor(env: CloudflareEnv) {
    this.#env = env;
  }

  async signIn(token: string): Promise<void> {
    const page = await this.page("/admin/sign-in");
    const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const response = await this.#send("/admin/sign-in", { token, csrf });
    expect(response.status).toBe(303);
  }

  /** Returns the text of a page. Fails unless the status is 200. */
  async page(path: string): Promise<string> {
    const response = await this.#send(path);
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  }

  /**
   * Fills in and sends the form on `path` that has this action, and returns the notice on the next page. If several
   * forms have the action, it sends the first one that contains `holding`.
   */
  async act(path: string, action: string, fields: Record<string, string>, holding = ""): Promise<string> {
    return this.send(await this.page(path), action, fields, holding);
  }

  /** The same with a page that was opened earlier, as a second admin may have it open. */
  async send(html: string, action: string, fields: Record<string, string>, holding = ""): Promise<string> {
    const form = [...html.matchAll(/<form [^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
      ([, to, inside = ""]) => to === action && inside.includes(holding),
    )?.[2];
    if (form === undefined) throw new Error(`there is no form ${action} with ${holding}`);
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const filled = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    const response = await this.#send(action, { ...filled, ...fields });
    expect(response.status, await response.clone().text()).toBe(303);
    const next = await this.page(response.headers.get("location") ?? "");
    return /<p class="notice[^>]*role="status">(.*?)<\/p>/s.exec(next)?.[1] ?? "";
  }

  async #send(path: string, form?: Record<string, string>): Promise<Response> {
    const request = new Request(ORIGIN + path, {
      redirect: "manual",
      headers: {
        accept: "text/html",
        origin: ORIGIN,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    const response = await worker.fetch(request as never, this.#env, createExecutionContext());
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    return response;
  }
}
