/** Code that plants, passes itself on, or runs what it is not seen to run: each by the shape of what it does. */

import type { Block } from "../document/block.ts";
import { hostKind } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import { hitAt, isProgram, meant, perBlock, searching, sendsOut } from "./code-blocks.ts";

const code = ["code"] as const;

type Counts = (match: RegExpExecArray) => boolean;

/** One expression over the programs of a skill; the rest of the program says, once, which of its matches count. */
function inCode(
  pattern: RegExp,
  hint: string,
  judgeOf: (block: Block) => Counts | boolean = () => true,
): CodeDetector {
  return {
    kind: "code",
    *run(context): Generator<Hit> {
      for (const block of meant(context, code)) {
        const judge = block.lower.includes(hint) && judgeOf(block);
        if (judge === false) continue;
        for (const match of [...block.text.matchAll(pattern)].slice(0, 40))
          if (judge === true || judge(match)) yield hitAt(block, match.index, Math.min(match[0].length, 240));
      }
    },
  };
}

/** A command that fetches and runs, laid on the clipboard for a person to paste. */
const laidOut = inCode(
  /\b(?:echo|printf)\s[^\n]{0,40}(?:mshta\s|powershell\b|\biwr\s|\birm\s|curl\s[^\n|]{3,160}\|\s{0,2}(?:ba|z)?sh)[^\n]{0,200}\|\s{0,2}(?:clip(?:\.exe)?|pbcopy|xclip\b[^\n]{0,40}|xsel\b[^\n]{0,40}|wl-copy)\b/g,
  "http",
);

