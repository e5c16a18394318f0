/** T05 fake prerequisites, T06 download and run, T07 remote instructions. */
import { hostKind, hostOf } from "../hosts.ts";
import { anyUrl, type Concept, download, obey, pieces, run } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import { isNegatedAt } from "../structure/polarity.ts";
import { isDeclaredHost, isFenceOf, kindOf, onFacts, shadyHosts } from "./on-facts.ts";

const archivePassword: Concept = {
  id: "archive-password",
  pattern: /\b(?:extract|unzip|unpack|archive|zip|rar|7z|decompress|open it)\b[^\n]{0,60}?\b(?:pass(?:word|code|phrase)?|pwd|using|key)\b\s{0,2}(?:is|:|=|with|-)?\s{0,3}[`"'*]{0,3}[\w!@#$%-]{3,40}|\bpass(?:word)?\s?[:=]\s{0,3}[`"'*]{1,3}[\w!@#$%-]{3,40}/gi,
  hints: pieces("extract|unzip|unpack|archive|zip|rar|7z|pass"),
};
const pasteTerminal: Concept = {
  id: "paste-terminal",
  pattern: /\b(?:paste|copy(?: and (?:paste|run|execute))?|run|execute|enter|type)\b[^.\n]{0,80}\b(?:terminal|command prompt|powershell|cmd\.exe|console|shell window|run dialog|win\s?\+\s?r|windows\s?\+\s?r|⊞\s?\+?\s?r)\b|\b(?:win\s?\+\s?r|windows key \+ r)\b/gi,
  hints: pieces("terminal|prompt|powershell|cmd|console|shell window|run dialog|+ r|+r"),
};
/** An address that is not one of the well-known vendors' documentation. */
const foreignUrl: Concept = {
  id: "foreign-url",
  pattern: /\bhttps?:\/\/(?!(?:[\w-]{1,40}\.){0,3}(?:microsoft|google|amazon|anthropic|openai|mozilla|python|nodejs|apple|github|npmjs|cloudflare|vercel|docker|kubernetes)\.(?:com|org|io|dev)\b)[^\s"'`<>)\]]{3,300}/gi,
  hints: pieces("http"),
};
const required: Concept = {
  id: "required",
  pattern: /\b(?:requires?|required|prerequisites?|must (?:be |have |first )?(?:install|download|run|set up|be installed|be running)|needs?|depends on|before (?:using|you|proceeding|continuing|any)|will not (?:work|function|run)|won['’]t work|in order to (?:use|work)|mandatory|necessary)\b/gi,
  hints: pieces("requir|prerequisite|must|need|depend|before|will not|won|in order|mandatory|necessary"),
};
const binaryLink: Concept = {
  id: "binary-link",
  pattern: /\bhttps?:\/\/[^\s"'`<>)\]]{4,300}\.(?:zip|exe|msi|dmg|pkg|rar|7z|scr|bat|iso|appimage|deb|rpm)\b|\breleases\/download\/[^\s"'`<>)\]]{3,200}|\b(?:mega\.nz|mediafire\.com|dropbox\.com\/s|drive\.google\.com\/(?:uc|file)|gofile\.io|anonfiles|workupload\.com|sendspace)\b/gi,
  hints: pieces(".zip|.exe|.msi|.dmg|.pkg|.rar|.7z|.scr|.bat|.iso|appimage|.deb|.rpm|releases/download|mega.nz|mediafire|dropbox|drive.google|gofile|anonfiles|workupload|sendspace"),
};

/** Links in prose to places where anyone leaves things under no name, with a verb that has them run. */
const pasteSiteRun: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (block.polarity !== "assert" || block.role === "config" || block.role === "data") continue;
      if (!block.lower.includes("http") && !block.lower.includes("hxxp")) continue;
      for (const match of block.text.matchAll(anyUrl.pattern)) {
        const kind = hostKind(hostOf(match[0].replace(/^hxxp/i, "http")));
        if (kind !== "paste" && kind !== "raw-address" && kind !== "shortener" && kind !== "self-named") continue;
        if (kind === "paste" && block.role === "code" && block.artefact.language !== "markdown") {
          yield { artefact: block.artefact, start: block.start + match.index, end: block.start + match.index + match[0].length };
          continue;
        }
        const near = block.text.slice(Math.max(0, match.index - 160), match.index + match[0].length + 200);
        const verbs = /\b(?:run|execute|paste|install(?:er|ation)?|copy|terminal|bash|sh|download|pull|stage|payload|callback|bootstrap|script|snippets?|setup|fetch|deadDrop|fallback\w{0,20})\b/i.test(near);
        if (verbs && !isNegatedAt(block.text, match.index)) yield { artefact: block.artefact, start: block.start + match.index, end: block.start + match.index + match[0].length };
      }
    }
  },
};

export const remoteCode: RuleFamily = {
  id: "remote-code",
  title: "Fake prerequisites, download and run, remote instructions",
  rules: [
    {
      id: "T05-archive-with-password",
      version: 1,
      title: "Prerequisite as an archive with a password",
      category: "T05",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table"] },
      detect: { kind: "chain", scope: "section", steps: [binaryLink, archivePassword], within: 500, anyOrder: true },
      message: "A program is to be downloaded in an archive with a password, which keeps it from being examined.",
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
        kind: "chain", scope: "section", steps: [required, download, binaryLink, run], within: 700,
        unless: /\b(?:pip|npm|brew|apt|cargo|winget|choco|go install|docker)\b/i,
      },
      message: "The skill does nothing before a program from elsewhere was downloaded and run.",
      advice: "Use a package registry, pin the version, and give a checksum.",
      references: ["OWASP Agentic Skills 02"],
    },
    {
      id: "T05-paste-into-terminal",
      version: 1,
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
        unless: /\b(?:screenshots?|shortcut keys|keyboard shortcuts?)\b/i,
      },
      message: "The reader is sent to a page for a command to paste into a terminal.",
      advice: "Write the command here, where it can be read, or leave it out.",
      references: ["ClickFix"],
    },
    {
      id: "T05-anonymous-place",
      version: 1,
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
      id: "T06-remote-code-shady",
      version: 1,
      title: "Remote code run from a place nobody answers for",
      category: "T06",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["fetch-run", "download-run"], (fact) => (shadyHosts.has(kindOf(fact)) ? { message: `Code from ${fact.host} is fetched and run.` } : undefined)),
      message: "Code from an anonymous place is fetched and run.",
      advice: "Ship the code in the skill, where it is scanned.",
      references: ["CWE-494"],
    },
    {
      id: "T06-remote-code-undeclared",
      version: 1,
      title: "Remote code run from a host the skill does not name",
      category: "T06",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["fetch-run"], (fact, context) => {
        const kind = kindOf(fact);
        if (kind !== "unknown" && kind !== "placeholder") return undefined;
        return fact.host !== "" && isDeclaredHost(fact.host, context) ? undefined : { message: `Code from ${fact.host === "" ? "the network" : fact.host} is fetched and run.` };
      }),
      message: "Code is fetched from an undeclared host and run.",
      advice: "Name the publisher in the front matter, pin a version, check a digest; or ship the code.",
      references: ["CWE-494"],
    },
    {
      id: "T06-program-fetches-code",
      version: 1,
      title: "Program that fetches a script and runs it",
      category: "T06",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["fetch-run"], (fact) => {
        const inProgram = !/^(?:markdown|shell|text|dockerfile|yaml|json)$/.test(fact.artefact.language) || fact.artefact.how !== "" || isFenceOf(fact, ["javascript", "typescript", "python"]);
        return inProgram && !shadyHosts.has(kindOf(fact)) ? {} : undefined;
      }),
      message: "A program fetches code at run time and runs it.",
      advice: "Ship the code in the skill, where it is scanned.",
      references: ["CWE-494"],
    },
    {
      id: "T06-download-run-undeclared",
      version: 1,
      title: "Downloaded file run from a host the skill does not name",
      category: "T06",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["download-run"], (fact, context) => {
        const kind = kindOf(fact);
        return (kind === "unknown" || kind === "placeholder") && fact.host !== "" && !isDeclaredHost(fact.host, context) ? {} : undefined;
      }),
      message: "A file is downloaded from an undeclared host and run.",
      advice: "Pin a version and check a digest; or ship the file.",
      references: ["CWE-494"],
    },
    {
      id: "T06-memory-loader",
      version: 1,
      title: "Fetched script run in memory",
      category: "T06",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "prose", "config", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces("iex|invoke-expression|downloadstring|mshta|regsvr32|certutil|bitsadmin|rundll32|davwwwroot|nslookup"),
        any: [
          /\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|nslookup)\b[^\n]{0,300}\|\s{0,4}(?:[^\n|]{0,120}\|\s{0,4}){0,3}(?:iex|Invoke-Expression)\b/gi,
          /\b(?:iex|Invoke-Expression)\b\s{0,4}\(?\s{0,4}\(?\s{0,4}(?:\(New-Object|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|New-Object|\[System\.Text)/gi,
          /\b(?:mshta|regsvr32|rundll32)(?:\.exe)?\b[^\n]{0,80}(?:https?:|\\\\|javascript:|scrobj)/gi,
          /\bcertutil\b[^\n]{0,60}-urlcache\b|\bbitsadmin\b[^\n]{0,60}\/transfer\b/gi,
          /\\\\[\w.-]{3,100}@(?:ssl@)?\d{2,5}\\|\bDavWWWRoot\b|\bnet\s{1,4}use\s{1,4}\w:\s{1,4}\\\\[\w.-]{1,80}\.[a-z]{2,12}\\/gi,
          /\bnslookup\b[^\n]{0,120}-q(?:uery)?(?:type)?=txt\b[^\n]{0,200}(?:cmd|iex|bash|sh)\b/gi,
        ],
        unless: /\b(?:astral\.sh|chocolatey\.org|get\.scoop\.sh|bun\.(?:sh|com)|deno\.land|install\.python-poetry|community\.chocolatey|aka\.ms|get\.pnpm\.io|raw\.githubusercontent\.com\/(?:ScoopInstaller|microsoft))\b/i,
      },
      message: "A script from the network is run in memory, without a file to look at.",
      advice: "Ship the script in the skill.",
      references: ["MITRE T1059", "MITRE T1105"],
    },
    {
      id: "T07-remote-instructions",
      version: 1,
      title: "Instructions fetched from the network and obeyed",
      category: "T07",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: { kind: "chain", scope: "block", steps: [download, foreignUrl, obey], within: 420, unless: /\b(?:install(?:ation)? (?:instructions|guide|steps)|setup (?:instructions|guide)|official|documentation|docs|license|contributing|getting started|README)\b/i },
      message: "The agent is to fetch a text and do what it says: its author can change it after the scan.",
      advice: "Put the instructions into the skill, where they are scanned and pinned.",
      references: ["OWASP Agentic Skills 06"],
    },
    {
      id: "T07-remote-prompt-source",
      version: 1,
      title: "Rules or prompts loaded from a remote place at every run",
      category: "T07",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment", "table"] },
      detect: {
        kind: "pattern",
        hints: pieces("latest instructions|remote instructions|current instructions|updated instructions|new instructions|instructions from|rules from|prompt from|commands from|self-update|skill.md"),
        any: [
          /\b(?:fetch|load|download|pull|retrieve|get|read|check)\b[^.\n]{0,60}\b(?:latest|current|updated|new|remote|additional|today['’]s|further)\s(?:\w{1,14}\s){0,2}?(?:instructions|directives|rules|prompts?|commands|tasks|policy|configuration|skill)\b[^.\n]{0,60}\b(?:from|at)\b[^.\n]{0,20}https?:\/\//gi,
          /\b(?:replace|overwrite|update)\s(?:this (?:file|skill)|SKILL\.md|the skill(?:['’]s)? (?:file|instructions))\s(?:\w{1,14}\s){0,4}?(?:with|from)\b[^.\n]{0,60}https?:\/\//gi,
          /\b(?:every|each|once (?:a|per)|at the start of (?:each|every))\s(?:\w{1,12}\s){0,3}?(?:session|hour|minutes|day|heartbeat|run|conversation|time)\b[^.\n]{0,80}\b(?:fetch|load|download|pull|retrieve|curl|read)\b[^.\n]{0,60}https?:\/\/[^\n]{3,200}\b(?:follow|obey|execute|apply|run|do)\b/gi,
        ],
      },
      message: "What the skill says is loaded from elsewhere each time.",
      advice: "Publish a new version instead; what is scanned must be what is obeyed.",
      references: ["OWASP Agentic Skills 06"],
    },
    {
      id: "T05-terminal-paste-chain",
      version: 1,
      title: "Required step: paste a fetched command",
      category: "T05",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table"] },
      detect: { kind: "chain", scope: "section", steps: [required, pasteTerminal, anyUrl], within: 600, anyOrder: true, unless: /\b(?:brew\.sh|docs|documentation|api[ _-]key|official)\b/i },
      message: "A required step has the reader paste a command that comes from elsewhere.",
      advice: "Write the command here, where it can be read.",
      references: ["ClickFix"],
    },
  ],
};
