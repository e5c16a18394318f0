/** Pages while the database is down: known data is shown and marked, and figures are absent, never zero. */
import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { CloudflareEnv } from "../../../src/env.ts";
import worker from "../../../src/worker.ts";
import { FaultyEnv } from "../../support/faulty-env.ts";
import { ledgerDown } from "../../support/ledger-down.ts";
import { TestPlatform } from "../../support/platform.ts";

const platform = new TestPlatform(env);
const down: CloudflareEnv = { ...platform.env, ...ledgerDown };
let id = "";

beforeAll(async () => {
  ({ id } = await platform.publishNotes("steady", "Zebras are counted."));
});

async function get(path: string, on: CloudflareEnv = down): Promise<Response> {
  const request = new Request(`http://registry${path}`, { headers: { accept: "text/html" } });
  return worker.fetch(request as never, on, createExecutionContext());
}

const SKILL = "/skills/steady/uploads/notes";
const MARK = "Some data is temporarily unavailable";
/** The text of `main`, without markup. */
const textOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("L36: with the database down", () => {
  it("the home page has a notice and no figures", async () => {
    const up = await (await get("/", platform.env)).text();
    expect(textOf(up)).toMatch(/skills published 1/);
    const response = await get("/");
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(MARK);
    expect(html).not.toContain('class="numbers"');
    expect(textOf(html)).not.toMatch(/skills published|reviewed|\b0\b/);
    expect(textOf(html)).not.toContain("No skills yet");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("a skill's page is built from KV: content, digest and install commands stay, data that only the database has is absent", async () => {
    const response = await get(SKILL);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(MARK);
    expect(html).toContain("Zebras are counted.");
    expect(html).toContain("npx skills add");
    expect(textOf(html)).toContain("The report is temporarily unavailable");
    expect(textOf(html)).not.toMatch(/No issues found|0 installs|0 findings/i);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("a skill without a KV document is a 503, not a 404", async () => {
    const response = await get("/skills/steady/uploads/unheard-of");
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).not.toBeNull();
    expect((await get("/skills/steady/uploads/unheard-of", platform.env)).status).toBe(404);
  });

  it("the marketplace lists and searches the KV documents, without facets", async () => {
    for (const path of ["/skills", "/skills?q=meeting"]) {
      const html = await (await get(path)).text();
      expect(html).toContain(MARK);
      expect(html).toContain(`href="${SKILL}"`);
      expect(html).not.toContain('aria-label="Filters"');
    }
  });

  it("L41: a filter that KV cannot apply is named, not silently ignored", async () => {
    const html = await (await get("/skills?category=no-such-category")).text();
    expect(textOf(html)).toContain("Category filters are temporarily unavailable");
    expect(textOf(html)).not.toMatch(/skills? in “/);
  });

  it("a submission's page shows its last known state, without stages", async () => {
    const html = await (await get(`/submissions/${id}`)).text();
    expect(html).toContain(MARK);
    expect(textOf(html)).toContain("Published");
    expect(html).not.toContain('class="timeline"');
  });

  it("the page about trust explains the trust levels and claims nothing about blocked skills", async () => {
    const html = await (await get("/trust")).text();
    expect(html).toContain(MARK);
    expect(textOf(html)).toContain("identity was verified when");
    expect(textOf(html)).not.toMatch(/\b0 skills|The blocklist is empty|No takedowns/);
  });

  it.each(["/queue", "/publishers/steady"])("%s shows that it is unavailable", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).not.toBeNull();
    expect(await response.text()).toContain("Temporarily unavailable");
  });

  it("pages that need no database are unchanged", async () => {
    for (const path of ["/docs", "/docs/rules", "/submit"])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});

describe("one query that fails", () => {
  it.each(["/", SKILL])("of %s only omits its own section of the page", async (path) => {
    const counted = new FaultyEnv(platform.env, null);
    await (await get(path, counted.env)).text();
    const queries = counted.names.flatMap((name, index) => (name.startsWith("D1") ? [index + 1] : []));
    expect(queries.length).toBeGreaterThan(0);
    for (const at of queries) {
      const response = await get(path, new FaultyEnv(platform.env, { at, fault: "throws" }).env);
      const text = textOf(await response.text());
      expect([at, response.status]).toEqual([at, 200]);
      expect(text).not.toMatch(/skills published 0|No skills yet/i);
    }
  });
});
