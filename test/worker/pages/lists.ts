/** Lists beyond their first page, URLs that moved or were removed, and the pages' metadata. */
import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { CloudflareEnv } from "../../../src/env.ts";
import { hashToken } from "../../../src/lib/accounts/token-store.ts";
import { takeDownSkill } from "../../../src/lib/actions/skill-actions.ts";
import { SORTS } from "../../../src/lib/catalogue/catalogue-skill.ts";
import worker from "../../../src/worker.ts";
import { AdminVisitor } from "../../support/admin-forms.ts";
import { FaultyEnv } from "../../support/faulty-env.ts";
import { TestPlatform } from "../../support/platform.ts";
import { badSkill } from "../../support/skills.ts";

const TOKEN = "vsk_operator-of-the-lists";
const platform = new TestPlatform({ ...env, ADMIN_TOKEN_SHA256: hashToken(TOKEN) });
const MANY = 70;
let badId = "";

beforeAll(async () => {
  await platform.publishNotes("listed", "For listed.");
  await platform.publishNotes("gone", "For gone.");
  badId = await platform.publish(badSkill("notes"), "refused");
  const by = { actor: "operator", reason: "it stole the biscuits" };
  await platform.run(() => takeDownSkill("gone/uploads/notes", by, platform.nowMs));
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)";
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO skills (slug, source_url, owner, repo, name, description, latest_version, created_at, updated_at)
       ${numbers} SELECT 'listed/uploads/copy-' || i, 'upload:listed', 'listed', 'uploads', 'copy-' || i, 'A copy.', '1.0.0',
         1000 + i, 1000 + i FROM n`,
    ).bind(MANY),
    env.DB.prepare(
      `INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files,
         forms, published_at, certified_at)
       SELECT s.id, '1.0.0', v.digest, v.submission_id, v.verdict, v.score, v.engine, v.approved_by, v.files, v.forms, 1, 1
       FROM skills s, skill_versions v WHERE s.name LIKE 'copy-%' AND v.id = (SELECT MIN(id) FROM skill_versions)`,
    ),
    env.DB.prepare(
      `INSERT INTO submissions (id, source_kind, source_url, owner, repo, skill_path, skill_name, state, reason, submitted_by,
         created_at, updated_at, rested_at)
       ${numbers} SELECT 'copy-' || i, 'upload', 'upload:listed', 'listed', 'uploads', i, 'copy-' || i, 'REJECTED', 'no',
         'x', 1000 + i, 1000 + i, 1000 + i FROM n`,
    ).bind(MANY),
    env.DB.prepare(
      `INSERT INTO audit_log (actor, action, subject, reason, detail, at)
       ${numbers} SELECT 'operator', 'test.entry', 'entry-' || i, 'because', '{}', 1000 + i FROM n`,
    ).bind(300),
    env.DB.prepare("INSERT INTO skill_aliases VALUES ('old/name/notes', 'listed/uploads/notes', 1)"),
  ]);
});

async function get(path: string, method = "GET", on: CloudflareEnv = platform.env): Promise<Response> {
  const request = new Request(`http://registry${path}`, {
    method,
    redirect: "manual",
    headers: { accept: "text/html" },
  });
  return worker.fetch(request as never, on, createExecutionContext());
}

async function html(path: string, status = 200, on: CloudflareEnv = platform.env): Promise<string> {
  const response = await get(path, "GET", on);
  expect([path, response.status]).toEqual([path, status]);
  return response.text();
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("L43: every page of a list", () => {
  /** Follows «Next» from the first page to the last. */
  async function readPages(first: string, pattern: RegExp, read = html): Promise<string[]> {
    const seen: string[] = [];
    for (let at: string | undefined = first; at !== undefined; ) {
      const text = await read(at);
      seen.push(...all(text, pattern));
      at = /<a class="btn" rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    return seen;
  }

  it("of the marketplace: each skill once, filters kept", async () => {
    const seen = await readPages("/skills?owner=listed&sort=name", /<h3>\s*<a href="\/skills\/([^"]*)"/g);
    expect(seen).toHaveLength(MANY + 1);
    expect(new Set(seen).size).toBe(MANY + 1);
  });

  it("of the queue: each submission once", async () => {
    const seen = await readPages("/queue?show=rejected&q=copy", /<tr data-key="([^"]*)"/g);
    expect(seen).toHaveLength(MANY);
    expect(new Set(seen).size).toBe(MANY);
  });

  it("of the admin's submissions and of the audit log: every entry is reachable", async () => {
    const admin = new AdminVisitor(platform.env);
    await admin.signIn(TOKEN);
    const read = (path: string) => admin.page(path);
    const rows = await readPages(
      "/admin/submissions?q=copy",
      /href="\/admin\/submissions\/(copy-\d+)"/g,
      read,
    );
    expect(new Set(rows).size).toBe(MANY);
    const entries = await readPages("/admin/audit", /<td>(entry-\d+)<\/td>/g, read);
    expect(new Set(entries).size).toBe(300);
  });

  it("a publisher with more skills than are shown has a link to all of them", async () => {
    const text = await html("/publishers/listed");
    expect(text).toContain(`All ${MANY + 1} skills`);
    expect(text).toContain('href="/skills?owner=listed"');
  });

  it("after the last is a 404, and invalid parameters are refused", async () => {
    await html("/skills?page=9", 404);
    await html("/skills?page=0", 400);
    await html("/queue?page=-1", 400);
    await html("/queue?show=nonsense", 400);
  });
});

