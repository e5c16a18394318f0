/**
 * Real Chromium, from npm alone. Every page of a context is watched: a console error, a page error, a violation of the
 * content security policy or a request to another origin fails the test that caused it.
 */
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

export function launchBrowser(): Promise<Browser> {
  return launch([]);
}

/** For tools that speak to the browser themselves. */
export function launchBrowserOnPort(port: number): Promise<Browser> {
  return launch([`--remote-debugging-port=${port}`]);
}

async function launch(more: readonly string[]): Promise<Browser> {
  const { default: sparticuz } = await import("@sparticuz/chromium");
  // Its own arguments are for a lambda: one process, which ends with the first context that is closed.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars", ...more];
  return chromium.launch({ executablePath: await sparticuz.executablePath(), args, headless: true });
}

export interface WatchedContext {
  readonly context: BrowserContext;
  /** What went wrong so far; a test ends by expecting none. */
  readonly complaints: string[];
}

/** `allowed` are complaints that the test itself causes, such as the 404 it asks for. */
export async function openContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
  allowed: RegExp = /(?!)/,
): Promise<WatchedContext> {
  const context = await browser.newContext({ baseURL: origin, ...options });
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
