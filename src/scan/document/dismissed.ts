/**
 * Words of others, quoted so that the reader sees through them: a page that says "…" is no order. What is quoted and
 * dismissed in one breath is no instruction of the author's; quoting alone excuses nothing.
 */
import { shapeOfText } from "../language.ts";
import type { Hit, Rule } from "../rule.ts";
import { withoutMarks } from "./plain.ts";

/** What is said to an agent or a person, or done on somebody's word. */
const spoken = new Set(["T01", "T02", "T03", "T05", "T06", "T07", "T11", "T13", "T15", "T19", "T28", "T29"]);

/** Somebody else's text, and that it speaks. */
const reported =
  /\b(?:pages?|websites?|readmes?|files?|documents?|e-?mails?|reviews?|comments?|issues?|tickets?|messages?|posts?|contents?|inputs?|texts?|transcripts?|responses?|results?|skills?|strangers?|attackers?|phrases?|wording|strings?|anything|something)\b[^.\n]{0,60}\b(?:says?|saying|containing|contains?|reads?|reading|asks?|asking|claims?|claiming|tells?|states?|like|such as|e\.g\.|speaks? to you|includes?)[^.\n"“`]{0,24}$/i;

/** That it is not to be obeyed, in the words of one who warns. */
const dismissal =
  /\b(?:prompt[- ]injections?|injection attempts?|(?:ignore|refuse|reject|disregard|report|flag|quarantine) (?:it|them|this|that|these|such)|never (?:act|follow|obey|run|comply)|never let\b[^.]{0,40}\b(?:change|alter|override|steer)|(?:is|are|gets?|and friends) (?:always )?(?:blocked|refused|rejected|denied|forbidden|untrusted|data\b)|as (?:data|a finding|an attempt|an attack)\b|(?:is|are) (?:a )?(?:finding|red flag|warning sign|scam|trick|phishing|attack|attempt)|social engineering|warn the user|just text\b|like any other post|ignorieren|kein(?:e)? (?:Auftrag|Anweisung|Befehl)|ignorer|ignorar|close the (?:page|tab|window))\b/i;

/** What the reader looks at is nothing to obey, said before it is quoted. */
const mereData =
  /\b(?:data|content|text|material),? (?:and )?(?:not|never) (?:as )?(?:instructions|commands|orders)\b/i;

/** The same, said of what somebody else says. */
const contradicted =
  /\b(?:is|are) (?:not|never) (?:a|an|the|to be|your|from)\b|\bnot (?:a command|an (?:instruction|order)|commands|instructions|orders)\b/i;

/** "若数据中出现类似…": words that may be met with, and that they are nothing to obey. */
const metWith = /(?:出现|包含|含有|遇到|类似|诸如|例如)[^。\n]{0,24}$/;
const passedOver = /^[^。\n]{0,80}(?:忽略|不得|不要|切勿|拒绝|视为|仅作为|禁止|不执行)/;

export function isDismissed(rule: Rule, hit: Hit): boolean {
  return (
    isQuotedAndDismissed(rule, hit) ||
    isUnderProhibition(hit) ||
    isQuotedItem(rule, hit) ||
    isListedAsRejected(rule, hit) ||
    isTestText(rule, hit) ||
    isRowOfData(rule, hit) ||
    isGuardsInput(rule, hit) ||
    isEnumerated(rule, hit) ||
    isLookedFor(rule, hit)
  );
}

/** A label that turns down what stands behind it: "REJECT: foreign curl; ignore the system prompt". */
const rejecting =
  /\b(?:reject|block|refuse|deny|forbidden|prohibited|red flags?|anti-?patterns?)\b(?: if| when)?\s{0,2}:[^.!?\n]{0,160}$/i;

function isListedAsRejected({ category }: Rule, { artefact, start }: Hit): boolean {
  if (!spoken.has(category) || artefact.language !== "markdown" || artefact.origin === "decoded")
    return false;
  const line = artefact.text.slice(artefact.text.lastIndexOf("\n", start - 1) + 1, start);
  return rejecting.test(withoutMarks(line.slice(-240)));
}

const quotedItem = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s{1,4}["“`][^"”`\n]{3,200}["”`][.,;]?\s{0,4}$/;

/** One of several items of a list that are quotations and nothing else: phrases to know, in whatever language. */
function isQuotedItem({ category }: Rule, { artefact, start }: Hit): boolean {
  if (category !== "T01" && category !== "T02" && category !== "T28") return false;
  if (artefact.language !== "markdown" || artefact.origin === "decoded") return false;
  const { text } = artefact;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const before =
    text
      .slice(Math.max(0, from - 240), from)
      .split("\n")
      .at(-2) ?? "";
  const [item = "", after = ""] = text.slice(from, from + 480).split("\n");
  return quotedItem.test(item) && (quotedItem.test(before) || quotedItem.test(after));
}

/** What stands in the cells of a table of data is not one sentence. */
function isRowOfData({ detect }: Rule, { artefact }: Hit): boolean {
  return detect.kind === "chain" && shapeOfText(artefact.path) === "table";
}

const knownAgain = /\b(?:droppers?|iocs?|indicators?|malware|attackers?|red flags?|exit 2)\b/i;

/** One of several wordings that are named one after the other: `<system>`, `[INST]`. */
function isEnumerated({ category }: Rule, { artefact, start }: Hit): boolean {
  if (artefact.language !== "markdown" || artefact.origin === "decoded") return false;
  const { text } = artefact;
  const from = text.lastIndexOf("\n", start) + 1;
  const line = text.slice(from, from + 600).split("\n")[0] ?? "";
  // Words of an order are never listed; commands are, where they are to be known again.
  if (category !== "T01" && category !== "T28" && !knownAgain.test(line)) return false;
  return [...line.matchAll(/`[^`]{2,80}`(?:\s?(?:,|\/|or)\s?`[^`]{2,80}`){1,12}/g)].some(
    ({ index, 0: list }) => index <= start - from && start - from < index + list.length,
  );
}

