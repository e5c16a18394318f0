/** T16: impersonation. */
import { family } from "../rule.ts";

export const t16 = family({ id: "T16", title: "Impersonation" }, [
  {
    id: "T16-self-declared",
    title: "Calls itself an attack",
    confidence: 0.75,
    match: [{ verb: ["impersonate"], object: ["skill"], row: ["calls-itself", "named-attack"] }],
    message: 'The skill calls itself what it is ("{detail}").',
    advice: "A registry is no place for working malware, not even for show.",
    references: ["OWASP Agentic Skills 01"],
  },
  {
    id: "T16-stand-in-host",
    title: "Host that stands in for a known service",
    confidence: 0.7,
    kind: "malicious",
    match: [{ verb: ["impersonate"], object: ["address"], row: ["stand-in-host"] }],
    message: "{host} bears the name of {detail}, speaks of signing in, and is none of its hosts.",
    advice: "Use the address of the service itself.",
    references: ["MITRE T1566"],
  },
]);
