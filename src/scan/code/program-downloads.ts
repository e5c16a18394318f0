/**
 * What is fetched and then run, in languages that are read as text (PowerShell, batch, Visual Basic, Ruby, Go, C# and
 * others): an address, a name or a file that takes the answer, and something that runs it. Knows no scopes.
 */
import type { Block } from "../document/block.ts";
import { hostOf } from "../hosts.ts";
import { either, inTurn } from "../tables/compile.ts";

export interface FetchedRun {
  readonly kind: "fetch-run" | "download-run";
  readonly url: string;
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

const address = /https?:\/\/[^\s"'`)<>|;]{4,300}/;

/** Files and texts from the net that the program runs. */
export function fetchedRuns({ text }: Block): FetchedRun[] {
  return address.test(text) ? [...evaluated(text), ...startedFiles(text)] : [];
}

/** A name and what it is given: a text, or an expression. */
const assigned = /(\$?\w{1,40})(?:,\s?\w{1,20})?\s{0,3}:?=\s{0,3}([^\n;]{4,600})/g;
const asks = /(?:\b|_)(?:get|fetch|open|request|read\w{0,6}|file_get_contents|HTTPoison)(?:\b|_)/i;
/** Calls that ask for an address, wherever it is written. */
const downloads =
  /\b(?:Download\w{0,12}|GetStringAsync|curl|wget|irm|iwr|Invoke-(?:RestMethod|WebRequest)|responseText)\b/i;

/** What runs a text, under whatever name it goes. */
const runsText = either(
  [
    /\b(?:iex|Invoke-Expression|eval|eval_string|instance_eval|loadstring|evaluate|Execute(?:Global)?)\b/,
    /\b(?:source|URLClassLoader)\(|\binclude\(\s{0,3}download\(|\bload\(\s{0,3}(?:\w{1,20}\.){0,2}request\(|\[scriptblock\]::Create\(|\.Stdin\s{0,3}=/,
    /[&.]\s{0,3}\(\s{0,3}(?:gcm|Get-Command|gal|Get-Alias)\s{1,3}["']?[\w?*]{0,8}[?*][\w?*]{0,8}["']?\s{0,3}\)/,
    /[&.]\s{0,3}\(\s{0,3}["'][^"'\n]{1,40}["']\s{0,3}(?:-f|\+)[^)\n]{1,80}\)/,
  ],
  "gi",
);
const pipedTo = /(\$\w{1,40})(?:\.\w{1,20}){0,2}\s{0,3}\|\s{0,3}(?:iex|Invoke-Expression)\b/gi;
const name = /\$?\b[A-Za-z_]\w{0,39}\b/g;

/** Texts that are fetched and evaluated: `eval(get("https://…"))`, or in two steps by way of a name. */
function evaluated(text: string): FetchedRun[] {
  const { answers, addresses } = namesIn(text);
  const urlOf = (given: string, at: number): string | undefined => {
    const names = [...given.matchAll(name)].map(([one]) => one.toLowerCase());
    const known = address.exec(given)?.[0] ?? firstOf(names, answers);
    if (known !== undefined) return known;
    const asked = asks.test(given) || downloads.test(given) ? firstOf(names, addresses) : undefined;
    return asked ?? (/\bresponseText\b/i.test(given) ? addressNear(text, at) : undefined);
  };
  const found = [...text.matchAll(runsText)].flatMap((match) => {
    const after = match.index + match[0].length;
    const given = /^[^\n;]{2,400}/.exec(text.slice(after, after + 400))?.[0] ?? "";
    const url = urlOf(given, match.index);
    return url === undefined ? [] : [fetchedRun("fetch-run", url, [match.index, after + given.length])];
  });
  const piped = [...text.matchAll(pipedTo)].flatMap((match) => {
    const url = answers.get((match[1] ?? "").toLowerCase());
    return url === undefined
      ? []
      : [fetchedRun("fetch-run", url, [match.index, match.index + match[0].length])];
  });
  return [...found, ...piped];
}

/** Names that hold what an address answers, and names that hold addresses. */
function namesIn(text: string) {
  const answers = new Map<string, string>();
  const addresses = new Map<string, string>();
  for (const { 1: own = "", 2: value = "", index } of text.matchAll(assigned)) {
    const names = [...value.matchAll(name)].map(([one]) => one.toLowerCase());
    const url = address.exec(value)?.[0] ?? firstOf(names, addresses);
    if (downloads.test(value)) answers.set(own.toLowerCase(), url ?? addressNear(text, index));
    else if (url !== undefined) (asks.test(value) ? answers : addresses).set(own.toLowerCase(), url);
  }
  return { answers, addresses };
}

const firstOf = (names: readonly string[], known: ReadonlyMap<string, string>): string | undefined =>
  known.get(names.find((one) => known.has(one)) ?? "");

function fetchedRun(
  kind: FetchedRun["kind"],
  url: string,
  [start, end]: readonly [number, number],
): FetchedRun {
  return { kind, url, host: hostOf(url), start, end: Math.min(end, start + 300) };
}

/** A word: a literal, a variable, or a bare path. */
const word = /\(?\s{0,2}(?:@?"([^"\n]{1,200})"|'([^'\n]{1,200})'|(\$?[\w$%:{}~.][\w$%:{}~.\\/-]{0,200}))/y;
const constant = inTurn(
  [
    /(?:^|[\n;{(,])[ \t]{0,40}(?:(?:set|let|var|const|string|dim|my|local)\s{1,3})?(\$?\w{1,40})\s{0,3}:?=\s{0,3}/,
    /(?:(?:Join-Path|filepath\.Join|Path\.Combine|File\.join)\s{0,2}\(?[^\n"']{0,80})?["']([^"'\n]{2,300})["']/,
  ],
  "gi",
);
const keeps = inTurn(
  [
    either([
      /-OutFile|-Destination|\bSaveToFile|\bos\.(?:OpenFile|Create|WriteFile)\(|\bPaths\.get\(/,
      /\bFile\.(?:WriteAllBytes|Create|OpenWrite|open|binwrite)\(|\bfs::write\(|\bFile::create\(/,
      /\bFileOutputStream\(|\bDownloadFile(?:Async|TaskAsync)?\([^,\n]{1,300},/,
      /\bcurl(?:\.exe)?\s[^\n&|]{0,200}?\s(?:-[a-zA-Z]{0,6}o|--output)/,
      /\burlcache\s[^\n&|]{0,300}https?:\/\/\S{4,200}|\/transfer\s[^\n&|]{0,300}https?:\/\/\S{4,200}/,
    ]),
    /\s{0,4}/,
  ],
  "gi",
);
const starts = inTurn(
  [
    either([
      /\bStart-Process\b(?:\s{1,3}-FilePath)?|\bInvoke-Item\b|(?:^|[\n;|{&]\s{0,8})&|&&/,
      /\bstart(?:\s{1,3}\/\w{1,4}){0,3}(?:\s{1,3}"")?|\bProcess\.Start\(|\.Run\b|\.Exec\(/,
      /\bexec\.Command(?:Context)?\((?:\w{1,20}\(?\)?,)?|\bCommand::new\(&?|\bProcessBuilder\(|\.exec\(/,
      /\b(?:system|spawn|exec)\b\(?|(?:^|\n)[ \t]{0,12}(?=[%$.\\/~])/,
    ]),
    /\s{0,4}/,
  ],
  "gim",
);

/** What is opened in its own program is read, not run. */
const isDocument =
  /\.(?:pdf|html?|txt|md|png|jpe?g|gif|svg|json|csv|xml|ya?ml|docx?|xlsx?|pptx?|mp[34]|log)$/i;

/** Files that are fetched and started. */
function startedFiles(text: string): FetchedRun[] {
  const constants = new Map(
    [...text.matchAll(constant)].map(([, own = "", value = ""]) => [own.toLowerCase(), value]),
  );
  const wordAt = (at: number): string => {
    word.lastIndex = at;
    const match = word.exec(text);
    const said = match?.[1] ?? match?.[2] ?? match?.[3] ?? "";
    return (constants.get(said.toLowerCase()) ?? said).toLowerCase().replaceAll("\\", "/");
  };
  const kept = new Map<string, number>();
  for (const match of text.matchAll(keeps)) {
    const file = wordAt(match.index + match[0].length);
    if (file.length > 2 && !isDocument.test(file)) kept.set(file, match.index);
  }
  if (kept.size === 0) return [];
  return [...text.matchAll(starts)].flatMap((match) => {
    const at = match.index + match[0].length;
    const from = kept.get(wordAt(at));
    if (from === undefined || from > at) return [];
    return [fetchedRun("download-run", addressNear(text, from), [match.index, at + 20])];
  });
}

/** The address in the same line, the last before it, or the first of the program. */
function addressNear(text: string, at: number): string {
  const lineEnd = text.indexOf("\n", at);
  const before = text.slice(Math.max(0, at - 1500), lineEnd === -1 ? text.length : lineEnd);
  return before.match(everyAddress)?.at(-1) ?? address.exec(text)?.[0] ?? "";
}

const everyAddress = either([address], "g");