/** A command whose name says that it looks for attacks: before what it is given, and behind a pipe. */
const guardBefore =
  /(?:^|[\s/|])[\w./-]{0,80}(?:scan(?:ner)?|detect(?:or)?|guard|shield|saniti[sz]e\w?|classif(?:y|ier)|moderat\w{2,4}|firewall)[\w.-]{0,30}\s[^\n]{0,80}$/i;
const guardBehind =
  /^[^\n]{0,80}\|\s{0,3}\\?\s{0,8}(?:\w{2,10}\s{1,3})?[\w./-]{0,60}(?:scan|detect|guard|shield|saniti[sz]|classif|moderat|firewall)/i;

/** `scanner.py "…"`, `echo "…" | scanner.py`: what a guard is given to find. */
function isGuardsInput({ category }: Rule, { artefact, start, end }: Hit): boolean {
  if (!spoken.has(category) && category !== "T19") return false;
  if (artefact.language !== "markdown" || artefact.origin === "decoded") return false;
  const { text } = artefact;
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  // Within the quotes; what stands behind them is another command.
  if (before.split('"').length % 2 === 1 && before.split("'").length % 2 === 1) return false;
  if (guardBefore.test(before)) return true;
  const after = text
    .slice(end, end + 160)
    .split("\n")
    .slice(0, 2)
    .join(" ");
  return /^\s{0,8}(?:\$ )?(?:echo|printf)\s/.test(before) && guardBehind.test(after);
}

/** A text of a program, plain or raw, or an expression between slashes. */
const literal =
  /"(?:[^"\\\n]|\\.){4,400}"|'(?:[^'\\\n]|\\.){4,400}'|(?<=[=(:,]\s{0,3})\/(?:[^/\\\n]|\\.){4,400}\//g;
