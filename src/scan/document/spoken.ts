/** Which blocks an agent reads as words: an order in any of them is an order. */
import type { Block } from "./block.ts";

const roles: ReadonlySet<Block["role"]> = new Set(["prose", "quote", "table", "hidden", "heading"]);

/** A text of a page, or one that a program hands to an agent. A fence without a program in it is read as text. */
export function isSpoken({ artefact, role, language, noted }: Block): boolean {
  if (noted === true) return true;
  const isPage =
    artefact.language === "markdown" || (artefact.language === "text" && /\.txt$/i.test(artefact.path));
  if (!isPage) return false;
  return roles.has(role) || (role === "code" && (language === "text" || language === "markdown"));
}
