/**
 * Licences, change logs and data of tests weigh nothing as long as nobody is sent there. What a page tells its reader to
 * follow is part of the page, whatever its name.
 */

import type { Artefact } from "../artefact.ts";
import { baseName, shapeOfText } from "../language.ts";
import { Mentions, type Sense } from "../mentions.ts";
import { either } from "../tables/compile.ts";

const setAside: ReadonlySet<string> = new Set(["licence", "changelog", "fixture"]);

const readable: ReadonlySet<string> = new Set(["markdown", "text"]);
/** Their comments are text to whoever is told to read them. */
const pictures: ReadonlySet<string> = new Set(["png", "jpeg", "gif", "webp"]);
const words = /(?:[A-Za-z]{2,12} ){4}/;
const aboutComments =
  /\b(?:metadata|exif(?:tool)?|comments?|embedded|hidden|strings|identify)\b[^.;\n]{0,60}$/i;

/** Before the name: the reader is to do what it says. */
const obeys =
  /\b(?:follow|obey|apply|execute|carry out|comply with|act on|instructions? (?:in|from|of)|steps? (?:in|from|of)|rules? (?:in|from|of))\b[^.;\n]{0,60}$/i;
const opens = /\b(?:read|load|open|see|consult|fetch|import|review)\b[^.;\n]{0,60}$/i;
/** Behind the name, where it is to be opened. */
const thenObeys = either(
  [
    /^[^.;\n]{0,40}(?:\.\w{1,5}\b[^.;\n]{0,40})?\b(?:and|then)\b[^.;\n]{0,20}\b(?:follow|do|obey|apply|execute|carry|act|comply)\b/,
    /^[^.;\n]{0,60}\b(?:for|as) (?:the |your |all |further |more )?(?:set-?up|instructions?|steps|orders|rules)\b/,
  ],
  "i",
);

const isToBeFollowed: Sense = (before, after) =>
  obeys.test(before) || (opens.test(before) && thenObeys.test(after));
const isToBeReadOut: Sense = (before, after) => aboutComments.test(before) || isToBeFollowed(before, after);

/** Whether pages send their reader to a file, or to all of a folder that is set aside. */
function isReached({ path, role, language }: Artefact, names: Mentions): boolean {
  if (names.has(baseName(path), language === "binary" ? isToBeReadOut : isToBeFollowed)) return true;
  const [folder = ""] = path.split("/").slice(-2, -1);
  return (
    setAside.has(role) &&
    folder !== "" &&
    ["/ ", " folder", " directory"].some((behind) => names.has(folder + behind, isToBeFollowed))
  );
}

/** The files, those that a page sends its reader to read as pages. */
export function withReached(files: readonly Artefact[]): readonly Artefact[] {
  const pages = files.filter(({ role, language }) => language === "markdown" && !setAside.has(role));
  // What is not parsed of a skill makes its report incomplete; what is has a bound of its own.
  const names = new Mentions(pages.filter(({ parseable }) => parseable).map(({ text }) => text));
  return files.map((file) => {
    // A program that is run is followed wherever it stands.
    const wasPage = readable.has(file.language) && shapeOfText(file.path) === "prose";
    const isPicture = file.language === "binary" && pictures.has(file.magic ?? "") && words.test(file.text);
    if (
      !(wasPage || isPicture || file.language === "html" || file.language === "text") ||
      (wasPage && !setAside.has(file.role)) ||
      file.role === "manifest" ||
      !isReached(file, names)
    )
      return file;
    // Nobody has looked whether a parser bears what is no page by its name: its words are read as they stand.
    return { ...file, role: "reference", language: "markdown", parseable: file.parseable && wasPage };
  });
}
