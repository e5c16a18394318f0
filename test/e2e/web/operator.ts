/** Pages for operators, by plain forms: sign in, requeue a stuck submission, review, pause, block, restore, tokens. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openContext } from "../../support/browser.ts";
import { withStorage } from "../../support/open-storage.ts";
import { type RunningServer, startServer } from "../../support/start-server.ts";
import { waitForState } from "../../support/wait-for-state.ts";
import {
  ADMIN_TOKEN,
  axeFindings,
  expectNoSidewaysScroll,
  namedSkill,
  signIn,
  upload,
} from "../../support/web.ts";
import { browser } from "./browser.ts";

let server: RunningServer;
let dataDir: string;
let stuckId: string;
let reviewId: string;

const HOUR_MS = 3_600_000;

/** Prepares two states that are hard to produce on demand: a submission that lost its worker, and one in review. */
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vskill-operator-"));
  const first = await startServer({ dataDir, env: { ADMIN_TOKEN } });
  stuckId = await upload(first.url, namedSkill("lost-its-worker", "One line each."));
  reviewId = await upload(first.url, namedSkill("needs-a-person", "One line each."));
  const third = await upload(first.url, namedSkill("to-be-blocked", "One line each."), "mallory");
  for (const id of [stuckId, reviewId, third]) await waitForState(first.url, id, "PUBLISHED");
  await first.stop();
  await withStorage(dataDir, async (storage) => {
    const ledger = await storage.getD1Database("DB");
    const at = Date.now() - HOUR_MS;
    await ledger.batch([
      // Pauses the queue, so that recovery does not pick up the stuck submission before the operator sees it.
      ledger
        .prepare(
          "INSERT INTO switches (name, set_by, reason, set_at, expires_at) VALUES ('queue-paused', 'operator', 'night', ?, ?)",
        )
        .bind(at, Date.now() + HOUR_MS),
      ledger
        .prepare(
          "UPDATE submissions SET state = 'TIER1_SCANNING', rested_at = NULL, updated_at = ? WHERE id = ?",
        )
        .bind(at, stuckId),
      ledger.prepare("DELETE FROM skill_versions WHERE submission_id IN (?, ?)").bind(stuckId, reviewId),
      ledger.prepare("DELETE FROM skills WHERE name IN ('lost-its-worker', 'needs-a-person')"),
      ledger
        .prepare("UPDATE submissions SET state = 'NEEDS_REVIEW', rested_at = NULL WHERE id = ?")
        .bind(reviewId),
    ]);
    const kv = await storage.getKVNamespace("SUBMISSIONS_KV");
    const updatedAt = new Date(at).toISOString();
    const stored = (await kv.get(`sub:${stuckId}`, "json")) as object;
    const document = JSON.stringify({ ...stored, state: "TIER1_SCANNING", updatedAt });
    await kv.put(`sub:${stuckId}`, document, { metadata: { state: "TIER1_SCANNING", updatedAt } });
  });
  server = await startServer({ dataDir, env: { ADMIN_TOKEN } });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const sizes = [
  { name: "320 px", viewport: { width: 320, height: 700 } },
  { name: "1280 px", viewport: { width: 1280, height: 900 } },
];

async function act(page: Page, opens: string, why: string, confirm: string): Promise<string> {
  await page.locator("summary", { hasText: opens }).first().click();
  const form = page
    .locator("details[open] > form", { has: page.getByRole("button", { name: confirm, exact: true }) })
    .first();
  await form.getByLabel("Reason").fill(why);
  const loaded = page.waitForEvent("domcontentloaded");
  await form.getByRole("button", { name: confirm, exact: true }).click();
  // Waits for the next page, because this one may show the status of an earlier action.
  await loaded;
  return (await page.locator("main [role=status]").first().textContent()) ?? "";
}

