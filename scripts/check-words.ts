/** Fails on banned words in any tracked text file. `node scripts/run.mjs scripts/check-words.ts` prints each place. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findBannedWords } from "./banned-words.ts";

/** Pictures, and lists that npm generates. */
const notProse = /\.png$|(?:^|\/)package-lock\.json$/;

const root = path.join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && !notProse.test(file) && existsSync(path.join(root, file)));
const found = files.flatMap((file) => findBannedWords(file, readFileSync(path.join(root, file), "utf8")));

for (const { file, line, word, instead } of found)
  console.error(`${file}:${line}: "${word}"; write: ${instead}`);
if (found.length > 0) process.exitCode = 1;
console.log(`${found.length === 0 ? "No" : found.length} banned words in ${files.length} files.`);
