/** Helpers of the page tests: upload a skill, sign in as an operator, and check a page with axe. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { makeZip } from "../../src/lib/archives/install-archives.ts";
import { textFile } from "./skills.ts";

export const ADMIN_TOKEN = "an-operators-token-for-the-web-tests";

export interface UploadResponse {
  readonly id: string;
}

/** Uploads as the operator, for an owner, and returns the submission's id. */
export async function upload(origin: string, files: SkillFile[], owner = "acme"): Promise<string> {
  const response = await fetch(`${origin}/api/v1/submissions/upload?owner=${owner}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/zip" },
    body: makeZip(files),
  });
  const body = (await response.json()) as UploadResponse;
  expect(response.status, JSON.stringify(body)).toBeLessThan(300);
  return body.id;
}

/** A skill in which only the name and the text of SKILL.md vary. */
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

/** Returns axe's findings for WCAG 2.2 AA and best practices. A test expects none. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

/** Checks that the page is not wider than its window. */
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
