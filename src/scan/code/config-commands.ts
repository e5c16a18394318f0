/** Commands that a configuration will run: npm scripts, hooks, tasks, MCP servers, workflow steps, Docker RUN. */

import type { Block } from "../document/block.ts";
import { inTurn, oneOf } from "../tables/compile.ts";
import { quoted } from "./shell-words.ts";

export interface ConfigCommand {
  readonly text: string;
  readonly offset: number;
}

const jsonCommand = inTurn(
  [
    /"/,
    oneOf(`
      command run cmd script bash shell exec pre(?:install|pare|pack|publish|publishOnly) install prepare test start
      post(?:install|publish|pack) build statusLine apiKeyHelper (?:post(?:Create|Start)|onCreate)Command
      (?:updateContent|initialize)Command
    `),
    /"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){2,4000})"/,
    /(?:\s{0,8},\s{0,8}"args"\s{0,8}:\s{0,8}\[([^\]]{0,2000})\])?/,
  ],
  "g",
);
const yamlRun = inTurn(
  [
    /^([ \t]{0,40})(?:-[ \t]{1,4})?/,
    /(?:run|command|script|cmd|entrypoint|entry|before_script|(?:ansible\.builtin\.)?(?:shell|raw))/,
    /[ \t]{0,4}:[ \t]{0,4}/,
    /([|>][+-]?[ \t]{0,4}\n(?:\1[ \t]{1,20}[^\n]{0,2000}\n?|[ \t]{0,60}\n){1,200}|[^\n|>][^\n]{2,2000})/,
  ],
  "gm",
);
const dockerRun =
  /^\s{0,8}(?:RUN|CMD|ENTRYPOINT)\s{1,8}((?:[^\n\\]|\\.|\\\n){3,4000})|^\s{0,8}ADD\s{1,8}(?:--\S{1,80}\s{1,8}){0,4}(https?:\/\/\S{4,400})\s{1,8}(\/\S{1,200})/gm;

/** `cmds:` and the items below it. */
const yamlList =
  /^([ \t]{0,40})(?:-[ \t]{1,4})?(?:cmds|commands|runcmd|bootcmd|script|before_script|after_script|run)[ \t]{0,4}:[ \t]{0,4}\n((?:\1[ \t]{0,8}-[ \t]{1,4}[^\n]{1,2000}(?:\n|$)){1,100})/gm;
/** The script of a container: `args:` and one item that is a block, or a list of words in one line. */
const yamlArgs =
  /^([ \t]{0,40})(?:-[ \t]{1,4})?(?:args|command)[ \t]{0,4}:[ \t]{0,4}(?:\n\1[ \t]{0,8}-[ \t]{1,4}[|>][+-]?[ \t]{0,4}\n((?:\1[ \t]{2,24}[^\n]{0,2000}\n?|[ \t]{0,60}\n){1,200})|\[([^\]\n]{4,2000})\])/gm;
const tomlCommand = inTurn(
  [
    /^[ \t]{0,8}(?:enter|leave|cd|run|command|cmd|script|shell|exec\w{0,12}|notify|(?:pre|post)\w{0,16})/,
    /[ \t]{0,4}=[ \t]{0,4}(?:"((?:[^"\\\n]|\\.){2,2000})"|'([^'\n]{2,2000})'|\[([^\]\n]{4,2000})\])/,
    /(?:[ \t]{0,4}\n[ \t]{0,8}args[ \t]{0,4}=[ \t]{0,4}\[([^\]]{0,2000})\])?/,
  ],
  "gim",
);
/** Where nothing is known of the language, a fetched program that a shell is given is still one. */
const looseCommand =
  /\b(?:curl|wget)\s[^\n|]{6,300}\|\s{0,3}(?:sudo\s{1,3}(?:-E\s{1,3})?)?(?:\/bin\/)?(?:ba|z|da)?sh\b/g;

/** Every command of a configuration block. */
export function commandsInConfig(block: Block): ConfigCommand[] {
  const { text } = block;
  if (block.language === "dockerfile") return found(text, dockerRun, dockerStep);
  if (block.language === "yaml")
    return [
      ...found(text, yamlRun, (match) => (match[2] ?? "").replace(/^[|>][+-]?[ \t]{0,4}\n/, "")),
      ...found(text, yamlList, (match) => itemsOf(match[2] ?? "")),
      ...found(text, yamlArgs, (match) => match[2] ?? wordsOf(match[3] ?? "").join(" ")),
    ];
  if (block.language === "toml")
    return found(text, tomlCommand, ([, plain, literal, words = "", args = ""]) =>
      [unjson(plain ?? literal ?? ""), ...wordsOf(words), ...wordsOf(args)].join(" ").trim(),
    );
  if (block.language === "text") return found(text, looseCommand, ([command]) => command);
  return found(text, jsonCommand, ([, command = "", args = ""]) =>
    [unjson(command), ...wordsOf(args)].join(" "),
  );
}

function found(
  text: string,
  pattern: RegExp,
  commandOf: (match: RegExpExecArray) => string,
): ConfigCommand[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: commandOf(match),
    offset: match.index,
  }));
}

/** A step of an image: a command, words in a list, or a file that is fetched. */
function dockerStep([, command, url, path]: RegExpExecArray): string {
  if (command === undefined) return `curl -o ${path} ${url}`;
  const [, words] = /^\[([^\]]{2,2000})\]\s{0,4}$/.exec(command) ?? [];
  return words === undefined ? command : wordsOf(words).join(" ");
}

/** The words of a list of texts. */
function wordsOf(list: string): string[] {
  return [...list.matchAll(/"((?:[^"\\]|\\.){0,1000})"/g)].map((word) => quoted(unjson(word[1] ?? "")));
}

/** The items of a list in YAML, a line each. */
function itemsOf(list: string): string {
  return list.replace(/^[ \t]{0,48}-[ \t]{1,4}(?:(["'])([^\n]{0,2000})\1(?=[ \t]{0,4}$))?/gm, "$2");
}

function unjson(text: string): string {
  return text.replace(/\\(["\\/nt])/g, (_, ch: string) => (ch === "n" ? "\n" : ch === "t" ? "\t" : ch));
}
