/** What rules over the code of a whole skill share: which blocks are code, and places within them. */

import type { Block, BlockRole } from "../document/block.ts";
import { asRead, placeIn } from "../document/plain.ts";
import { listAround } from "../document/polarity.ts";
import { isAboutSecurity } from "../document/shown.ts";
import { hostKind } from "../hosts.ts";
import type { Hit, SearchDetector } from "../rule.ts";
import type { Skill } from "../skill.ts";

const known = new WeakMap<Skill, Map<string, readonly Block[]>>();

/** Blocks of these roles that the author means, in pieces that expressions can run over. Made once for each skill. */
export function meant(context: Skill, roles: readonly BlockRole[]): readonly Block[] {
  const made = known.get(context) ?? new Map<string, readonly Block[]>();
  known.set(context, made);
  const key = roles.join();
  const blocks =
    made.get(key) ??
    context.blocks
      .filter((block) => block.polarity === "assert" && roles.includes(block.role))
      .flatMap(asRead);
  made.set(key, blocks);
  return blocks;
}

/** Whether the block is part of a program rather than of a document. */
export function isProgram(block: Block): boolean {
  return block.artefact.language !== "markdown" && block.artefact.language !== "text";
}

/** Languages that no parser here reads. */
export const withoutParser = /^(?:ruby|php|perl|go|powershell|batch|applescript|program)$/;

export function hitAt(block: Block, at: number, length: number, extra: Partial<Hit> = {}): Hit {
  return {
    artefact: block.artefact,
    start: placeIn(block, at),
    end: placeIn(block, at + length),
    ...extra,
  };
}

/** The text around a place, in the same block. */
export function around(block: Block, at: number, before: number, after: number): string {
  return block.text.slice(Math.max(0, at - before), at + after);
}

/** An answer about a whole block that is asked at each match: found once, so that many matches cost no more. */
export function perBlock<T>(ask: (block: Block) => T): (block: Block) => T {
  const known = new WeakMap<Block, { readonly answer: T }>();
  return (block) => {
    const found = known.get(block) ?? { answer: ask(block) };
    known.set(block, found);
    return found.answer;
  };
}

export const mailbox = /\b[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b/g;

/** Whether a mailbox is somebody's: no placeholder, and none of a house that everybody knows. */
export function isSomeone(address: string, host: string): boolean {
  const kind = hostKind(host);
  const someone =
    kind === "unknown" || (kind === "well-known" && /gmail|proton|outlook|yandex|mail\.ru/.test(host));
  return someone && !/^(?:no-?reply|security|user|you|your|me|name|someone|alice|bob|admin)@/i.test(address);
}

/** Calls that carry something away, in whatever language. */
export const sendsOut =
  /\b(?:requests|httpx|session|axios|got|needle|superagent)\.(?:post|put|patch|request)\(|\bmethod\s{0,3}[:=]\s{0,3}["'`](?:POST|PUT)|\.request\(\s{0,3}["'`](?:POST|PUT)|\burlopen\(|\bRequest\([^)\n]{0,80}data|\bsendBeacon\(|\.sendall\(|\bsendmail\(|\bsend_message\(|\bput_object\(|\bupload_file(?:obj)?\(|\bhttp\.Post\(|\bNewRequest\(\s{0,3}"(?:POST|PUT)"|\bNet::HTTP\.post|Invoke-(?:RestMethod|WebRequest)\b[^\n]{0,120}-(?:Body|InFile)|\bUpload(?:File|Data|String)\(|\bcurl\b[^\n|]{0,120}\s(?:-[a-zA-Z]{0,5}[FTd]\b|--data|--upload-file|--form)|\bscp\s|\bnew WebSocket\(|\bstorbinary\(|\bSocket\(/;

/** A wallet as it is written out, and the shape by which an expression knows one. */
export const walletLiteral =
  /(?<=["'`=\s:])(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,59}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33}|ltc1[a-z0-9]{25,59}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32})(?!\w)/;
export const walletShape =
  /\(?bc1\)?\[?[^"'\n]{0,40}\{\d{2}|0x\[[0-9a-fA-F-]{5,16}\]\{40\}|\[13\]\[|\^T\[1-9|\[1-9A-HJ-NP-Za-km-z\]/;

type Search = Pick<SearchDetector, "roles" | "hints" | "patterns">;

/** Matches that the judge does not dismiss; what a sentence forbids is none. */
export function searching(search: Search, judge: SearchDetector["judge"]): SearchDetector {
  return { kind: "search", ...search, judge };
}

/** For commands that skills about attacks and defences show: in a page or in settings of theirs they are the subject. */
export const unlessSubject: SearchDetector["judge"] = (_match, block, { declared }) =>
  isAboutSecurity(declared) && (!isProgram(block) || block.role === "config") ? { confidence: 0.15 } : {};

const runsCommands =
  /\bos\.system\(|\bsubprocess\.|\bexec(?:Sync|File)?\(|\bspawn(?:Sync)?\(|\bInvoke-Expression\b|\biex\b/i;

/** Whether a place stands in a list named for what is kept out or looked for, in a program that runs nothing. */
export function isListed({ text }: Block, at: number): boolean {
  return (
    /block|den(?:y|ied)|danger|forbid|pattern|signature|suspicious|banned|risky|malicious|contains/i.test(
      listAround(text, at),
    ) && !runsCommands.test(text)
  );
}
