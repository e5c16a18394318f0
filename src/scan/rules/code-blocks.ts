/** What rules over the code of a whole skill share: which blocks are code, and places within them. */
import type { SkillContext } from "../context.ts";
import type { CodeDetector, Hit } from "../rule.ts";
import type { Block, BlockRole } from "../structure/block.ts";
import { asRead, placeIn } from "../structure/plain.ts";
import { isNegatedAt } from "../structure/polarity.ts";

/** Blocks of these roles that the author means, in pieces that expressions can run over. */
export function* meant(context: SkillContext, roles: readonly BlockRole[]): Generator<Block> {
  for (const block of context.blocks)
    if (block.polarity === "assert" && roles.includes(block.role)) yield* asRead(block);
}

/** Whether the block is part of a program rather than of a document. */
export function isProgram(block: Block): boolean {
  return block.artefact.language !== "markdown" && block.artefact.language !== "text";
}

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

/** Calls that carry something away, in whatever language. */
export const sendsOut =
  /\b(?:requests|httpx|session|axios|got|needle|superagent)\.(?:post|put|patch|request)\(|\bmethod\s{0,3}[:=]\s{0,3}["'`](?:POST|PUT)|\.request\(\s{0,3}["'`](?:POST|PUT)|\burlopen\(|\bRequest\([^)\n]{0,80}data|\bsendBeacon\(|\.sendall\(|\bsendmail\(|\bsend_message\(|\bput_object\(|\bupload_file(?:obj)?\(|\bhttp\.Post\(|\bNewRequest\(\s{0,3}"(?:POST|PUT)"|\bNet::HTTP\.post|Invoke-(?:RestMethod|WebRequest)\b[^\n]{0,120}-(?:Body|InFile)|\bUpload(?:File|Data|String)\(|\bcurl\b[^\n|]{0,120}\s(?:-[a-zA-Z]{0,5}[FTd]\b|--data|--upload-file|--form)|\bscp\s|\bnew WebSocket\(|\bstorbinary\(|\bSocket\(/;

interface Search {
  readonly roles: readonly BlockRole[];
  /** Lower-case pieces of which one must occur. */
  readonly hints: readonly string[];
  readonly patterns: readonly RegExp[];
}

/** Matches that the judge does not dismiss; what a sentence forbids is none. */
export function searching(
  search: Search,
  judge: (match: RegExpExecArray, block: Block, context: SkillContext) => Partial<Hit> | undefined,
): CodeDetector {
  return {
    kind: "code",
    *run(context): Generator<Hit> {
      for (const block of meant(context, search.roles)) {
        if (!search.hints.some((hint) => block.lower.includes(hint))) continue;
        for (const match of search.patterns.flatMap((pattern) =>
          [...block.text.matchAll(pattern)].slice(0, 64),
        )) {
          const judged = judge(match, block, context);
          if (judged === undefined || (!isProgram(block) && isNegatedAt(block.text, match.index))) continue;
          yield hitAt(block, match.index, match[0].length, judged);
        }
      }
    },
  };
}
