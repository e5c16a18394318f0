/** What is shown so that it is recognised: the attacks in a skill about attacks. */

import type { Hit, Rule } from "../rule.ts";
import type { Skill } from "../skill.ts";
import type { Block } from "./block.ts";
import { namesInstructions } from "./notes.ts";

/** What security teams hunt for; others hunt for bargains. */
export const huntsAttacks =
  /\bhunt(?:s|ing)? for (?:\w{2,16} ){0,2}(?:threats?|persistence|malware|intrusions?|adversar\w{1,4}|beacon\w{0,3}|cradles?|attack\w{0,4}|compromises?|malicious|suspicious)\b/i;

/**
 * A skill whose stated subject is attacks shows them: what it quotes, lists in tables or fences as text is there to be
 * seen, and so is what has its addresses made harmless.
 */
export function isAboutAttacks({ name, description }: Skill["declared"]): boolean {
  const said = `${name} ${description}`.replaceAll("-", " ");
  return aboutAttacks.test(said) || huntsAttacks.test(said);
}

const aboutAttacks =
  /\b(?:prompt injections?|injection (?:defen[cs]e|review|detection)|jailbreaks?|malware|de-?obfuscat\w{2,6}|forensics?|incident response|threat (?:hunting|intel\w{0,10}|detection|model\w{0,4})|red[- ]team\w{0,4}|purple[- ]team\w{0,4}|phishing|yara|sigma rules?|dfir|honeypots?|indicators? of compromise|detection engineering|lateral movement|adversar\w{1,4} (?:emulation|simulation)|attack (?:simulation|techniques?|paths?)|detect(?:s|ing|ion of)? (?:\w{2,20} ){0,2}(?:persistence|dumping|tunnell?ing|exfiltration|beacon\w{0,3}|attacks?|threats?|malicious|suspicious|abuse)|untrusted|owasp|compromised|abuse reports?|intrusions?|moderation|(?:skills?|packages?|plugins?|mcp|dependenc(?:y|ies)|supply chain) (?:security|audit\w{0,3}|vett\w{1,4}|scann\w{2,3})|(?:security|malicious) (?:scann\w{2,3}|audit\w{0,3}|vett\w{1,4}|code|commands?|patterns?))\b|безопасност|인젝션|インジェクション|(?:提示词|提示)注入|安全(?:审计|审查|扫描|检测)/i;

/** A skill whose subject is how to be secure: the attackers in it are made up. */
export const isAboutSecurity = ({ name, description }: Skill["declared"]): boolean =>
  /\b(?:security|secure coding|vulnerabilit\w{1,3}|owasp|pentest\w{0,4}|penetration test\w{0,4}|priv(?:ilege )?esc(?:alation)?|bug bount(?:y|ies)|ctf|appsec|threats?|hardening)\b/i.test(
    `${name.replaceAll("-", " ")} ${description}`,
  );

/** What the reader is told to do with what follows. */
const told =
  /\b(?:run|execute|paste|install|use|start|fetch|open|type|call|enter|add|send|visit|download|follow)\b[^.`"“„]{0,60}$/i;

/**
 * In a skill about attacks: a line of one in code or in quotes within a sentence, which nobody is told to carry out. What
 * is hidden in the page is not shown in it.
 */
export function isShownInline({ category }: Rule, { artefact, start }: Hit): boolean {
  if (artefact.language !== "markdown" || artefact.origin === "decoded") return false;
  if (/^T(?:03|04|16|22|25|26)$/.test(category)) return false;
  const from = artefact.text.lastIndexOf("\n", start - 1) + 1;
  const line = artefact.text.slice(from, from + 1200).split("\n")[0] ?? "";
  const at = start - from;
  // Words are thrown at a target; what does something by itself is another matter.
  const isThrown = category === "T01";
  for (const span of line.matchAll(/`[^`]{3,300}`|"[^"]{3,300}"|[“„][^“”„]{3,300}[“”]/g)) {
    const end = span.index + span[0].length;
    if (at >= span.index - 1 && at < end)
      return isThrown || !told.test(line.slice(Math.max(0, span.index - 80), span.index));
  }
  return false;
}

/** What somebody else does: "when an agent runs `rm -rf /`, there is no undo". */
const whenOthers =
  /\b(?:when|if|once|after) (?:an?|some|another) (?:[a-z-]{2,16} ){0,2}(?:agent|assistant|developer|engineer|model|attacker|colleague|person)s? (?:accidentally |blindly |unknowingly )?(?:runs?|executes?|types?|issues?) $|\b(?:safety on|guardrails? (?:on|for|against)|protects? (?:you )?(?:from|against)) $/i;
/** Nobody calls a step of their own by such a name. */
const byMalware =
  /^[\s*>-]{0,8}(?:the|this|an?|some|many) (?:[a-z-]{2,16} )?(?:dropper|malware|attacker|adversary|implant|stealer|threat actor|worm|ransomware|trojan)s? (?:then |often |typically |usually |also |first )?(?:runs?|fetch(?:es)?|downloads?|uses?|executes?|adds?|writes?|sends?|disables?|creates?)\b[^.!?:;\n]{0,200}$/i;
