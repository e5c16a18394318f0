/** T16: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t16: RuleFamily = {
  id: "T16",
  title: "Impersonation",
  rules: [
    {
      id: "T16-self-declared",
      version: 1,
      title: "Calls itself an attack",
      category: "T16",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["impersonate"], object: ["skill"], row: ["calls-itself", "named-attack"] }],
      message: 'The skill calls itself what it is ("{detail}").',
      advice: "A registry is no place for working malware, not even for show.",
      references: ["OWASP Agentic Skills 01"],
    },
    {
      id: "T16-stand-in-host",
      version: 1,
      title: "Host that stands in for a known service",
      category: "T16",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["impersonate"], object: ["address"], row: ["stand-in-host"] }],
      message: "{host} bears the name of {detail}, speaks of signing in, and is none of its hosts.",
      advice: "Use the address of the service itself.",
      references: ["MITRE T1566"],
    },
  ],
};
