/** Commands that a configuration will run: npm scripts, hooks, tasks, MCP servers, workflow steps, Docker RUN. */
import type { Block } from "../structure/block.ts";
import { quoted } from "./shell-words.ts";

export interface ConfigCommand {
  readonly text: string;
  readonly offset: number;
  /** Whether offsets within the text are those of the file. */
  readonly exact: boolean;
}

const jsonCommand =
  /"(command|run|cmd|script|bash|shell|exec|pre(?:install|pare|pack|publish|publishOnly)|post(?:install|publish|pack)|install|prepare|test|start|build|statusLine|apiKeyHelper|postCreateCommand|onCreateCommand|updateContentCommand|initializeCommand|postStartCommand)"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){3,4000})"(?:\s{0,8},\s{0,8}"args"\s{0,8}:\s{0,8}\[([^\]]{0,2000})\])?/g;
const yamlRun =
  /^([ \t]{0,40})(?:-[ \t]{1,4})?(?:run|command|script|cmd|entrypoint|before_script)[ \t]{0,4}:[ \t]{0,4}([|>][+-]?[ \t]{0,4}\n(?:\1[ \t]{1,20}[^\n]{0,2000}\n?|[ \t]{0,60}\n){1,200}|[^\n|>][^\n]{2,2000})/gm;
const dockerRun = /^\s{0,8}(?:RUN|CMD|ENTRYPOINT)\s{1,8}((?:[^\n\\]|\\.|\\\n){3,4000})/gm;

/** Every command of a configuration block. */
export function commandsInConfig(block: Block): ConfigCommand[] {
  const out: ConfigCommand[] = [];
  if (block.language === "dockerfile") {
    for (const match of block.text.matchAll(dockerRun))
      out.push({ text: match[1] ?? "", offset: match.index, exact: false });
  } else if (block.language === "yaml") {
    for (const match of block.text.matchAll(yamlRun))
      out.push({
        text: (match[2] ?? "").replace(/^[|>][+-]?[ \t]{0,4}\n/, ""),
        offset: match.index,
        exact: false,
      });
  } else {
    for (const match of block.text.matchAll(jsonCommand)) {
      const args = [...(match[3] ?? "").matchAll(/"((?:[^"\\]|\\.){0,1000})"/g)].map((arg) =>
        quoted(unjson(arg[1] ?? "")),
      );
      out.push({ text: [unjson(match[2] ?? ""), ...args].join(" "), offset: match.index, exact: false });
    }
  }
  return out;
}

function unjson(text: string): string {
  return text.replace(/\\(["\\/nt])/g, (_, ch: string) => (ch === "n" ? "\n" : ch === "t" ? "\t" : ch));
}
