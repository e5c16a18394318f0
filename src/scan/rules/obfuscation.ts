import { isWorthSpelling } from "../code/apis.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { around, searching } from "./code-blocks.ts";
import { onFacts } from "./on-facts.ts";

const execInText =
  /\b(?:os\.system|subprocess\.|child_process|exec\(|eval\(|curl\s{1,4}-|wget\s{1,4}http|\|\s{0,3}(?:ba)?sh\b|\/bin\/(?:ba)?sh|Invoke-Expression|IEX\b|base64 -[dD])/;

/** Anything by its number but marks of quotation and ends of lines. */
const spellsLetters = /\bchr\b(?!\(\s{0,3}(?:9|10|13|32|34|39|44|92|96)\s{0,3}\))/;

/** A wallet and nothing else: nobody encodes one, except to keep it from readers. */
const wallet = /^\s{0,4}(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{38,59}|T[1-9A-HJ-NP-Za-km-z]{33})\s{0,4}$/;

/** Whether a text is an address and nothing else, of a place or a purse that is somebody's. */
function isAddress(text: string): boolean {
  if (wallet.test(text)) return true;
  if (!/^\s{0,4}(?:https?|wss?|tcp):\/\/[\w.:@-]{4,120}(?:[/?#][^\s<>"']{0,300})?\s{0,4}$/.test(text))
    return false;
  const kind = hostKind(hostOf(text.trim()));
  return kind !== "local" && kind !== "placeholder";
}

/** Names that nobody writes as numbers or in base64, except to hide them. */
const codedName = searching(
  {
    roles: ["code"],
    hints: pieces(
      "process|strrev(|101|104|110|y2hpbgrfchjvy2vzcw|zxhly1n5bm|c3bhd25tew5j|zxhly0zpbg|x19pbxbvcnrfxw|c3vichjvy2vzcw|x19idwlsdgluc19f|ynvpbhrpbnm|znjvbunoyxjdb2rl|bwfpbk1vzhvszq|y29uc3rydwn0b3i",
    ),
    patterns: [
      /[[({]\s{0,3}(\d{2,3}(?:\s{0,3},\s{0,3}\d{2,3}){3,14})\s{0,3}[\])}]/g,
      /\[\s{0,3}["']child_?["']\s{0,3},\s{0,3}["']_?process["']\s{0,3}\]\.join\(/g,
      /\bstrrev\(\s{0,3}["'](?:etalfnizg|edoced_46esab|metsys|cexe|cexe_llehs|tressa|urhtssap|lave|31tor_rts|noitcnuf_etaerc|sserpmocnuzg)["']/g,
      /["'`](?:Y2hpbGRfcHJvY2Vzcw|ZXhlY1N5bmM|c3Bhd25TeW5j|ZXhlY0ZpbGU|X19pbXBvcnRfXw|c3VicHJvY2Vzcw|X19idWlsdGluc19f|YnVpbHRpbnM|ZnJvbUNoYXJDb2Rl|bWFpbk1vZHVsZQ|Y29uc3RydWN0b3I)={0,2}["'`]/g,
    ],
  },
  (match, block) => {
    const [, codes] = match;
    if (codes === undefined) return {};
    const name = String.fromCharCode(...codes.split(",").map(Number));
    const isScheme =
      /^(?:https?|wss?):\/{0,2}$/.test(name) &&
      /fromCharCode|\bchr\b|\bbytes\b/.test(around(block, match.index, 40, 0));
    return isWorthSpelling(name) || isScheme ? {} : undefined;
  },
);

/** Names as an obfuscator makes them: one may be anybody's, six together are not. */
const stringTable = searching(
  { roles: ["code"], hints: ["_0x"], patterns: [/\b_0x[0-9a-f]{2,8}\b/g] },
  (match, block) => (around(block, match.index, 0, 1500).split("_0x").length > 6 ? {} : undefined),
);

export const obfuscation: RuleFamily = {
  id: "obfuscation",
  title: "Encoded, assembled or disguised code",
  rules: [
    {
      id: "T11-decode-and-run",
      version: 3,
      title: "Encoded text decoded and run",
      category: "T11",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["decode-run"], (fact) =>
        // A quotation mark by its number hides nothing.
        fact.detail === "chr" && !spellsLetters.test(fact.artefact.text)
          ? undefined
          : { message: `Something encoded is decoded (${fact.detail.slice(0, 40)}) and run.` },
      ),
      message: "Something encoded is decoded and run.",
      advice: "Write the code in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-hidden-address",
      version: 1,
      title: "An address that only a decoder reads",
      category: "T11",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["hidden-address"], () => ({})),
      message: "The address that is asked for is encoded, so that nobody who reads the script sees it.",
      advice: "Write the address in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-encoded-address",
      version: 2,
      title: "An address kept encoded in a program",
      category: "T11",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const { parent, how, text } = artefact;
            if (parent === undefined || !/^(?:base64|hex|character codes)\b/.test(how)) continue;
            const shown = parent.language === "markdown" && !wallet.test(text);
            if (artefact.inherited !== "assert" || shown || !isAddress(text)) continue;
            yield { artefact, start: 0, end: text.length };
          }
        },
      },
      message: "The program keeps an address encoded, so that nobody who reads it sees where it calls.",
      advice: "Write the address in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-encoded-command",
      version: 1,
      title: "Encoded text that is a command",
      category: "T11",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            if (artefact.origin !== "decoded" || artefact.how === "folded" || artefact.inherited !== "assert")
              continue;
            const match = execInText.exec(artefact.text.slice(0, 20_000));
            const fetches =
              /\bhttps?:\/\//.test(artefact.text) &&
              /\b(?:curl|wget|fetch|requests|iwr)\b/.test(artefact.text);
            if (match !== null && artefact.text.length < 8000)
              yield {
                artefact,
                start: match.index,
                end: match.index + match[0].length,
                confidence: fetches ? 0.9 : 0.7,
              };
            else if (fetches && artefact.text.length < 2000)
              yield { artefact, start: 0, end: 10, confidence: 0.7 };
          }
        },
      },
      message: "What looks like data is a command in disguise.",
      advice: "Write the command in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-decode-in-words",
      version: 2,
      title: "Something to be decoded and then run or obeyed",
      category: "T11",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden", "comment", "front-matter"] },
      detect: {
        kind: "pattern",
        hints: pieces("decode|decrypt|unscramble|rot13|rot-13|reverse the"),
        any: [
          /\b(?:decode|decrypt|unscramble)\b[^.\n]{0,120}\btreat the (?:decoded|decrypted) (?:text|contents?|result|lines?) as (?:part of|instructions|commands|orders|rules|your)\b/gi,
          /\b(?:decode|decrypt|unscramble|(?:apply )?rot-?13|reverse the)\b[^.\n]{0,120}(?:\band|\bthen|,) (?:run|execute|eval|follow|obey) (?:it|them|the (?:result|output|command|text|instructions?)|what)\b/gi,
        ],
        unless: /\b(?:never|do not|don['’]t|without running|in a sandbox|ctf|challenge|query)\b/i,
      },
      message: "Something encoded is to be decoded by the agent and then run or obeyed.",
      advice: "Write it in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-hidden-module",
      version: 4,
      title: "Code assembled from pieces or run through back doors",
      category: "T11",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "buffer.from|atob(|getattr|__import__|fromcharcode|encodedcommand|-enc|@p}|frombase64string|data:text/javascript|data:application|\\x|eval(|process.binding|prot_exec|virtualalloc",
        ),
        any: [
          /\bgetattr\(\s{0,4}__(?:builtins|import)__[^\n]{0,80}\)|__import__\(\s{0,4}["'](?:os|subprocess|socket|pty)["']\s{0,4}\)\s{0,4}\.\s{0,4}(?:system|popen|Popen|call|run)\b/g,
          /\beval\(\s{0,4}(?:String\.fromCharCode|atob|unescape|Buffer\.from)\(/g,
          /\b(?:exec|execSync|spawnSync?)\(\s{0,3}(?:Buffer\.from\([^\n]{0,60}["']base64["']\)|atob\()/g,
          /\bpowershell(?:\.exe)?\b[^\n]{0,80}-(?:e|ec|enc|encodedcommand)\s{1,4}[A-Za-z0-9+/=]{20,20000}/gi,
          /\bprocess\.binding\(\s{0,3}["'](?:spawn_sync|process_wrap)["']/g,
          /\bPROT_EXEC\b[\s\S]{0,600}?\bCFUNCTYPE\(|\bVirtualAlloc(?:Ex)?\([\s\S]{0,800}?\b(?:CreateThread|CreateRemoteThread|QueueUserAPC)\(/g,
          /\$\{\w{1,20}@P\}/g,
          /\[(?:System\.)?Convert\]::FromBase64String\([^\n]{0,200}\)[\s\S]{0,300}?(?:\biex\b|Invoke-Expression|\]::Load\(|ScriptBlock\b|EntryPoint|VirtualAlloc)/gi,
          /(?:\biex\b|Invoke-Expression|\]::Load\(|WriteAllBytes\([^\n]{0,60}\.(?:exe|dll|ps1|bat)\b|ScriptBlock\b)[^\n]{0,200}\[(?:System\.)?Convert\]::FromBase64String\(/gi,
          /\b(?:deno|node|bun)\b[^\n]{0,100}\bdata:(?:text|application)\/(?:javascript|typescript)/gi,
          /\b(?:import|require)\(\s{0,4}["'`]data:(?:text|application)\/javascript/gi,
        ],
        // A picture or a sound that a service hands out as text.
        unless:
          /\.(?:png|jpe?g|webp|gif|ico|mp3|wav|mp4|pdf|pfx|cer|crt|pem|csv|xlsx|docx|json)["']|\bb64_json\b/i,
      },
      message: "The code hides which functions it calls.",
      advice: "Call functions by name.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-disguised-command",
      version: 1,
      title: "Command spelled in pieces",
      category: "T11",
      severity: "high",
      confidence: 0.9,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["disguised-command"], (fact) => ({
        message: `The command ${fact.detail} is spelled so that filters miss it.`,
      })),
      message: "A command is spelled so that filters miss it.",
      advice: "Write commands in plain letters.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-coded-name",
      version: 2,
      title: "Name of a function or module as numbers or encoded",
      category: "T11",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      detect: codedName,
      message: "The code hides which functions it calls.",
      advice: "Call functions by name.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-string-table",
      version: 1,
      title: "Program made unreadable by an obfuscator",
      category: "T11",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: stringTable,
      message: "The program's names and texts were made unreadable on purpose.",
      advice: "Publish the program as it was written.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-split-path",
      version: 1,
      title: "Name of a secret file spelled so that filters miss it",
      category: "T11",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "prose"] },
      detect: {
        kind: "pattern",
        hints: pieces("/etc/|.ssh/|.aws/"),
        any: [/(?:\/etc\/|\.ssh\/|\.aws\/)\w{0,20}(?:\[\w\]|\?|''|"")\w{1,20}/g],
        unless: /\?\w{1,20}=/,
      },
      message: "The name of a secret file is written with a pattern in place of a letter.",
      advice: "Write names in full.",
      references: ["MITRE T1027"],
    },
  ],
};
