/**
 * What is fetched and then run, in languages that are read as text (PowerShell, batch, Visual Basic, Go, C# and
 * others): a place that is asked, a file or a variable that takes the answer, and something that runs it.
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
const address = /https?:\/\/[^\s"'`)<>|;]{4,300}/g;

/** What is opened in its own program is read, not run. */
const isDocument =
  /\.(?:pdf|html?|txt|md|png|jpe?g|gif|svg|json|csv|xml|ya?ml|docx?|xlsx?|pptx?|mp[34]|log)$/i;

const hasNet = /https?:\/\//;

/** Files and texts from the net that the program runs. */
export function fetchedRuns(block: Block): FetchedRun[] {
  if (!hasNet.test(block.text)) return [];
  const constants = constantsOf(block.text);
  return [
    ...startedFiles(block, constants),
    ...evaluated(block.text),
    ...(block.language === "powershell" ? runTexts(block) : []),
  ];
}

function constantsOf(text: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const match of text.matchAll(constant)) out.set((match[1] ?? "").toLowerCase(), match[2] ?? "");
  return out;
}

function startedFiles({ text }: Block, constants: Map<string, string>): FetchedRun[] {
  const kept = new Map<string, number>();
  for (const match of text.matchAll(keeps)) {
    const file = wordAt(text, match.index + match[0].length, constants);
    if (file.length > 2 && !isDocument.test(file)) kept.set(file, match.index);
  }
  if (kept.size === 0) return [];
  const out: FetchedRun[] = [];
  for (const match of text.matchAll(starts)) {
    const at = match.index + match[0].length;
    const from = kept.get(wordAt(text, at, constants));
    if (from === undefined || from > at) continue;
    const url = addressNear(text, from, constants);
    out.push({ kind: "download-run", url, host: hostOf(url), start: match.index, end: at + 20 });
  }
  return out;
}

/** The word at a place, constants put in for names; empty where there is none. */
function wordAt(text: string, at: number, constants: Map<string, string>): string {
  word.lastIndex = at;
  const match = word.exec(text);
  if (match === null) return "";
  const said = match[1] ?? match[2] ?? match[3] ?? "";
  return (constants.get(said.toLowerCase()) ?? said).toLowerCase().replaceAll("\\", "/");
}

/** The address in the same statement or the last before it. */
function addressNear(text: string, at: number, constants: Map<string, string>): string {
  const lineEnd = text.indexOf("\n", at);
  const before = text.slice(Math.max(0, at - 1500), lineEnd === -1 ? text.length : lineEnd);
  const last = [...before.matchAll(address)].at(-1)?.[0];
  return last ?? [...constants.values()].find((value) => hasNet.test(value)) ?? "";
}

