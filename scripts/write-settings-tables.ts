/** `npm run settings:docs`: writes the tables of environment variables into the documents. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { documentsWithTables, withTables } from "./settings-tables.ts";

for (const name of documentsWithTables) {
  const file = path.join(import.meta.dirname, "..", name);
  writeFileSync(file, withTables(readFileSync(file, "utf8")));
}
