#!/usr/bin/env node
// The package's command: runs the command line on a Node that is new enough. Plain JavaScript for any Node from 18 on.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runWithNode } from "./node.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
/** Sources in a checkout, the bundle in an installed package (Node runs no TypeScript inside node_modules). */
const source = path.join(here, "vskill.ts");
const commandLine = existsSync(source) ? source : path.join(here, "..", "dist", "cli.mjs");

const args = ["--disable-warning=ExperimentalWarning", commandLine, ...process.argv.slice(2)];
runWithNode(null, args, { VSKILL_LAUNCHER: String(process.pid) });
