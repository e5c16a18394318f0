/** T27: servers of tools that a skill brings: where they come from, and what they are handed. */
import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import { isStranger } from "./whose.ts";

/** Files with keys, in the settings of something that has its own. */
const keyFile = /\.ssh\/id_\w|\.aws\/credentials|\.kube\/config|\.git-credentials|\.netrc\b/;

/** The key of another house, handed to whoever answers there. */
const otherHouse =
  /\$\{(?:env:)?(?:GITHUB|GH|AWS|OPENAI|ANTHROPIC|NPM|SLACK|STRIPE|GOOGLE)_[A-Z_]{0,30}(?:TOKEN|KEY|SECRET|PAT)\}/;

/** The one server that a place belongs to: its own braces, and those of its environment or headers. */
function serverAt(text: string, at: number): string {
  const from = text.lastIndexOf("{", at);
  const end = text.indexOf("}", text.indexOf("}", at) + 1);
  return text.slice(Math.max(0, from), Math.min(end === -1 ? text.length : end, at + 800));
}

/** How sure one is of an unknown server by what it is handed: a key of the machine's is no login. */
function goesAlong(text: string): { confidence?: number } {
  if (keyFile.test(text)) return { confidence: 0.8 };
  return otherHouse.test(text) ? { confidence: 0.65 } : {};
}

const unknownServer: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (
        (block.role !== "config" && block.role !== "code") ||
        block.polarity !== "assert" ||
        !block.lower.includes("mcpserver")
      )
        continue;
      for (const match of block.text.matchAll(
        /"(?:url|serverUrl|httpUrl)"\s{0,4}:\s{0,4}"(https?:\/\/[^"\s]{3,200})"|"args"\s{0,4}:\s{0,4}\[[^\]]{0,300}?\b((?:https?|wss?):\/\/[^"'\s]{3,200})|"command"\s{0,4}:\s{0,4}"(?:bash|sh|cmd|powershell)"\s{0,4},\s{0,8}"args"\s{0,4}:\s{0,4}\[[^\]]{0,300}(?:curl|wget|iwr|base64|http)/g,
      )) {
        const place = (match[1] ?? match[2])?.replace(/^ws/, "http");
        const kind = place === undefined ? "raw-address" : hostKind(hostOf(place));
        if (
          kind === "paste" ||
          kind === "collector" ||
          kind === "tunnel" ||
          kind === "raw-address" ||
          kind === "self-named" ||
          (kind === "unknown" && block.role === "config" && isStranger(hostOf(place ?? ""), context, block))
        )
          yield {
            artefact: block.artefact,
            start: block.start + match.index,
            end: block.start + match.index + match[0].length,
            ...goesAlong(serverAt(block.text, match.index)),
          };
      }
    }
  },
};

export const mcpRules: readonly Rule[] = [
  {
    id: "T27-remote-mcp",
    version: 4,
    title: "MCP server that runs or reaches the unknown",
    category: "T27",
    severity: "high",
    confidence: 0.45,
    kind: "suspicious",
    layer: "static",
    where: { roles: ["config", "code"] },
    detect: unknownServer,
    message: "An MCP server comes from a place nobody answers for.",
    advice: "Name a published server, pinned.",
    references: ["OWASP Agentic Skills 03"],
  },
  {
    id: "T27-install-link",
    version: 1,
    title: "Link that installs an MCP server",
    category: "T27",
    severity: "high",
    confidence: 0.8,
    kind: "malicious",
    layer: "static",
    where: { roles: ["prose", "code", "quote"] },
    detect: {
      kind: "pattern",
      hints: pieces("installmcpserver|mcp/install|gatewayurl="),
      any: [
        /\b(?:cursor|vscode|windsurf|claude)(?:-insiders)?:(?:\/\/)?[\w./-]{0,80}(?:installMcpServer|mcp\/install)[^\n]{0,200}(?:command|bash|curl|sh\b)/gi,
        /[?&]gatewayUrl=https?:/gi,
      ],
    },
    message: "A link installs a server that runs commands.",
    advice: "Describe the server; let the person install it.",
    references: [],
  },
];
