/** Pages under attack: a skill with hostile text, security headers, caching, errors, and the embedded server's own routes. */
import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { openContext } from "../../support/browser.ts";
import { textFile } from "../../support/skills.ts";
import { startServer } from "../../support/start-server.ts";
import { waitForCounts, waitForState } from "../../support/wait-for-state.ts";
import { ADMIN_TOKEN, upload } from "../../support/web.ts";
import { browser } from "./browser.ts";
import { server } from "./registry.ts";

let id: string;
const SLUG = "acme/uploads/attacks-the-page";

/** If a layer failed, each line would run a script, load a resource or leave the page. The scripts set `window.ran`. */
const CORPUS = [
  "<script>window.ran=1</script>",
  "<img src=x onerror='window.ran=1'>",
  "<svg onload='window.ran=1'>",
  "[link](javascript:window.ran=1)",
  "![image](https://pictures.example.com/pixel.png)",
  "<iframe src='https://pictures.example.com'></iframe>",
  "<style>body{display:none}</style>",
  "<base href='https://pictures.example.com/'>",
  "<meta http-equiv='refresh' content='0;url=https://pictures.example.com'>",
  "<form action='https://pictures.example.com'><input name=a></form>",
  "<details open ontoggle='window.ran=1'>",
  "<a href='javascript:window.ran=1'>a</a>",
  "`</code><script>window.ran=1</script>`",
  "</div></main></body><script>window.ran=1</script>",
  "{{constructor.constructor('window.ran=1')()}}",
  '"><script>window.ran=1</script>',
];

beforeAll(async () => {
  const description = `"</title></script><script>window.ran=1</script><img src=x onerror=window.ran=1> Sorts lists."`;
  const body = `# Sorts lists\n\nSort the list that the user gives you.\n\n${CORPUS.join("\n\n")}\n`;
  id = await upload(server.url, [
    textFile(
      "SKILL.md",
      `---\nname: attacks-the-page\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`,
    ),
    textFile("references/page.html", CORPUS.join("\n")),
  ]);
});

/** Publishes it regardless of the verdict: an operator may approve it, and then the pages must be safe. */
async function publish(): Promise<void> {
  await waitForState(server.url, id, "PUBLISHED", "NEEDS_REVIEW", "TIER1_FAILED", "REJECTED");
  const approve = `${server.url}/api/v1/admin/submissions/${id}/approve`;
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
  const body = JSON.stringify({ reason: "a test of the pages" });
  await fetch(approve, { method: "POST", headers, body });
  await waitForState(server.url, id, "PUBLISHED");
}

