/** Pages for authors: a good and a bad upload, live stages, rejection reasons, a second version and its diff. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SkillFile } from "../../../src/domain/skill-file.ts";
import { makeZip } from "../../../src/lib/archives/install-archives.ts";
import { openContext } from "../../support/browser.ts";
import { badSkill } from "../../support/skills.ts";
import { waitForState } from "../../support/wait-for-state.ts";
import { ADMIN_TOKEN, axeFindings, expectNoSidewaysScroll, namedSkill, upload } from "../../support/web.ts";
import { browser } from "./browser.ts";
import { server } from "./registry.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vskill-web-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function zipFile(name: string, files: SkillFile[]): string {
  const file = path.join(folder, `${name}.zip`);
  writeFileSync(file, makeZip(files));
  return file;
}

async function uploadByForm(page: Page, file: string): Promise<void> {
  await page.goto("/submit");
  await page.locator('input[name="archive"]').setInputFiles(file);
  await page.getByLabel("Token", { exact: true }).fill(ADMIN_TOKEN);
  await page.getByLabel("Owner (admin tokens only)").fill("acme");
  await page.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL(/\/submissions\//);
}

const sizes = [
  { name: "320 px", viewport: { width: 320, height: 700 } },
  { name: "1280 px", viewport: { width: 1280, height: 900 } },
];

describe.each(sizes)("an author at $name", ({ viewport }) => {
  const skill = `notes-${viewport.width}`;

  it("uploads, sees the stages update automatically, and opens the published skill", async () => {
    const { context, complaints } = await openContext(browser, server.url, { viewport });
    const page = await context.newPage();
    await uploadByForm(page, zipFile(skill, namedSkill(skill, "List each decision in one line.")));
    await page.getByRole("link", { name: `Open acme/uploads/${skill}` }).waitFor();
    expect(await page.locator(".timeline > li").count()).toBeGreaterThanOrEqual(5);
    expect(await page.title()).toContain("published");
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: `Open acme/uploads/${skill}` }).click();
    await page.getByRole("heading", { level: 1, name: skill, exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("publishes a second version and sees the diff", async () => {
    const changed = namedSkill(skill, "List each decision in one line, with its owner.");
    await waitForState(server.url, await upload(server.url, changed), "PUBLISHED");
    const { context, complaints } = await openContext(browser, server.url, {
      viewport,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto(`/skills/acme/uploads/${skill}`);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".diff .add").first().waitFor();
    expect(await page.locator(".diff .add").allTextContents()).toEqual([
      "+List each decision in one line, with its owner.",
    ]);
    expect(await page.locator(".diff .del").allTextContents()).toEqual(["-List each decision in one line."]);
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("finds the page of the diff accessible", async () => {
    const { context, complaints } = await openContext(browser, server.url, { viewport });
    const page = await context.newPage();
    await page.goto(`/skills/acme/uploads/${skill}/diff?from=1.0.0&to=1.0.1`);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("an author without scripts", () => {
  it("sees why a bad skill was rejected (rule, file, line, quoted text, advice), and can appeal", async () => {
    const { context, complaints } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await uploadByForm(page, zipFile("bad", badSkill("formatter")));
    const id = page.url().split("/").at(-1) ?? "";
    await waitForState(server.url, id, "TIER1_FAILED", "REJECTED");
    await page.reload();
    await page
      .getByText(/analysis found a blocking issue|^Rejected$/)
      .first()
      .waitFor();
    const finding = page.locator(".finding").first();
    expect(await finding.locator("code").first().textContent()).toMatch(/^T\d\d-/);
    expect(await finding.textContent()).toMatch(/(SKILL\.md|scripts\/setup\.sh), line \d+/);
    expect(await finding.locator("pre").textContent()).not.toBe("");
    await page.getByRole("link", { name: "Appeal" }).click();
    expect(await page.getByLabel("What is wrong?").inputValue()).toBe("appeal");
    await page.getByLabel("Details").fill("The rule is wrong about this file, please look again.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("sees beside the form what is wrong with a token or an address", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    // The page after a failed submission has an alert too, so only the text distinguishes the two.
    const alert = (hasText: string | RegExp) => page.getByRole("alert").filter({ hasText });
    await page.goto("/submit");
    await page
      .locator('input[name="archive"]')
      .setInputFiles(zipFile("good", namedSkill("notes-x", "Fine.")));
    await page.getByLabel("Token", { exact: true }).fill("vsk_not-a-token");
    await page.getByRole("button", { name: "Upload" }).click();
    await alert("Invalid or expired token").waitFor();
    await page.getByLabel("GitHub repo").fill("https://127.0.0.1/owner/repository");
    await page.getByRole("button", { name: "Find skills" }).click();
    await alert(/address|public/i).waitFor();
    await context.close();
  });
});

const ANIMATION_OF_CURRENT_STAGE = `getComputedStyle(document.querySelector(".timeline > li.now"), "::before").animationName`;

async function switchQueue(to: "pause" | "resume"): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/admin/queue/${to}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "for the test" }),
  });
  expect(response.status, await response.text()).toBe(200);
}

describe("a submission in progress", () => {
  it("keeps the focus when the page updates, and has no animation if the user prefers reduced motion", async () => {
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    await switchQueue("pause");
    const id = await upload(server.url, namedSkill("watched", "One line each."));
    await page.goto(`/submissions/${id}`);
    const waiting = page.locator(".timeline > li.now");
    expect(await waiting.count()).toBe(1);
    const animation = () => page.evaluate(ANIMATION_OF_CURRENT_STAGE);
    expect(await animation()).toBe("pulse");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await animation()).toBe("none");
    await page.getByRole("link", { name: "View as JSON" }).focus();
    await switchQueue("resume");
    await page.getByRole("link", { name: "Open acme/uploads/watched" }).waitFor();
    expect(await waiting.count()).toBe(0);
    expect(await page.locator(".timeline > li.todo").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("View as JSON");
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("the queue", () => {
  it("updates without discarding the user's input", async () => {
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    await page.goto("/queue");
    await page.getByText("Background jobs").click();
    await page.getByRole("searchbox").fill("half a word");
    const id = await upload(server.url, namedSkill("seen-live", "One line each."));
    await page.locator(`tr[data-key="${id}"]`).waitFor();
    await page.locator(`tr[data-key="${id}"]`).getByText("Published").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("half a word");
    expect(await page.locator("details").first().getAttribute("open")).not.toBeNull();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("falls back to polling if the event stream fails", async () => {
    const { context } = await openContext(browser, server.url, { allowed: /ERR_FAILED|stream/ });
    await context.route("**/api/v1/submissions/stream**", (route) => route.abort());
    const page = await context.newPage();
    await page.goto("/queue");
    const id = await upload(server.url, namedSkill("seen-by-polling", "One line each."));
    await page.locator(`tr[data-key="${id}"]`).getByText("Published").waitFor();
    await context.close();
  });

  it("shows as many rows for a filter as its count says, and is accessible", async () => {
    const { context } = await openContext(browser, server.url, { javaScriptEnabled: true });
    const page = await context.newPage();
    await page.goto("/queue?show=rejected");
    const counted = await page
      .getByRole("link", { name: /^Rejected/ })
      .locator(".num")
      .textContent();
    expect(await page.locator("tbody tr").count()).toBe(Number(counted));
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });
});
