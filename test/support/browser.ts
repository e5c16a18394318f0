/**
 * Real Chromium, installed from npm. Every page of a context is watched: a console error, a page error, a violation of the
 * content security policy or a request to another origin fails the test that caused it.
 */
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { installTools } from "../../scripts/install-tools.ts";
import { WAIT_LIMIT_MS } from "./wait-limit.ts";

// The package's own arguments are for AWS Lambda: they run a single process, which ends when the first context closes.
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"];

export async function browserExecutable(): Promise<string> {
  const require = createRequire(`${installTools("test/e2e")}/`);
  const sparticuz = require("@sparticuz/chromium") as { executablePath(): Promise<string> };
  return sparticuz.executablePath();
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await browserExecutable(), args: ARGUMENTS, headless: true });
}

/** Starts the bare browser process, for tools that connect to it themselves. Nothing else attaches to it. */
export async function spawnBrowser(port: number): Promise<AsyncDisposable> {
  const profile = mkdtempSync(path.join(tmpdir(), "vskill-chromium-"));
  const own = ["--headless", `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(await browserExecutable(), [...ARGUMENTS, ...own], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await untilListening(port);
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const endsAt = Date.now() + WAIT_LIMIT_MS;
  while (Date.now() < endsAt) {
    const response = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Chromium does not listen");
}

export interface WatchedContext {
  readonly context: BrowserContext;
  /** Problems so far. A test ends by expecting none. */
  readonly complaints: string[];
}

interface ContextOptions extends BrowserContextOptions {
  /** Complaints that the test itself causes, such as the console error of a 404. */
  readonly allowed?: RegExp;
}

export async function openContext(
  browser: Browser,
  origin: string,
  { allowed = /(?!)/, ...options }: ContextOptions = {},
): Promise<WatchedContext> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed.test(text)) complaints.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/i.test(message.text()))
      complain(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (thrown) => complain(`page: ${thrown.error().message}`));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) complain(`request to another origin: ${url}`);
  });
  return { context, complaints };
}
