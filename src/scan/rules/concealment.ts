/** T03 hidden text, T04 look-alike letters, T11 obfuscation, T25 binaries and archives, T26 names, T28 padding. */
import { baseName, extensionOf } from "../artefact.ts";
import type { SkillContext } from "../context.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import { isMixedScript } from "../views/normalise.ts";
import { onFacts } from "./on-facts.ts";

const tagBlock = /[\u{e0020}-\u{e007e}]{4,4000}/gu;
const zeroWidthRun = /(?:[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{2,2000}|(?:[A-Za-z ][\u200b\u200c\u200d\u2060\ufeff]){3,200})/gu;
const bidi = /[\u202a-\u202e\u2066-\u2069]/gu;
const selectors = /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]{2,4000}/gu;
const callSelectors = /(?:eval|Function|exec)\s{0,2}\([^)\n]{0,80}\)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|[\u{e0100}-\u{e01ef}]{1,4000}\s{0,2}(?:Function|eval)\(/gu;

/** Matches over the text as it came, before normalisation; positions are brought to the same line. */
function overRaw(pattern: RegExp, accept: (match: string, line: string) => boolean = () => true): CodeDetector {
  return {
    kind: "code",
    *run(context: SkillContext): Generator<Hit> {
      for (const artefact of context.artefacts) {
        if (artefact.origin === "decoded" || artefact.language === "binary") continue;
        for (const match of artefact.raw.matchAll(pattern)) {
          const lineStart = artefact.raw.lastIndexOf("\n", match.index) + 1;
          const lineEnd = artefact.raw.indexOf("\n", match.index);
          if (!accept(match[0], artefact.raw.slice(lineStart, Math.min(lineEnd === -1 ? artefact.raw.length : lineEnd, lineStart + 4000)))) continue;
          const line = countLines(artefact.raw, match.index);
          const start = offsetOfLine(artefact.text, line);
          yield { artefact, start, end: start + 1 };
          break;
        }
      }
    },
  };
}

function countLines(text: string, until: number): number {
  let lines = 0;
  for (let i = text.indexOf("\n"); i !== -1 && i < until; i = text.indexOf("\n", i + 1)) lines++;
  return lines;
}

function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let i = 0; i < line; i++) at = text.indexOf("\n", at) + 1;
  return Math.min(at, Math.max(0, text.length - 1));
}

