/**
 * Licences, change logs and data of tests weigh nothing as long as nobody is sent there. What a page tells its reader to
 * follow is part of the page, whatever its name.
 */
import { type Artefact, baseName } from "../artefact.ts";

const setAside: ReadonlySet<string> = new Set(["licence", "changelog", "fixture"]);

/** Before the name: the reader is to do what it says. */
const obeys =
  /\b(?:follow|obey|apply|execute|carry out|comply with|act on|instructions? (?:in|from|of)|steps? (?:in|from|of)|rules? (?:in|from|of))\b[^.;\n]{0,60}$/i;
const opens = /\b(?:read|load|open|see|consult|fetch|import|review)\b[^.;\n]{0,60}$/i;
/** Behind the name, where it is to be opened. */
const thenObeys =
  /^[^.;\n]{0,40}(?:\.\w{1,5}\b[^.;\n]{0,40})?\b(?:and|then)\b[^.;\n]{0,20}\b(?:follow|do|obey|apply|execute|carry|act|comply)\b|^[^.;\n]{0,60}\b(?:for|as) (?:the |your |all |further |more )?(?:set-?up|instructions?|steps|orders|rules)\b/i;

/** Pages that may send a reader elsewhere, mentions of one file, and files that are asked for: enough for any real skill. */
const pageChars = 100_000;
const mentionsPerFile = 8;
const filesAskedFor = 200;

/** The files, those that a page sends its reader to no longer set aside. */
export function withReached(files: readonly Artefact[]): readonly Artefact[] {
  const pages = files.filter(({ role, language }) => language === "markdown" && !setAside.has(role));
  let left = filesAskedFor;
  return files.map((file) => {
    // A program that is run is followed wherever it stands.
    const isPage = file.language === "markdown" || file.language === "text";
    if (!isPage || !setAside.has(file.role) || left-- <= 0) return file;
    const isReached = pages.some(({ text }) => sendsTo(text.slice(0, pageChars), file.path));
    return isReached ? { ...file, role: "reference" } : file;
  });
}

function sendsTo(page: string, path: string): boolean {
  const name = baseName(path);
  let at = page.indexOf(name);
  for (let count = 0; at !== -1 && count < mentionsPerFile; count++) {
    const before = page.slice(Math.max(0, at - 160), at);
    const after = page.slice(at + name.length, at + name.length + 160);
    if (obeys.test(before) || (opens.test(before) && thenObeys.test(after))) return true;
    at = page.indexOf(name, at + name.length);
  }
  return false;
}
