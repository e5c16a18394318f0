/** Facts of what was decoded out of a file, and of secrets and hooks that a skill brings. */
import type { Artefact } from "../artefact.ts";
import { asRead } from "../document/plain.ts";
import type { Fact, Presented } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import { mayHoldSecret, secretPatterns } from "../secrets.ts";
import type { Skill } from "../skill.ts";
import { factAt } from "./block-facts.ts";

const runs =
  /\b(?:os\.system|subprocess\.|child_process|exec\(|eval\(|\|\s{0,3}(?:ba)?sh\b|\/bin\/(?:ba)?sh|Invoke-Expression|IEX\b|base64 -[dD])/;
const asks = /\bcurl\s{1,4}-|\bwget\s{1,4}http|\b(?:curl|wget|fetch|requests|iwr)\b(?=[\s\S]{0,2000}:\/\/)/;
/** A wallet and nothing else: nobody encodes one, except to keep it from readers. */
const wallet = /^\s{0,4}(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{38,59}|T[1-9A-HJ-NP-Za-km-z]{33})\s{0,4}$/;
const onlyAddress = /^\s{0,4}(?:https?|wss?|tcp):\/\/[\w.:@-]{4,120}(?:[/?#][^\s<>"']{0,300})?\s{0,4}$/;
const longestCommand = 8000;

/** Encoded text that is a command, or an address and nothing else. */
export function decodedFacts(skill: Skill): Fact[] {
  return skill.artefacts.flatMap((artefact): Fact[] => {
    if (artefact.origin !== "decoded" || artefact.how === "folded") return [];
    const { text } = artefact;
    const fact = { ...ofArtefact(artefact), verb: "hide" as const };
    const isShort = text.length < longestCommand;
    const run = isShort ? runs.exec(text)?.[0] : undefined;
    if (run !== undefined || (isShort && asks.test(text)))
      return [{ ...fact, ...asked(text, skill, run), object: "command", row: "encoded-command" }];
    const isPlain = /^(?:base64|hex|character codes)\b/.test(artefact.how);
    const inProgram = artefact.parent?.language !== "markdown" || wallet.test(text);
    if (!isPlain || !inProgram || !(wallet.test(text) || onlyAddress.test(text))) return [];
    const place = placeOf(text.trim(), skill);
    if (place === "local" || place === "placeholder") return [];
    const host = hostOf(text.trim());
    return [{ ...fact, object: "address", place, host, detail: text.trim(), row: "encoded-address" }];
  });
}

/** What a command does. A request that the skill could write out is for a person to look at. */
function asked(text: string, skill: Skill, run?: string): Pick<Fact, "detail"> & Partial<Fact> {
  if (run !== undefined) return { detail: run.trim() };
  const url = /https?:\/\/[^\s"'`]{3,200}/.exec(text)?.[0] ?? "";
  const isKnown = /^(?:declared|well-known|local|placeholder)$/.test(placeOf(url, skill));
  return { detail: "a request", ...(isKnown ? { presented: "unclear" } : {}) };
}

function ofArtefact(artefact: Artefact): Omit<Fact, "verb" | "object" | "detail" | "row"> {
  const presented: Presented = artefact.inherited === "teach" ? "unclear" : "asserted";
  const actor = artefact.parent?.language === "markdown" ? "instruction" : "program";
  const end = Math.min(artefact.text.length, 200);
  return { actor, place: "none", presented, artefact, start: 0, end, host: "", path: [] };
}

const madeUp = /\b(?:example|placeholder|dummy|fake|sample|redacted|xxxx)/i;

/** Keys of the author that a skill brings, and files that git or a login obeys where they lie. */
export function broughtFacts(skill: Skill): Fact[] {
  const keys = skill.blocks.flatMap((block) =>
    block.role === "comment" || block.role === "hidden"
      ? []
      : asRead(block).flatMap((piece) =>
          (mayHoldSecret.test(piece.text) ? secretPatterns : []).flatMap((pattern) =>
            [...piece.text.matchAll(pattern)].slice(0, 5).flatMap((match): Fact[] => {
              const near = piece.text.slice(
                Math.max(0, match.index - 80),
                match.index + match[0].length + 40,
              );
              if (madeUp.test(near)) return [];
              const at = factAt(piece, match.index, match[0].length);
              return [{ ...at, verb: "hold", object: "secret", detail: "a key", row: "leaked-key" }];
            }),
          ),
        ),
  );
  const hooks = skill.artefacts.flatMap((artefact): Fact[] =>
    artefact.origin !== "decoded" && obeyed.test(artefact.path)
      ? [
          {
            ...ofArtefact(artefact),
            actor: "file",
            verb: "persist",
            object: "code",
            detail: artefact.path,
            row: "shipped",
          },
        ]
      : [],
  );
  return [...keys, ...hooks];
}

const obeyed = /(?:^|\/)\.git\/(?:hooks\/[\w-]{3,40}$|config$)|(?:^|\/)\.ssh\/authorized_keys$/;
