/**
 * What a statement speaks of, as a set of features: concepts of its words (with "!" where they are negated), the kind of
 * each address and path in it, and how it stands to what the skill says of itself.
 */

import { isAgentFile, isAutostartPath, isSecretPath } from "../code/sensitive.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { registrableOf } from "../registrable.ts";
import { isStranger } from "../rules/whose.ts";
import type { Skill } from "../skill.ts";
import type { Block } from "./block.ts";
import { hostFeature } from "./place-features.ts";
import { lexicon } from "./words.ts";

export interface Feature {
  readonly name: string;
  /** Offsets in the artefact of the words that made it. */
  readonly start: number;
  readonly end: number;
}

/** One sentence, with what stands around it. */
export interface Statement {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
  /** What the sentence speaks of, by name: the first place of each. */
  readonly says: ReadonlyMap<string, Feature>;
  /** The same with the sentences before and after in the block. */
  readonly around: ReadonlySet<string>;
  /** The sentence without its addresses. */
  readonly text: string;
}

export interface Token {
  readonly word: string;
  readonly kind: "word" | "url" | "mail" | "repo" | "host" | "path" | "account" | "stop";
  readonly start: number;
  readonly end: number;
}

const tokenPattern =
  /<\/?[a-z]{1,6}>|(?<url>\b(?:https?|wss?|ftp|sftp|rsync|s3|gs):\/\/[^\s"'`<>)\]|]{2,300}[^\s"'`<>)\].,;:!?*|])|(?<repo>\bgit@[\w.-]{3,60}:[\w.-]{1,60}\/[\w.-]{1,80})|(?<mail>\b[\w.+-]{2,64}@[a-z][\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.(?!(?:png|jpe?g|gif|svg|webp|pdf|css|js|tsx?|json|md|txt|py|html?|ya?ml|tgz)\b)[a-z]{2,12}\b)|(?<account>\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{20,60}|[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}|arn:aws:[\w:/-]{6,120})\b)|(?<path>(?:~|\$HOME|\$\{HOME\}|\/(?:etc|var|usr|opt|tmp|root|home|Users|Library))\/[\w.*/@-]{1,200}|(?<![\w.])\.(?:env|ssh|aws|npmrc|netrc|git-credentials|gnupg|kube|claude|cursor|codex)\b[\w.*/-]{0,120})|(?<host>\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}\.(?:com|net|org|io|dev|app|ai|co|xyz|cloud|site|online|top|example|info|tech|ru|cn)\b(?![\w(/-])(?!\.\w))|(?<word>上传|发送|转发|提交到|同步到|送信|転送|アップロード|전송|업로드|보내|제출|[A-Za-z0-9À-ɏЀ-ӿ][A-Za-z0-9À-ɏЀ-ӿ'’]{0,40})|(?<stop>[.!?;](?=\s|$)|\n)/g;

