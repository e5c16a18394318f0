import { escapedValues } from "../document/front-matter.ts";
import { hostKind } from "../hosts.ts";
import type { Language } from "../language.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { isMixedScript, skeleton } from "../views/normalise.ts";

const tagBlock = /[\u{e0020}-\u{e007e}]{4,4000}/gu;
const zeroWidthRun =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: joining characters are what is looked for
  /(?:[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{2,2000}|(?:[A-Za-z ][\u200b\u200c\u200d\u2060\ufeff]){3,200})/gu;
/** Each of them once, between brackets: the class of an expression that looks for them. */
const isClass = (match: string, line: string): boolean =>
  match.length < 12 &&
  line.length < 2000 &&
  new Set(match).size === match.length &&
  line.split(`[${match}]`).length === 2 &&
  /`[^`]{0,80}\[$/.test(line.slice(0, line.indexOf(match)));
const bidi = /[\u202a-\u202e\u2066-\u2069]/gu;
const selectors = /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]{2,4000}/gu;
const callSelectors =
  /(?:eval|Function|exec)\s{0,2}\([^)\n]{0,80}\)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|[\u{e0100}-\u{e01ef}]{1,4000}\s{0,2}(?:Function|eval)\(/gu;

type Accept = (match: string, line: string, language: Language) => boolean;

/**
 * Matches over the text as it came, before normalisation, and over what a front matter writes as escapes; positions are
 * brought to the same line.
 */
function overRaw(pattern: RegExp, accept: Accept = () => true): CodeDetector {
  return {
    kind: "code",
    *run(context: Skill): Generator<Hit> {
      for (const artefact of context.artefacts) {
        if (artefact.origin === "decoded" || artefact.language === "binary") continue;
        const at = placeIn(artefact.raw, pattern, accept, artefact.language);
        if (at !== undefined) {
          const start = offsetOfLine(artefact.text, countLines(artefact.raw, at));
          yield { artefact, start, end: start + 1 };
        } else if (
          artefact.language === "markdown" &&
          placeIn(escapedValues(artefact.text), pattern, accept, artefact.language) !== undefined
        ) {
          const start = Math.max(0, artefact.text.search(/\\[uUx]/));
          yield { artefact, start, end: start + 1 };
        }
      }
    },
  };
}

/** Where the first accepted match stands. */
function placeIn(text: string, pattern: RegExp, accept: Accept, language: Language): number | undefined {
  for (const match of text.matchAll(pattern)) {
    const lineStart = text.lastIndexOf("\n", match.index) + 1;
    const lineEnd = text.indexOf("\n", match.index);
    const line = text.slice(lineStart, Math.min(lineEnd === -1 ? text.length : lineEnd, lineStart + 4000));
    if (accept(match[0], line, language)) return match.index;
  }
  return undefined;
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

/** Where text stands behind a screen of blank lines, or behind half a line of blanks; undefined where none does. */
function paddedPlace(text: string): number | undefined {
  let blank = 0;
  let at = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") blank++;
    else {
      if (blank >= 150) return at;
      blank = 0;
      if (line.length > 170) {
        const run = /[ \t\u00a0]{150}/.exec(line);
        const rest = run === null ? "" : line.slice(run.index).trim();
        if (rest.length > 8 && /[a-z]{3}/i.test(rest) && !/^[|│#*]/.test(line.trim()))
          return at + line.length - rest.length;
      }
    }
    at += line.length + 1;
  }
  return undefined;
}

/** An element that a page does not show: without size, off the screen, or of the paper's colour without a height. */
const styledTag =
  /<(p|div|span|section|aside|td|li)\b[^<>]{0,60}\sstyle\s{0,2}=\s{0,2}["']([^"'<>]{4,300})["'][^<>]{0,160}>/gi;
/** The same by attributes, as pictures have it. */
const unseenShape =
  /<(g|text|tspan|foreignObject)\b[^<>]{0,200}\s(?:opacity\s{0,2}=\s{0,2}["']0?\.0\d?["']|fill-opacity\s{0,2}=\s{0,2}["']0?(?:\.0\d?)?["']|font-size\s{0,2}=\s{0,2}["'](?:0?\.\d|[01])(?:px|pt)?["'])[^<>]{0,200}>/gi;
const unseenStyle =
  /\bfont-size\s{0,2}:\s{0,2}0(?:px|em|pt|%)?\s{0,2}(?:;|$)|(?:^|[\s;])(?:left|top|text-indent)\s{0,2}:\s{0,2}-\d{4,6}px|\bopacity\s{0,2}:\s{0,2}0(?:\.0)?\s{0,2}(?:;|$)|\bcolor\s{0,2}:\s{0,2}(?:#fff(?:fff)?|white)\s{0,2};[^"']{0,60}height\s{0,2}:\s{0,2}0(?:px)?\s{0,2}(?:;|$)/i;
/** Longest text of one element that is read. */
const elementChars = 2400;

/** Sentences or links of strangers in such an element. A label for readers' aids is a few words. */
function isSaying(content: string): boolean {
  const words = content
    .replace(/<[^>]{0,300}>/g, " ")
    .split(/\s/)
    .filter((word) => /[a-z]{2}/i.test(word));
  const hosts = [...content.matchAll(/\bhref\s{0,2}=\s{0,2}["']https?:\/\/([\w.-]{4,120})/gi)].filter(
    ([, host = ""]) => hostKind(host.toLowerCase()) === "unknown",
  );
  return hosts.length > 1 || (words.length > 18 && /[.;:]\s/.test(content));
}

const unseenWords: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const artefact of context.artefacts) {
      const page = artefact.language === "markdown" || artefact.language === "html";
      if (!page || artefact.role === "fixture" || !/style\s{0,2}=|<svg/i.test(artefact.text)) continue;
      const styled = [...artefact.text.matchAll(styledTag)].filter(([, , style]) =>
        unseenStyle.test(style ?? ""),
      );
      const shapes = [...artefact.text.matchAll(unseenShape)];
      for (const match of [...styled, ...shapes].slice(0, 400)) {
        const start = match.index + match[0].length;
        const rest = artefact.text.slice(start, start + elementChars);
        const end = rest.toLowerCase().indexOf(`</${(match[1] ?? "").toLowerCase()}>`);
        if (end !== -1 && isSaying(rest.slice(0, end)))
          yield { artefact, start: match.index, end: start + end };
      }
    }
  },
};

/** Isolates that are closed again on the line keep text apart; they reorder nothing around them. */
const isolatesOnly =
  /^[^\u202a-\u202e\u2066-\u2069]*(?:[\u2066-\u2068][^\u202a-\u202e\u2066-\u2069]{0,80}\u2069[^\u202a-\u202e\u2066-\u2069]*)+$/;

/** Whether a word is to be taken for a Latin one: a Russian word with a stray Latin letter is not. */
function passesAsLatin(word: string): boolean {
  const latin = word.match(/[A-Za-z]/g)?.length ?? 0;
  return /^[\x00-\x7f]*$/.test(skeleton(word)) || latin * 2 >= word.length;
}

export const hiddenText: RuleFamily = {
  id: "hidden-text",
  title: "Hidden text and look-alike letters",
  rules: [
    {
      id: "T03-tag-characters",
      version: 2,
      title: "Text in invisible tag characters",
      category: "T03",
      severity: "critical",
      confidence: 0.97,
      kind: "malicious",
      layer: "static",
      // Flags of regions use tag letters after a black flag; those are short and end with a cancel tag.
      detect: overRaw(tagBlock, (match) => match.length > 12),
      message: "Text is written in characters that no person sees but a model reads.",
      advice: "Remove the characters.",
      references: ["Unicode TR36"],
    },
    {
      id: "T03-zero-width",
      version: 3,
      title: "Zero-width characters inside words",
      category: "T03",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      detect: overRaw(
        zeroWidthRun,
        (match, line) =>
          !/\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Thai}|\p{Extended_Pictographic}/u.test(line) &&
          match.length > 3 &&
          !isClass(match, line),
      ),
      message: "Words are broken by characters that no person sees.",
      advice: "Remove the characters.",
      references: ["Unicode TR36"],
    },
    {
      id: "T03-bidi",
      version: 2,
      title: "Direction overrides",
      category: "T03",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: overRaw(
        bidi,
        (_, line, language) =>
          !/\p{Script=Arabic}|\p{Script=Hebrew}/u.test(line) &&
          !(language === "markdown" && isolatesOnly.test(line)),
      ),
      message: "Direction controls make the text read other than it is.",
      advice: "Remove the characters.",
      references: ["CVE-2021-42574"],
    },
    {
      id: "T03-variation-selectors",
      version: 2,
      title: "Data in variation selectors",
      category: "T03",
      severity: "high",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      detect: overRaw(selectors),
      message: "Runs of variation selectors carry data that no person sees.",
      advice: "Remove the characters.",
      references: [],
    },
    {
      id: "T03-selector-call",
      version: 2,
      title: "Invisible characters beside a call that runs code",
      category: "T03",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: overRaw(callSelectors),
      message: "Invisible characters stand beside a call that runs code.",
      advice: "Remove the characters.",
      references: [],
    },
    {
      id: "T04-look-alike",
      version: 3,
      title: "Look-alike letters in commands, names or hosts",
      category: "T04",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config", "front-matter"] },
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            const visible =
              block.role === "code" ||
              block.role === "config" ||
              block.role === "front-matter" ||
              block.text.includes("://");
            if (!visible || block.polarity !== "assert" || !/[\u0370-\u04ff\u0500-\u058f]/.test(block.text))
              continue;
            for (const match of block.text.matchAll(/[\p{L}\p{N}_.-]{3,64}/gu)) {
              // `A-ZА-Я`: ranges of letters in an expression.
              if (
                /^(?:[\w]-[\w]|[а-яё]-[а-яё]|[α-ω]-[α-ω]|[\w]){1,12}$/iu.test(match[0]) &&
                match[0].includes("-")
              )
                continue;
              // The letter of an escape (`\nДа`) belongs to no word.
              const escaped = block.text[match.index - 1] === "\\";
              const word = escaped ? match[0].slice(1) : match[0];
              if (
                isMixedScript(word) &&
                passesAsLatin(word) &&
                !/[μπΔΣΩλσθ∆]|(?:^|_)[α-ωΑ-Ω]_|_[α-ωΑ-Ω]$/.test(match[0])
              )
                yield {
                  artefact: block.artefact,
                  start: block.start + match.index,
                  end: block.start + match.index + match[0].length,
                };
            }
          }
        },
      },
      message: "Letters of another script pass for Latin ones inside one word.",
      advice: "Write the word in one script.",
      references: ["Unicode TR39"],
    },
    {
      id: "T03-unseen-element",
      version: 2,
      title: "Sentences that a page does not show",
      category: "T03",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: unseenWords,
      message: "A page holds sentences or links that nobody who looks at it sees.",
      advice: "Show them, or remove them.",
      references: ["CWE-451"],
    },
    {
      id: "T28-padding",
      version: 1,
      title: "Text pushed out of sight",
      category: "T28",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            if (
              artefact.origin === "decoded" ||
              artefact.language === "binary" ||
              artefact.role === "fixture"
            )
              continue;
            const place = paddedPlace(artefact.text);
            if (place !== undefined) yield { artefact, start: place, end: place + 1 };
          }
        },
      },
      message: "Blank space pushes text to where nobody looks.",
      advice: "Remove the blank space.",
      references: [],
    },
  ],
};
