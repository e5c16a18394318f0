/** `npm run scan:check-regexes`: proves with recheck that each regular expression of src/scan takes linear time, or fails. */
import { join } from "node:path";
import { compiledRegexes, scanRegexes, unsafeRegexes } from "./scan-regexes.ts";

const root = join(import.meta.dirname, "../src/scan");
const regexes = [...scanRegexes(root), ...(await compiledRegexes(root))];
const unsafe = await unsafeRegexes(regexes, console.log);
for (const line of unsafe) console.log(line);
console.log(`${regexes.length} expressions, ${unsafe.length} not proven safe.`);
process.exitCode = unsafe.length === 0 ? 0 : 1;
