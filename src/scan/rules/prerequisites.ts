import type { Block } from "../document/block.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { cornerOf, hostKind, hostOf } from "../hosts.ts";
import { anyUrl, type Concept, download, pieces, run } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";

const archivePassword: Concept = {
  id: "archive-password",
  pattern:
    /\b(?:extract|unzip|unpack|archive|zip|rar|7z|decompress|open it|opens? with)\b[^\n]{0,60}?\b(?:pass(?:word|code|phrase)?|pwd|using|key|code|pin)\b\s{0,2}(?:is|:|=|with|-)?\s{0,3}[`"'*]{0,3}[\w!@#$%-]{3,40}|\bpass(?:word)?\s?[:=]\s{0,3}[`"'*]{1,3}[\w!@#$%-]{3,40}/gi,
  hints: pieces("extract|unzip|unpack|archive|zip|rar|7z|pass"),
};
const pasteTerminal: Concept = {
  id: "paste-terminal",
  pattern:
    /\b(?:paste|copy(?: and (?:paste|run|execute))?|run|execute|enter|type)\b[^\n]{0,100}\b(?:terminal|command prompt|powershell|cmd\.exe|console(?!\.)|shell window|run dialog|win\s?\+\s?r|windows\s?\+\s?r|⊞\s?\+?\s?r)\b|\b(?:win\s?\+\s?r|windows key \+ r)\b/gi,
  hints: pieces("terminal|prompt|powershell|cmd|console|shell window|run dialog|+ r|+r"),
};
const required: Concept = {
  id: "required",
  pattern:
    /\b(?:requires?|required|prerequisites?|must (?:be |have |first )?(?:install|download|run|set up|be installed|be running)|needs?|depends on|before (?:using|you|proceeding|continuing|any)|will not (?:work|function|run)|won['’]t work|in order to (?:use|work)|mandatory|necessary)\b/gi,
  hints: pieces("requir|prerequisite|must|need|depend|before|will not|won|in order|mandatory|necessary"),
};
const binaryLink: Concept = {
  id: "binary-link",
  pattern:
    /\bhttps?:\/\/[^\s"'`<>)\]]{4,300}\.(?:zip|exe|msi|dmg|pkg|rar|7z|scr|bat|iso|appimage|deb|rpm)\b|\breleases\/download\/[^\s"'`<>)\]]{3,200}|\b(?:mega\.nz|mediafire\.com|dropbox\.com\/s|drive\.google\.com\/(?:uc|file)|gofile\.io|anonfiles|workupload\.com|sendspace)\b/gi,
  hints: pieces(
    ".zip|.exe|.msi|.dmg|.pkg|.rar|.7z|.scr|.bat|.iso|appimage|.deb|.rpm|releases/download|mega.nz|mediafire|dropbox|drive.google|gofile|anonfiles|workupload|sendspace",
  ),
};

const anonymous: ReadonlySet<string> = new Set(["paste", "raw-address", "shortener", "self-named"]);
const use =
  /\b(?:run|execute|paste|install(?:er|ation)?|copy|terminal|bash|sh|download|pull|stage|payload|callback|bootstrap|script|snippets?|setup|fetch|deadDrop|fallback\w{0,20})\b/i;

/** Links to places where anyone leaves things under no name, with a word that has them used. */
const pasteSiteRun: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (block.polarity !== "assert" || block.role === "config" || block.role === "data") continue;
      if (block.lower.includes("http") || block.lower.includes("hxxp")) yield* anonymousLinks(block);
    }
  },
};

/** Whether all addresses around are services known by name, and none is a corner of one that anybody may fill. */
function onlyKnownPlaces(around: string): boolean {
  const addresses = around.match(anyUrl.pattern) ?? [];
  return (
    addresses.length > 0 &&
    addresses.every((url) => {
      const host = hostOf(url);
      return (
        hostKind(host) === "well-known" &&
        cornerOf(url) === undefined &&
        !/(?:^|\.)(?:github|gitlab|bitbucket|githubusercontent)\./.test(host)
      );
    })
  );
}

function* anonymousLinks(block: Block): Generator<Hit> {
  const inScript = block.role === "code" && block.artefact.language !== "markdown";
  for (const match of block.text.matchAll(anyUrl.pattern)) {
    const kind = hostKind(hostOf(match[0].replace(/^hxxp/i, "http")));
    if (!anonymous.has(kind)) continue;
    const cited = /\b(?:see|info|docs|source|copy of)\b[^.\n]{0,30}$/i.test(
      block.text
        .slice(Math.max(0, match.index - 120), match.index)
        .replace(/https?:\/\/\S{1,80}(?: \([^)]{1,40}\))?/g, ""),
    );
    if (kind === "shortener" && cited) continue;
    const end = match.index + match[0].length;
    const used =
      (inScript && kind === "paste") || use.test(block.text.slice(Math.max(0, match.index - 160), end + 200));
    if (used && !isNegatedIn(block, match.index))
      yield { artefact: block.artefact, start: block.start + match.index, end: block.start + end };
  }
}

