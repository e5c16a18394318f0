/** Rights given away, and files that agents obey changed behind the user's back. */
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import { around, hitAt, isProgram, isSomeone, mailbox, meant, searching } from "./code-blocks.ts";

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

/** Calls and commands that give somebody rights to what the person has. */
const givesRights = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "acl()|permissions()|permissions.create|collaborator|add-iam-policy-binding|role assignment",
    ),
    patterns: [
      /\.acl\(\)\s{0,8}\.insert\(|\.permissions\(\)\s{0,8}\.create\(|\bpermissions\.create\(/g,
      /\bgh\s{1,3}api\b[^\n]{0,80}\/collaborators\/([A-Za-z][\w-]{2,38})(?![\w}$-])/g,
      /\badd_?[cC]ollaborator\(\s{0,3}["'`]([A-Za-z][\w-]{2,38})["'`]/g,
      /\badd-iam-policy-binding\b[^\n]{0,120}--member[= ]["']?user:[\w.+-]{1,64}@[\w.-]{4,80}|\brole assignment create\b[^\n]{0,80}--assignee[= ]["']?[\w.+-]{1,64}@[\w.-]{4,80}/g,
    ],
  },
  (match, block) => {
    const [, account] = match;
    const told = isProgram(block) ? {} : { confidence: 0.45 };
    if (account !== undefined)
      return /^(?:user(?:name)?|owner|name|login|your\w{0,20}|octocat|collaborator)$/i.test(account)
        ? undefined
        : told;
    const near = around(block, match.index, 700, 500);
    return [...near.matchAll(mailbox)].some(([address, host = ""]) => isSomeone(address, host))
      ? told
      : undefined;
  },
);

/** Everybody who runs anything in a cluster, made its master. */
const clusterForAll = searching(
  {
    roles: ["code", "config"],
    hints: pieces("cluster-admin"),
    patterns: [
      /\bname:\s{0,3}["']?cluster-admin\b(?:(?!\n---)[\s\S]){0,200}?\bname:\s{0,3}["']?system:(?:serviceaccounts|authenticated|unauthenticated|anonymous|masters)\b/g,
      /\bname:\s{0,3}["']?system:(?:serviceaccounts|authenticated|unauthenticated|anonymous)\b(?:(?!\n---)[\s\S]){0,200}?\bname:\s{0,3}["']?cluster-admin\b/g,
      /\bname:\s{0,3}["']?cluster-admin\b[\s\S]{0,300}?\bkind:\s{0,3}User\b[\s\S]{0,40}?\bname:\s{0,3}["']?[\w.+-]{1,64}@(?!example\.)[\w-]{1,63}\.[a-z]{2,12}\b/g,
      /\bcreate\s{1,3}clusterrolebinding\b[^\n]{0,120}cluster-admin[^\n]{0,120}--(?:group|user)[= ]system:(?:serviceaccounts|authenticated|unauthenticated|anonymous)\b/g,
    ],
  },
  ([found]) => (/@/.test(found) ? { confidence: 0.45 } : {}),
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
    id: "T13-rights-given",
    version: 1,
    title: "A fixed account given rights to what the person has",
    category: "T13",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: givesRights,
    message:
      "An account that stands in the code gets rights to the person's calendar, files, repository or project.",
    advice: "Take the account from the person, and show it before it gets rights.",
    references: ["MITRE T1098"],
  },
  {
    id: "T15-cluster-for-all",
    version: 1,
    title: "Everybody made master of a cluster",
    category: "T15",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: clusterForAll,
    message: "Whoever runs anything in the cluster may do everything in it.",
    advice: "Bind the role that is needed to the one account that needs it.",
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
