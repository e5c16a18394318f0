/** Rights given away, and files that agents obey changed behind the user's back. */
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import { hitAt, isProgram, meant, searching } from "./code-blocks.ts";

/** A document or folder given to everybody, to write in. */
const openToAll = searching(
  {
    roles: ["code", "config", "prose", "table"],
    hints: pieces("anyone"),
    patterns: [
      /["']?type["']?\s{0,3}[:=]\s{0,3}["']anyone["'][^}\n]{0,80}["']?role["']?\s{0,3}[:=]\s{0,3}["'](?:writer|organizer|fileOrganizer|owner)["']/g,
      /["']?role["']?\s{0,3}[:=]\s{0,3}["'](?:writer|organizer|fileOrganizer|owner)["'][^}\n]{0,80}["']?type["']?\s{0,3}[:=]\s{0,3}["']anyone["']/g,
    ],
  },
  () => ({}),
);

/** Everything allowed but what is named: rights of a master in the dress of a list. */
const allBut = searching(
  {
    roles: ["config", "code"],
    hints: pieces("notaction"),
    patterns: [/["']Effect["']\s{0,3}:\s{0,3}["']Allow["'][^{}]{0,200}["']NotAction["']\s{0,3}:/g],
  },
  () => ({}),
);

const agentText = /\b(?:SKILL|CLAUDE|AGENTS|GEMINI|MEMORY|SOUL)\.md\b|\.cursorrules\b/;
const writesText = /\.write_text\(|\bopen\([^)\n]{1,80}["'](?:w|a|r\+)|\bwriteFileSync\(|\bappendFileSync\(/;
const timesPutBack = /\bos\.utime\(|\butimesSync\(|\bfutimesSync\(|\btouch\s{1,3}(?:-r|-d|-t)\b/;

/** Files that agents obey are rewritten, and made to look as if nobody had touched them. */
const quietRewrite: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code"])) {
      const back =
        agentText.test(block.text) && writesText.test(block.text) ? timesPutBack.exec(block.text) : null;
      if (back !== null && isProgram(block)) yield hitAt(block, back.index, back[0].length);
    }
  },
};

export const rightsRules: readonly Rule[] = [
  {
    id: "T15-open-to-all",
    version: 1,
    title: "Given to everybody, to write in",
    category: "T15",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    detect: openToAll,
    message: "What the user has is given to everybody, to change as they like.",
    advice: "Share with named people, and ask first.",
    references: ["CWE-732"],
  },
  {
    id: "T15-all-but",
    version: 1,
    title: "Rights to everything but what is named",
    category: "T15",
    severity: "high",
    confidence: 0.55,
    kind: "suspicious",
    layer: "static",
    detect: allBut,
    message: "A role is allowed everything except a few acts.",
    advice: "Name the acts that are needed.",
    references: ["CWE-269"],
  },
  {
    id: "T13-quiet-rewrite",
    version: 1,
    title: "Files that agents obey, rewritten without a trace",
    category: "T13",
    severity: "high",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: quietRewrite,
    message: "A program rewrites files that agents obey and puts their times back.",
    advice: "Remove it.",
    references: ["MITRE T1070.006"],
  },
];
