/**
 * `npm run screenshots`: starts the real server with its examples and takes the pictures of docs/screenshots/. Run it
 * after a change of how pages look; the README shows them.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser, openContext } from "../test/support/browser.ts";
import { withServer } from "../test/support/start-server.ts";
import { ADMIN_TOKEN, signIn } from "../test/support/web.ts";

const folder = path.resolve(import.meta.dirname, "..", "docs", "screenshots");
const EXAMPLES = 12;

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly admin?: boolean;
}

async function take(browser: Browser, origin: string, shot: Shot): Promise<void> {
  const viewport = { width: shot.width ?? 1280, height: 900 };
  const { context } = await openContext(browser, origin, {
    viewport,
    colorScheme: shot.colorScheme ?? "light",
  });
  const page = await context.newPage();
  if (shot.admin === true) await signIn(page);
  await page.goto(shot.path, { waitUntil: "load" });
  await page.screenshot({ path: path.join(folder, `${shot.name}.png`) });
  await context.close();
  console.log(`docs/screenshots/${shot.name}.png`);
}

/** `public/card.png`: the picture that other sites show with a link to this one, in the usual size. */
async function takeCard(browser: Browser, origin: string): Promise<void> {
  const viewport = { width: 1200, height: 630 };
  const { context } = await openContext(browser, origin, { viewport, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto("/");
  // The mark and the first words alone, large enough to be read as a thumbnail.
  await page.evaluate(`
    const mark = document.querySelector(".brand").cloneNode(true);
    const words = document.querySelector("h1").cloneNode(true);
    const card = document.createElement("main");
    card.className = "wrap stack-lg";
    card.append(mark, words);
    document.body.replaceChildren(card);
    card.style.cssText = "zoom: 2; padding-top: 60px; max-width: 560px";
  `);
  await page.screenshot({ path: path.resolve(folder, "..", "..", "public", "card.png") });
  await context.close();
  console.log("public/card.png");
}

/** The submission ids of the examples, by name, after all have reached a terminal state. */
async function finishedExamples(origin: string): Promise<Map<string, string>> {
  for (;;) {
    const list = (await (await fetch(`${origin}/api/v1/submissions?limit=50`)).json()) as {
      submissions: { id: string; skillName: string; state: string }[];
    };
    const open = list.submissions.filter(({ state }) => /SCANNING|RECEIVED|APPROVED/.test(state));
    if (list.submissions.length >= EXAMPLES && open.length === 0)
      return new Map(list.submissions.map(({ skillName, id }) => [skillName, id]));
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

mkdirSync(folder, { recursive: true });
await withServer({ examples: true, env: { ADMIN_TOKEN } }, async (server) => {
  const ids = await finishedExamples(server.url);
  const browser = await launchBrowser();
  await takeCard(browser, server.url);
  const shots: Shot[] = [
    { name: "home", path: "/" },
    { name: "marketplace", path: "/skills", colorScheme: "dark" },
    { name: "skill", path: "/skills/vskill-examples/uploads/weather-brief" },
    { name: "rejected", path: `/submissions/${ids.get("text-polisher")}` },
    { name: "submit", path: "/submit" },
    { name: "queue", path: "/queue" },
    { name: "trust", path: "/trust" },
    { name: "rules", path: "/docs/rules" },
    { name: "admin", path: "/admin", admin: true },
    { name: "phone", path: "/skills/vskill-examples/uploads/weather-brief", width: 390 },
  ];
  for (const shot of shots) await take(browser, server.url, shot);
  await browser.close();
});
