/**
 * Files that commands hand to an interpreter, or give the name of a program: they are read in its language, too, whatever
 * they are called. What the skill hands on and the rules cannot read is named as unread.
 */

import type { Artefact } from "../artefact.ts";
import { baseName, type Language, languageOf } from "../language.ts";
import { limits } from "../limits.ts";
import type { NotLookedAt } from "../report.ts";
import { inTurn, named, oneOf, whole } from "../tables/compile.ts";

/** Which language an interpreter reads. `chmod` makes a file one that a shell starts. */
const interpreters: ReadonlyArray<readonly [string, Language]> = [
  ["(?:ba|z|da|k|a)?sh source chmod (?<![\\w\"'/])\\.", "shell"],
  ["python[\\d.]{0,5}", "python"],
  ["node bun deno", "javascript"],
  ["ruby", "ruby"],
  ["perl", "perl"],
  ["php", "php"],
  ["pwsh powershell", "powershell"],
  ["lua Rscript", "program"],
];
const languages = interpreters.map(([names, language]) => [whole(names), language] as const);
const interpreter = named({ by: interpreters.map(([names]) => oneOf(names)) });

/** `bash -x FILE`, `python3 FILE`, `. FILE`, `"command": "node", "args": ["FILE"]`: the first argument that is a path. */
const given = inTurn(
  [
    /(?:^|[\s;&|`"'(/])/,
    interpreter,
    /(?=(?:[\s"',]{1,4}(?:run|[-+][\w=+-]{1,30}|[0-7]{3,4}|[ugoa]{1,4}[+=]x)){0,4}[\s"',]{0,4}[\s"',<][\s"',]{0,4}(?<file>[^\s"'`;&|<>(),]{1,200}))/,
  ],
  "g",
);
/** `cat FILE | bash -s` */
const piped = inTurn(
  [
    // From the beginning of a word only, or each of its letters is tried as one.
    /(?<![^\s"'`;&|<>(),])(?<file>[^\s"'`;&|<>(),]{1,200})["'`]?\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?/,
    interpreter,
    /(?=[\s"'`]|$)/,
  ],
  "g",
);
/** "Rename FILE to NAME", `cp FILE NAME` */
const renamed =
  /\b(?:renam|mov|copy|sav|mv\b|cp\b)\w{0,4}[^\n]{0,20}?[\s`"'/](?<file>[\w.-]{1,80}\.\w{1,5})\b[^\n]{0,40}?[\s`"'/](?<name>\.?[\w-]{1,60}\.\w{1,5})\b/gi;
/** `exec(open(FILE).read())`, `eval(File.read(FILE))` */
const executed = /\b(?:exec|eval|Function|run_path|include|source)\b([^\n]{1,200})/g;
const quoted = /["']([^"'\n]{1,120})["']/g;
/** `./FILE`, where the file may be executed. */
const started = /(?:^|[\n;&|`(])[ \t]{0,8}(?:sudo[ \t]{1,4})?(\.{0,2}\/[^\s"'`;&|<>()]{1,200})/g;

const isSetting: ReadonlySet<Language> = new Set(["json", "yaml", "toml"]);
const isProgram = (language: Language) =>
  language === "typescript" || languages.some(([, one]) => one === language);

type Handed = Map<string, Language>;

/** The artefacts, and those that are handed to an interpreter once more in its language. */
export function withHandedFiles(artefacts: readonly Artefact[], notLookedAt: NotLookedAt[]): Artefact[] {
  const all: Handed = new Map();
  for (const artefact of artefacts) if (artefact.language !== "binary") handedBy(artefact, all);
  let budget: number = limits.embeddedChars;
  return artefacts.flatMap((artefact) => {
    const language = languageFor(artefact, all);
    if (language === undefined) return [artefact];
    budget -= artefact.language === "binary" ? 0 : artefact.text.length;
    if (artefact.language !== "binary" && budget >= 0)
      return [
        artefact,
        { ...artefact, language, role: isSetting.has(language) ? "config" : "script" } as const,
      ];
    notLookedAt.push({
      file: artefact.path,
      reason: "the skill runs it, and the rules do not read it as a program",
    });
    return [artefact];
  });
}

function handedBy({ text, language }: Artefact, all: Handed): void {
  const add = (file = "", as: Language = "text") => {
    if (isProgram(as) || isSetting.has(as)) all.set(baseName(file), as);
  };
  for (const { groups = {}, index } of text.matchAll(given)) {
    // In a sentence "source" and "node" are words: a page is handed on by a command only.
    const isSaid = /[\w,] {1,2}$/.test(text.slice(Math.max(0, index - 2), index + 1));
    if (!isSaid || !/\.mdc?$/i.test(groups.file ?? "")) add(groups.file, languageNamed(groups.by));
  }
  for (const { groups = {} } of text.matchAll(piped)) add(groups.file, languageNamed(groups.by));
  for (const { groups = {} } of text.matchAll(renamed)) add(groups.file, languageOf(groups.name ?? "", ""));
  for (const { 1: file = "" } of text.matchAll(started)) all.set(`./${baseName(file)}`, "shell");
  if (!isProgram(language)) return;
  for (const { 1: call = "" } of text.matchAll(executed))
    for (const { 1: file } of call.matchAll(quoted)) add(file, language);
}

const languageNamed = (name = ""): Language =>
  languages.find(([pattern]) => pattern.test(name))?.[1] ?? "text";

/** The language that a file is handed on in, if it is another one than its own. */
function languageFor(
  { path: own, language, executable, origin }: Artefact,
  all: Handed,
): Language | undefined {
  const name = baseName(own);
  const as = all.get(name) ?? (executable && language === "binary" ? all.get(`./${name}`) : undefined);
  const isOther = as !== language && !(as === "javascript" && language === "typescript");
  return isOther && origin !== "decoded" ? as : undefined;
}
