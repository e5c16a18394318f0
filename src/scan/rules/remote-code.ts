/** T06 download and run. */
import type { Fact } from "../code/facts.ts";
import type { Block } from "../document/block.ts";
import { chunksOf } from "../document/chunks.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { hostKind, hostOf, isKnownOwner } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { isFenceOf, kindOf, onFacts, shadyHosts } from "./on-facts.ts";
import { isSaidElsewhere } from "./said-elsewhere.ts";
import { isDeclaredHost } from "./whose.ts";

const memoryLoaders = [
  /\bexec\([^\n]{0,60}(?:urlopen|requests\.get|urllib)\b/g,
  /\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|nslookup)\b[^\n]{0,300}\|\s{0,4}(?:[^\n|]{0,120}\|\s{0,4}){0,3}(?:iex|Invoke-Expression)\b/gi,
  /\b(?:iex|Invoke-Expression)\b\s{0,4}\(?\s{0,4}\(?\s{0,4}(?:\(New-Object|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|New-Object|\[System\.Text)/gi,
  /\b(?:mshta|regsvr32|rundll32)(?:\.exe)?\b[^\n]{0,80}(?:https?:\/\/[\w$%{]|\\\\\w|javascript:|scrobj)/gi,
  /\bcertutil\b[^\n]{0,60}-urlcache\b|\bbitsadmin\b[^\n]{0,60}\/transfer\b/gi,
  /\bmsiexec(?:\.exe)?\b[^\n]{0,40}\/(?:i|package)\s{1,4}["']?https?:\/\/[\w$%{]/gi,
  // Kept as a file and started further on; `keptFile` looks for that.
  /\b(?:curl(?:\.exe)?|wget|iwr|Invoke-WebRequest)\b[^\n]{0,200}?\s(?:-o|-OutFile|--output)\s{1,3}["']?([^\s"';|&]{1,60}\.(?:ps1|bat|cmd|exe|vbs))\b/gi,
  /\[(?:System\.)?Reflection\.Assembly\]::Load\(\s{0,3}(?:\$\w{1,30}|\([^\n]{0,80}Download)/gi,
  /\\\\[\w.-]{3,100}@(?:ssl@)?\d{2,5}\\|\bDavWWWRoot\b|\bnet\s{1,4}use\s{1,4}\w:\s{1,4}\\\\[\w.-]{1,80}\.[a-z]{2,12}\\/gi,
  /\[scriptblock\]::Create\([^\n]{0,160}(?:DownloadString|DownloadData|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b/gi,
  /\bpowershell(?:\.exe)?\b[^\n]{0,60}\s-w(?:indowstyle)?\s{1,4}h(?:idden)?\b[^\n]{0,160}(?:Download(?:String|File|Data)|iwr|irm|Invoke-WebRequest|Start-BitsTransfer)\b/gi,
  /\bdo shell script\b[^\n]{0,40}\b(?:curl|wget)\b[^\n]{0,160}\|\s{0,3}(?:ba|z)?sh\b/g,
  /\b(?:Invoke-WebRequest|iwr|curl|Start-BitsTransfer)\b[^\n]{0,160}\.(?:exe|ps1|bat|msi|scr)\b["']{0,2}\s{0,3}(?:&&|;)\s{0,3}(?:start|Start-Process|&)\s/gi,
  /\bnslookup\b[^\n]{0,120}-q(?:uery)?(?:type)?=txt\b[^\n]{0,200}(?:cmd|iex|bash|sh)\b/gi,
];

/** Scripts fetched and run in memory, except from vendors and from the skill's own declared host. */
const memoryLoader: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const whole of context.blocks) {
      const readable =
        whole.role === "code" ||
        whole.role === "prose" ||
        whole.role === "table" ||
        whole.role === "config" ||
        whole.role === "hidden";
      if (
        !readable ||
        whole.polarity !== "assert" ||
        !/iex|invoke-expression|scriptblock|powershell|do shell script|start|mshta|regsvr32|rundll32|certutil|bitsadmin|davwwwroot|net\s{1,4}use|nslookup|exec\(|msiexec|assembly|pwsh|wscript|cscript|cmd\b/.test(
          whole.lower,
        )
      )
        continue;
      for (const block of chunksOf(whole)) yield* memoryLoadersIn(block, context);
    }
  },
};

/** Whether a file that was kept is handed to an interpreter further on. */
function isStarted(file: string, text: string, from: number): boolean {
  const after = text.slice(from, from + 500);
  return after.includes(file) && /\b(?:powershell|pwsh|cmd|wscript|cscript)(?:\.exe)?\b/i.test(after);
}

const comesFromOutside = /Download(?:Data|String)|FromBase64|Invoke-WebRequest|\b(?:iwr|irm)\b/i;

function* memoryLoadersIn(block: Block, context: Skill): Generator<Hit> {
  for (const match of memoryLoaders.flatMap((pattern) => [...block.text.matchAll(pattern)])) {
    const isLibrary = /^\[(?:System\.)?Reflection/i.test(match[0]);
    const around = block.text.slice(
      Math.max(0, match.index - (isLibrary ? 800 : 20)),
      match.index + match[0].length + 200,
    );
    if (isOfKnownHouse(match[0], around, context)) continue;
    // A stand-in for an address is nobody's.
    if (/\s["']?<[a-z][\w -]{1,40}>/i.test(match[0]) && !match[0].includes("://")) continue;
    if (match[1] !== undefined && !isStarted(match[1], block.text, match.index + match[0].length)) continue;
    if ((isLibrary && !comesFromOutside.test(around)) || isNegatedIn(block, match.index)) continue;
    yield {
      artefact: block.artefact,
      start: block.start + match.index,
      end: block.start + match.index + match[0].length,
    };
  }
}

/** Whether the address around is a vendor's, or one that the skill names as its own. */
function isOfKnownHouse(loader: string, around: string, context: Skill): boolean {
  const host =
    hostOf(/https?:\/\/[^\s"'`)]{3,200}/.exec(around)?.[0] ?? "") ||
    (/\b(?:irm|iwr|curl|wget) ([\w-]{1,60}(?:\.[\w-]{2,40}){1,3})(?=[\s/|)]|$)/.exec(around)?.[1] ?? "");
  if (host === "") return false;
  return (
    hostKind(host) === "well-known" ||
    /^(?:community\.chocolatey\.org|chocolatey\.org|get\.scoop\.sh|dot\.net)$/.test(host) ||
    // What runs pages and libraries from an address has no honest use, whoever's the address is.
    (!/^(?:mshta|regsvr32|rundll32)/i.test(loader) && isDeclaredHost(host, context))
  );
}

/** Encoded, or spelled so that only a shell reads it. What reads the same as it is written is neither. */
function isSpelledOtherwise({ artefact, kind, detail }: Fact, { facts }: Skill): boolean {
  if (artefact.how !== "folded") return artefact.how !== "";
  return !facts.some(
    (other) => other.artefact === artefact.parent && other.kind === kind && other.detail === detail,
  );
}

/** Whose the file is, where a platform says so in the address. */
const ownerOf =
  /^https?:\/\/(?:raw\.githubusercontent\.com|gist\.githubusercontent\.com|github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/([\w.-]{1,60})\/([\w-]{1,80})(?:\/|\.|$)/i;

const wholeRepository = /^https?:\/\/[^/]{4,60}\/[^/]{1,60}\/[^/]{1,80}$/;

export const remoteCode: RuleFamily = {
  id: "remote-code",
  title: "Remote code",
  rules: [
    {
      id: "T06-remote-code-shady",
      version: 2,
      title: "Remote code run from a place nobody answers for",
      category: "T06",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["fetch-run", "download-run"], (fact) =>
        shadyHosts.has(kindOf(fact)) ? { message: `Code from ${fact.host} is fetched and run.` } : undefined,
      ),
      message: "Code from an anonymous place is fetched and run.",
      advice: "Ship the code in the skill, where it is scanned.",
      references: ["CWE-494"],
    },
    {
      id: "T06-remote-code-undeclared",
      version: 3,
      title: "Remote code run from a host the skill does not name",
      category: "T06",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["fetch-run"], (fact, context) => {
        const kind = kindOf(fact);
        if (kind !== "unknown" && kind !== "placeholder") return undefined;
        // `curl | bash` in a sentence, with no address at all, is a name for the habit.
        if (fact.host === "" && fact.detail === "" && !fact.inScript) return undefined;
        return fact.host !== "" && isDeclaredHost(fact.host, context)
          ? undefined
          : { message: `Code from ${fact.host === "" ? "the network" : fact.host} is fetched and run.` };
      }),
      message: "Code is fetched from an undeclared host and run.",
      advice: "Name the publisher in the front matter, pin a version, check a digest; or ship the code.",
      references: ["CWE-494"],
    },
    {
      id: "T06-program-fetches-code",
      version: 4,
      title: "Program that fetches a script and runs it",
      category: "T06",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["fetch-run"], (fact, context) => {
        // An installer that keeps a file of its own house is shown in many manuals.
        const ofHouse =
          fact.detail.startsWith("a file of ") &&
          fact.host !== "" &&
          (kindOf(fact) === "well-known" || isDeclaredHost(fact.host, context));
        if (ofHouse && !fact.inScript) return undefined;
        const inProgram =
          !/^(?:markdown|shell|text|dockerfile|yaml|json)$/.test(fact.artefact.language) ||
          isSpelledOtherwise(fact, context) ||
          isFenceOf(fact, ["javascript", "typescript", "python"]);
        if (!inProgram || shadyHosts.has(kindOf(fact))) return undefined;
        // What is spelled so that nobody reads it has no house to excuse it.
        if (isSpelledOtherwise(fact, context)) return { confidence: 0.65 };
        // Text that is evaluated is nobody's installer, whoever's host it comes from.
        const call = fact.artefact.text.slice(fact.start, fact.end);
        return kindOf(fact) !== "well-known" &&
          /^(?:await )?(?:exec|eval|new Function|Function|vm\.run\w{4,20})\b/.test(call)
          ? { confidence: 0.55 }
          : {};
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
        return (kind === "unknown" || kind === "placeholder") &&
          fact.host !== "" &&
          !isDeclaredHost(fact.host, context)
          ? {}
          : undefined;
      }),
      message: "A file is downloaded from an undeclared host and run.",
      advice: "Pin a version and check a digest; or ship the file.",
      references: ["CWE-494"],
    },
    {
      id: "T06-corner-run",
      version: 2,
      title: "A script from somebody's corner of a platform, run unseen",
      category: "T06",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["fetch-run", "download-run"], (fact, context) => {
        // Whoever follows a page sees which repository it copies; a script does it unseen.
        if (!fact.inScript && wholeRepository.test(fact.detail)) return undefined;
        const [, owner = "", repository = ""] = ownerOf.exec(fact.detail) ?? [];
        if (owner === "" || isKnownOwner(owner) || /[<{$]|your|example/i.test(owner)) return undefined;
        return isSaidElsewhere([owner, repository], fact, context)
          ? undefined
          : { message: `A script of ${owner}, of whom the skill says nothing, is fetched and run.` };
      }),
      message: "A script of somebody of whom the skill says nothing is fetched and run.",
      advice: "Say whose script it is and pin a commit; or ship the script.",
      references: ["CWE-494"],
    },
    {
      id: "T06-callers-command",
      version: 1,
      title: "Whoever calls or writes decides what is run",
      category: "T06",
      severity: "critical",
      confidence: 0.7,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["caller-run"], (fact) => (fact.inScript ? {} : undefined)),
      message: "A request or a message is run as a command, all of it: a shell for whoever sends one.",
      advice: "Offer the few acts that are needed, by name.",
      references: ["CWE-78", "MITRE T1505.003"],
    },
    {
      id: "T06-read-and-run",
      version: 1,
      title: "Lines that are fetched, read and run",
      category: "T06",
      severity: "critical",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code"], languages: ["shell"] },
      detect: {
        kind: "pattern",
        hints: pieces("read -r|read cmd|read line|| while read|ifs="),
        any: [
          /\b(?:curl|wget|nc|ncat|\$\{?(?:RESPONSE|response|UPDATES|updates)\}?)\b[^\n]{0,200}(?:\n[^\n]{0,200}){0,8}?\bread\b[^\n]{0,60}?\b(\w{2,20})\s{0,3};?\s{0,3}(?:do\b)?[^\n]{0,20}\n(?:[^\n]{0,200}\n){0,10}?[^\n]{0,120}?(?:\beval|\b(?:ba|z)?sh\s{1,3}-c)\s{1,3}"?\$\{?\1\b/g,
        ],
      },
      message: "What somebody else sends is run, line by line.",
      advice: "Act on words of a fixed list.",
      references: ["MITRE T1059", "MITRE T1102"],
    },
    {
      id: "T06-memory-loader",
      version: 4,
      title: "Fetched script run in memory",
      category: "T06",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      detect: memoryLoader,
      message: "A script from the network is run in memory, without a file to look at.",
      advice: "Ship the script in the skill.",
      references: ["MITRE T1059", "MITRE T1105"],
    },
  ],
};
