/**
 * Fails on words that this project does not use: private metaphors and phrases that hide the subject of a sentence.
 * Reads code, texts and documents. `node scripts/check-words.ts [root]` prints each place, then a count per word.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Each expression with the term to use instead. */
const banned: readonly (readonly [expression: string, instead: string])[] = [
  ["doors?", "entry point"],
  ["rooms?", "module, layer"],
  ["houses?", "architecture; vendor"],
  ["strangers?", "anyone; undeclared host"],
  ["whoever", "name the actor"],
  ["purses?", "wallet"],
  ["hush(?:ed|es)?", "hide from the user"],
  ["walks?", "pipeline run, request flow"],
  ["ledger's word", "the database's state"],
  ["can not", "cannot"],
  ["by itself", "automatically, alone"],
  ["unasked", "without asking"],
];

/** Real uses, and texts that are not ours to write: path prefix, and the text that is allowed there (all, if absent). */
const allowed: readonly { readonly path: string; readonly text?: RegExp; readonly why: string }[] = [
  { path: "src/scan/", why: "the scanner's rules and their texts are rewritten with its engine" },
  { path: "docs/RULES.md", why: "generated from the scanner's rules" },
  { path: "test/scan-examples.ts", why: "sentences of skills, which the rules match" },
  { path: "test/fixtures/", why: "texts of the scanner's rules" },
  { path: "test/worker/external-scans/", why: "rewritten with the scanner" },
  { path: "scripts/check-words.ts", why: "the list itself" },
  { path: "docs/CONTENT-DIGEST.md", text: /os\.walk/, why: "a function of Python" },
];

const roots = [
  "src",
  "cli",
  "scripts",
  "bench",
  "test",
  "examples",
  "types",
  "docs",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
];
const expression = new RegExp(`(?<![\\w-])(?:${banned.map(([word]) => word).join("|")})(?![\\w-])`, "gi");

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
const files = execFileSync("git", ["ls-files", "--", ...roots], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(?:tsx?|mjs|md|css|json|txt)$/.test(file) && existsSync(path.join(root, file)));

const counts = new Map<string, number>();
for (const file of files) {
  const exceptions = allowed.filter((entry) => file.startsWith(entry.path));
  if (exceptions.some(({ text }) => text === undefined)) continue;
  const lines = readFileSync(path.join(root, file), "utf8").split("\n");
  for (const [index, line] of lines.entries()) {
    const rest = exceptions.reduce(
      (left, { text }) => (text === undefined ? left : left.replace(text, "")),
      line,
    );
    for (const [word] of rest.matchAll(expression)) {
      console.log(`${file}:${index + 1}: "${word}": ${line.trim()}`);
      const key = word.toLowerCase();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
}

const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
if (total === 0) {
  console.log(`No banned words in ${files.length} files.`);
} else {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  console.error(`\n${total} banned words (${sorted.map(([word, count]) => `${word} ${count}`).join(", ")}).`);
  for (const [word, instead] of banned) {
    const isUsed = sorted.some(([found]) => new RegExp(`^(?:${word})$`).test(found));
    if (isUsed) console.error(`  ${word}: write ${instead}`);
  }
  process.exitCode = 1;
}
