/** What a file is, apart from what it says, as facts: programs, content unlike its name, and paths that leave the skill. */
import type { Artefact } from "../artefact.ts";
import type { Fact, Target } from "../facts.ts";
import { baseName, extensionOf } from "../language.ts";
import type { Skill } from "../skill.ts";
import { unverifiedBytecode } from "./bytecode.ts";

export function fileFacts({ artefacts }: Skill): Fact[] {
  const files = artefacts.filter(({ origin }) => origin !== "decoded");
  return [
    ...files.flatMap((file) => [...contentFacts(file), ...bytecodeFacts(file, files)]),
    ...pathFacts(files),
  ];
}

function factOf(artefact: Artefact, row: string, object: Target, detail: string): Fact {
  return {
    actor: "file",
    verb: "hide",
    object,
    place: "none",
    presented: "asserted",
    artefact,
    start: 0,
    end: 1,
    host: "",
    detail,
    path: [],
    row,
  };
}

/** Names of formats that a reader opens in a viewer. */
const viewed = /^(?:docx|xlsx|pptx|odt|jar|pdf|png|jpe?g|gif|webp|ico|mp[34])$/;
/** Formats that hold parts, none of which is a program. */
const holders = /^(?:docx|xlsx|pptx|odt|png|jpe?g|gif|pdf)$/;
const programs = /^(?:sh|bash|py|js|ps1|bat|cmd|exe|vbs|command|scpt)$/;
const formats = new Set<string | undefined>(["elf", "pe", "macho", "lnk", "class"]);
/** Names that say nothing of what a file holds. */
const unnamed = /^(?:bin|dat|enc|data|blob|)$/;
const code = /(?:#!\/bin\/|\bimport os\b|<script|powershell -|curl -|eval\()/;

function contentFacts(file: Artefact): Fact[] {
  const { path, parent, magic, language, text, origin, bytes } = file;
  const extension = extensionOf(path);
  const isBinary = language === "binary";
  const facts: Fact[] = [];
  if (formats.has(magic)) facts.push(factOf(file, "program", "code", `a compiled program (${magic})`));
  if (isBinary && magic === undefined && unnamed.test(extension) && bytes.length > 64)
    facts.push(factOf(file, "opaque", "file", "data of an unknown format"));
  if (origin === "archive" && programs.test(extension) && holders.test(extensionOf(parent?.path ?? "")))
    facts.push(factOf(file, "masked", "file", `a script inside ${baseName(parent?.path ?? "")}`));
  if (viewed.test(extension) && !isBinary && text.startsWith("#!"))
    facts.push(factOf(file, "masked", "file", `a script named .${extension}`));
  if (/^(?:png|jpe?g|gif)$/.test(extension) && isBinary && code.test(text.slice(-20_000)))
    facts.push(factOf(file, "masked", "file", "code after the end of a picture"));
  return facts;
}

function bytecodeFacts(file: Artefact, all: readonly Artefact[]): Fact[] {
  const unverified = unverifiedBytecode(file, all);
  return unverified === undefined ? [] : [factOf(file, "program", "code", unverified.message)];
}

const leaves = /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]|[\u0000-\u001f]/;

function pathFacts(files: readonly Artefact[]): Fact[] {
  const seen = new Map<string, Artefact>();
  return files.flatMap((file) => {
    const own = file.origin === "archive" ? file.path.slice(file.path.lastIndexOf("!") + 1) : file.path;
    const folded = file.path.normalize("NFKC").toLowerCase();
    const other = seen.get(folded);
    seen.set(folded, file);
    const facts: Fact[] = [];
    if (leaves.test(own))
      facts.push(factOf(file, "path", "name", `the path ${own.slice(0, 80)} leaves the skill's folder`));
    // Two files that say the same are one file wherever they are.
    if (other !== undefined && other.path !== file.path && other.text !== file.text)
      facts.push(factOf(file, "path", "name", `${other.path} and ${file.path} are one file on some systems`));
    return facts;
  });
}