export const prerequisites: RuleFamily = {
  id: "prerequisites",
  title: "Fake prerequisites",
  rules: [
    {
      id: "T05-archive-with-password",
      version: 2,
      title: "Prerequisite as an archive with a password",
      category: "T05",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table"] },
      detect: {
        kind: "chain",
        scope: "section",
        steps: [binaryLink, archivePassword],
        within: 500,
        anyOrder: true,
      },
      message:
        "A program is to be downloaded in an archive with a password, which keeps it from being examined.",
      advice: "Name the dependency in its package registry; honest software needs no password to unpack.",
      references: ["OWASP Agentic Skills 02"],
    },
    {
      id: "T05-required-binary",
      version: 1,
      title: "Unrelated program required before use",
      category: "T05",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table"] },
      detect: {
        kind: "chain",
        scope: "section",
        steps: [binaryLink, required, download, run],
        within: 500,
        anyOrder: true,
        unless: /\b(?:pip|npm|brew|apt|cargo|winget|choco|go install|docker)\b/i,
      },
      message: "The skill does nothing before a program from elsewhere was downloaded and run.",
      advice: "Use a package registry, pin the version, and give a checksum.",
      references: ["OWASP Agentic Skills 02"],
    },
    {
      id: "T05-warning-clicked-away",
      version: 1,
      title: "A warning of the system to be clicked away",
      category: "T05",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces("run anyway|open anyway"),
        any: [
          /\bmore info\b[^.\n]{0,40}\brun anyway\b/gi,
          /\b(?:gatekeeper|macos|malware|damaged|unidentified)\b[^\n]{0,80}\b(?:click|choose|press|select)\b[^\n]{0,60}\bopen anyway\b/gi,
        ],
        unless:
          /\b(?:never|do not|don['’]t|phishing|lures?|attackers?|malicious|not (?:yet )?(?:code-)?signed|unsigned|not notari[sz]ed|unidentified developer)\b/i,
      },
      message: "The person is to click away what the system warns them of.",
      advice: "Sign what is to be installed, or let the agent's package manager install it.",
      references: ["MITRE T1204.002"],
    },
    {
      id: "T05-paste-into-terminal",
      version: 2,
      title: "Command from a page to be pasted into a terminal",
      category: "T05",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces("terminal|prompt|powershell|console|win+r|win + r|run dialog"),
        any: [
          /\b(?:visit|open|go to|navigate to|see|from|check)\b[^\n]{0,40}(?:\[[^\]\n]{1,80}\]\()?https?:\/\/[^\s)]{4,200}\)?[^\n]{0,80}\b(?:copy|paste|run|execute)\b[^\n]{0,80}\b(?:terminal|command prompt|powershell|console|run dialog)\b/gi,
          /\bwin(?:dows)?(?: key)?\s?\+\s?r\b/gi,
        ],
        unless:
          /\b(?:screenshots?|shortcut keys|keyboard shortcuts?|it asks (?:you )?to|asked to press|asks people to|close the page|call (?:security|the help ?desk))\b/i,
        excuse: onlyKnownPlaces,
      },
      message: "The reader is sent to a page for a command to paste into a terminal.",
      advice: "Write the command here, where it can be read, or leave it out.",
      references: ["ClickFix"],
    },
    {
      id: "T05-anonymous-place",
      version: 3,
      title: "Code from a place without an owner",
      category: "T05",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: pasteSiteRun,
      message: "Something is to be fetched from a paste site, a shortened link or a bare address, and used.",
      advice: "Ship the file in the skill, or fetch it from its publisher.",
      references: [],
    },
    {
      id: "T05-terminal-paste-chain",
      version: 5,
      title: "Required step: paste a fetched command",
      category: "T05",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table"] },
      detect: {
        kind: "chain",
        scope: "section",
        steps: [required, pasteTerminal, anyUrl],
        within: 600,
        anyOrder: true,
        unless:
          /\b(?:brew\.sh|docs|documentation|api[ _-]key|official|mcp|dropdown|no terminal|nodejs\.org|contribut\w{2,6}|clone this repository)\b/i,
        excuse: onlyKnownPlaces,
      },
      message: "A required step has the reader paste a command that comes from elsewhere.",
      advice: "Write the command here, where it can be read.",
      references: ["ClickFix"],
    },
  ],
};
