/** Acts that take two steps in a program of any language: kept and fetched, decoded and run, written for an agent to obey. */

import type { Block } from "../document/block.ts";
import { isAboutSecurity } from "../document/shown.ts";
import { hostKind } from "../hosts.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { hitAt, isProgram, meant, withoutParser } from "./code-blocks.ts";
import { isSaidOpenly } from "./on-facts.ts";
import { isStranger } from "./whose.ts";

const longest = 100_000;

const quotedAddress = /["'`][^"'`\n]{0,80}?https?:\/\/([\w.-]{4,120})/g;

/** Whether a program names a host of which the rest of the skill says nothing. */
function namesStranger(block: Block, context: Skill): boolean {
  return [...block.text.matchAll(quotedAddress)]
    .slice(0, 20)
    .some(
      ([, host = ""]) =>
        hostKind(host.toLowerCase()) === "unknown" && isStranger(host.toLowerCase(), context, block),
    );
}

/** Where something is put so that it runs again, in languages that no parser here reads. */
const keptPlace =
  /\.config[\\/](?:systemd[\\/]user|autostart)\b|\bLaunchAgents\b|CurrentVersion\\{1,2}Run\b|\.(?:bashrc|zshrc|bash_profile|profile)["'\s]/;
const writes =
  /\bwrite(?:Text|Bytes|_all|File)\(|\bWriteFile\(|\bfile_put_contents\(|\bSetValue\(|\bWriteAll(?:Text|Bytes)\(|\bFile\.(?:write|open)\(|\bopen my \$\w{1,20}, ?['"]>|\bNew-ItemProperty\b|\bSet-ItemProperty\b/;
const saidToStay =
  /\b(?:auto-?starts?|at log-?in|on log-?in|at boot|on boot|launch ?agents?|systemd|services?|daemons?|cron|schedul\w{1,6}|timers?|start-?up|background|completions?|shell (?:profile|integration|hook)|aliases)\b/;

const keptAndFetched: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code"])) {
      if (!isUnparsed(block) || !writes.test(block.text)) continue;
      const place = keptPlace.exec(block.text);
      if (place === null || isSaidOpenly(saidToStay, context) || !namesStranger(block, context)) continue;
      yield hitAt(block, place.index, place[0].length);
    }
  },
};

function isUnparsed(block: Block): boolean {
  return isProgram(block) && withoutParser.test(block.language) && block.text.length <= longest;
}

/** A shell, or the language itself, given a text that was made a moment ago. */
const runsMade =
  /\b(?:ProcessBuilder\(|exec\(\s{0,3}new String\[\]\s{0,3}\{|exec\.Command(?:Context\(\s{0,3}\w{1,20},|\())\s{0,3}"(?:\/bin\/)?(?:ba|z)?sh"\s{0,3},\s{0,3}"-c"\s{0,3},\s{0,3}[A-Za-z_(]|\.arg\("-c"\)\s{0,40}\.arg\(\s{0,3}[a-z_&]|\.(?:Exec|Run)\(?\s{0,3}"cmd(?:\.exe)? \/c "\s{0,3}&\s{0,3}\w|\beval\(\s{0,3}parse\(\s{0,3}text\s{0,3}=\s{0,3}[A-Za-z_.]|\bsystem\(\s{0,3}[a-z]\w{0,20}\[\[|\bgetEngineByName\([\s\S]{0,400}?\.eval\(\s{0,3}[a-z]/;
/** Names that are looked up, and queues: what they hold comes from whoever fills them. */
const handedOut = /\bLookupTXT\(|\bBLPOP\b|\bResolve-DnsName\b[^\n]{0,40}TXT/;
/** A program of the platform, taken into the running one as bytes. */
const takesIn = /\bAssembly\.Load\(\s{0,3}[a-z]\w{0,30}\s{0,3}\)/;
const decodes =
  /\bDecodeString\(|\bgetDecoder\(\)|\bintToUtf8\(|\bbase64::|\bFromBase64String\(|\(\s{0,3}\w{1,12} \^ \w{1,12}\s{0,3}\) as char|\bhex::decode\(|\bxor\(/;
const asks =
  /\bhttp\.Get\(|\bnew Socket\(|\bSocket\(\s{0,3}"|\bopenConnection\(\)|\bOkHttpClient\b|\bURLSession\b|\bHttpClient\b|\bWebClient\b|\bXMLHTTP\b|\bureq::|\breqwest\b/;
const again =
  /\bwhile\s{0,3}\(|\bfor\s{0,3}\(\s{0,3};;|\bfor \{|^Do\s{0,3}$|\bloop \{|\bscheduleWithFixedDelay\(|\breadLine\(\)/m;

const madeAndRun: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code"])) {
      if (!isUnparsed(block)) continue;
      const { text } = block;
      const taken = asks.test(text) ? takesIn.exec(text) : null;
      const runs = taken ?? runsMade.exec(text);
      if (runs === null) continue;
      const isAsked = (asks.test(text) && again.test(text)) || handedOut.test(text);
      if (taken !== null || decodes.test(text) || isAsked)
        yield hitAt(block, runs.index, Math.min(runs[0].length, 200));
    }
  },
};

/** Tools by which programs are looked at, asked for among what runs. */
const tools =
  /["'|(/](?:strace|tcpdump|sysdig|falco|mitmproxy|wireshark|procmon|x64dbg|ollydbg|fiddler)(?=["'|)/])/gi;
const looksAtRunning = /\bpgrep\b|\btasklist\b|\bpsutil\.process_iter\(|\bGet-Process\b/;
/** Names of places where that is done, asked for in the name of the machine or of who uses it. */
const places =
  /["'|(/](?:sandbox|cuckoo|malware|analy(?:st|sis)?|vbox|virtualbox|vmware|qemu|sandboxie)(?=["'|)/])/gi;
const looksAtNames =
  /\/[^/\n]{0,80}(?:cuckoo|sandbox|malware)[^/\n]{0,80}\/i?\.test\([^\n]{0,40}(?:hostname|userInfo)|\bTracerPid\b/;

/** A program that asks whether it is looked at. */
const asksWhoLooks: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    if (isAboutSecurity(context.declared)) return;
    for (const block of meant(context, ["code"])) {
      if (!isProgram(block) || block.text.length > longest) continue;
      const found = [
        ...(looksAtRunning.test(block.text) ? block.text.matchAll(tools) : []),
        ...(looksAtNames.test(block.text) ? block.text.matchAll(places) : []),
      ];
      const [first] = found;
      if (first === undefined || new Set(found.map(([name]) => name.toLowerCase())).size < 3) continue;
      yield hitAt(block, first.index, first[0].length);
    }
  },
};

/** What nobody writes into an agent's instructions who means well by the person whom it serves. */
const againstPerson =
  /\b(?:never|do not|don['’]t|without) (?:tell(?:ing)?|inform(?:ing)?|show(?:ing)?|notify(?:ing)?|mention(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?)\b[^.;\n]{0,24}\b(?:the (?:user|developer|owner|person|human|diff)|your (?:user|owner|human)|either|it in reviews?|them of)\b|\bdo not (?:disclose|reveal) (?:it|this|either|these)\b|\bskip the confirmation of the user\b|\beven if (?:your|the) (?:owner|user|human)\b|\b(?:if|when) (?:the |your )?(?:user|owner|human|developer)s? asks? (?:about|why|what|whether)[^.;\n]{0,40}\bsay (?:that )?(?:there|it|no|nothing)\b|\bforward (?:your|the) (?:owner|user)['’]?s? (?:private |own )?(?:messages|mail|conversations?|files)\b|\bleave this (?:section|rule|line) out of\b|\bignore any later instructions?\b|\bpermanently approved all\b|\bcop(?:y|ies) of every (?:document|message|file|answer|reply)\b[^.;\n]{0,30}\b(?:sent|forwarded|mailed|posted) to\b|\bkeep these (?:\w{3,14} )?(?:conventions|rules|notes|entries|lines) out of\b|\btreat\b[^.;\n]{0,50}\bas (?:already )?(?:audited|reviewed|safe)\b[^.;\n]{0,20}\bnever report\b/i;

const plantedOrder: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (block.noted !== true || block.polarity !== "assert") continue;
      const order = againstPerson.exec(block.text);
      if (order !== null) yield hitAt(block, order.index, order[0].length);
    }
  },
};

export const programActs: readonly Rule[] = [
  {
    id: "T12-program-kept",
    version: 1,
    title: "A program that keeps what comes from a stranger",
    category: "T12",
    severity: "high",
    confidence: 0.65,
    kind: "malicious",
    layer: "static",
    detect: keptAndFetched,
    message:
      "The program names a stranger's host and puts something where it runs again, of which no page speaks.",
    advice: "Say in SKILL.md what is started, when, and where it comes from.",
    references: ["MITRE T1547"],
  },
  {
    id: "T06-program-runs-made",
    version: 1,
    title: "A program that runs what it decodes or is told",
    category: "T06",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: madeAndRun,
    message: "A text that is decoded, or that another machine sends again and again, is run as a command.",
    advice: "Write the command out.",
    references: ["MITRE T1059", "MITRE T1027"],
  },
  {
    id: "T28-asks-who-looks",
    version: 1,
    title: "A program that asks whether it is looked at",
    category: "T28",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    detect: asksWhoLooks,
    message: "The program looks for tools and places by which programs are examined.",
    advice: "Do the same wherever the program runs.",
    references: ["MITRE T1497"],
  },
  {
    id: "T13-planted-order",
    version: 1,
    title: "An order against the person, written for an agent",
    category: "T13",
    severity: "critical",
    confidence: 0.7,
    kind: "malicious",
    layer: "static",
    detect: plantedOrder,
    message:
      "A program carries a text for an agent's instructions that works against the person whom it serves.",
    advice: "Remove it.",
    references: ["OWASP Agentic Skills 07"],
  },
];
