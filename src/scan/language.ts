/** Which language a file or a fence is written in: by its name, by what it is a template of, by its first line. */

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
  rake: "ruby",
  gemspec: "ruby",
  podspec: "ruby",
  ru: "ruby",
  pl: "perl",
  pm: "perl",
  php: "php",
  phtml: "php",
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
  rakefile: "ruby",
  gemfile: "ruby",
  podfile: "ruby",
  fastfile: "ruby",
  brewfile: "ruby",
  jenkinsfile: "program",
  makefile: "shell",
  justfile: "shell",
  ".bashrc": "shell",
  ".zshrc": "shell",
  ".profile": "shell",
  ".envrc": "shell",
  ".bash_profile": "shell",
  ".bash_aliases": "shell",
  ".zprofile": "shell",
  ".zshenv": "shell",
  "pre-commit": "shell",
  "post-checkout": "shell",
  "post-merge": "shell",
  "post-commit": "shell",
  "pre-push": "shell",
  "commit-msg": "shell",
  ".npmrc": "toml",
  ".gitconfig": "toml",
  gitconfig: "toml",
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
    byExtension[
      extensionOf(
        path.replace(
          /\.(?:tmpl|tpl|template|j2|jinja|hbs|ejs|mustache|txt|snippet|sample|dist|bak|orig)$/i,
          "",
        ),
      )
    ];
  if (inner !== undefined) return inner;
  // What is to be pasted into a shell's own file, whatever it is called here.
  if (/(?:^|[._-])(?:zshrc|bashrc|bash_profile|zprofile|bash_aliases)(?:[._-]|$)/i.test(baseName(path)))
    return "shell";
  if (known !== undefined) return known;
  return languageOfFirstLine(text) ?? "text";
}

/** Names of texts and settings that have no language of their own here. */
const otherTexts: ReadonlySet<string> = new Set(
  "txt text rst adoc asciidoc org tex bib log csv tsv conf config properties env rc awk sed vim el lisp clj".split(
    " ",
  ),
);

/** Whether an agent, a shell or an interpreter opens a file of this name as text. */
export function isTextName(path: string): boolean {
  const extension = extensionOf(path);
  if (otherTexts.has(extension) || codeLike.has(extension)) return true;
  return languageOf(path, "") !== "text";
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
  return shebangs.find(([program]) => program.test(line))?.[1];
}

const shebangs: ReadonlyArray<readonly [RegExp, Language]> = [
  [/\b(?:bash|sh|zsh|ksh|dash)\b/, "shell"],
  [/python/, "python"],
  [/\b(?:node|deno|bun)\b/, "javascript"],
  [/osascript/, "applescript"],
  [/ruby/, "ruby"],
  [/perl/, "perl"],
  [/php/, "php"],
  [/pwsh/, "powershell"],
];

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