describe("the sort menu of the marketplace", () => {
  it("offers every sort order of the list, and each works", async () => {
    const menu = /<select[^>]*name="sort">(.*?)<\/select>/s.exec(await html("/skills"))?.[1] ?? "";
    const offered = all(menu, /<option value="([^"]*)"/g);
    expect(offered.toSorted()).toEqual(SORTS.toSorted());
    for (const sort of offered) expect(await html(`/skills?sort=${sort}`)).toContain("<h3>");
  });
});

describe("the figures on the home page", () => {
  const figures = async () =>
    Object.fromEntries(
      [...(await html("/")).matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );

  it("count an approved skill as passed, and one with concerns or a later finding as not", async () => {
    const change = (set: string, name: string) =>
      env.DB.batch([
        env.DB.prepare(
          `UPDATE skill_versions SET ${set} WHERE skill_id = (SELECT id FROM skills WHERE name = ?)`,
        ).bind(name),
        // The catalogue's cache is keyed by the latest change.
        env.DB.prepare("INSERT INTO skill_changes (slug, kind, at) VALUES (?, 'verdict_changed', 1)").bind(
          name,
        ),
      ]);
    expect(await figures()).toMatchObject({
      "skills published": String(MANY + 1),
      "passed the scan": String(MANY + 1),
    });
    await change("approved_by = 'person'", "copy-5");
    await change("approved_by = 'vendor'", "copy-6");
    expect(await figures()).toMatchObject({ "passed the scan": String(MANY + 1) });
    await change("verdict = 'CONCERNS', approved_by = 'person'", "copy-7");
    await change("tainted_reason = 'a later finding'", "copy-8");
    expect(await figures()).toMatchObject({ "passed the scan": String(MANY - 1) });
  });

  it("count a submission as reviewed when it is decided, not while it waits", async () => {
    const before = await figures();
    await env.DB.prepare(
      "UPDATE submissions SET state = 'NEEDS_REVIEW', rested_at = NULL WHERE id = 'copy-1'",
    ).run();
    const reviewed = Number(before["submissions reviewed"]);
    expect((await figures())["submissions reviewed"]).toBe(String(reviewed - 1));
  });
});

describe("L35: a filter's count", () => {
  it.each(["/skills", "/skills?category=other", "/skills?q=copy", "/skills?owner=listed&tier=T3"])(
    "on %s is the number of results behind its link",
    async (path) => {
      const links = [
        ...(await html(path)).matchAll(/<a class="chip" href="([^"]*)"[^>]*>[^<]*<span class="num">(\d+)</g),
      ];
      for (const [, href = "", shown = ""] of links) {
        const sentence = /<div role="status">.*?(\d+) skills?/s.exec(
          await html(href.replaceAll("&amp;", "&")),
        )?.[1];
        expect([href, sentence]).toEqual([href, shown]);
      }
      if (path === "/skills") expect(links.length).toBeGreaterThan(2);
    },
  );

  it("is not shown if nothing matches, and the message then refers to the filters", async () => {
    const text = await html("/skills?tier=T4");
    expect(text).toContain("No skills match these filters.");
    expect(text).not.toContain("Nothing has been published yet");
  });
});

