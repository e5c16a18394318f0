import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rulesPage } from "../../scripts/rules-page.ts";

it("docs/RULES.md lists the current rules (run `npm run scan:docs` after a change)", () => {
  expect(readFileSync(join(import.meta.dirname, "../../docs/RULES.md"), "utf8")).toBe(rulesPage());
});
