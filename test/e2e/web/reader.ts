/** Pages for readers, with and without scripts, on a phone and on a desktop. axe checks every page. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openContext } from "../../support/browser.ts";
import { type RunningServer, startServer } from "../../support/start-server.ts";
import { waitForCounts } from "../../support/wait-for-state.ts";
import { ADMIN_TOKEN, axeFindings, expectNoSidewaysScroll } from "../../support/web.ts";
import { browser } from "./browser.ts";

let server: RunningServer;
const SLUG = "vskill-examples/uploads/sql-review";

beforeAll(async () => {
  server = await startServer({ examples: true, env: { ADMIN_TOKEN } });
  await waitForCounts(server.url, { total: 12, active: 0 });
});
afterAll(() => server[Symbol.asyncDispose]());

const sizes = [
  { name: "320 px", viewport: { width: 320, height: 700 } },
  { name: "1280 px", viewport: { width: 1280, height: 900 } },
];

describe("the first start", () => {
  it("publishes the good examples and rejects the bad ones", async () => {
    const list = (await (await fetch(`${server.url}/api/v1/submissions?limit=50`)).json()) as {
      submissions: { skillName: string; state: string; reason: string }[];
    };
    const states = new Map(list.submissions.map(({ skillName, state }) => [skillName, state]));
    const good = [
      "accessible-forms",
      "csv-profiler",
      "incident-timeline",
      "meeting-minutes",
      "plain-language",
    ];
    for (const name of [...good, "python-test-writer", "release-notes", "sql-review", "weather-brief"])
      expect(states.get(name), name).toBe("PUBLISHED");
    for (const name of ["text-polisher", "recipe-scaler", "video-helper"])
      expect(["TIER1_FAILED", "REJECTED"], name).toContain(states.get(name));
  });
});

describe.each(sizes)("a newcomer at $name", ({ viewport }) => {
  it("goes from the home page through the search to a skill and copies its install command", async () => {
    const { context, complaints } = await openContext(browser, server.url, {
      viewport,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    await page.goto("/");
    await expectNoSidewaysScroll(page);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Know what a skill does");
    await page.keyboard.press("/");
    await page.keyboard.type("sql");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/skills\?q=sql/);
    await page.getByRole("link", { name: "sql-review" }).click();
    await page.waitForURL(`**/skills/${SLUG}`);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Copy: Install with skills" }).click();
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toBe(`npx skills add ${server.url}/skills/${SLUG}`);
    await page.getByText("npm", { exact: true }).click();
    await page.getByText(`npm install --registry ${server.url}/npm/`).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("does the same without scripts", async () => {
    const { context, complaints } = await openContext(browser, server.url, {
      viewport,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto("/");
    await page.getByRole("searchbox", { name: "Search skills" }).fill("release notes");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "release-notes" }).click();
    await page.getByText("npx skills add").first().waitFor();
    await page.getByText("Archive", { exact: true }).click();
    await page.getByText("sha256sum -c").waitFor();
    await page.getByRole("link", { name: "references/template.md" }).first().click();
    await page.getByRole("heading", { level: 1, name: "references/template.md" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("the marketplace", () => {
  it("searches while the user types, keeps the query in the URL, and supports the keyboard", async () => {
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    await page.goto("/skills");
    await page.keyboard.press("/");
    await page.keyboard.type("weather");
    await page.waitForURL(/q=weather/);
    await expect.poll(() => page.locator("[data-results] h3").allTextContents()).toEqual(["weather-brief"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/weather-brief$/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows an error if the search fails, and works again afterwards", async () => {
    const { context, complaints } = await openContext(browser, server.url, { allowed: /503/ });
    const page = await context.newPage();
    await page.goto("/skills");
    await context.route("**/skills?q=*", (route) => route.fulfill({ status: 503, body: "unavailable" }));
    await page.getByRole("searchbox").fill("weather");
    await page.getByRole("alert").getByText("Search failed").waitFor();
    await context.unroute("**/skills?q=*");
    await page.getByRole("searchbox").fill("weather-brief");
    await expect.poll(() => page.locator("[data-results] h3").allTextContents()).toEqual(["weather-brief"]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("filters by facets, says if nothing matches, and returns 400 or 404 for invalid parameters", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/skills");
    await page.getByRole("link", { name: /^Development/ }).click();
    await page.getByText("2 skills in “Development”").waitFor();
    await page.goto("/skills?q=nothing-has-this-name");
    expect(
      await page.getByRole("heading", { name: "No results for “nothing-has-this-name”" }).isVisible(),
    ).toBe(true);
    expect((await page.goto("/skills?page=zero"))?.status()).toBe(400);
    expect((await page.goto("/skills?tier=T9"))?.status()).toBe(400);
    expect((await page.goto("/skills?page=9"))?.status()).toBe(404);
    await context.close();
  });

  it("loads at most 60 kB in at most six requests, all to its own origin", async () => {
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    let bytes = 0;
    let requests = 0;
    client.on("Network.requestWillBeSent", () => {
      requests += 1;
    });
    client.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto("/skills", { waitUntil: "networkidle" });
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
    expect(requests).toBeLessThanOrEqual(6);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("every page for readers", () => {
  const paths = [
    "/",
    "/skills",
    "/skills?q=nothing-has-this-name",
    `/skills/${SLUG}`,
    `/skills/${SLUG}/files?path=references/locks.md`,
    `/skills/${SLUG}/report`,
    "/submit",
    "/queue",
    "/trust",
    "/publishers/vskill-examples",
    "/publishers/vskill-examples/claim",
    "/docs",
    "/docs/submitting",
    "/docs/self-hosting",
    "/docs/rules",
    "/docs/api",
    "/admin/sign-in",
  ];

  it.each(["light", "dark"] as const)(
    "is accessible in %s, and not wider than its window (a phone in light, a desktop in dark)",
    async (colorScheme) => {
      const viewport = colorScheme === "light" ? { width: 320, height: 700 } : { width: 1280, height: 900 };
      const { context, complaints } = await openContext(browser, server.url, { colorScheme, viewport });
      const page = await context.newPage();
      const found: string[] = [];
      // The dark pages have the same markup with other colours, so the pages that use every colour are enough.
      const checked =
        colorScheme === "dark" ? ["/", `/skills/${SLUG}`, "/queue", "/trust", "/submit"] : paths;
      for (const path of [...checked, `/submissions/${await rejectedId()}`]) {
        await page.goto(path);
        await expectNoSidewaysScroll(page);
        found.push(...(await axeFindings(page)));
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("has a title, a description and no broken internal link", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    const links = new Set<string>();
    for (const path of paths) {
      await page.goto(path);
      expect(await page.title()).not.toBe("");
      expect(await page.locator('meta[name="description"]').getAttribute("content")).not.toBe("");
      for (const link of await ownLinks(page)) links.add(link);
    }
    const statuses = await Promise.all(
      [...links].map(
        async (link) =>
          [
            link,
            (await fetch(link, { headers: { accept: "text/html", connection: "close" } })).status,
          ] as const,
      ),
    );
    expect(statuses.filter(([, status]) => status >= 400)).toEqual([]);
    await context.close();
  });
});

async function rejectedId(): Promise<string> {
  const list = (await (await fetch(`${server.url}/api/v1/submissions?state=REJECTED`)).json()) as {
    submissions: { id: string }[];
  };
  return list.submissions[0]!.id;
}

async function ownLinks(page: Page): Promise<string[]> {
  const found = (await page.evaluate(
    "[...document.links].map((link) => link.href.split('#')[0])",
  )) as string[];
  return found.filter((href) => href.startsWith(server.url));
}
