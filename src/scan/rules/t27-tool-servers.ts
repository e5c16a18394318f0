/** T27: servers of tools (MCP) that a skill brings. */
import type { PlaceKind } from "../facts.ts";
import { family } from "../rule.ts";

const foreign: readonly PlaceKind[] = ["undeclared", "anonymous", "shared"];

export const t27 = family({ id: "T27", title: "MCP servers" }, [
  {
    id: "T27-remote-mcp",
    version: 5,
    title: "MCP server of an undeclared host",
    confidence: 0.6,
    match: [{ verb: ["install"], object: ["agent-settings"], row: ["tool-server"], place: foreign }],
    message: "An MCP server at {host} gets access to the agent, and the skill does not declare that host.",
    advice: "Name the host in the front matter, or use a published server with a version.",
    references: ["OWASP Agentic Skills 03"],
  },
  {
    id: "T27-mcp-key",
    title: "Key of another service for an undeclared MCP server",
    confidence: 0.8,
    kind: "malicious",
    match: [{ verb: ["install"], object: ["agent-settings"], row: ["tool-server-with-key"], place: foreign }],
    message: "An MCP server at {host}, which the skill does not declare, gets the key of another service.",
    advice: "Give the server only a key of its own.",
    references: ["CWE-522"],
  },
]);
