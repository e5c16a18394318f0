/** What facts that are read from the text of a block have in common. */
import { presentedAt } from "../context.ts";
import type { Block, BlockRole } from "../document/block.ts";
import { placeIn } from "../document/plain.ts";
import type { Actor, Fact } from "../facts.ts";

export const rolesOfCode: ReadonlySet<BlockRole> = new Set(["code", "config"]);
export const rolesOfText: ReadonlySet<BlockRole> = new Set([
  "prose",
  "quote",
  "table",
  "hidden",
  "heading",
  "front-matter",
]);

/** Who acts in a block: a program, a setting, or whoever follows the text. */
export function actorIn({ role, artefact }: Block): Actor {
  if (role === "config" || artefact.role === "config") return "configuration";
  const isText = artefact.language === "markdown" || artefact.language === "text";
  return role === "code" && !isText ? "program" : "instruction";
}

/** A fact of a stretch of a block, of which only the place is known. */
export function factAt(
  block: Block,
  at: number,
  length: number,
): Omit<Fact, "verb" | "object" | "detail" | "row"> {
  return {
    actor: actorIn(block),
    place: "none",
    presented: presentedAt(block, at),
    artefact: block.artefact,
    start: placeIn(block, at),
    end: placeIn(block, at + length),
    host: "",
    path: [],
  };
}
