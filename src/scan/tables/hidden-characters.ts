/** Characters that no reader sees, by what they do to a text. */

export interface HiddenRow {
  readonly id: string;
  readonly pattern: RegExp;
  /** Shortest run that means anything. */
  readonly least: number;
  /** Whether the line around it needs the characters. */
  readonly explained: (match: string, line: string, isPage: boolean) => boolean;
  readonly what: string;
}

const joining = /\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Thai}|\p{Extended_Pictographic}/u;
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** Each character once, between brackets: the class of an expression that looks for them. */
const isClass = (match: string, line: string): boolean =>
  match.length < 12 &&
  line.length < 2000 &&
  new Set(match).size === match.length &&
  line.split(`[${match}]`).length === 2 &&
  /`[^`]{0,80}\[$/.test(line.slice(0, line.indexOf(match)));

/** Isolates that are closed again on the line keep text apart; they reorder nothing around them. */
const isolatesOnly =
  /^[^\u202a-\u202e\u2066-\u2069]*(?:[\u2066-\u2068][^\u202a-\u202e\u2066-\u2069]{0,80}\u2069[^\u202a-\u202e\u2066-\u2069]*)+$/;

export const hiddenRows: readonly HiddenRow[] = [
  {
    id: "tag-characters",
    pattern: /[\u{e0020}-\u{e007e}]{4,4000}/gu,
    // Flags of regions use tag letters after a black flag; those are short.
    least: 13,
    explained: () => false,
    what: "tag characters",
  },
  {
    id: "zero-width",
    pattern:
      // biome-ignore lint/suspicious/noMisleadingCharacterClass: joining characters are what is looked for
      /(?:[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{2,2000}|(?:[A-Za-z ][\u200b\u200c\u200d\u2060\ufeff]){3,200})/gu,
    least: 4,
    explained: (match, line) => joining.test(line) || isClass(match, line),
    what: "characters without width inside words",
  },
  {
    id: "direction",
    pattern: /[\u202a-\u202e\u2066-\u2069]/gu,
    least: 1,
    explained: (_, line, isPage) => rightToLeft.test(line) || (isPage && isolatesOnly.test(line)),
    what: "controls of direction",
  },
  {
    id: "variation-selectors",
    pattern: /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]{2,4000}/gu,
    least: 2,
    explained: () => false,
    what: "runs of variation selectors",
  },
  {
    id: "selector-call",
    pattern:
      /(?:eval|Function|exec)\s{0,2}\([^)\n]{0,80}\)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|[\u{e0100}-\u{e01ef}]{1,4000}\s{0,2}(?:Function|eval)\(/gu,
    least: 1,
    explained: () => false,
    what: "selectors beside a call that runs code",
  },
];
