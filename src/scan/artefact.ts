/**
 * One text (or binary) that the layers look at: a file of the skill, an entry of an archive, or something that was
 * decoded out of another artefact. Knows its language and its part in the skill; knows nothing of rules.
 */
import type { Polarity } from "./structure/block.ts";
import type { Magic } from "./views/bytes.ts";

export type Language =
  | "markdown"
  | "shell"
  | "python"
  | "javascript"
  | "typescript"
  | "powershell"
  | "batch"
  | "json"
  | "yaml"
  | "toml"
  | "html"
  | "ruby"
  | "perl"
  | "php"
  | "go"
  | "applescript"
  | "dockerfile"
  /** Any other programming language: read for what it writes out. */
  | "program"
  | "text"
  | "binary";

/** Which part the file plays: it decides how much a finding in it weighs. */
export type FileRole =
  | "manifest"
  | "script"
  | "config"
  | "reference"
  | "agent-memory"
  | "fixture"
  | "licence"
  | "changelog"
  | "asset";

export interface Artefact {
  readonly path: string;
  readonly role: FileRole;
  readonly language: Language;
  /** As decoded from the bytes, for what hides in invisible characters. */
  readonly raw: string;
  /** Normalised; all positions are offsets into it. */
  readonly text: string;
  readonly lower: string;
  readonly bytes: Uint8Array;
  readonly magic: Magic | undefined;
  readonly executable: boolean;
  /** How it came about: a file, an archive entry, or decoded from `parent`. */
  readonly origin: "file" | "archive" | "decoded";
  readonly parent: Artefact | undefined;
  /** Offset in the parent's text where the encoded piece begins. */
  readonly parentOffset: number;
  readonly depth: number;
  /** Too large or too hostile for parsers; linear rules still read it. */
  readonly parseable: boolean;
  /** Polarity of the block that a decoded piece stood in. */
  readonly inherited: Polarity | undefined;
  /** How it was decoded ("base64"); empty for files. */
  readonly how: string;
}

const byExtension: Readonly<Record<string, Language>> = {
  md: "markdown",
  mdx: "markdown",
  markdown: "markdown",
  mdc: "markdown",
  sh: "shell",
  mk: "shell",
  bash: "shell",
  zsh: "shell",
  ksh: "shell",
  command: "shell",
  fish: "shell",
  bats: "shell",
  py: "python",
  pyw: "python",
  pyi: "python",
  pth: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "typescript",
  ps1: "powershell",
  psm1: "powershell",
  psd1: "powershell",
  bat: "batch",
  cmd: "batch",
  vbs: "batch",
  vba: "batch",
  bas: "batch",
  wsf: "batch",
  json: "json",
  jsonc: "json",
  json5: "json",
  ipynb: "json",
  yaml: "yaml",
  yml: "yaml",
  toml: "toml",
  ini: "toml",
  cfg: "toml",
  html: "html",
  htm: "html",
  svg: "html",
  xml: "html",
  plist: "html",
  xsd: "html",
  xsl: "html",
  xslt: "html",
  wsdl: "html",
  resx: "html",
  csproj: "html",
  rb: "ruby",
  pl: "perl",
  php: "php",
  go: "go",
  rs: "program",
  java: "program",
  kt: "program",
  kts: "program",
  cs: "program",
  swift: "program",
  lua: "program",
  c: "program",
  cc: "program",
  cpp: "program",
  h: "program",
  hpp: "program",
  m: "program",
  dart: "program",
  scala: "program",
  groovy: "program",
  gradle: "program",
  r: "program",
  jl: "program",
  ex: "program",
  exs: "program",
  sql: "program",
  scpt: "applescript",
  applescript: "applescript",
  jxa: "javascript",
  gs: "javascript",
  desktop: "toml",
  service: "toml",
};

const byName: Readonly<Record<string, Language>> = {
  dockerfile: "dockerfile",
  vagrantfile: "ruby",
  makefile: "shell",
  justfile: "shell",
  ".bashrc": "shell",
  ".zshrc": "shell",
  ".profile": "shell",
  ".envrc": "shell",
  "pre-commit": "shell",
  "post-checkout": "shell",
  "post-merge": "shell",
  ".npmrc": "toml",
  "pip.conf": "toml",
  ".cursorrules": "markdown",
  ".windsurfrules": "markdown",
  ".clinerules": "markdown",
};

export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("!")) + 1);
}

