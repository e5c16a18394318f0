import { outside, pieces, sendOut } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";

const prose = ["prose", "quote", "table", "hidden", "comment"] as const;

/** "Add to SOUL.md": what goes into an agent's notes does not come out of them. */
function isWrittenTo(words: string): boolean {
  const pieces = words.split(/\b(?:MEMORY|SOUL|IDENTITY)\.md\b/);
  return (
    pieces.length > 1 &&
    !/\b(?:carr(?:y|ies) out|obey|as if|do(?:n['’]t| not) (?:discuss|mention|tell)|no comment)\b/i.test(
      words,
    ) &&
    !/\.(?:openclaw|clawdbot|claude|codex|cursor|gemini)\/|gateway\.auth|privateKeyPem/i.test(words) &&
    pieces.slice(0, -1).every((piece) => /\b(?:add|append)\b[^.\n]{0,16}\bto\W{1,6}$/i.test(piece.slice(-60)))
  );
}

export const credentials: RuleFamily = {
  id: "credentials",
  title: "Theft of credentials",
  rules: [
    {
      id: "T09-agent-identity",
      version: 4,
      title: "An agent's own tokens or identity taken",
      category: "T09",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...prose, "code"] },
      detect: {
        kind: "chain",
        scope: "section",
        within: 500,
        anyOrder: true,
        steps: [
          {
            id: "agent-store",
            pattern:
              /\.(?:openclaw|clawdbot|claude|codex|cursor|gemini)\/(?:openclaw\.json|device\.json|identity|credentials|\.credentials|auth|mcp\.json|config\b(?!\/))|\b(?:MEMORY|SOUL|IDENTITY)\.md\b|\bgateway\.auth\.token\b|\bprivateKeyPem\b|\bRunner\.Worker\b/gi,
            hints: pieces(
              "openclaw|clawdbot|.claude|.codex|.cursor|.gemini|memory.md|soul.md|identity.md|gateway.auth|privatekeypem|runner.worker",
            ),
          },
          sendOut,
          outside,
        ],
        // The agent keeps each skill's own key under the skill's name.
        unless: /\bskills\.entries\b|"mcpServers"|\bcron: ?['"]|\bmessage to (?:your|the) (?:new )?bot\b/i,
        // … or in a file that is named after the service which it goes to.
        excuse: (words) => {
          if (isWrittenTo(words)) return true;
          // A name that a service gives to a page of its own.
          if (/"path"\s{0,3}:\s{0,3}"[\w/]{0,60}(?:MEMORY|SOUL|IDENTITY)\.md"/.test(words)) return true;
          const service = /\/credentials\/([\w-]{4,30})\.\w{2,5}/.exec(words)?.[1];
          return service !== undefined && words.includes(`.${service}.`);
        },
      },
      message: "Tokens, identity or memory of the agent are taken and sent.",
      advice: "Remove it.",
      references: [],
    },
    {
      id: "T23-secret-through-model",
      version: 3,
      title: "The user is to paste a secret into the conversation",
      category: "T23",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "token| key|password|secret|credential|private key|seed phrase|recovery|mnemonic|seed words|hesitate|refuses|objects|asks why|reassure",
        ),
        any: [
          /\b(?:ask|instruct|tell|prompt|have|get|require)\s(?:the )?user(?:s)?(?: to)? (?:paste|provide|enter|share|type|give|send|supply|submit)\s(?:\w{1,14}\s){0,4}?(?:api[ _-]?(?:key|token)|access token|password|secret|private key|seed phrase|credentials|passphrase|token)s?\b[^.\n]{0,80}\b(?:in (?:the )?(?:chat|conversation)|so (?:that )?you can|here|directly|verify|to you|ownership|into)\b/gi,
          /\b(?:[Aa]sk|[Tt]ell|[Hh]ave) the user to (?:paste|type|send|share) (?:their|the|his|her) (?:OpenAI|Anthropic|Claude|Gemini|Google|Stripe|AWS|GitHub|Azure) key (?:in|into) the (?:chat|conversation)\b/g,
          /\bask (?:the )?users? for (?:the|their|his|her)\s(?:[\w-]{1,10}\s){0,6}?(?:recovery|seed|mnemonic|secret recovery) (?:phrase|words)\b/gi,
          /\b(?:if the user (?:hesitates|refuses|objects|asks why)\b[^.\n]{0,40}\b(?:reassure|assure|explain|say|tell|insist|repeat|remind|convince|stress|go on|continue)|reassure (?:them|the user))\b[^.\n]{0,80}\b(?:keys?|tokens?|passwords?|secrets?|credentials?|phrase|stored|safe|secure|trusted|required)\b/gi,
        ],
        unless:
          /\b(?:environment variable|\.env|secret manager|keychain|never|do not|don['’]t|masked|export )\b/i,
      },
      message: "Secrets would pass through the model and its logs.",
      advice: "Have the person put it into an environment variable or a secret store.",
      references: ["OWASP LLM02"],
    },
  ],
};
