/** T09: theft of credentials. */
import { family } from "../rule.ts";

export const t09 = family({ id: "T09", title: "Theft of credentials" }, [
  {
    id: "T09-stores-read",
    title: "Reads password stores, wallets, key strokes or the screen",
    confidence: 0.75,
    match: [
      {
        verb: ["read"],
        object: ["secret"],
        row: ["login-store", "seed-phrase", "login-handed-on"],
      },
      { verb: ["read"], object: ["private-data"], row: ["key-strokes", "screen-or-clipboard"] },
    ],
    message: "Reads {detail}.",
    advice: "Remove it; ask the person for what is needed.",
    references: ["MITRE T1555"],
  },
  {
    id: "T09-secrets-printed",
    title: "Prints keys or the whole environment",
    confidence: 0.6,
    match: [{ verb: ["print"], object: ["secret"] }],
    message: "Prints {detail}. What is printed reaches the model and its logs.",
    advice: "Name the one setting that is needed, and do not print its value.",
    references: ["CWE-532", "MITRE T1552"],
  },
  {
    id: "T09-password-tried",
    title: "Tries out the login password",
    confidence: 0.85,
    kind: "malicious",
    match: [{ verb: ["ask"], object: ["secret"], row: ["credential-check", "password-tried"] }],
    message: "Tries out the person's login password.",
    advice: "Remove it.",
    references: ["MITRE T1056"],
  },
]);