/** An address whose answer is a program, in one expression. */
const evaluatedAtOnce = inTurn(
  [
    either([
      /\bsource\(|\binclude\(\s{0,3}download\(|\bevaluate\(\s{0,3}new URL\(/,
      /\beval\(\s{0,3}parse\(\s{0,3}text\s{0,3}=\s{0,3}[\w:]{2,40}\(|\beval_string\([^\n"']{0,60}/,
      /\bload(?:string)?\(\s{0,3}(?:\w{1,20}\.){0,2}request\(|\bloadstring\([^\n"']{0,40}/,
      /\bURLClassLoader\([^\n"']{0,80}/,
    ]),
    /\s{0,3}["'](https?:\/\/[^"'\s]{4,300})["']/,
  ],
  "g",
);
/** The same in two: a name for the answer, and the name run. */
const namedAnswer = /\b(\w{1,40})\s{0,3}=\s{0,3}[^\n]{0,120}?["'](https?:\/\/[^"'\s]{4,300})["']/g;
const evaluatedName =
  /\b(?:eval_string|loadstring|evaluate|Execute(?:Global)?)[\s(]{1,4}(\w{1,40})(?:\.responseText)?\b/g;
/** A shell that reads what was fetched: `sh.Stdin = answer.Body`. */
const shellReads =
  /\bexec\.Command\(\s{0,3}"(?:\/bin\/)?(?:ba|z)?sh"\s{0,3}\)[\s\S]{0,200}?\.Stdin\s{0,3}=\s{0,3}\w{1,30}\.Body\b/g;
const evaluatedAnswer = /\bExecute(?:Global)?[\s(]{1,4}\w{1,40}\.responseText\b/g;

/** What is fetched and evaluated, in R, Julia, Groovy, Elixir, Lua, Java, Visual Basic. */
function evaluated(text: string): FetchedRun[] {
  const run = (match: RegExpExecArray, url: string): FetchedRun => ({
    kind: "fetch-run",
    url,
    host: hostOf(url),
    start: match.index,
    end: match.index + match[0].length,
  });
  const names = new Map([...text.matchAll(namedAnswer)].map((match) => [match[1] ?? "", match[2] ?? ""]));
  return [
    ...[...text.matchAll(evaluatedAtOnce)].map((match) => run(match, match[1] ?? "")),
    ...[...text.matchAll(evaluatedName)].flatMap((match) => {
      const url = names.get(match[1] ?? "");
      return url === undefined ? [] : [run(match, url)];
    }),
    ...[...text.matchAll(evaluatedAnswer), ...text.matchAll(shellReads)].map((match) =>
      run(match, addressNear(text, match.index, new Map())),
    ),
  ];
}

const asks =
  /\b(?:DownloadString|DownloadData|GetStringAsync|irm|iwr|Invoke-RestMethod|Invoke-WebRequest|curl|wget)\b/i;
const assigned = /(\$\w{1,40})\s{0,3}=\s{0,3}([^\n;]{4,600})/g;
const runs = inTurn(
  [
    either([
      /\b(?:iex|Invoke-Expression)\b|\[scriptblock\]::Create\(/,
      /[&.]\s{0,3}\(\s{0,3}(?:gcm|Get-Command|gal|Get-Alias)\s{1,3}["']?[\w?*]{0,8}[?*][\w?*]{0,8}["']?\s{0,3}\)/,
      /[&.]\s{0,3}\(\s{0,3}(?:["'][^"'\n]{1,40}["']\s{0,3}-f|["'][\w{}]{1,12}["']\s{0,3}\+)\s{0,3}[^)\n]{1,80}\s{0,3}\)/,
    ]),
    /\s{0,3}([^\n;]{2,400})/,
  ],
  "gi",
);
const pipedTo = /(\$\w{1,40})(?:\.\w{1,20}){0,2}\s{0,3}\|\s{0,3}(?:iex|Invoke-Expression)\b/gi;

/** `iex $fetched`, under whatever name the runner goes. */
function runTexts({ text }: Block): FetchedRun[] {
  const fetched = new Map<string, string>();
  for (const match of text.matchAll(assigned)) {
    const value = match[2] ?? "";
    if (asks.test(value))
      fetched.set((match[1] ?? "").toLowerCase(), urlOf(value) || addressNear(text, match.index, new Map()));
  }
  const out: FetchedRun[] = [];
  const tell = (match: RegExpExecArray, url: string) =>
    out.push({
      kind: "fetch-run",
      url,
      host: hostOf(url),
      start: match.index,
      end: match.index + Math.min(match[0].length, 200),
    });
  for (const match of text.matchAll(runs)) {
    const given = match[1] ?? "";
    const [variable = ""] = /\$\w{1,40}/.exec(given) ?? [];
    if (asks.test(given) && urlOf(given) !== "") tell(match, urlOf(given));
    else if (fetched.has(variable.toLowerCase())) tell(match, fetched.get(variable.toLowerCase()) ?? "");
  }
  for (const match of text.matchAll(pipedTo)) {
    const url = fetched.get((match[1] ?? "").toLowerCase());
    if (url !== undefined) tell(match, url);
  }
  return out;
}

function urlOf(text: string): string {
  return text.match(address)?.[0] ?? "";
}
