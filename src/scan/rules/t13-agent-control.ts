/** T13: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t13: RuleFamily = {
  id: "T13",
  title: "Agent memory and settings",
  rules: [
    {
      id: "T13-memory-rule",
      version: 1,
      title: "A rule written into the agent's memory",
      category: "T13",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["write"], object: ["agent-file"], row: ["memory-rule"] }],
      message: 'The agent is to remember a rule that serves somebody else than its user ("{detail}").',
      advice: "Keep in memory what the user has said, and nothing else.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T13-undeclared-let-in",
      version: 1,
      title: "An undeclared host put into settings or work",
      category: "T13",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["write"], object: ["network-settings"], actor: ["instruction"], row: ["let-in"] }],
      message:
        "{host}, which the skill does not declare, becomes part of settings or of what is made for the user.",
      advice: "Leave it to the person to choose services.",
      references: ["OWASP Agentic Skills 07"],
    },
  ],
};
