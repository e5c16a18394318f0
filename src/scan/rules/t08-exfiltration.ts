/** T08: exfiltration. */
import { family } from "../rule.ts";

const secret = { verb: ["send"], object: ["secret"] } as const;
const wholesale = ["machine-secret", "environment", "secret-file", "environment-out", "key-file-out"];
const ofTheMachine = ["machine-secret", "environment", "environment-out", "key-file-out"];
const programs = ["program", "configuration"] as const;
const oneKey = "Send only the one key that the service needs, in its own header.";

export const t08 = family({ id: "T08", title: "Exfiltration", references: ["CWE-200"] }, [
  {
    id: "T08-secrets-anonymous",
    title: "Sends secrets to an anonymous place",
    severity: "critical",
    confidence: 0.95,
    kind: "malicious",
    match: [{ ...secret, place: ["anonymous"] }],
    message: "Sends {detail} to {host}, which anyone can set up without a name.",
    advice: "Remove it.",
  },
  {
    id: "T08-secrets-undeclared",
    title: "Sends secrets to an undeclared host",
    severity: "critical",
    confidence: 0.9,
    kind: "malicious",
    match: [
      { ...secret, place: ["undeclared", "shared"], row: wholesale },
      { ...secret, place: ["placeholder"], row: wholesale, actor: programs },
    ],
    message: "Sends {detail} to {host}, which the front matter does not name.",
    advice: oneKey,
  },
  {
    id: "T08-secrets-elsewhere",
    title: "Sends secrets over the network",
    confidence: 0.6,
    match: [
      {
        ...secret,
        place: ["none", "well-known", "repository", "declared", "placeholder"],
        row: ofTheMachine,
      },
      { ...secret, place: ["undeclared", "shared"], row: ["settings-file", "agent-notes", "known-key"] },
      {
        ...secret,
        place: ["placeholder"],
        row: ["settings-file", "known-key", "own-key"],
        actor: programs,
      },
      { ...secret, row: ["in-names", "variable-in-names", "environment-encoded"] },
    ],
    message: "Sends {detail} to {host}.",
    advice: oneKey,
  },
  {
    id: "T08-upload-undeclared",
    title: "Uploads files or output to an undeclared host",
    confidence: 0.6,
    match: [
      { verb: ["send"], object: ["output"], place: ["undeclared", "anonymous", "shared"] },
      { verb: ["send"], object: ["output"], place: ["placeholder"], actor: programs, row: ["upload"] },
    ],
    message: "Sends {detail} to {host}, which the front matter does not name.",
    advice: "Name the service in the front matter, and ask before anything leaves the machine.",
  },
  {
    id: "T08-repository-out",
    title: "Pushes a repository to a foreign remote",
    confidence: 0.65,
    match: [{ verb: ["send"], object: ["repository"] }],
    message: "Pushes the repository to {host}: {detail}.",
    advice: "Push to the user's own remotes only.",
  },
  {
    id: "T08-instructed-secret",
    title: "Secrets to be sent out",
    severity: "critical",
    confidence: 0.85,
    kind: "malicious",
    match: [
      {
        verb: ["send"],
        object: ["secret"],
        actor: ["instruction"],
        flow: false,
        place: ["undeclared", "anonymous", "shared", "placeholder", "none"],
        row: ["send-secret", "secret-to-words"],
      },
      { verb: ["send"], row: ["send-key-file"] },
    ],
    message: "Secrets are to be sent to {host}.",
    advice: "Remove it. No task of a skill needs another's secrets.",
  },
  {
    id: "T08-instructed-send",
    title: "A step that sends something to an undeclared host",
    confidence: 0.65,
    match: [
      {
        verb: ["send"],
        actor: ["instruction"],
        place: ["undeclared", "anonymous", "shared"],
        row: [
          "send-private",
          "send-output",
          "copy-output",
          "request-with-body",
          "push-remote",
          "party-given-data",
        ],
      },
      { verb: ["send"], row: ["send-conversation"] },
    ],
    message: "Something is to be sent to {host}, which the skill does not declare.",
    advice: "Name the service in the description, and ask before anything leaves the machine.",
    references: ["OWASP LLM02", "CWE-200"],
  },
  {
    id: "T08-image-beacon",
    title: "Data put into the address of a picture",
    confidence: 0.75,
    kind: "malicious",
    match: [{ verb: ["send"], row: ["picture"] }],
    message: "Showing the picture sends what stands in its address to {host}.",
    advice: "Use pictures without data in their address.",
    references: ["OWASP LLM02"],
  },
  {
    id: "T08-tool-relay",
    title: "Messages read with one tool and sent with another",
    confidence: 0.7,
    kind: "malicious",
    match: [{ verb: ["send"], row: ["tool-relay"] }],
    message: "One tool reads private messages, another sends them away, under a pretext.",
    advice: "Remove it; a skill may use only the tools its task needs.",
    references: ["MCP tool poisoning"],
  },
]);
