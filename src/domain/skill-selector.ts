/**
 * The selected skills of a source: all of them, the one at the root, or the one in a folder. The database, the API
 * and forms use a text: "" for all, "." for the root, otherwise the folder's path. Found skills have a plain folder
 * path instead, in which "" is the root; so has the submission of an upload, which is always one found skill. Pure.
 */
export type SkillSelector =
  | { readonly kind: "all" }
  | { readonly kind: "root" }
  | { readonly kind: "path"; readonly path: string };

const MAX_PATH_LENGTH = 500;

/** Reads a user's text, with or without surrounding slashes; null for a path that leaves the source. */
export function parseSelector(input: string): SkillSelector | null {
  if (input === ".") return { kind: "root" };
  const parts = input.split("/").filter((part) => part !== "" && part !== ".");
  const isValid = !parts.includes("..") && input.length <= MAX_PATH_LENGTH && !/\p{Cc}/u.test(input);
  return isValid ? readSelector(parts.join("/")) : null;
}

/** Reads a text that `formatSelector` wrote. Unlike a user's text it is not checked: a found folder has any name. */
export function readSelector(stored: string): SkillSelector {
  return stored === "" ? { kind: "all" } : selectorOfFolder(stored === "." ? "" : stored);
}

/** The text form that `readSelector` reads. */
export function formatSelector(selector: SkillSelector): string {
  if (selector.kind === "path") return selector.path;
  return selector.kind === "root" ? "." : "";
}

/** Selects the skill that was found in this folder. */
export function selectorOfFolder(folder: string): SkillSelector {
  return folder === "" ? { kind: "root" } : { kind: "path", path: folder };
}

/** The folder of the one selected skill; null when all are selected. */
export function folderOfSelector(selector: SkillSelector): string | null {
  if (selector.kind === "all") return null;
  return selector.kind === "root" ? "" : selector.path;
}