describe("the operator, without scripts", () => {
  it("has to sign in, and cannot with a wrong token", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/admin/tokens");
    expect(new URL(page.url()).pathname).toBe("/admin/sign-in");
    await page.getByLabel("Admin token").fill("vsk_guessed");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: "Invalid admin token" }).waitFor();
    await context.close();
  });

  it("finds a stuck submission and requeues it", async () => {
    const { context, complaints } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page);
    await page.getByRole("link", { name: "lost-its-worker" }).waitFor();
    // The queue is still paused, so that no worker can claim the submission between the two clicks.
    expect(await act(page, "Requeue", "its worker died", "Requeue")).toContain("Requeued");
    expect(await act(page, "Resume", "morning", "Resume")).toContain("Queue resumed");
    await waitForState(server.url, stuckId, "PUBLISHED");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("reviews the files and approves; a second admin with an older page sees that someone else changed it", async () => {
    const { context, complaints } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    const other = await context.newPage();
    await signIn(page);
    await page.goto("/admin/submissions?show=review");
    await page.getByRole("link", { name: "needs-a-person" }).click();
    await page.locator(".lines").first().waitFor();
    await other.goto(page.url());
    expect(await page.locator(".lines").textContent()).toContain("name: needs-a-person");
    expect(await act(page, "Approve", "read it, it is harmless", "Approve and publish")).toContain(
      "Approved",
    );
    expect(await act(other, "Reject", "did not read it", "Reject")).toContain("Someone else changed this");
    await waitForState(server.url, reviewId, "PUBLISHED");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("pauses the queue for a limited time, and resumes it", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page);
    expect(await act(page, "Pause the queue", "maintenance", "Pause")).toContain("Paused for 1 h");
    await page.goto("/queue");
    await page.getByText("maintenance").waitFor();
    const id = await upload(server.url, namedSkill("waits-for-the-pause", "One line each."));
    await page.goto("/admin");
    expect(await act(page, "Resume", "done", "Resume")).toContain("Queue resumed");
    await waitForState(server.url, id, "PUBLISHED");
    await context.close();
  });

  it("blocks an owner, whose skills disappear from every page at once; their own pages show the reason", async () => {
    const slug = "mallory/uploads/to-be-blocked";
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    expect((await page.goto(`/skills/${slug}`))?.status()).toBe(200);
    await signIn(page);
    await page.goto("/admin/blocklist?owner=mallory");
    await page.locator("summary", { hasText: "Add block" }).click();
    await page.getByLabel("Threat").fill("credential theft");
    await page.getByLabel("Reason").fill("steals keys");
    await page.getByRole("button", { name: "Block and take down matching skills" }).click();
    await page.getByRole("status").filter({ hasText: "1 skill taken down" }).waitFor();
    expect((await page.goto(`/skills/${slug}`))?.status()).toBe(410);
    await page.getByText("steals keys").waitFor();
    for (const gone of ["/", "/skills", "/skills?q=to-be-blocked", "/publishers/mallory"]) {
      await page.goto(gone);
      expect(await page.locator(`a[href*="${slug}"]`).count(), gone).toBe(0);
    }
    await page.goto("/trust");
    await page.getByText("steals keys").first().waitFor();
    await page.goto("/admin/audit");
    await page.getByText("blocklist.add").waitFor();
    await context.close();
  });

  it("restores a removed skill once no blocklist entry matches it", async () => {
    const slug = "mallory/uploads/to-be-blocked";
    const { context, complaints } = await openContext(browser, server.url, {
      javaScriptEnabled: false,
      allowed: /410/,
    });
    const page = await context.newPage();
    await signIn(page);
    await page.goto("/admin/skills");
    const restore = () => act(page, `Restore ${slug}`, "it was a mistake", "Restore");
    expect(await restore()).toContain("blocklist still matches");
    await page.goto("/admin/blocklist");
    await act(page, "Remove", "it was a mistake", "Remove");
    await page.goto("/admin/skills");
    expect(await restore()).toContain("Restored");
    expect((await page.goto(`/skills/${slug}`))?.status()).toBe(200);
    await page.goto("/skills?q=to-be-blocked");
    expect(await page.locator(`a[href*="${slug}"]`).count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("creates a token that is shown once, and revokes it", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page);
    await page.goto("/admin/tokens");
    await page.locator("summary", { hasText: "Create token" }).click();
    await page.getByLabel("Owner name to publish under").fill("acme");
    await page.getByLabel("Label").fill("for the build");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const token = await page.locator("main pre").filter({ hasText: /^vsk_/ }).textContent();
    await page.goto("/admin/tokens");
    expect(await page.locator("main").textContent()).not.toContain(token);
    expect(await act(page, "Revoke", "was a test", "Revoke")).toContain("Revoked");
    await context.close();
  });

  it("refuses a form from another site or another session", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page);
    const cookie = (await context.cookies(`${server.url}/admin`))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${server.url}/admin/pause`, {
        method: "POST",
        redirect: "manual",
        headers: {
          cookie,
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html",
          ...headers,
        },
        body,
      });
    expect((await post({ "sec-fetch-site": "cross-site" }, "reason=abc&minutes=5")).status).toBe(403);
    expect((await post({ "sec-fetch-site": "same-origin" }, "reason=abc&minutes=5&csrf=guess")).status).toBe(
      403,
    );
    const [session] = await context.cookies(`${server.url}/admin`);
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    await context.close();
  });
});

describe.each(sizes)("every admin page at $name", ({ viewport }) => {
  it("is accessible and fits the window", async () => {
    const { context, complaints } = await openContext(browser, server.url, { viewport });
    const page = await context.newPage();
    await signIn(page);
    const found: string[] = [];
    const names = [
      "",
      "/submissions?show=review",
      `/submissions/${reviewId}`,
      "/dead-letters",
      "/skills?skill=acme/uploads/needs-a-person",
    ];
    for (const name of [
      ...names,
      "/blocklist",
      "/suppressions",
      "/reports",
      "/owners",
      "/tokens",
      "/audit",
    ]) {
      await page.goto(`/admin${name}`);
      await expectNoSidewaysScroll(page);
      found.push(...(await axeFindings(page)));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
