/** `npm run scan:docs`: writes docs/RULES.md, the catalogue of the scanner's rules, from the rules themselves. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rulesPage } from "./rules-page.ts";

writeFileSync(join(import.meta.dirname, "../docs/RULES.md"), rulesPage());
