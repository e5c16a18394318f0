import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { documentsWithTables, withTables } from "../../scripts/settings-tables.ts";

const root = path.resolve(import.meta.dirname, "../..");

it.each(documentsWithTables)(
  "%s has the current tables of environment variables (run `npm run settings:docs` after a change)",
  (name) => {
    const text = readFileSync(path.join(root, name), "utf8");
    expect(text).toContain("<!-- generated:");
    expect(text).toBe(withTables(text));
  },
);