/** The names that a program gives to its own file. */
const ownFile =
  /\b(\w{2,30})\s{0,3}=\s{0,3}(?:fileURLToPath\(\s{0,3}import\.meta\.url|__filename|import\.meta\.filename|(?:os\.path\.(?:abspath|realpath)|Path|pathlib\.Path)\(\s{0,3}__file__)/g;

/** A program that copies itself into other skills. */
const passesOn: CodeDetector = inCode(
  /\b(?:copyFileSync|copyFile|cpSync|shutil\.copy\w{0,6})\(\s{0,3}(?:__filename|__file__|import\.meta\.filename|fileURLToPath\(|(\w{2,30})\b)|\bcp\s{1,3}(?:-\w{1,4}\s{1,3})?["']?(?:\$0|\$\{?BASH_SOURCE)[^\s\n]{0,12}(?:\s{1,3}["']?\$\{?(\w{2,30}))?/gi,
  "skill.md",
  ({ text }) => {
    if (!/\bskills\b/.test(text)) return false;
    const own = new Set([...text.matchAll(ownFile)].map(([, name]) => name));
    const passing = new Set([...text.matchAll(/\b(\w{2,30})="?\$\(mktemp\b/g)].map(([, name]) => name));
    return ([, copied, place]) =>
      (copied === undefined || /^__/.test(copied) || own.has(copied)) && !passing.has(place);
  },
);

const tokenFiles =
  /\.claude\/\.credentials\.json|\.codex\/auth\.json|\.gemini\/oauth_creds\.json|github-copilot\/(?:apps|hosts)\.json|\.config\/gh\/hosts\.yml|openclaw\/(?:openclaw\.json|[\w/-]{0,40}auth-profiles\.json)|Claude Code-credentials|\.qwen\/oauth_creds\.json/g;

/** The tokens of several agents, in a program that speaks with a host which is none of their makers'. */
const manyTokens: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, code)) {
      if (!isProgram(block) || !sendsOut.test(block.text)) continue;
      const found = [...block.text.matchAll(tokenFiles)];
      const owners = new Set(found.map(([path]) => path.split(/[/.]/).find((part) => part.length > 3)));
      const [first] = found;
      if (first === undefined || owners.size < 2 || !callsUnknown(block)) continue;
      yield hitAt(block, first.index, first[0].length);
    }
  },
};

function callsUnknown(block: Block): boolean {
  return [...block.text.matchAll(/["'`]https?:\/\/([\w.-]{4,120})/g)]
    .slice(0, 40)
    .some(([, host = ""]) => hostKind(host.toLowerCase()) === "unknown");
}

const starts = /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s{0,3}(\w{1,40})\b/g;

/** A file is written from the net, made a program, and started. */
const startsFetched = inCode(/\bcreateWriteStream\(\s{0,3}(\w{1,40})\b/g, "createwritestream", ({ text }) => {
  if (!/\bhttps?\.get\(|\bfetch\(|\baxios\b|\bgot\(/.test(text)) return false;
  const started = new Set([...text.matchAll(starts)].map(([, name]) => name));
  return ([, file]) => started.has(file);
});

/** A function made of text by way of the constructor of functions that wait, fed with what is fetched or spelled in numbers. */
const madeOfText = inCode(
  /\(\s{0,3}(?:async\s{0,3})?(?:\(\s{0,3}\)\s{0,3}=>\s{0,3}\{\s{0,3}\}|function\s{0,3}\w{0,20}\(\s{0,3}\)\s{0,3}\{\s{0,3}\})\s{0,3}\)\s{0,3}\.constructor\b/g,
  ".constructor",
  ({ text }) =>
    text.length < 40_000 &&
    /\bfromCharCode\(|\bBuffer\.from\([^)\n]{1,60}["']hex["']|\bfetch\(|\batob\(/.test(text),
);

/** The end of a file is cut off, made a program, and started. */
const cutAndRun = inCode(
  /\btail\s{1,3}-c\s{1,3}\+[^\n>]{1,80}>\s{0,3}(["']?\$?[\w./{}$-]{1,60}["']?)\s{0,3}(?:;|&&|\n)\s{0,8}chmod\s{1,3}(?:\+x|[u+]{1,2}x|[57]\d\d)\s{1,3}/g,
  "chmod",
);

const fixedAccount = /\b(\w{2,30})\s{0,3}=\s{0,3}(?:["'`]0x[0-9a-fA-F]{40}|\[\s{0,3}["'`]0x)/g;

/** The payee is swapped for a fixed account where a condition holds. */
const swappedPayee = inCode(
  /\?\s{0,3}(\w{2,30})\s{0,3}:\s{0,3}(?:\w{1,20}\.)?(?:to|address|recipient|payee|destination|wallet)\b/g,
  "0x",
  ({ text }) => {
    if (!/\.transfer\(|\bsendTransaction\(|\btransferFrom\(/.test(text)) return false;
    const fixed = new Set([...text.matchAll(fixedAccount)].map(([, account]) => account));
    return ([, name]) => fixed.has(name);
  },
);

const loads =
  /\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|GIT_SSH_COMMAND|NODE_OPTIONS)["']?\s{0,3}[:=]\s{0,3}["']?[^\n"']{0,20}(?:~|\$\{?HOME|\/tmp\/|\/host\/|\.cache\/|<\(|curl\b)/g;

/** Variables by which every later program loads code from a place where none belongs: two of them, or one that fetches. */
const loadsByName: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code", "config"])) {
      const found = [...block.text.matchAll(loads)];
      const [first] = found;
      if (first === undefined) continue;
      const names = new Set(found.map(([match]) => match.slice(0, 8)));
      if (names.size > 1 || /curl|<\(/.test(first[0])) yield hitAt(block, first.index, first[0].length);
    }
  },
};

const memories =
  /~\/\.claude\/CLAUDE\.md|~\/\.codex\/AGENTS\.md|~\/\.gemini\/GEMINI\.md|(?<![\w/])AGENTS\.md|(?<![\w/])GEMINI\.md|\.cursorrules\b|\.windsurfrules\b|copilot-instructions\.md|~\/\.openclaw\/[\w/]{0,40}SOUL\.md/g;
const puts = /\b(?:append|add|write|insert|merge|copy|put|paste|inject)\b/i;
const lasting =
  /\b(?:persists?|outlives?|survives?|sticks?|stays?|every (?:later|future|next)|permanent(?:ly)?)\b/i;

/** The first of several memories that a text is to be put into for good. */
const firstOfMany = perBlock(({ text }) => {
  const named = new Set([...text.matchAll(memories)].map(([name]) => name));
  const [first] = named;
  return named.size > 1 && puts.test(text) && lasting.test(text) ? first : undefined;
});

/** A text that is to be put into the memories of several agents, so that it outlives the skill. */
const manyMemories = searching(
  {
    roles: ["prose", "quote", "table"],
    hints: pieces("claude.md|agents.md|gemini.md|cursorrules"),
    patterns: [memories],
  },
  (match, block) => (match[0] === firstOfMany(block) ? {} : undefined),
);

const fixedAccounts =
  /\b(\w{1,40})\s{0,3}(?::\s{0,3}\w{1,20}\s{0,3})?=\s{0,3}(?:new\s{1,3}PublicKey\(|Pubkey\.from_string\(|PublicKey\(|Web3\.to_checksum_address\()?\s{0,3}["'`](?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})["'`]/g;

const accountNames = perBlock(
  ({ text }) => new Set([...text.matchAll(fixedAccounts)].map(([, name]) => name)),
);

/** A share of what an account holds, moved to an account that stands in the code. */
const movedAway = searching(
  {
    roles: ["code"],
    hints: pieces("topubkey|to_pubkey|sendtransaction|send_transaction"),
    patterns: [/\b(?:toPubkey|to_pubkey|to)["']?\s{0,3}[:=]\s{0,3}(\w{1,40})\b/g],
  },
  (match, block) => {
    const after = block.text.slice(match.index, match.index + 160);
    const fixed = accountNames(block).has(match[1]);
    const share = /\b(?:lamports|value|amount)["']?\s{0,3}[:=][^\n]{0,60}(?:\*|\/\/?\s?\d|%|-\s?\w)/.test(
      after,
    );
    return fixed && share && /get_?balance/i.test(block.text) ? {} : undefined;
  },
);

const fetchesFile = /\b(?:MSXML2\.\w{0,12}XMLHTTP|WinHttp\.WinHttpRequest|URLDownloadToFile|ADODB\.Stream)/i;
const startsFile = /\.Run\b|\bShell\s{0,2}\(|\bShellExecute\b|\.Exec\b/i;

/** A macro that runs when the document is opened, fetches a file and starts it. */
const macro = searching(
  {
    roles: ["code"],
    hints: pieces("auto_open|autoopen|workbook_open|document_open|auto_close"),
    patterns: [/\b(?:Auto_?Open|Workbook_Open|Document_Open|Auto_?Close)\s{0,3}\(/gi],
  },
  (match, block) => {
    const body = block.text.slice(match.index, match.index + 4_000);
    return fetchesFile.test(body) && startsFile.test(body) ? {} : undefined;
  },
);

export const lureRules: readonly Rule[] = [
  {
    id: "T25-macro-dropper",
    version: 1,
    title: "A macro that fetches and starts a program",
    category: "T25",
    severity: "critical",
    confidence: 0.9,
    kind: "malicious",
    layer: "static",
    detect: macro,
    message: "A macro runs when its document is opened, fetches a file and starts it.",
    advice: "Remove it.",
    references: ["MITRE T1204.002", "MITRE T1137"],
  },
  {
    id: "T05-laid-on-clipboard",
    version: 1,
    title: "A command laid on the clipboard to be pasted",
    category: "T05",
    severity: "critical",
    confidence: 0.85,
    kind: "malicious",
    layer: "static",
    detect: laidOut,
    message: "A command that fetches and runs something is put where a person will paste it.",
    advice: "Remove it.",
    references: ["MITRE T1204"],
  },
  {
    id: "T13-passes-itself-on",
    version: 2,
    title: "A program that copies itself into other skills",
    category: "T13",
    severity: "critical",
    confidence: 0.85,
    kind: "malicious",
    layer: "static",
    detect: passesOn,
    message: "The program copies itself into the folders of other skills.",
    advice: "Remove it.",
    references: ["MITRE T1080"],
  },
  {
    id: "T09-many-tokens",
    version: 1,
    title: "The tokens of several agents, and a stranger",
    category: "T09",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: manyTokens,
    message: "A program reads the tokens of several agents and speaks with a host of none of their makers.",
    advice: "Ask each maker's own service, with its own token only.",
    references: ["MITRE T1528"],
  },
  {
    id: "T06-starts-fetched",
    version: 1,
    title: "A program fetched and started",
    category: "T06",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: startsFetched,
    message: "The program writes a file from the net and starts it.",
    advice: "Ship what is run, or install it from a package registry.",
    references: ["CWE-494"],
  },
  {
    id: "T11-made-of-text",
    version: 2,
    title: "A function made of hidden text",
    category: "T11",
    severity: "high",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: madeOfText,
    message: "Text that is fetched or spelled in numbers becomes a function by a detour.",
    advice: "Write the function out.",
    references: ["CWE-95"],
  },
  {
    id: "T25-cut-and-run",
    version: 1,
    title: "The end of a file, run as a program",
    category: "T25",
    severity: "high",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: cutAndRun,
    message: "The end of a file is cut off and run.",
    advice: "Ship the program as a file of its own.",
    references: ["MITRE T1027.009"],
  },
  {
    id: "T29-swapped-payee",
    version: 1,
    title: "A payee swapped for a fixed account",
    category: "T29",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: swappedPayee,
    message: "Where a condition holds, money goes to a fixed account instead of the payee.",
    advice: "Pay the payee.",
    references: ["MITRE T1657"],
  },
  {
    id: "T29-moved-away",
    version: 1,
    title: "A share of the balance moved to a fixed account",
    category: "T29",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: movedAway,
    message: "Part of what the account holds goes to an account that stands in the code.",
    advice: "Move money only where and when the user says so.",
    references: ["MITRE T1657"],
  },
  {
    id: "T29-hidden-payee",
    version: 1,
    title: "A contract that pays an address made by its own code",
    category: "T29",
    severity: "critical",
    confidence: 0.85,
    kind: "malicious",
    layer: "static",
    where: { roles: ["code"] },
    detect: {
      kind: "pattern",
      hints: pieces("payable("),
      any: [
        /\bpayable\(\s{0,3}(?!owner\(|_?msgSender\(|admin\(|treasury\(|beneficiary\(|governor\()[a-z_]\w{2,40}\((?!\s{0,3}0x)[\w,\s()]{0,60}\)\s{0,3}\)\s{0,3}\.(?:transfer|send|call\{value:)\s{0,3}\(?\s{0,3}address\(this\)\.balance/gi,
      ],
    },
    message: "What the contract holds goes to an address that a function puts together.",
    advice: "Pay the owner or the caller, by name.",
    references: ["MITRE T1657"],
  },
  {
    id: "T12-loads-by-name",
    version: 1,
    title: "Variables by which every program loads code",
    category: "T12",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: loadsByName,
    message: "Settings make every later program load code from a place where none belongs.",
    advice: "Remove the variables.",
    references: ["MITRE T1574.006"],
  },
  {
    id: "T13-many-memories",
    version: 1,
    title: "The same text for the memories of several agents",
    category: "T13",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: manyMemories,
    message: "A text is to be put into the memories of several agents, to outlive the skill.",
    advice: "Keep to the skill's own files.",
    references: ["OWASP ASI06"],
  },
];