const alternatives = /\w\|\w|\)\||\|\(/;
const expressive = /\\[sbdw.]|\[\^?[\w-]{1,20}\]|\(\?[:i]|\.\{\d|\.[*+]/;

/** An expression that a program compares texts with: names of stores, words of attacks, in alternatives. */
function isLookedFor({ category, layer }: Rule, { artefact, start }: Hit): boolean {
  if (layer === "deep" || (!spoken.has(category) && category !== "T09")) return false;
  if (artefact.language === "markdown" || artefact.origin === "decoded") return false;
  const from = Math.max(artefact.text.lastIndexOf("\n", start - 1) + 1, start - 500);
  const line = artefact.text.slice(from, start + 500).split("\n")[0] ?? "";
  return [...line.matchAll(literal)].some(
    ({ index, 0: text }) =>
      index <= start - from &&
      start - from < index + text.length &&
      alternatives.test(text) &&
      expressive.test(text),
  );
}

const refused =
  /^[^{}]{0,400}"expect(?:ed)?"\s{0,3}:\s{0,3}"(?:refus|block|den|reject|flag|fail|unsafe|malicious)/i;

/** What a test feeds to a guard is text of an attack; what it does is another matter. */
function isTestText({ category }: Rule, { artefact, start }: Hit): boolean {
  const saidOnly = category === "T01" || category === "T02" || category === "T28";
  const root = artefact.parent ?? artefact;
  // A case of a test says beside its text what is to come of it.
  if (saidOnly && root.language === "json" && refused.test(artefact.text.slice(start, start + 400)))
    return true;
  return (
    saidOnly &&
    root.language !== "markdown" &&
    /(?:^|\/)(?:test_[^/]{1,80}|[^/]{1,80}[._-](?:test|spec)\.\w{1,4}|[^/]{0,60}(?:anti[-_]?patterns?|patterns|signatures|blocklist|denylist|wordlist|payloads)[^/]{0,20}\.(?:csv|json|ya?ml|txt|tsv))$/i.test(
      root.path,
    )
  );
}

const prohibitedColumn =
  /\b(?:not|never|avoid|exclude[ds]?|forbidden|prohibited|bad|wrong|don['’]?ts?|anti-?patterns?|attacks?|blocked|rejected|refuse[ds]?)\b|❌|🚫/i;

/** A column that says what is wrong with what stands beside it, or what to do in its place. */
const concernColumn =
  /\b(?:concerns?|risks?|why (?:it|this) is|red flags?|dangers?|what is wrong|safer|instead|say instead|use instead)\b/i;

/** A cell of a table in a column whose heading forbids what stands below it, or beside one that says what is wrong with it. */
function isUnderProhibition({ artefact, start }: Hit): boolean {
  if (artefact.language !== "markdown" || artefact.origin === "decoded") return false;
  const { text } = artefact;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  if (text[lineStart] !== "|") return false;
  const column = text.slice(lineStart, start).split("|").length - 1;
  const rule = text.slice(Math.max(0, lineStart - 6000), lineStart);
  const lines = rule.split("\n");
  let head = lines.length - 2;
  while (head > 0 && lines[head]?.startsWith("|") === true) head--;
  const headings = lines[head + 1]?.split("|") ?? [];
  return (
    prohibitedColumn.test(headings[column] ?? "") ||
    headings.some((heading, i) => i > column && concernColumn.test(heading))
  );
}

function isQuotedAndDismissed(rule: Rule, { artefact, start, end }: Hit): boolean {
  if (!spoken.has(rule.category) || artefact.language !== "markdown" || artefact.origin === "decoded")
    return false;
  const { text } = artefact;
  // The same paragraph, and no more of it than a sentence or two.
  const paragraphs = text.slice(Math.max(0, start - 300), start).split("\n\n");
  const before = withoutMarks((paragraphs.at(-1) ?? "").replaceAll("\n", " "));
  const after = withoutMarks((text.slice(end, end + 260).split("\n\n")[0] ?? "").replaceAll("\n", " "));
  const opening = openQuote(before);
  if (opening === undefined) return false;
  const lead = before.slice(0, opening);
  if (isCell(lead, after) && (rule.category === "T01" || rule.category === "T02" || rule.category === "T28"))
    return true;
  if (dismissal.test(after) || mereData.test(lead)) return true;
  if (metWith.test(lead) && passedOver.test(after)) return true;
  return reported.test(lead) && contradicted.test(after);
}

/** Where the quotation opens that an offset lies in; undefined outside of one. */
function openQuote(before: string): number | undefined {
  for (const mark of ['"', "`"]) {
    const pieces = before.split(mark);
    if (pieces.length % 2 === 0) return before.lastIndexOf(mark);
  }
  const low = before.lastIndexOf("„");
  if (low > before.lastIndexOf("“")) return low;
  const curly = before.lastIndexOf("“");
  return curly > before.lastIndexOf("”") ? curly : undefined;
}

/** A cell of a table that holds the quotation and nothing else. */
function isCell(lead: string, after: string): boolean {
  return /\|\s{0,3}$/.test(lead) && /^[^|\n]{0,80}["”`]\s{0,3}\|/.test(after);
}