describe("a URL", () => {
  it("of a renamed skill redirects permanently, with its version", async () => {
    const response = await get("/skills/old/name/notes");
    expect([response.status, response.headers.get("location")]).toEqual([
      301,
      "/skills/listed/uploads/notes",
    ]);
    const pinned = await get("/skills/Old/Name/Notes@1.0.0");
    expect(pinned.headers.get("location")).toBe("/skills/listed/uploads/notes@1.0.0");
    const files = await get("/skills/old/name/notes/files?path=SKILL.md");
    expect(files.headers.get("location")).toBe("/skills/listed/uploads/notes/files?path=SKILL.md");
  });

  it("of a skill that was taken down is a 410 with the reason and a link to appeal", async () => {
    const text = await html("/skills/gone/uploads/notes", 410);
    expect(text).toContain("it stole the biscuits");
    expect(text).toContain("/skills/gone/uploads/notes/report?kind=appeal");
    expect(text).toContain('name="robots" content="noindex"');
    expect(await html("/trust")).toContain("it stole the biscuits");
  });

  it("of a rejected skill links to its submission", async () => {
    const text = await html("/skills/refused/uploads/notes", 404);
    expect(text).toContain(`/submissions/${badId}`);
  });

  it("that never existed offers the search, also for a version, a file and a publisher", async () => {
    for (const path of ["/nowhere", "/skills/no/such/skill", "/publishers/nobody", "/submissions/none"]) {
      const text = await html(path, 404);
      expect(text).toContain('action="/skills"');
      expect(text).toContain('name="robots" content="noindex"');
    }
    await html("/skills/listed/uploads/notes@9.9.9", 404);
    await html("/skills/listed/uploads/notes/files?path=../../etc/passwd", 404);
  });

  it("refuses a cross-site POST with an HTML page", async () => {
    const request = new Request("http://registry/submit", {
      method: "POST",
      headers: { accept: "text/html", origin: "https://evil.example" },
      body: new URLSearchParams({ repoUrl: "https://github.com/acme/tools" }),
    });
    const response = await worker.fetch(request as never, platform.env, createExecutionContext());
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Not allowed");
  });
});