const execInText = /\b(?:os\.system|subprocess\.|child_process|exec\(|eval\(|curl\s{1,4}-|wget\s{1,4}http|\|\s{0,3}(?:ba)?sh\b|\/bin\/(?:ba)?sh|Invoke-Expression|IEX\b|base64 -[dD])/;

export const concealment: RuleFamily = {
  id: "concealment",
  title: "Hidden text, look-alikes, obfuscation, binaries",
  rules: [
    {
      id: "T03-tag-characters", version: 1, title: "Text in invisible tag characters", category: "T03", severity: "critical", confidence: 0.97, kind: "malicious", layer: "static",
      // Flags of regions use tag letters after a black flag; those are short and end with a cancel tag.
      detect: overRaw(tagBlock, (match) => match.length > 12),
      message: "Text is written in characters that no person sees but a model reads.",
      advice: "Remove the characters.",
      references: ["Unicode TR36"],
    },
    {
      id: "T03-zero-width", version: 1, title: "Zero-width characters inside words", category: "T03", severity: "high", confidence: 0.8, kind: "malicious", layer: "static",
      detect: overRaw(zeroWidthRun, (match, line) => !/\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Thai}|\p{Extended_Pictographic}/u.test(line) && match.length > 3),
      message: "Words are broken by characters that no person sees.",
      advice: "Remove the characters.",
      references: ["Unicode TR36"],
    },
    {
      id: "T03-bidi", version: 1, title: "Direction overrides", category: "T03", severity: "high", confidence: 0.85, kind: "malicious", layer: "static",
      detect: overRaw(bidi, (_, line) => !/\p{Script=Arabic}|\p{Script=Hebrew}/u.test(line)),
      message: "Direction controls make the text read other than it is.",
      advice: "Remove the characters.",
      references: ["CVE-2021-42574"],
    },
    {
      id: "T03-variation-selectors", version: 1, title: "Data in variation selectors", category: "T03", severity: "high", confidence: 0.9, kind: "malicious", layer: "static",
      detect: overRaw(selectors),
      message: "Runs of variation selectors carry data that no person sees.",
      advice: "Remove the characters.",
      references: [],
    },
    {
      id: "T03-selector-call", version: 1, title: "Invisible characters beside a call that runs code", category: "T03", severity: "high", confidence: 0.85, kind: "malicious", layer: "static",
      detect: overRaw(callSelectors),
      message: "Invisible characters stand beside a call that runs code.",
      advice: "Remove the characters.",
      references: [],
    },
    {
      id: "T04-look-alike", version: 1, title: "Look-alike letters in commands, names or hosts", category: "T04", severity: "high", confidence: 0.8, kind: "malicious", layer: "static",
      where: { roles: ["code", "config", "front-matter"] },
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            const visible = block.role === "code" || block.role === "config" || block.role === "front-matter" || block.text.includes("://");
            if (!visible || block.polarity !== "assert" || !/[\u0370-\u04ff\u0500-\u058f]/.test(block.text)) continue;
            for (const match of block.text.matchAll(/[\p{L}\p{N}_.-]{3,64}/gu)) {
              if (isMixedScript(match[0]) && !/[μπΔΣΩλσθ∆]/.test(match[0])) yield { artefact: block.artefact, start: block.start + match.index, end: block.start + match.index + match[0].length };
            }
          }
        },
      },
      message: "Letters of another script pass for Latin ones inside one word.",
      advice: "Write the word in one script.",
      references: ["Unicode TR39"],
    },
    {
      id: "T11-decode-and-run", version: 1, title: "Encoded text decoded and run", category: "T11", severity: "critical", confidence: 0.9, kind: "malicious", layer: "deep",
      detect: onFacts(["decode-run"], (fact) => ({ message: `Something encoded is decoded (${fact.detail.slice(0, 40)}) and run.` })),
      message: "Something encoded is decoded and run.",
      advice: "Write the code in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-encoded-command", version: 1, title: "Encoded text that is a command", category: "T11", severity: "high", confidence: 0.85, kind: "malicious", layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            if (artefact.origin !== "decoded" || artefact.how === "folded" || artefact.inherited !== "assert") continue;
            const match = execInText.exec(artefact.text.slice(0, 20_000));
            const fetches = /\bhttps?:\/\//.test(artefact.text) && /\b(?:curl|wget|fetch|requests|iwr)\b/.test(artefact.text);
            if (match !== null && artefact.text.length < 8000) yield { artefact, start: match.index, end: match.index + match[0].length, confidence: fetches ? 0.9 : 0.7 };
            else if (fetches && artefact.text.length < 2000) yield { artefact, start: 0, end: 10, confidence: 0.7 };
          }
        },
      },
      message: "What looks like data is a command in disguise.",
      advice: "Write the command in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-hidden-module", version: 1, title: "Code assembled from pieces or run through back doors", category: "T11", severity: "high", confidence: 0.75, kind: "malicious", layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces("getattr|__import__|fromcharcode|encodedcommand|-enc|@p}|frombase64string|data:text/javascript|data:application|\\x"),
        any: [
          /\bgetattr\(\s{0,4}__(?:builtins|import)__[^\n]{0,80}\)|__import__\(\s{0,4}["'](?:os|subprocess|socket|pty)["']\s{0,4}\)\s{0,4}\.\s{0,4}(?:system|popen|Popen|call|run)\b/g,
          /\beval\(\s{0,4}(?:String\.fromCharCode|atob|unescape|Buffer\.from)\(/g,
          /\bpowershell(?:\.exe)?\b[^\n]{0,80}-(?:e|ec|enc|encodedcommand)\s{1,4}[A-Za-z0-9+/=]{20,20000}/gi,
          /\$\{\w{1,20}@P\}/g,
          /\[(?:System\.)?Convert\]::FromBase64String\([^\n]{0,200}\)/gi,
          /\b(?:deno|node|bun)\b[^\n]{0,100}\bdata:(?:text|application)\/(?:javascript|typescript)/gi,
          /\b(?:import|require)\(\s{0,4}["'`]data:(?:text|application)\/javascript/gi,
        ],
      },
      message: "The code hides which functions it calls.",
      advice: "Call functions by name.",
      references: ["MITRE T1027"],
    },
    {
      id: "T11-split-path", version: 1, title: "Name of a secret file spelled so that filters miss it", category: "T11", severity: "high", confidence: 0.85, kind: "malicious", layer: "static",
      where: { roles: ["code", "prose"] },
      detect: { kind: "pattern", hints: pieces("/etc/|.ssh/|.aws/"), any: [/(?:\/etc\/|\.ssh\/|\.aws\/)\w{0,20}(?:\[\w\]|\?|''|"")\w{1,20}/g], unless: /\?\w{1,20}=/ },
      message: "The name of a secret file is written with a pattern in place of a letter.",
      advice: "Write names in full.",
      references: ["MITRE T1027"],
    },
    {
      id: "T25-opaque", version: 1, title: "Data that cannot be read", category: "T25", severity: "medium", confidence: 0.55, kind: "suspicious", layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const plain = /^(?:bin|dat|enc|data|blob|)$/.test(extensionOf(artefact.path));
            if (artefact.language === "binary" && artefact.magic === undefined && artefact.origin !== "decoded" && plain && artefact.bytes.length > 64) yield { artefact, start: 0, end: 1 };
          }
        },
      },
      message: "A file of unknown form: encrypted or packed, nobody can say what it holds.",
      advice: "Ship files in a known format.",
      references: [],
    },
    {
      id: "T25-program", version: 1, title: "Program or bytecode in the skill", category: "T25", severity: "high", confidence: 0.7, kind: "suspicious", layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const { magic } = artefact;
            if (magic === "elf" || magic === "pe" || magic === "macho" || magic === "lnk" || magic === "class") yield { artefact, start: 0, end: 1, message: `A compiled program (${magic}) that cannot be read.` };
            if (magic === "pyc" || extensionOf(artefact.path) === "pyc") {
              const source = baseName(artefact.path).replace(/\.(?:cpython-\d{1,3}(?:\.opt-\d)?\.)?pyc$/, ".py");
              const has = [...context.paths].some((path) => baseName(path) === source);
              yield { artefact, start: 0, end: 1, message: has ? "Python bytecode beside its source: it may differ, and it is what runs." : "Python bytecode without its source.", confidence: has ? 0.6 : 0.8 };
            }
          }
        },
      },
      message: "A compiled program that cannot be read.",
      advice: "Ship source, or name the program in its package registry.",
      references: [],
    },
    {
      id: "T25-masked-content", version: 1, title: "Content unlike its name", category: "T25", severity: "high", confidence: 0.8, kind: "suspicious", layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const extension = extensionOf(artefact.path);
            const document = /^(?:docx|xlsx|pptx|odt|jar|pdf|png|jpe?g|gif|webp|ico|svg|mp[34])$/.test(extension);
            const inside = artefact.parent !== undefined && /\.(?:docx|xlsx|pptx|odt|png|jpe?g|gif|pdf)$/i.test(artefact.parent.path);
            if (artefact.origin === "archive" && inside && /^(?:sh|bash|py|js|ps1|bat|cmd|exe|vbs|command|scpt)$/.test(extension)) yield { artefact, start: 0, end: 1, message: `A script inside ${baseName(artefact.parent?.path ?? "")}.` };
            if (document && artefact.language !== "binary" && extension !== "svg" && artefact.text.startsWith("#!")) yield { artefact, start: 0, end: 2, message: `A script named .${extension}.` };
            if (/^(?:png|jpe?g|gif)$/.test(extension) && /(?:#!\/bin\/|\bimport os\b|<script|powershell -|curl -|eval\()/.test(artefact.text.slice(-20_000)) && artefact.language === "binary") yield { artefact, start: 0, end: 1, message: "Code after the end of a picture." };
          }
        },
      },
      message: "A file is not what its name says.",
      advice: "Name files for what they are.",
      references: [],
    },
    {
      id: "T25-double-extension", version: 1, title: "Double extension", category: "T25", severity: "medium", confidence: 0.7, kind: "suspicious", layer: "static",
      where: { roles: ["prose", "code", "table"], polarity: ["assert", "teach"] },
      detect: { kind: "pattern", hints: pieces(".lnk|.scr|.exe|.vbs|.hta|.bat"), any: [/\b[\w-]{2,60}\.(?:pdf|docx?|xlsx?|jpe?g|png|mp[34]|txt|gif|zip)\.(?:lnk|exe|scr|vbs|hta|bat|cmd|js|ps1)\b/gi] },
      message: "A file name pretends to be a document and is a program.",
      advice: "Use one true extension.",
      references: ["MITRE T1036.007"],
    },
    {
      id: "T26-path-tricks", version: 1, title: "Paths that leave the skill or collide", category: "T26", severity: "critical", confidence: 0.95, kind: "malicious", layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          const seen = new Map<string, string>();
          for (const artefact of context.artefacts) {
            if (artefact.origin === "decoded") continue;
            const own = artefact.origin === "archive" ? artefact.path.slice(artefact.path.lastIndexOf("!") + 1) : artefact.path;
            if (/(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]|[\u0000-\u001f]/.test(own)) yield { artefact, start: 0, end: 1, message: `The path ${own.slice(0, 80)} leaves the skill's folder.` };
            const folded = artefact.path.normalize("NFKC").toLowerCase();
            const other = seen.get(folded);
            if (other !== undefined && other !== artefact.path) yield { artefact, start: 0, end: 1, message: `The paths ${other} and ${artefact.path} are one file on some systems.` };
            seen.set(folded, artefact.path);
          }
        },
      },
      message: "A path leaves the skill's folder or collides with another.",
      advice: "Use plain relative paths.",
      references: ["CWE-22"],
    },
    {
      id: "T28-padding", version: 1, title: "Text pushed out of sight", category: "T28", severity: "high", confidence: 0.75, kind: "suspicious", layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            if (artefact.origin === "decoded" || artefact.language === "binary" || artefact.role === "fixture") continue;
            const lines = /\n{200,200000}[^\n]/.exec(artefact.text);
            const spaces = /[^\n]{0,200}[ \t\u00a0]{150,20000}[^\s|][^\n]{8,400}/.exec(artefact.text);
            if (lines !== null) yield { artefact, start: lines.index + lines[0].length - 1, end: lines.index + lines[0].length };
            else if (spaces !== null && /[a-z]{3}/i.test(spaces[0].slice(-60)) && !/^\s{0,400}[|│#*]/.test(spaces[0])) yield { artefact, start: spaces.index, end: spaces.index + spaces[0].length };
          }
        },
      },
      message: "Blank space pushes text to where nobody looks.",
      advice: "Remove the blank space.",
      references: [],
    },
  ],
};
