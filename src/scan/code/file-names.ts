/** Which calls read files or list them, and which folders are a person's own as a whole. */
import type { Label } from "./labels.ts";

const readers = /(?:^|\.)(?:open|read_text|read_bytes|readFile|readFileSync|createReadStream|openAsBlob)$/;
const listers =
  /(?:^|\.)(?:walk|listdir|scandir|i?glob|rglob|iterdir|readdir|readdirSync|globSync|walkSync)$/;

/** Whether a call on an object reads a file, or lists all files that a person works on. */
export function filesRead(callee: string, object: string, given: readonly string[]): Label | undefined {
  const [first = "", second = ""] = given;
  if (listers.test(callee)) return listsAll(callee, object, first) ? "listing" : undefined;
  const isWritten = /(?:^|\.)open$/.test(callee) && /[wax]/.test(second);
  return !readers.test(callee) || isWritten || isOwnFile(`${object}/${first}`) ? undefined : "file";
}

/** Files that a program brings, or keeps for itself. */
function isOwnFile(path: string): boolean {
  return /config|settings|template|schema|\.env|prompt|token|cache|credential|secret|\.key|state|\.lock/i.test(
    path,
  );
}

const wholeFolder =
  /^(?:\.{1,2}|\/|~(?:\/(?:Documents|Desktop|Pictures|Downloads|Projects|Music|Videos|work|src))?)(?:\/\*{0,2})?$/i;

/** The present folder, the home folder, or what a person keeps in it. */
export function isWholeFolder(path: string): boolean {
  return wholeFolder.test(path);
}

/** Any name, or any name of a kind that people write. */
const anyName = /^(?:\*{1,2}\/){0,2}\*(?:\.\*|\{\}|\.(?:docx?|xlsx?|pptx?|pdf|jpe?g|png|md|txt|csv))?$/i;

/** `Path(".").rglob("*")`, `os.walk(home)`, `glob("*")`: whether a listing leaves nothing out. */
function listsAll(callee: string, object: string, first: string): boolean {
  if (/\.(?:rglob|glob)$/.test(callee) && !callee.startsWith("glob.")) {
    return isWholeFolder(object) && anyName.test(first);
  }
  if (/glob(?:Sync)?$/.test(callee)) {
    const [, folder = "", name = ""] = /^((?:\.|~|\/)?[^*]{0,80}?)\/?(\*.{0,40})$/.exec(first) ?? [];
    return name !== "" && anyName.test(name) && (folder === "" || isWholeFolder(folder));
  }
  return isWholeFolder(/iterdir$/.test(callee) ? object : first);
}
