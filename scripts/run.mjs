// `node scripts/run.mjs FILE.ts|PROGRAM [ARGUMENTS]`: runs a script of ours, or a program of node_modules, on a Node that
// is new enough (cli/node.mjs). package.json uses it for everything that may need a newer Node than the machine's.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runWithNode } from "../cli/node.mjs";

const programs = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
process.env.PATH = [programs, process.env.PATH].join(path.delimiter);

const [target = "", ...rest] = process.argv.slice(2);
if (target.endsWith(".ts")) runWithNode(null, ["--disable-warning=ExperimentalWarning", target, ...rest]);
else runWithNode(target, rest);
