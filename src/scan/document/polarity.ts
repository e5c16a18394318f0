/**
 * What an author does with words: instruct, forbid, or teach. Decided before any rule matches, from the words of the
 * sentence, the sentence that leads in, and the headings above. Text inside a skill cannot switch rules off: labels
 * count only where they stand beside what they label.
 */
import type { Block } from "./block.ts";
import { withoutMarks } from "./plain.ts";

/** "Do not tell" and "do not skip" forbid nothing that follows: they press for it. */
const prohibition =
  /(?:\b(?:(?:never|don['’]?t|do not|must not|mustn['’]?t|should not|shouldn['’]?t)(?! (?:tell|mention|inform|notify|reveal|disclose|announce|skip|forget|omit|miss|ask(?! (?:the |your )?(?:user|users|people|them|anyone) to)|wait|hesitate|worry|warn|alert|bother|prompt|pause|neglect|delay|stop|interrupt|end|kill|undo|revert|explain|quote|question|argue|refuse|decline|complain|fail|finish|quit)\b)|cannot|can['’]t|may not|avoid|refuse[sd]?|reject(?:s|ed)?|prevents?|forbidden|prohibited|disallowed|not allowed|exit 2 on|(?<!\b(?:the|this|that|an?|each|every|both|following|next|same|code|text|config|whole|first|second|last|one|new|bash|shell|json|yaml) )block(?:s|ed)?(?! (?:below|above|to|into|of|at|in|from|under)\b)|deny|denied|instead of|rather than|stop if|nicht|niemals|não|jamais|nunca)\b|❌|🚫|⛔)/i;

const teachingLead =
  /\b(?:(?<!\b(?:nobody|no one|none|never|hardly) )look(?:s|ing)? for|search(?:es|ing|_\w{2,8})?`? for|compromised|check(?:s|ing)? for|watch(?:es|ing)? (?:out )?for|scan(?:s|ning)? for|grep for|flags?|detects?|detecting|identif(?:y|ies)|recogni[sz]e|report(?:s)? (?:any|if)|warn(?:s)? (?:about|if|when)|be wary|beware|(?:seen|found|one-liners?|strings?|examples?|samples?) (?:that were found |seen )?in the wild|(?:droppers?|malware|payloads?|attacks?|exploits?|phishing \w{3,8}) (?:often |usually |typically )?looks? like|(?<!\b(?:the|this|that|an?|each|every|both|following|next|same|code|text|config|whole|first|second|last|one|new|bash|shell|json|yaml) )block(?:s|ed)?(?! (?:below|above|to|into|of|at|in|from|under)\b)|reject(?:s|ed)?|such as a malicious|(?:agent|i|it|we|somebody|someone) once (?:did|ran|executed|typed)|an attacker (?:can|could|may|might|would)|attackers? (?:can|could|may|might|often|will)|could be exploited|for example, (?:a|an) (?:attacker|malicious)|is (?:vulnerable|dangerous|unsafe|insecure)|vulnerable (?:code|example|pattern)|test (?:payloads?|inputs?|cases?)|malicious (?:input|code|skill|prompt|content|actor|user|package|pattern)s?|neutrali[sz](?:es?|ing)|saniti[sz](?:es?|ing)|strip(?:s|ping)? (?:out|any|all|the)|filter(?:s|ing)? out|not an? \w{3,16} (?:that|which|to))\b/i;

const taughtAfter =
  /^[`"'”)\s]{0,4}(?:is|are|was) (?:the|a|an|one of the)?\s?(?:classic|typical|common|tell-?tale|usual|textbook|well-known|known|dead give-?away|red flag|warning sign|indicator|sign|pattern|attack|anti-?pattern|vulnerab\w{2,6})\b/i;

/** Whether the words after an offset say that what stands before is shown so that it is recognised. */
export function isTaughtAfter(text: string, end: number): boolean {
  return taughtAfter.test(text.slice(end, end + 90).replace(/^[^`\n]{0,60}`/, ""));
}

/**
 * Whether the words before an offset negate what follows, within the same clause ("never run …", "instead of …"), or the
 * sentence is about recognising such things ("flag any skill that …").
 */
export function isNegatedAt(text: string, offset: number): boolean {
  const far = text.slice(Math.max(0, offset - 280), offset);
  // A sentence may be long; lines of code or of a table are not one sentence.
  const before = far.includes("\n") ? far.slice(-140) : far;
  const clauseStart = Math.max(
    before.lastIndexOf(". "),
    before.lastIndexOf("; "),
    before.lastIndexOf("! "),
    before.lastIndexOf("? "),
    before.lastIndexOf("\n\n"),
    before.lastIndexOf("\n- "),
    before.lastIndexOf("\n* "),
    before.lastIndexOf(", then "),
    before.lastIndexOf(" but "),
  );
  const clause = withoutMarks(before.slice(clauseStart + 1));
  return prohibition.test(clause) || teachingLead.test(clause);
}

/** The name of the list that is open at a place: `BLOCKED = [` …, `"deny": [` …; empty where none is. */
export function listAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 1600), at);
  const opened = [
    ...before.matchAll(/\b([\w.-]{2,40})["']?\s{0,3}(?::[^=\n[({]{0,40})?[:=]\s{0,3}(?:\w{1,12}\()?[[({]/g),
  ].at(-1);
  return opened === undefined || before.slice(opened.index).includes("]") ? "" : (opened[1] ?? "");
}

const denies = /deny|denied|block|forbid|exclu|ignore|disallow|prohibit|reject/i;

/** A line of nothing but a comment. */
const commentLine = /^[ \t]{0,40}(?:#|\/\/|\/?\*|--|;|rem\b|<!--)/i;

/**
 * The same within a block. Lines of a program are no clauses: what negates stands in the same line, or in the comment
 * above it.
 */
export function isNegatedIn({ text, role, language, artefact }: Block, offset: number): boolean {
  const isDocument = artefact.language === "markdown" || artefact.language === "text";
  const isSettings = role === "config" || (role === "code" && language === "json");
  if (isSettings && denies.test(listAround(text, offset))) return true;
  if ((isDocument && !isSettings) || (role !== "code" && role !== "config")) return isNegatedAt(text, offset);
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  // `"reveal": "never", "run": …`: what one setting says forbids nothing of the next.
  if (isSettings) {
    const [setting = ""] =
      /(?:(?!,\s{0,20}"|\{\s{0,20}")[^\n]){0,280}$/.exec(text.slice(lineStart, offset)) ?? [];
    return isNegatedAt(setting, setting.length);
  }
  const above = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart);
  const from = commentLine.test(above.slice(0, 60)) ? Math.max(0, lineStart - above.length) : lineStart;
  return isNegatedAt(text.slice(Math.max(from, offset - 280), offset), Math.min(280, offset - from));
}
