/** T08 exfiltration. */
import { gather, outside, pieces, secretNoun, secretPlace, sendOut } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { credentialNoun } from "./exfiltration-concepts.ts";
import { carryingPicture } from "./pictures.ts";

const prose = ["prose", "quote", "table", "hidden", "comment"] as const;

/** `echo "$KEY" > ~/.ssh/id_rsa`, as workflows begin: what is put there is not taken from there. */
function isOnlyWritten(words: string): boolean {
  return [...words.matchAll(secretPlace.pattern)].every(({ index, 0: place }) => {
    const before = words.slice(Math.max(0, index - 40), index);
    const after = words.slice(index + place.length, index + place.length + 40);
    return (
      /(?:>|\bchmod [0-7]{3,4}|\bmkdir -p|\/dev\/null)\s{0,3}["']?(?:(?:~|\$HOME)\/\.ssh\/)?$/.test(before) ||
      /^\/known_hosts\b/.test(after)
    );
  });
}

/** "Private keys stored locally", where no place outside is named but the project's own. */
function isKeptHere(words: string): boolean {
  return (
    /\bkeys? (?:are )?(?:stored|kept) locally\b/i.test(words) &&
    !words.replaceAll(/https:\/\/github\.com\/\S{1,120}/g, "").includes("://")
  );
}

export const exfiltration: RuleFamily = {
  id: "exfiltration",
  title: "Exfiltration",
  rules: [
    {
      id: "T08-prose-secrets-out",
      version: 6,
      title: "Secrets to be sent out, in plain words",
      category: "T08",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...prose, "heading", "front-matter", "config"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [secretPlace, sendOut, outside],
        within: 320,
        anyOrder: true,
        unless:
          /\b(?:public key|never|do not|must not|no (?:external|third[- ]party|outside) (?:service|server|host|party)\w{0,1}|ssh-copy-id|encrypted|leak(?:s|ed|ing)?|prevent|\.gitignore|git ?ignore|rotate|signing|sign the|redact|add to|\.env\.example|same-origin|back to (?:the )?local|local callback)\b/i,
        excuse: (words) => isOnlyWritten(words) || isKeptHere(words),
      },
      message: "Files with secrets are to be read and sent somewhere.",
      advice: "Remove it. No task of a skill needs another's secrets.",
      references: ["CWE-200"],
    },
    {
      id: "T08-prose-collect-send",
      version: 4,
      title: "Private data to be collected and sent, in plain words",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: [...prose] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [gather, secretNoun, sendOut, outside],
        within: 260,
        unless:
          /\benvironment variables required\s?:?|\b(?:authenticat\w{0,8}|authoriz\w{0,8}|header|login|log in|sign in|api docs?|never|do not|must not|oauth flow|token endpoint|callback url|redirect|exchange|encrypt\w{0,4}|rotate|leak|prevent|monitor for|webhook secret|verify|example|silently (?:break|fail)\w{0,3}|build tokens?|(?:could|might|can) (?:also )?(?:read|access|steal|see|collect)|exfiltration)\b/i,
      },
      message: "Secrets are to be collected and sent somewhere.",
      advice: "Remove it, or say which service gets what, and why.",
      references: ["CWE-200"],
    },
    {
      id: "T08-prose-send-secret",
      version: 3,
      title: "Secrets to be sent to a place, in plain words",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [sendOut, credentialNoun, outside],
        within: 140,
        unless:
          /\b(?:authenticat\w{0,8}|authoriz\w{0,8}|headers?|log ?in|sign in|never|not|oauth|token endpoint|callback|redirect|exchange|encrypt\w{0,4}|rotate|prevent|verify|for example|cookie|csrf|bearer|jwt|reset|set as|with your|using your|via the|requires?|source ?maps?|(?:get|find|obtain|create) (?:your|an?)|send(?:s|ing)? (?:eth|sol|btc|usdc|erc-?20|crypto|coins?))\b/i,
        excuse: isKeptHere,
      },
      message: "Secrets are to be sent to a place outside.",
      advice: "Remove it, or say which service gets what, and why.",
      references: ["CWE-200"],
    },
    {
      id: "T08-image-beacon",
      version: 4,
      title: "Data put into the address of a picture",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      detect: carryingPicture,
      message: "Showing the picture sends what stands in its address.",
      advice: "Use pictures without data in their address.",
      references: ["OWASP LLM02"],
    },
    {
      id: "T08-tool-relay",
      version: 1,
      title: "Messages read with one tool and sent with another",
      category: "T08",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment", "code"] },
      detect: {
        kind: "chain",
        scope: "section",
        within: 500,
        steps: [
          {
            id: "read-tool",
            pattern:
              /`?(?:list_messages|read_messages|get_messages|search_emails?|list_emails|read_file|list_files|get_conversation|read_inbox|list_chats)\(?\)?`?/gi,
            hints: pieces("_messages|_email|_file|_conversation|_inbox|_chats"),
          },
          {
            id: "send-tool",
            pattern:
              /`?(?:send_message|send_email|post_message|forward_message|create_issue|http_post|upload_file|send_dm)\(?\)?`?/gi,
            hints: pieces("send_|post_|forward_|create_issue|upload_"),
          },
          {
            id: "pretext",
            pattern:
              /\b(?:silently|telemetry|analytics|context|before returning|required for|personali[sz]ation|background|from step|all messages|hidden|formatted as json)\b/gi,
            hints: pieces(
              "silent|telemetry|analytics|context|before|required|personali|background|step|all messages|hidden|json",
            ),
          },
        ],
      },
      message: "One tool reads private messages, another sends them away, under a pretext.",
      advice: "Remove it; a skill may use only the tools its task needs.",
      references: ["MCP tool poisoning"],
    },
  ],
};