describe("a skill with hostile text", () => {
  it("renders inert on every page that shows it", async () => {
    await publish();
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    const paths = [
      `/submissions/${id}`,
      `/skills/${SLUG}`,
      `/skills/${SLUG}/files?path=SKILL.md`,
      `/skills/${SLUG}/files?path=references/page.html`,
      "/skills",
      "/",
      "/queue",
    ];
    const search = "/skills?q=%22%3E%3Cscript%3Ewindow.ran%3D1%3C%2Fscript%3E";
    for (const path of [...paths, search]) {
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await page.evaluate("window.ran"), path).toBeUndefined();
      expect(await page.locator("main h1").isVisible(), path).toBe(true);
      if (path !== search)
        expect(await page.locator("main").textContent(), path).toContain("attacks-the-page");
      expect(
        await page.locator("main img, main iframe, main svg[onload], main form[action^=http]").count(),
        path,
      ).toBe(0);
      expect(new URL(page.url()).origin, path).toBe(new URL(server.url).origin);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("a page", () => {
  it("sends a strict policy without inline code or frames, nosniff, same-origin opener, and no HSTS over http", async () => {
    for (const path of ["/", "/skills", "/nothing-here", "/admin/sign-in"]) {
      const { headers } = await fetch(server.url + path, { headers: { accept: "text/html" } });
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("strict-transport-security")).toBeNull();
    }
  });

  it("and every other response, static files included, tells browsers not to guess its type", async () => {
    const paths = [
      "/favicon.svg",
      "/card.png",
      "/robots.txt",
      "/healthz",
      "/api/v1/skills",
      "/cdn-cgi/local/x",
    ];
    for (const path of paths) {
      const { headers } = await fetch(server.url + path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    }
  });

  it("has an ETag that leads to 304, and immutable assets", async () => {
    const first = await fetch(`${server.url}/docs`);
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(`${server.url}/docs`, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    const style = /href="(\/assets\/app\.[0-9a-f]+\.css)"/.exec(await first.text())?.[1];
    const asset = await fetch(server.url + style);
    expect(asset.headers.get("cache-control")).toContain("immutable");
  });

  it("names a preview image for shared links that exists", async () => {
    const page = await (await fetch(`${server.url}/`)).text();
    const picture = await fetch(/property="og:image" content="([^"]*)"/.exec(page)?.[1] ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("that does not exist returns HTML to a browser and JSON to a program", async () => {
    const browserResponse = await fetch(`${server.url}/nothing-here`, { headers: { accept: "text/html" } });
    expect([browserResponse.status, browserResponse.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=UTF-8",
    ]);
    const apiResponse = await fetch(`${server.url}/api/v1/nothing-here`, {
      headers: { accept: "application/json" },
    });
    expect([apiResponse.status, ((await apiResponse.json()) as { error: string }).error]).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("sends HSTS if the public address is https", async () => {
    await using secure = await startServer({
      env: { ADMIN_TOKEN, PUBLIC_URL: "https://skills.example.org" },
    });
    const { headers } = await fetch(`${secure.url}/`);
    expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
    const page = await (await fetch(`${secure.url}/`)).text();
    expect(page).toContain('<link rel="canonical" href="https://skills.example.org/"');
  });
});

/** Sends a GET with headers that fetch does not let a caller set, such as Host. */
function get(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(server.url + path, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString("latin1") });
    });
    outgoing.on("error", reject).end();
  });
}

describe("the embedded server below the registry", () => {
  it("serves no archive under /cdn-cgi/, regardless of the Host header and other headers", async () => {
    await publish();
    const submission = await (await fetch(`${server.url}/api/v1/submissions/${id}`)).text();
    const digest = /sha256:[0-9a-f]{64}/.exec(submission)?.[0];
    expect(digest).toBeDefined();
    const key = `content/${digest}/skill.tar.gz`;
    const store = `/cdn-cgi/local/r2/public/vskill-archives/${key}`;
    const internalUrl = `http://localhost${store}`;
    for (const [path, headers] of [
      [store, { host: "localhost" }],
      [store, { host: "127.0.0.1", "mf-op-secret": "00".repeat(16) }],
      ["/healthz", { host: "localhost", "mf-original-url": internalUrl }],
      [`/x/..${store}`, { host: "localhost" }],
      [`/cdn-cgi/local/r2/s3/vskill-archives/${key}`, { host: "localhost" }],
    ] as const) {
      const response = await get(path, headers);
      expect(response.status, path).toBe(path === "/healthz" ? 200 : 404);
      expect(response.body.slice(0, 2), path).not.toBe("\x1f\x8b");
    }
  });

  it("does not let an MF- header select another page or host, or cause an error", async () => {
    // A submission that ends in the meantime would change the list. The relative times are left out because they change too.
    await waitForCounts(server.url, { active: 0 });
    const read = async (headers?: Record<string, string>) => {
      const response = await fetch(`${server.url}/skills`, headers && { headers });
      return [response.status, (await response.text()).replace(/(<time[^>]*>)[^<]*/g, "$1")];
    };
    const plain = await read();
    expect(plain).toEqual([200, expect.stringContaining("attacks-the-page")]);
    for (const header of [
      { "mf-original-url": "http://evil.example/admin/sign-in" },
      { "mf-cf-blob": "{bad" },
      { "mf-proxy-shared-secret": "guess" },
      { "mf-route-override": "nothing" },
    ])
      expect(await read(header), JSON.stringify(header)).toEqual(plain);
  });
});
