/** Which texts an agent reads as words: an order in any of them is an order. */
import type { Language } from "../language.ts";
import type { Block } from "./block.ts";

/** Languages of texts and data; what stands in them is read, not run. */
const written: ReadonlySet<Language> = new Set(["markdown", "text", "html", "json", "yaml", "toml"]);

/** Everything but bytes: a page, settings, a remark, a fence. */
export function isSpoken({ artefact, role }: Block): boolean {
  return artefact.language !== "binary" && role !== "data";
}

/** A piece of a program, of which only the remarks are words. */
export function isCode({ artefact, role, language }: Block): boolean {
  return role === "code" && (!written.has(language) || !written.has(artefact.language));
}
