/**
 * Licences, change logs and data of tests weigh nothing as long as nobody is sent there. What a page tells its reader to
 * follow is part of the page, whatever its name.
 */

import { type Artefact, ownRoleOf } from "../artefact.ts";
import { baseName, type Language, shapeOfText } from "../language.ts";
import { Mentions, type Sense } from "../mentions.ts";
import { either } from "../tables/compile.ts";
import { whyNotParsed } from "../views/collect.ts";
import { withoutEntities } from "../views/fold.ts";

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
  const [container = ""] = path.split("!");
  if (names.has(baseName(path), language === "binary" ? isToBeReadOut : isToBeFollowed)) return true;
  if (container !== path && names.has(baseName(container), isToBeFollowed)) return true;
  const [folder = ""] = path.split("/").slice(-2, -1);
  return (
    setAside.has(role) &&
    folder !== "" &&
    ["/ ", " folder", " directory"].some((behind) => names.has(folder + behind, isToBeFollowed))
  );
}

/** The files, those that a page sends its reader to read as pages, too. */
export function withReached(files: readonly Artefact[]): readonly Artefact[] {
  const pages = files.filter(({ role, language }) => language === "markdown" && !setAside.has(role));
  // What is not parsed of a skill makes its report incomplete; what is has a bound of its own.
  const names = new Mentions(pages.filter(({ parseable }) => parseable).map(({ text }) => text));
  return files.flatMap((file) => {
    const wasPage = readable.has(file.language) && shapeOfText(file.path) === "prose";
    const isPicture = file.language === "binary" && pictures.has(file.magic ?? "") && words.test(file.text);
    // A program that is run is followed wherever it stands.
    const isText = wasPage ? setAside.has(file.role) : file.language === "text" || told.has(file.language);
    if (!(isText || isPicture) || file.role === "manifest" || !isReached(file, names)) return [file];
    if (wasPage) return [{ ...file, role: "reference", language: "markdown" }];
    const role = setAside.has(file.role) ? ownRoleOf(file.path, file.language) : file.role;
    return [{ ...file, role }, asPage(file)];
  });
}

/** Data that holds texts. */
const told: ReadonlySet<Language> = new Set(["html", "json", "yaml", "toml"]);

/** What a file says, as a page: its texts, each a paragraph, without the marks of its format. */
function asPage(file: Artefact): Artefact {
  const text = paragraphsOf(file);
  return {
    ...file,
    role: "reference",
    language: "markdown",
    raw: text,
    text,
    lower: text.toLowerCase(),
    origin: "decoded",
    parent: file,
    parentOffset: 0,
    depth: file.depth + 1,
    parseable: whyNotParsed(file.path, text, "markdown") === undefined,
    how: "folded",
  };
}

function paragraphsOf({ language, text }: Artefact): string {
  if (language === "html") return withoutEntities(text.replace(/<[^<>]{0,400}>/g, "\n\n"));
  if (language === "json")
    return [...text.matchAll(/"(?:[^"\\\n]|\\.){0,20000}"/g)].map(([said]) => unescaped(said)).join("\n\n");
  return text.replaceAll('""', "'").replace(/"/g, "\n\n");
}

function unescaped(said: string): string {
  try {
    return String(JSON.parse(said));
  } catch {
    return said;
  }
}
