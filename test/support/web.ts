/** What the tests of the pages share: upload a skill, wait for what became of it, and look at a page with axe. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { makeZip } from "../../src/lib/archives/install-archives.ts";
import { textFile } from "./skills.ts";

export const ADMIN_TOKEN = "an-operators-token-for-the-web-tests";

export interface UploadAnswer {
  readonly id: string;
}

/** Uploads as the operator, for an owner; answers the submission's number. */
export async function upload(origin: string, files: SkillFile[], owner = "acme"): Promise<string> {
  const response = await fetch(`${origin}/api/v1/submissions/upload?owner=${owner}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/zip" },
    body: makeZip(files),
  });
  const body = (await response.json()) as UploadAnswer;
  expect(response.status, JSON.stringify(body)).toBeLessThan(300);
  return body.id;
}

/** Content that changes SKILL.md only in its text, under one name. */
export function namedSkill(
  name: string,
  body: string,
  description = "Turns notes into a short list.",
): SkillFile[] {
  return [
    textFile("SKILL.md", `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}\n`),
    textFile("references/example.md", "# Example\n\nDecision: ship on Tuesday.\n"),
  ];
}

/** What axe finds: WCAG 2.2 AA and its own best practices. A test expects nothing. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

/** No page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(over, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
}

export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin/sign-in");
  await page.getByLabel("Admin token").fill(ADMIN_TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/admin$/);
}
