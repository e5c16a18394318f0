/** Sign-in with GitHub in a real browser, against a GitHub server on loopback that the browser sees as another site. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openContext } from "../../support/browser.ts";
import { type RunningServer, startServer } from "../../support/start-server.ts";
import { ADMIN_TOKEN, axeFindings, expectNoSidewaysScroll } from "../../support/web.ts";
import { browser } from "./browser.ts";

const SECRET = "the-secret-of-the-oauth-app";
/** Sign-in redirects from the registry to this server. */
const TO_GITHUB = /^request to another origin: http:\/\/localhost:/;
let github: Server;
let server: RunningServer;
/** The PKCE challenge of each authorization code. */
const challenges = new Map<string, string>();

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
}

/** A GitHub server with one user, who authorizes by following a link. It checks the client secret and PKCE. */
function startGithub(): Promise<Server> {
  const listener = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const json = (body: unknown) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (url.pathname === "/login/oauth/authorize") {
      const code = `code-${challenges.size}`;
      challenges.set(code, url.searchParams.get("code_challenge") ?? "");
      const back = `${url.searchParams.get("redirect_uri")}?code=${code}&state=${url.searchParams.get("state")}`;
      response.setHeader("content-type", "text/html");
      response.end(`<title>Authorize</title><a href="${back.replaceAll("&", "&amp;")}">Authorize</a>`);
    } else if (url.pathname === "/login/oauth/access_token") {
      const { code = "", code_verifier = "", client_secret } = await bodyOf(request);
      const proven = createHash("sha256").update(code_verifier).digest("base64url") === challenges.get(code);
      json(proven && client_secret === SECRET ? { access_token: `token-of-${code}` } : { error: "no" });
    } else if (request.headers.authorization?.startsWith("Bearer token-of-")) {
      json({ id: 7, login: "Octo-Cat" });
    } else response.writeHead(401).end();
  });
  return new Promise((resolve) => listener.listen(0, "localhost", () => resolve(listener)));
}

beforeAll(async () => {
  github = await startGithub();
  const site = `http://localhost:${(github.address() as AddressInfo).port}`;
  server = await startServer({
    env: {
      ADMIN_TOKEN,
      GITHUB_URL: site,
      GITHUB_API_URL: site,
      GITHUB_CLIENT_ID: "Iv1.test",
      GITHUB_CLIENT_SECRET: SECRET,
      ADMIN_GITHUB_USERS: "octo-cat",
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  github.close();
});

const post = async (path: string, body: unknown) =>
  (await (
    await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json()) as Record<string, string>;

it("a user signs in, authorizes a device and creates a token; an operator opens the admin pages", async () => {
  const device = await post("/api/cli/device/code", {});
  const { context, complaints } = await openContext(browser, server.url, {
    viewport: { width: 320, height: 700 },
    javaScriptEnabled: false,
    allowed: TO_GITHUB,
  });
  const page = await context.newPage();
  await page.goto(device.verification_uri_complete ?? "");
  await page.getByRole("link", { name: "Sign in with GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await page.getByRole("button", { name: "Confirm as octo-cat" }).click();
  await page.getByText("authorized as octo-cat").waitFor();
  const { access_token: token } = await post("/api/cli/device/token", { device_code: device.device_code });
  expect(token).toMatch(/^vsk_/);
  await page.goto("/account");
  await page.getByLabel("Label").fill("my laptop");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("Copy this token now").waitFor();
  await page.goto("/admin/sign-in");
  await page.getByRole("link", { name: "Sign in with GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await page.getByText("github:octo-cat").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([320, 1280])("the pages are accessible and fit %i px", async (width) => {
  const { context, complaints } = await openContext(browser, server.url, {
    viewport: { width, height: 800 },
    allowed: TO_GITHUB,
  });
  const page = await context.newPage();
  await page.goto("/sign-in/github");
  await page.getByRole("link", { name: "Authorize" }).click();
  await page.getByRole("heading", { name: "Tokens" }).waitFor();
  for (const path of ["/account", "/device", "/admin/sign-in"]) {
    await page.goto(path);
    expect(await axeFindings(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
