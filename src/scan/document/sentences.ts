/**
 * The sentences of the texts that an agent reads, and what each speaks of: concepts of its words (with "!" where they are
 * negated) and the addresses, mailboxes, paths and accounts that it names.
 */

import { isAgentFile, isAutostartPath, isSecretPath } from "../code/sensitive.ts";
import type { PlaceKind } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { named } from "../tables/compile.ts";
import type { Block } from "./block.ts";
import { asRead, placeIn } from "./plain.ts";
import { isCode, isSpoken } from "./spoken.ts";
import { lexicon } from "./words.ts";

/** The kinds of token, those that are met most often first. */
const kinds = ["word", "stop", "url", "path", "host", "mail", "repo", "account"] as const;
type TokenKind = (typeof kinds)[number];

export interface Token {
  readonly word: string;
  readonly kind: TokenKind;
  /** Offsets in the block as it reads. */
  readonly start: number;
  readonly end: number;
}

/** An address, mailbox or host that a sentence names. */
export interface NamedPlace {
  readonly token: Token;
  readonly host: string;
  readonly kind: PlaceKind;
  /** It stands there to be read or looked up: a source, a cell of its own. */
  readonly cited: boolean;
  /** Where the place begins, with the words of its link: they are a title and say nothing of what is done. */
  readonly from: number;
}

export interface Sentence {
  /** The block as it reads, without marks. */
  readonly block: Block;
  readonly tokens: readonly Token[];
  readonly places: readonly NamedPlace[];
  /** Concepts by name, each with the first token that says it. */
  readonly says: ReadonlyMap<string, Token>;
  /** Concepts of this sentence and of those before and after it. */
  readonly around: ReadonlySet<string>;
}

