/** The browser that the parts of test/e2e/web.test.ts share. Each test opens its own context in it. */
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";

export let browser: Browser;

export async function startBrowser(): Promise<void> {
  browser = await launchBrowser();
}
