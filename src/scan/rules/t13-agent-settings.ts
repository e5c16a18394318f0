/** T13: what an agent remembers, obeys and is set to. */
import { family } from "../rule.ts";

export const t13 = family(
  { id: "T13", title: "Agent memory and settings", references: ["OWASP Agentic Skills 07"] },
  [
    {
      id: "T13-agent-settings-write",
      title: "Writes the agent's settings",
      confidence: 0.65,
      match: [{ verb: ["write"], object: ["agent-file"], row: ["agent-settings-write"] }],
      message: "Writes {detail}, which decides what the agent does in later sessions.",
      advice: "Show the change to the user and let the user make it.",
    },
    {
      id: "T13-agent-file-write",
      title: "Writes rules into a file that the agent obeys",
      confidence: 0.75,
      kind: "malicious",
      match: [{ verb: ["write"], object: ["agent-file"], row: ["agent-note-steers", "skills-changed"] }],
      message: "Writes orders into {detail}, which the agent obeys in later sessions.",
      advice: "Show the text to the user and let the user add it.",
    },
    {
      id: "T13-agent-hooks",
      version: 6,
      title: "Hook of the agent that runs an unknown program",
      confidence: 0.85,
      match: [{ verb: ["persist"], object: ["agent-settings"], row: ["hook-reaches-out", "hook"] }],
      message: "The agent runs this at its own events: {detail}",
      advice: "Remove the hook, or describe it and let the user add it.",
    },
    {
      id: "T13-base-url",
      version: 6,
      title: "The agent's requests go to another host",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      match: [
        {
          verb: ["install"],
          object: ["agent-settings"],
          row: ["model-address", "model-address-in-force"],
          place: ["undeclared", "anonymous", "shared"],
        },
        {
          verb: ["install"],
          object: ["agent-settings"],
          row: ["model-address-in-force"],
          place: ["declared"],
        },
      ],
      message: "The agent's requests, with its key, go to {host}.",
      advice: "Remove the setting. The user chooses where the model is asked.",
      references: ["CWE-522"],
    },
    {
      id: "T13-memory-rule",
      title: "A rule written into the agent's memory",
      confidence: 0.65,
      match: [{ verb: ["write"], object: ["agent-file"], row: ["memory-rule"] }],
      message: 'The agent is to remember a rule that serves somebody else than its user ("{detail}").',
      advice: "Keep in memory what the user has said, and nothing else.",
    },
  ],
);