function tokensOf(text: string): Token[] {
  const out: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    // A tag that changes the looks is no word.
    if (match[0].startsWith("<")) continue;
    const kind = (Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ??
      "word") as Token["kind"];
    out.push({
      word: match[0].toLowerCase().replaceAll("’", "'"),
      kind,
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return out;
}

const negations = new Set(
  "not never no without don't doesn't won't cannot can't shouldn't mustn't needn't isn't aren't avoid nor neither nobody refuse instead nothing".split(
    " ",
  ),
);

/** How far a negation reaches. */
const reach = 4;
/** Longest sentence; a longer one is cut. */
const sentenceTokens = 80;

const known = new WeakMap<Skill, readonly Statement[]>();

/** The sentences of a skill's documents that the author asserts. Made once for each skill. */
export function statementsOf(context: Skill): readonly Statement[] {
  const made = known.get(context) ?? context.blocks.flatMap((block) => statementsIn(block, context));
  known.set(context, made);
  return made;
}

/** Longest document beside SKILL.md that is read sentence by sentence: instructions are short, manuals are long. */
const documentChars = 24_000;

/** A page within a page that is to be put somewhere as it stands; most others show how something looks. */
const asItStands =
  /\b(?:copy|put|add|paste|insert|append|include|write|keep)\b[^.;\n]{0,60}\b(?:word for word|verbatim|as it stands|as is|unchanged|exactly|into (?:every|each|all|any|the|your)|to (?:every|each|all|any))\b/i;

/** What goes into a memory is read by an agent, and obeyed. */
const toMemory =
  /\b(?:append|add|write|put|insert|copy|paste|save|store|keep)\b[^.;\n]{0,60}(?:SOUL|IDENTITY|MEMORY|CLAUDE|AGENTS|GEMINI)\.md\b/i;

function isTemplate({ role, language, lead }: Block): boolean {
  return (
    role === "code" &&
    (language === "markdown" || language === "text") &&
    (asItStands.test(lead) || toMemory.test(lead))
  );
}

function isReadable(block: Block): boolean {
  const { artefact, polarity, role, text } = block;
  const document =
    block.noted === true ||
    artefact.language === "markdown" ||
    (artefact.language === "text" && /\.txt$/i.test(artefact.path));
  const short = artefact.role === "manifest" || artefact.text.length <= documentChars;
  return (
    document &&
    short &&
    artefact.origin !== "decoded" &&
    // A table of attacks, in a skill about them, is there to be known.
    !(role === "table" && polarity === "teach") &&
    text.length <= 20_000 &&
    polarity !== "fixture" &&
    (role === "prose" || role === "quote" || role === "hidden" || role === "table" || isTemplate(block))
  );
}

function statementsIn(block: Block, context: Skill): Statement[] {
  if (!isReadable(block)) return [];
  const sentences = sentencesOf(tokensOf(block.text), block.role === "table").filter((one) => one.length > 1);
  const says = sentences.map((tokens) => featuresOf(tokens, block, context));
  return sentences.map((tokens, i) => ({
    block,
    start: block.start + (tokens[0]?.start ?? 0),
    end: block.start + (tokens.at(-1)?.end ?? 0),
    says: says[i] ?? new Map(),
    around: new Set([i - 1, i, i + 1].flatMap((at) => [...(says[at]?.keys() ?? [])])),
    text: block.text
      .slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0)
      .replace(/\b\w{1,8}:\/\/[^\s`)]{1,400}/g, " "),
  }));
}

function sentencesOf(tokens: readonly Token[], isTable: boolean): Token[][] {
  const out: Token[][] = [[]];
  for (const token of tokens) {
    out.at(-1)?.push(token);
    const ends = token.kind === "stop" && (token.word !== "\n" || isTable);
    if (ends || (out.at(-1)?.length ?? 0) >= sentenceTokens) out.push([]);
  }
  return out;
}

type Put = (name: string, from: Token, to: Token) => void;

function featuresOf(tokens: readonly Token[], block: Block, context: Skill): Map<string, Feature> {
  const found = new Map<string, Feature>();
  const put: Put = (name, from, to) => {
    if (!found.has(name))
      found.set(name, { name, start: block.start + from.start, end: block.start + to.end });
  };
  let negatedUntil = -1;
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "word") {
      const negates = negations.has(token.word);
      if (negates) negatedUntil = i + reach;
      putConcepts(tokens, i, i <= negatedUntil && !negates, put);
      putMethod(tokens, i, block, put);
    } else if (token.kind !== "stop") {
      put(placeKind(token, block, context), token, token);
      if (token.kind === "url") putCarrier(token, block, context, put);
      if (isNamed(token, tokens)) put("named", token, token);
    }
  }
  return found;
}

/** The method of a request, whatever is sent: `POST notes.md to …`. */
function putMethod(tokens: readonly Token[], i: number, block: Block, put: Put): void {
  const token = tokens[i];
  if (token?.word !== "post" || tokens[i + 1]?.kind !== "word") return;
  if (block.text.slice(token.start, token.end) === "POST" && !negations.has(tokens[i - 1]?.word ?? ""))
    put("send", token, token);
}

/** An address that is made to be filled in: `?entry=`, `?k=VALUE`, `?q={text}`. */
const carries = /[?&][\w-]{1,24}=(?:$|[{$%[]|[A-Z_]{3,24}(?:$|&))/;

/** One that is to be filled in with what the user says or has, at a place that is nobody's. */
const carriesPrivate =
  /^[^\s`]{8,300}[?&][\w-]{1,24}=[<{[$]{1,2}[^>}\]\n]{0,40}\b(?:users?|request|prompts?|messages?|conversation|secrets?|tokens?|env|history|contents?)\b/i;

function putCarrier(token: Token, block: Block, context: Skill, put: Put): void {
  const address = block.text.slice(token.start, token.end);
  if (carries.test(address)) put("carrier", token, token);
  const host = hostOf(token.word);
  if (
    carriesPrivate.test(block.text.slice(token.start, token.end + 120)) &&
    hostKind(host) === "unknown" &&
    isStranger(host, context, block)
  )
    put("carrier:private", token, token);
}

/** Whether the sentence calls the owner of an address by name: "LibreOffice from libreoffice.org". */
function isNamed(token: Token, tokens: readonly Token[]): boolean {
  if (token.kind !== "url" && token.kind !== "host") return false;
  const host = token.kind === "url" ? hostOf(token.word) : token.word;
  const label = (registrableOf(host) ?? "").split(".")[0] ?? "";
  return label.length > 3 && tokens.some(({ kind, word }) => kind === "word" && word === label);
}

/** The concepts of the words from one place on, alone and joined with those that follow. */
function putConcepts(tokens: readonly Token[], i: number, negated: boolean, put: Put): void {
  const first = tokens[i];
  let joined = "";
  for (let n = 0; n < 4; n++) {
    const last = tokens[i + n];
    if (first === undefined || last === undefined || last.kind !== "word") return;
    joined = n === 0 ? last.word : `${joined}_${last.word}`;
    for (const concept of lexicon.get(joined) ?? []) put(negated ? `!${concept}` : concept, first, last);
  }
}

function placeKind(token: Token, block: Block, context: Skill): string {
  if (token.kind === "account") return token.word.startsWith("0x") ? "contract" : "account";
  if (token.kind === "path") return pathKind(token.word);
  if (token.kind === "repo") {
    const owner = token.word.slice(token.word.indexOf(":") + 1).split("/")[0] ?? "";
    return context.declared.all.includes(owner) ? "repo:own" : "repo:stranger";
  }
  if (isCited(token, block) || /^(?:com|org|net|io|group|dev)\./.test(token.word)) return "cited";
  return hostFeature(token, block, context);
}

function pathKind(path: string): string {
  if (isSecretPath(path)) return "secret-path";
  if (isAgentFile(path)) return "agent-file";
  if (isAutostartPath(path)) return "autostart-path";
  return /^(?:~|\$)/.test(path) ? "home-path" : "system-path";
}

/** `[text](address)`, `(address)`, and `Name: address` at the start of an item are references to read. */
function isCited(token: Token, block: Block): boolean {
  const before = block.text.slice(Math.max(0, token.start - 80), token.start);
  const after = block.text.slice(token.end, token.end + 1);
  // `scheme://user:password@host` is an address of its own kind, no mailbox.
  if (token.kind === "mail" && /:\/\/\S{0,60}$/.test(before)) return true;
  // A cell that holds an address and nothing else.
  if (block.role === "table" && /\|\s{0,3}[`<"]?$/.test(before)) return true;
  if (before.endsWith("](")) return !isLinkActedOn(block.text, token.start);
  if (before.endsWith("(") && after === ")") return true;
  // What a page shows or leads to: an attribute of its mark-up.
  if (/\b(?:href|src|srcset)=["']?$/.test(before)) return true;
  // `(author, title, year, address)`, the source of a statement.
  const source = block.text.slice(Math.max(0, token.start - 600), token.start);
  const rest = block.text.slice(token.end, token.end + 3);
  if (/^(?:[),;]|\s[—–-])/.test(rest) && /\([^()]{6,590},\s{1,2}<?$/.test(source)) return true;
  // `[name]: address`, the definition of a link.
  if (/(?:^|\s)\[[^\]\n]{1,60}\]:\s{1,4}<?$/.test(before)) return true;
  return token.start < 80 ? label.test(before) : boldLabel.test(before);
}

/** What is done with a place, and the place follows: "upload the file to the [drop](…)", "open [this page](…)". */
const leadsToLink =
  /\b(?:(?:upload|send|sent|post|submit|push|forward|report|deliver|stream|export|publish|paste|put|drop|sync|mail|share|write|set|go|goes|add|register|hand|transmit|route|point|redirect|relay|copy|move|attach|mirror|ship|pipe|dump|save|log|replace|download|fetch|get|grab|install|retrieve|load|pull|take|run)(?:s|ed|ing)?\b(?:[^.!?;\n]|\.\w){0,160}\s(?:to|from|at|via|by|into|on|onto|through|with|using|out of)|open|visit|read|fetch|retrieve|load|download|call|ping|query|run|execute)\s{1,2}(?:(?:the|our|this|that|their|its|an?|your)\s{1,2}(?:[\w-]{1,20}\s{1,2}){0,2})?$/i;

/** Whether a link is a place that a step uses; others are references to read. */
function isLinkActedOn(text: string, address: number): boolean {
  const opens = text.lastIndexOf("[", address);
  return address - opens < 120 && leadsToLink.test(text.slice(Math.max(0, opens - 240), opens));
}

/** A few words and a colon, from the start of a block. */
const label =
  /^[\s>*_+-]{0,8}[^.:!?`]{0,70}(?:\([^)]{1,40}\))?\*{0,2}:\*{0,2}\s{0,2}[<`]?$|^[\s>*_+-]{0,8}<?$|(?::\*\*|\*\*:)\s{0,2}<?$|^[\s>+-]{0,8}\*\*(?!(?:add|send|post|upload|fetch|read|open|run|download|load|visit|call|get|use|follow|forward|copy|submit|share|put|push|pull|install|invite|e?mail)\b)[^*]{1,60}\*\*\s{0,2}<?$/i;

const boldLabel = /(?::\*\*|\*\*:)\s{0,2}<?$/;
