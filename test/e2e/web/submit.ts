/** Submission in a browser: selecting skills of a repository, with and without scripts, and dropping files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeZip } from "../../../src/lib/archives/install-archives.ts";
import { openContext } from "../../support/browser.ts";
import { GitRepository } from "../../support/git-repository.ts";
import { skillMd } from "../../support/skill-files.ts";
import { waitForState } from "../../support/wait-for-state.ts";
import { ADMIN_TOKEN, axeFindings, expectNoSidewaysScroll, namedSkill } from "../../support/web.ts";
import { browser } from "./browser.ts";
import { github, server } from "./registry.ts";

let folder: string;
const REPOSITORY = "https://github.com/acme/tools";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vskill-drop-"));
  const repository = new GitRepository("trunk");
  const names = ["already-published", "first", "second", "third"];
  repository.commit(Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillMd(name)])));
  github.hosted.set("acme/tools", { fullName: "acme/tools", repository, defaultBranch: "trunk" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function publishOne(): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/submissions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repoUrl: REPOSITORY, skillPath: "skills/already-published" }),
  });
  await waitForState(server.url, ((await response.json()) as { id: string }).id, "PUBLISHED");
}

async function takeDown(name: string): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/admin/skills/acme/tools/${name}/take-down`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "for the test" }),
  });
  expect(response.status, await response.text()).toBe(200);
}

async function showSkills(page: Page): Promise<void> {
  await page.goto("/submit");
  await page.getByLabel("GitHub repo").fill(REPOSITORY);
  await page.getByRole("button", { name: "Find skills" }).click();
  await page.getByRole("heading", { name: "4 skills found" }).waitFor();
}

/** Checks pages that need the state that the test above them has created. */
async function expectAccessible(context: BrowserContext, ...paths: string[]): Promise<void> {
  const page = await context.newPage();
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
    found.push(...(await axeFindings(page)));
  }
  expect(found).toEqual([]);
}

const checkbox = (page: Page, name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name} `) });

describe("the list of a repository's skills", () => {
  it("submits a selection, without scripts; published skills are not preselected", async () => {
    await publishOne();
    const { context, complaints } = await openContext(browser, server.url, { javaScriptEnabled: false });
    const page = await context.newPage();
    await showSkills(page);
    expect(await checkbox(page, "already-published").isChecked()).toBe(false);
    await page.getByText("published", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Select all" }).isVisible()).toBe(false);
    await checkbox(page, "third").uncheck();
    await page.getByRole("button", { name: "Submit selected" }).click();
    await page.getByRole("link", { name: "View status" }).first().waitFor();
    const accepted = await page.locator("main li").allTextContents();
    expect(accepted.map((text) => text.trim().split(" ")[0])).toEqual(["skills/first", "skills/second"]);
    await page.getByRole("link", { name: "View status" }).first().click();
    await page.waitForURL(/\/submissions\//);
    await waitForState(server.url, page.url().split("/").at(-1) ?? "", "PUBLISHED");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("counts the selected skills and submits all, with scripts, on a phone, and is accessible", async () => {
    const viewport = { width: 320, height: 700 };
    const { context, complaints } = await openContext(browser, server.url, { viewport, allowed: /404|410/ });
    const page = await context.newPage();
    await showSkills(page);
    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByText("4 of 4 selected").waitFor();
    await checkbox(page, "third").uncheck();
    await page.getByText("3 of 4 selected").waitFor();
    await expectNoSidewaysScroll(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Submit all 4" }).click();
    await page.waitForURL(/\/submissions\//);
    await waitForState(server.url, page.url().split("/").at(-1) ?? "", "EXPANDED");
    await page.locator("main li", { hasText: "third" }).getByText("Published").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await takeDown("third");
    await expectAccessible(
      context,
      "/skills/acme/tools/third",
      "/skills/acme/tools/none",
      "/publishers/acme/claim",
    );
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Drops real files through the browser, as a desktop does. */
async function drop(context: BrowserContext, page: Page, file: string): Promise<void> {
  const area = await page.locator("[data-drop]").boundingBox();
  if (area === null) throw new Error("the page has no drop area");
  const client = await context.newCDPSession(page);
  const at = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await client.send("Input.dispatchDragEvent", { type, ...at, data });
}

async function sendDropped(page: Page): Promise<void> {
  await page.getByText("ready to upload").waitFor();
  await page.getByLabel("Token", { exact: true }).fill(ADMIN_TOKEN);
  await page.getByLabel("Owner (admin tokens only)").fill("dropper");
  await page.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL(/\/submissions\//);
}

const chosenBytes = (page: Page) =>
  page.evaluate("document.querySelector('input[name=archive]').files[0].size");

describe("dropping on the page", () => {
  it("uploads an archive unchanged", async () => {
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    const archive = path.join(folder, "dropped.zip");
    writeFileSync(archive, makeZip(namedSkill("dropped-archive", "One line each.")));
    await page.goto("/submit");
    await drop(context, page, archive);
    await sendDropped(page);
    await page.getByRole("link", { name: "Open dropper/uploads/dropped-archive" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("packs a folder, dropped or selected, with all files except .git and node_modules", async () => {
    const { context, complaints } = await openContext(browser, server.url);
    const page = await context.newPage();
    const root = path.join(folder, "dropped-folder");
    for (const { path: name, bytes } of [
      ...namedSkill("dropped-folder", "One line each."),
      { path: ".git/config", bytes: new Uint8Array(9) },
      { path: "node_modules/left/out.js", bytes: new Uint8Array(9) },
    ]) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), bytes);
    }
    await page.goto("/submit");
    await drop(context, page, root);
    await page.getByText("ready to upload").waitFor();
    const dropped = await chosenBytes(page);
    await page.reload();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a folder instead" }).click();
    await (await chooser).setFiles(root);
    await page.getByText("ready to upload").waitFor();
    expect(await chosenBytes(page)).toBe(dropped);
    await sendDropped(page);
    await page.getByRole("link", { name: "Open dropper/uploads/dropped-folder" }).click();
    await page.getByRole("heading", { level: 1, name: "dropped-folder" }).waitFor();
    await page.goto("/skills/dropper/uploads/dropped-folder/files");
    expect(await page.locator("main").textContent()).toContain("references/example.md");
    expect(await page.locator("main").textContent()).not.toMatch(/\.git\/|node_modules/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