export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** Language by name, else by its first line, else plain text. */
export function languageOf(path: string, text: string): Language {
  const known = byExtension[extensionOf(path)] ?? byName[baseName(path).toLowerCase()];
  if (known !== undefined && known !== "text") return known;
  // A template is what it is a template of: AGENTS.md.tmpl, middleware.ts.txt.
  const inner =
    byExtension[extensionOf(path.replace(/\.(?:tmpl|tpl|template|j2|jinja|hbs|ejs|mustache|txt)$/i, ""))];
  if (inner !== undefined) return inner;
  if (known !== undefined) return known;
  return languageOfFirstLine(text) ?? "text";
}

/** Text that is no prose: rows of cells, or code of a kind that no parser here reads. */
export function shapeOfText(path: string): "table" | "code" | "prose" {
  const extension = extensionOf(path);
  if (extension === "csv" || extension === "tsv") return "table";
  return codeLike.has(extension) ? "code" : "prose";
}

const codeLike: ReadonlySet<string> = new Set(
  "css scss sass less lock map glsl wgsl tf hcl bicep sol vy sieve nix sty cls bst proto graphql prisma".split(
    " ",
  ),
);

/** What a shebang says; undefined without one. */
export function languageOfFirstLine(text: string): Language | undefined {
  if (!text.startsWith("#!")) return undefined;
  const line = text.slice(2, text.indexOf("\n") + 1 || 200);
  if (/\b(?:bash|sh|zsh|ksh|dash)\b/.test(line)) return "shell";
  if (/python/.test(line)) return "python";
  if (/\b(?:node|deno|bun)\b/.test(line)) return "javascript";
  if (/osascript/.test(line)) return "applescript";
  if (/ruby/.test(line)) return "ruby";
  if (/perl/.test(line)) return "perl";
  return undefined;
}

/** The language a fence names; undefined where the fence says nothing. */
export function languageOfFence(info: string): Language | undefined {
  const tag =
    info
      .trim()
      .split(/[\s{,:]/)[0]
      ?.toLowerCase() ?? "";
  if (tag === "") return undefined;
  if (
    ["bash", "sh", "shell", "zsh", "console", "terminal", "shellsession", "shell-session", "fish"].includes(
      tag,
    )
  )
    return "shell";
  if (["python", "py", "python3", "ipython", "pycon"].includes(tag)) return "python";
  if (["javascript", "js", "jsx", "node", "mjs", "cjs"].includes(tag)) return "javascript";
  if (["typescript", "ts", "tsx"].includes(tag)) return "typescript";
  if (["powershell", "ps1", "pwsh", "ps"].includes(tag)) return "powershell";
  if (["cmd", "bat", "batch", "dos"].includes(tag)) return "batch";
  if (["dockerfile", "docker"].includes(tag)) return "dockerfile";
  return byExtension[tag] ?? "text";
}

const memoryNames =
  /^(?:claude|agents|gemini|soul|memory|identity|heartbeat|tools|user|bootstrap|copilot-instructions|conventions)\.(?:local\.)?md$/i;

/** The part a path plays in a skill. */
export function roleOf(path: string, language: Language): FileRole {
  const name = baseName(path).toLowerCase();
  const lower = path.toLowerCase();
  if (name === "skill.md") return "manifest";
  // A program is a program, whatever it calls itself: licence.py and changelog.rb run.
  const isDocument = language === "markdown" || language === "text" || language === "html";
  if (
    isDocument &&
    /^(?:licen[cs]e|copying|notice|third[-_]party|code[-_]of[-_]conduct|contributing|contributors|authors)/.test(
      name,
    )
  )
    return "licence";
  if (isDocument && /^(?:changelog|changes|history|release[-_]notes)/.test(name)) return "changelog";
  // A test runner loads it by itself.
  if (name === "conftest.py") return "script";
  if (
    /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|spec|evals?)\//.test(lower) ||
    /[._-](?:test|spec)\.\w{1,4}$/.test(name) ||
    /^(?:test_|evals?\.)/.test(name)
  ) {
    return "fixture";
  }
  if (memoryNames.test(name) || /\.(?:cursorrules|windsurfrules|clinerules|mdc)$/.test(name))
    return "agent-memory";
  if (["json", "yaml", "toml"].includes(language)) return "config";
  if (language === "markdown" || language === "text") return "reference";
  if (language === "binary" || language === "html") return "asset";
  return "script";
}