const order =
  /\b(?:run it|do (?:it|this|that)|you (?:must|should|have to)|please|now|before every|before each)\b/i;

/** A line of an attack within a sentence about those who make it. Fences are no sentences. */
export function isToldOf({ artefact, start, end }: Hit, { declared }: Skill): boolean {
  if (artefact.language !== "markdown" || artefact.origin === "decoded") return false;
  const window = artefact.text.slice(Math.max(0, start - 240), start);
  const before = window.slice(window.lastIndexOf("\n") + 1);
  const behind = artefact.text.slice(start, start + 400).split("\n")[0] ?? "";
  if (order.test(before + behind) || isInFence(artefact.text, start)) return false;
  if (whenOthers.test(before.replace(/`$/, "")) && /^`?[^`\n]{2,120}`/.test(behind)) return true;
  if (!isAboutAttacks(declared) && !isAboutSecurity(declared)) return false;
  const said = (before + behind.slice(0, Math.max(0, end - start))).replace(/`[^`\n]{0,300}`?/g, "x");
  return byMalware.test(said);
}

/** Whether a place stands between the marks of a fence; looked at as far back as any real fence reaches. */
function isInFence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 20_000), at);
  return ((before.match(/^[ \t>]{0,12}(?:`{3}|~{3})/gm)?.length ?? 0) & 1) === 1;
}

const spoken: ReadonlySet<string> = new Set(["T01", "T02", "T03", "T28"]);
const programs: ReadonlySet<string> = new Set([
  "python",
  "javascript",
  "typescript",
  "shell",
  "ruby",
  "go",
  "php",
  "program",
]);
const payloadFile =
  /payload|attack|inject|jailbreak|corpus|cases|patterns|rules|signatures|prompts|probes|vectors|evals?\b/i;

/**
 * In a skill about attacks: what a program or a list of theirs says in quotes is what it throws or looks for. Not where the
 * program knows an agent's instructions: there it may be written down.
 */
export function isPayloadText({ category }: Rule, { artefact, start }: Hit): boolean {
  const isList = /^(?:json|yaml|toml)$/.test(artefact.language) && payloadFile.test(artefact.path);
  if (!spoken.has(category) || !(isList || programs.has(artefact.language))) return false;
  // A copy with its quotes folded says what the program itself says.
  if (artefact.how === "folded") return true;
  if (artefact.origin === "decoded" || namesInstructions(artefact)) return false;
  const window = artefact.text.slice(Math.max(0, start - 400), start + 1);
  const line = window.slice(window.lastIndexOf("\n") + 1);
  // What a program says is read by whoever runs it.
  if (
    /\b(?:print|echo|console\.\w{2,8}|puts|printf|return|\w{0,12}write\w{0,12}|log\w{0,8})\b[^"'`]{0,20}["'`]/i.test(
      line,
    )
  )
    return false;
  return ['"', "'", "`"].some((quote) => (line.split(quote).length - 1) % 2 === 1);
}

/** A page of its own, named after what it lists. */
const listOfAttacks =
  /(?:^|\/)[^/]{0,40}(?:injections?|jailbreaks?|payloads?|attacks?|threats?|red[-_]flags?|signatures?|iocs?|malicious)[^/]{0,30}\.md$/i;

/** Words, or a text that is shown; commands are neither. */
function wordy({ role, language }: Block): boolean {
  return role === "prose" || (role === "code" && /^(?:text|html|markdown)$/.test(language));
}

export function asShown(block: Block): Block {
  const defanged = /\bhxxps?:|\w\[\.\]\w/.test(block.text) && !/\bhttps?:\/\//.test(block.text);
  const shown =
    defanged ||
    isQuoted(block) ||
    isQuotation(block) ||
    block.role === "quote" ||
    (wordy(block) && block.artefact.role !== "manifest" && listOfAttacks.test(block.artefact.path)) ||
    block.role === "table" ||
    (block.role === "code" && block.language === "text");
  const document = block.artefact.language === "markdown" && block.artefact.origin !== "decoded";
  return shown && document && block.polarity === "assert" ? { ...block, polarity: "teach" } : block;
}

/** An item that is a quotation, by itself or with who says it. */
function isQuotation({ role, text }: Block): boolean {
  return (
    role === "prose" &&
    text.length < 400 &&
    /^[\s*+\d.-]{0,8}(?:[^"“”]{2,80}\b(?:says|saying|reads|such as)\s)?["“][^"“”]{4,380}["”][.;,]?\s{0,4}$/.test(
      text,
    )
  );
}

function isQuoted({ artefact, start }: Block): boolean {
  const line = artefact.text.lastIndexOf("\n", start - 1) + 1;
  return /^\s{0,12}>/.test(artefact.text.slice(line, start + 2));
}
