/** A request whose body never arrives ends with a 408 and a sentence, on every route that reads a body. */
import { describe, expect, it } from "vitest";
import { app } from "../../../src/app.ts";
import { ADMIN_TOKEN, call, describedRoutes } from "../../support/call-api.ts";

const takesJson = describedRoutes()
  .filter(({ request }) => {
    const { content = {} } = (request?.body ?? {}) as { content?: Record<string, unknown> };
    return content["application/json"] !== undefined;
  })
  .map(({ method, path }) => ({ method: method.toUpperCase(), path: path.replace(/\{[^}]+\}/g, "x") }));

const others = [
  "/api/cli/device/code",
  "/api/cli/device/token",
  "/mcp",
  "/clawhub/api/v1/skills/-/upload-url",
  "/clawhub/api/v1/skills",
].map((path) => ({ method: "POST", path }));

const forms = ["/submit", "/submit/discover", "/device", "/admin/sign-in"].map((path) => ({
  method: "POST",
  path,
}));

/** Sends headers and then nothing. */
async function sendNothing(
  { method, path }: { method: string; path: string },
  type: string,
): Promise<Response> {
  const env = { LIMIT_BODY_MS: "20", WEBHOOK_SECRET: "for the test" };
  const body = new ReadableStream<Uint8Array>();
  const headers = { "content-type": type };
  const signedIn = type.includes("json") ? { token: ADMIN_TOKEN } : {};
  return call(path, { method, body, headers, env, ...signedIn });
}

describe("a body that does not arrive in time", () => {
  it("covers the routes that exist", () => {
    expect(takesJson.length).toBeGreaterThan(20);
    const posts = new Set(app.routes.filter(({ method }) => method === "POST").map(({ path }) => path));
    expect([...others, ...forms].filter(({ path }) => !posts.has(path))).toEqual([]);
  });

  it.each([...takesJson, ...others])("ends $method $path with 408 and says what to do", async (route) => {
    const response = await sendNothing(route, "application/json");
    expect([response.status, await response.json()]).toEqual([
      408,
      { error: "BODY_TIMEOUT", message: "The request body took too long to arrive. Send it again." },
    ]);
  });

  it.each(forms)("ends the form sent to $path with 408", async (route) => {
    const response = await sendNothing(route, "application/x-www-form-urlencoded");
    expect([response.status, await response.text()]).toEqual([408, expect.stringContaining("BODY_TIMEOUT")]);
  });
});