describe("page metadata", () => {
  const head = (text: string) => ({
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(text)?.[1],
    og: Object.fromEntries(
      [...text.matchAll(/<meta property="og:([a-z_]+)" content="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
    jsonLd: JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "null"),
    noIndex: text.includes('name="robots" content="noindex"'),
  });

  it("a skill: one canonical URL, Open Graph and JSON-LD that agree with it", async () => {
    const url = "http://registry/skills/listed/uploads/notes";
    const found = head(await html("/skills/listed/uploads/notes"));
    expect(found).toMatchObject({
      canonical: url,
      noIndex: false,
      og: { url, title: "notes by listed", type: "website", site_name: "vskill" },
      jsonLd: {
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: "notes",
        url,
      },
    });
    expect(found.og.description).toBe(found.jsonLd.description);
    expect(found.og.image).toMatch(/^http:\/\/registry\/.+\.png$/);
  });

  it("a list: searches and later pages have the canonical URL of the whole list", async () => {
    expect(head(await html("/skills?owner=listed&page=2"))).toMatchObject({
      canonical: "http://registry/skills",
      noIndex: true,
    });
    const list = head(await html("/skills"));
    expect(list.jsonLd["@type"]).toBe("ItemList");
    expect(list.noIndex).toBe(false);
  });

  it("the home page: the site and its search", async () => {
    const { jsonLd, canonical } = head(await html("/"));
    expect(canonical).toBe("http://registry/");
    expect(jsonLd).toMatchObject({ "@type": "WebSite", potentialAction: { "@type": "SearchAction" } });
  });
});

it("invisible characters in a skill's texts are named on its page, never included", async () => {
  const text = "\u202eTIM\u200b";
  await env.DB.prepare(
    "UPDATE skills SET license = ?1, description = ?1 WHERE slug = 'listed/uploads/copy-3'",
  )
    .bind(`Free ${text}`)
    .run();
  const page = await html("/skills/listed/uploads/copy-3");
  const read = page.replace(/<script type="application\/ld\+json">.*?<\/script>/s, "");
  expect(read.match(/odd-char/g)?.length).toBeGreaterThanOrEqual(4);
  expect(read).not.toMatch(/[\u202e\u200b]/);
});

describe("L66: trending", () => {
  it("ranks by change, not by totals", async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const install = (name: string, ago: number, clients: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO install_events (skill_id, version, day, client, source)
         SELECT s.id, '1.0.0', ?, 'c' || i, 'test' FROM n, skills s WHERE s.name = ?`,
      ).bind(clients, day(ago), name);
    await env.DB.batch([install("copy-1", 10, 50), install("copy-1", 2, 40), install("copy-2", 1, 3)]);
    const trending = /Trending this week(.*?)<\/section>/s.exec(await html("/"))?.[1] ?? "";
    expect(trending).toContain("copy-2");
    expect(trending).toContain("+3 this week");
    expect(trending).not.toContain("copy-1");
  });
});

describe("findings during a scan", () => {
  it("are shown after the static rules, while the deep analysis still runs", async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE submissions SET state = 'TIER2_SCANNING', rested_at = NULL WHERE id = ?").bind(
        badId,
      ),
      env.DB.prepare(
        "DELETE FROM scan_reports WHERE depth = 'deep' AND digest = (SELECT digest FROM submissions WHERE id = ?)",
      ).bind(badId),
    ]);
    const text = await html(`/submissions/${badId}`);
    expect(text).toContain("Deep analysis");
    expect(text).toContain("Static analysis, engine");
    expect(text).toContain('class="finding');
    expect(text).toContain('<noscript><meta http-equiv="refresh"');
  });
});

describe("the upcoming stages of a submission", () => {
  it.each([
    ["RECEIVED", ["Static analysis", "Deep analysis", "Publishing", "Published"]],
    ["NEEDS_REVIEW", ["Publishing", "Published"]],
    ["VENDOR_APPROVED", ["Published"]],
    ["REJECTED", []],
  ])("of %s do not repeat earlier ones", async (state, upcoming) => {
    await env.DB.prepare("UPDATE submissions SET state = ? WHERE id = ?").bind(state, badId).run();
    const shown = all(await html(`/submissions/${badId}`), /<li class="todo small"[^>]*>([^<]+)</g);
    expect(shown).toEqual(upcoming);
  });
});

describe("a skill of a publisher who was verified when it was published", () => {
  const marks = async () =>
    all(await html("/skills?owner=proven"), /class="badge mark-[^"]*"[^>]*>([^<]+)</g);

  beforeAll(async () => {
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO skills (slug, source_url, owner, repo, name, description, latest_version, created_at, updated_at)
         VALUES ('proven/tools/one', 'https://github.com/proven/tools', 'proven', 'tools', 'one', 'One.', '1.0.0', 1, 1)`,
      ),
      env.DB.prepare(
        `INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files,
           forms, published_at, certified_at)
         SELECT s.id, '1.0.0', v.digest, v.submission_id, 'PASS', 100, v.engine, 'vendor', v.files, v.forms, 1, 1
         FROM skills s, skill_versions v WHERE s.name = 'one' AND v.id = (SELECT MIN(id) FROM skill_versions)`,
      ),
    ]);
  });

  it("has the publisher mark in lists only while the publisher is verified", async () => {
    await env.DB.prepare("INSERT INTO vendors VALUES ('proven', 'operator', 1)").run();
    expect(await marks()).toEqual(["Scan passed", "Verified publisher"]);
    await env.DB.prepare("DELETE FROM vendors WHERE owner = 'proven'").run();
    expect(await marks()).toEqual(["Scan passed"]);
  });

  const PAGE = "/skills/proven/tools/one";
  const reasons = async (on = platform.env) =>
    all(await html(PAGE, 200, on), /<li class="reason[^"]*">([^<]+)</g);

  it("says on its page that the publisher is verified only if the page shows that mark", async () => {
    await env.DB.prepare("INSERT INTO vendors VALUES ('proven', 'operator', 1)").run();
    expect(await reasons()).toContain("Publisher verified.");
    const counted = new FaultyEnv(platform.env, null);
    await html(PAGE, 200, counted.env);
    const shown: boolean[] = [];
    for (let at = 1; at <= counted.calls; at += 1) {
      const page = await (
        await get(PAGE, "GET", new FaultyEnv(platform.env, { at, fault: "throws" }).env)
      ).text();
      shown.push(page.includes("Verified publisher"));
      expect([at, page.includes("Publisher verified.")]).toEqual([at, shown.at(-1)]);
    }
    expect(new Set(shown)).toEqual(new Set([true, false]));
    await env.DB.prepare("DELETE FROM vendors WHERE owner = 'proven'").run();
    expect(await reasons()).toContain("The publisher was verified when this version was published.");
  });

  it("says on its page that there are no issues only if it lists none", async () => {
    const without = "No issues in static or deep analysis.";
    expect(await reasons()).toContain(without);
    await env.DB.prepare(
      `INSERT INTO registry_findings (digest, engine, owner, verdict, score, complete, findings, created_at)
       SELECT v.digest, v.engine, 'proven', 'PASS', 90, 1,
         (SELECT json_extract(r.report, '$.findings') FROM scan_reports r, submissions b
          WHERE b.id = ? AND r.digest = b.digest AND r.depth = 'static'), 1
       FROM skill_versions v JOIN skills s ON s.id = v.skill_id WHERE s.slug = 'proven/tools/one'`,
    )
      .bind(badId)
      .run();
    expect(await html(PAGE)).toContain('class="finding');
    expect(await reasons()).not.toContain(without);
    expect(await reasons()).toContain("Passed static and deep analysis.");
  });
});