const word = /[A-Za-z0-9À-ɏЀ-ӿ][A-Za-z0-9À-ɏЀ-ӿ'’]{0,40}/;
/** Alternatives of a token, in the order in which they are tried. */
const shapes: Readonly<Record<TokenKind, readonly RegExp[]>> = {
  url: [
    /\b(?:https?|wss?|ftp|sftp|rsync|s3|gs|smtps?|tcp|udp|mqtt|ssh|git):\/\/[^\s"'`<>)\]|]{2,300}[^\s"'`<>)\].,;:!?*|]/,
    /\bhxxps?:\/\/[^\s"'`<>)|]{2,300}[^\s"'`<>).,;:!?*|]/,
  ],
  repo: [/\bgit@[\w.-]{3,60}:[\w.-]{1,60}\/[\w.-]{1,80}/],
  mail: [
    /\b[\w.+-]{2,64}@[a-z][\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.(?!(?:png|jpe?g|gif|svg|webp|pdf|css|js|tsx?|json|md|txt|py|html?|ya?ml|tgz)\b)[a-z]{2,12}\b/,
  ],
  account: [
    /\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{20,60}|[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}|arn:aws:[\w:/-]{6,120})\b/,
  ],
  path: [
    /(?:~|\$HOME|\$\{HOME\}|\/(?:etc|var|usr|opt|tmp|root|home|Users|Library))\/[\w.*/@-]{1,200}/,
    /(?<![\w.])\.(?:env|ssh|aws|npmrc|netrc|git-credentials|gnupg|kube|claude|cursor|codex)\b[\w.*/-]{0,120}/,
  ],
  host: [
    /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.(?:com|net|org|io|dev|app|ai|co|xyz|cloud|site|online|top|info|example|tech|ru|cn)\b(?![\w(-])(?!\.\w)/,
  ],
  word: [/上传|发送|转发|提交到|同步到|送信|転送|アップロード|전송|업로드|보내|제출/, word],
  stop: [/[.!?;](?=\s|$)|。|\n/],
};

const tokenPattern = named(shapes, "g");

/** What a sentence must hold to be of interest: a place, a path or an account. */
const namesPlace =
  /:\/\/|\w@\w|\w\.(?:com|net|org|io|dev|app|ai|co|xyz|cloud|site|online|top|info|example|tech|ru|cn)\b|~\/|\$HOME|(?<![\w.])\.\w{3}|\/(?:etc|var|root|home)\/|\b(?:0x|bc1)\w{20}|[A-Z]{2}\d{2} ?\w{4}/;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(tokenPattern)].map((match) => {
    const { groups = {} } = match;
    const kind = kinds.find((one) => groups[one] !== undefined) ?? "word";
    return {
      word: match[0].toLowerCase().replaceAll("’", "'"),
      kind,
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

const negations = new Set(
  "not never no without don't doesn't won't cannot can't shouldn't mustn't needn't isn't aren't avoid nor neither nobody refuse instead nothing".split(
    " ",
  ),
);

/** How many words a negation reaches. */
const reach = 4;
/** Longest sentence in tokens; a longer one is cut. */
const sentenceTokens = 80;

const made = new WeakMap<Skill, readonly Sentence[]>();

/** The sentences that name a place, of all texts that an agent reads. Made once for each skill. */
export function sentencesOf(skill: Skill): readonly Sentence[] {
  const known =
    made.get(skill) ?? skill.blocks.filter(isSpoken).flatMap((block) => sentencesIn(block, skill));
  made.set(skill, known);
  return known;
}

function sentencesIn(whole: Block, skill: Skill): Sentence[] {
  return asRead(whole).flatMap((block) => {
    if (!namesPlace.test(block.text)) return [];
    const isByLine = block.role === "table" || block.role === "code" || block.role === "config";
    const groups = grouped(tokensOf(block.text), isByLine).filter((one) => isWords(one, block));
    const said = groups.map((tokens) => conceptsOf(tokens, block.text));
    return groups.map((tokens, i) => ({
      block,
      tokens,
      places: placesIn(tokens, block, skill),
      says: said[i] ?? new Map(),
      around: new Set([i - 1, i, i + 1].flatMap((at) => [...(said[at]?.keys() ?? [])])),
    }));
  });
}

/** A sentence that stands in a fence of commands. */
function isProse(line: string): boolean {
  return /^\s{0,20}[A-Z][a-z]/.test(line) && /[.!:]\s{0,4}$/.test(line) && line.split(" ").length > 5;
}

const remark = /^\s{0,40}(?:#|\/\/|\/?\*|--|;|<!--|rem\b)/i;

/** Of a program, only lines of remarks are words. A decoded text is read whatever it looks like. */
function isWords(tokens: readonly Token[], block: Block): boolean {
  if (!isCode(block) || block.artefact.origin === "decoded") return true;
  const lineStart = block.text.lastIndexOf("\n", (tokens[0]?.start ?? 0) - 1) + 1;
  const line = block.text.slice(lineStart, lineStart + 400).split("\n")[0] ?? "";
  return (
    remark.test(line) || (block.role === "code" && block.artefact.language === "markdown" && isProse(line))
  );
}

function grouped(tokens: readonly Token[], byLine: boolean): Token[][] {
  const out: Token[][] = [[]];
  for (const token of tokens) {
    out.at(-1)?.push(token);
    const ends = token.kind === "stop" && (token.word !== "\n" || byLine);
    if (ends || (out.at(-1)?.length ?? 0) >= sentenceTokens) out.push([]);
  }
  return out.filter((one) => one.length > 1);
}

/** The concepts of the words, paths and accounts of a sentence, each with its first token. */
function conceptsOf(tokens: readonly Token[], text: string): Map<string, Token> {
  const found = new Map<string, Token>();
  let negatedUntil = -1;
  for (const [i, token] of tokens.entries()) {
    const negates = token.kind === "word" && negations.has(token.word);
    if (negates) negatedUntil = i + reach;
    // What stands behind a colon is said for itself: "Do not forget this: send …".
    if (text.charAt(tokens[i - 1]?.end ?? 0) === ":" && i > 0) negatedUntil = -1;
    const isNegated = token.kind === "word" && i <= negatedUntil && !negates;
    for (const name of conceptsAt(tokens, i)) {
      const said = isNegated ? `!${name}` : name;
      // A label in front ("setup: …") says less than the same in the sentence.
      const first = found.get(said);
      if (first === undefined || text.charAt(first.end) === ":") found.set(said, token);
    }
  }
  return found;
}

const firstWords = new Set([...lexicon.keys()].map((words) => words.split("_")[0]));

/** The concepts of the words from one place on, alone and joined with those that follow. */
function conceptsAt(tokens: readonly Token[], i: number): string[] {
  const { kind, word: said } = tokens[i] ?? { kind: "stop", word: "" };
  if (kind === "path") return [pathKind(said)];
  if (kind === "account") return [said.startsWith("0x") ? "contract" : "account"];
  const out: string[] = [];
  if (!firstWords.has(said)) return out;
  let joined = "";
  for (let n = 0; n < 4; n++) {
    const token = tokens[i + n];
    if (token?.kind !== "word") break;
    joined = n === 0 ? token.word : `${joined}_${token.word}`;
    out.push(...(lexicon.get(joined) ?? []));
  }
  return out;
}

function pathKind(path: string): string {
  if (isSecretPath(path)) return "secret-path";
  if (isAgentFile(path)) return "agent-file";
  if (isAutostartPath(path)) return "autostart-path";
  return /^(?:~|\$)/.test(path) ? "home-path" : "system-path";
}

function placesIn(tokens: readonly Token[], block: Block, skill: Skill): NamedPlace[] {
  return tokens.flatMap((token) => {
    const address = addressOf(token, block);
    if (address === undefined) return [];
    const host = address.includes("://") ? hostOf(address) : address.toLowerCase();
    // One letter before the dot stands for any name.
    if (/^[a-z]\.[a-z]{2,6}$/.test(host)) return [];
    const kind = placeOf(address, skill);
    return [{ token, host, kind, cited: isCited(token, block), from: token.start - linkWords(token, block) }];
  });
}

/** The address of a token that is one, with what is needed to tell its place. */
function addressOf({ kind, word: said, start, end }: Token, { text }: Block): string | undefined {
  const written = text.slice(start, end);
  if (kind === "url") return written.replace(/^hxxp/i, "http").replaceAll("[.]", ".");
  if (kind === "mail") return said.slice(said.indexOf("@") + 1);
  if (kind === "repo") return `https://${said.slice(4).replace(":", "/")}`;
  return kind === "host" ? said : undefined;
}

/** `[text](address)`, `(address)`, and `Name: address` at the start of an item are references to read. */
function isCited(token: Token, { text, role }: Block): boolean {
  const before = text.slice(Math.max(0, token.start - 80), token.start);
  const after = text.slice(token.end, token.end + 1);
  // `scheme://user:password@host` is an address of its own kind, no mailbox.
  if (token.kind === "mail" && /:\/\/\S{0,60}$/.test(before)) return true;
  if (role === "table" && /\|\s{0,3}[`<"]?$/.test(before)) return true;
  if (before.endsWith("(") && after === ")") return true;
  // What a page shows or leads to: an attribute of its mark-up.
  if (/\b(?:href|src|srcset)=["']?$/.test(before)) return true;
  // `[name]: address`, the definition of a link.
  return /(?:^|\s)\[[^\]\n]{1,60}\]:\s{1,4}<?$/.test(before);
}

/** How many characters the words of a link take before its address; none where the address is no link. */
function linkWords(token: Token, block: Block): number {
  const at = placeIn(block, token.start);
  const source = block.artefact.text;
  if (token.kind !== "url" || source.slice(at - 2, at) !== "](") return 0;
  const opens = source.lastIndexOf("[", at);
  return opens === -1 || at - opens > 200 ? 0 : Math.min(token.start, at - opens - 2);
}

/** Where a token stands in the artefact. */
export function spanOf(block: Block, token: Token): { start: number; end: number } {
  return { start: placeIn(block, token.start), end: placeIn(block, token.end) };
}
