/** T27: servers of tools (MCP) that a skill brings. */
import type { PlaceKind } from "../facts.ts";
import type { RuleFamily } from "../rule.ts";

const foreign: readonly PlaceKind[] = ["undeclared", "anonymous", "shared"];

export const t27: RuleFamily = {
  id: "T27",
  title: "MCP servers",
  rules: [
    {
      id: "T27-remote-mcp",
      version: 5,
      title: "MCP server of an undeclared host",
      category: "T27",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["install"], object: ["agent-settings"], row: ["tool-server"], place: foreign }],
      message: "An MCP server at {host} gets access to the agent, and the skill does not declare that host.",
      advice: "Name the host in the front matter, or use a published server with a version.",
      references: ["OWASP Agentic Skills 03"],
    },
    {
      id: "T27-mcp-key",
      version: 1,
      title: "Key of another service for an undeclared MCP server",
      category: "T27",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      match: [
        { verb: ["install"], object: ["agent-settings"], row: ["tool-server-with-key"], place: foreign },
      ],
      message: "An MCP server at {host}, which the skill does not declare, gets the key of another service.",
      advice: "Give the server only a key of its own.",
      references: ["CWE-522"],
    },
  ],
};
