/** Which kind of secret leaves: the machine's own, the environment, a file, or one key of one service. */

import { registrableOf } from "../registrable.ts";
import { either, whole } from "../tables/compile.ts";
import type { Fact } from "./facts.ts";

/** What opens more than one service: whoever it is named after, it is nobody's own. */
const ofTheMachine = either(
  [
    /\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.(?:aws|gnupg|kube|netrc|claude|codex)\b|git-credentials|_history\b/,
    /Login Data|cookies?\b|storage_?state|key ?chain|wallet|\/etc\/(?:shadow|passwd)|vault or cluster/,
  ],
  "i",
);
const settingsFile = /\.env\b|\.config\/|config|settings|credentials\.json/i;
const famous = /^(?:aws|github|gh|openai|anthropic|npm|ssh|google|gcp|azure|stripe|slack|database|db)_/i;
const bare = /^(?:token|secret|api_?key|password|private_?key|access_?token|auth_?token)$/i;
/** Longer lines are bundles, in which everything stands beside everything. */
const bundledLine = 2000;

export type SecretRow =
  | "machine-secret"
  | "environment"
  | "secret-file"
  | "settings-file"
  | "agent-notes"
  | "known-key"
  | "own-key"
  | "bundled";

export function secretRow(fact: Fact): SecretRow {
  const { detail, path, host } = fact;
  const variable = /^(?:variable |\$\{?)(\w{2,80})\}?$/.exec(detail)?.[1];
  if (variable !== undefined) return famous.test(variable) || bare.test(variable) ? "known-key" : "own-key";
  if (host === "" && lineLength(fact) > bundledLine) return "bundled";
  const said = `${detail} ${path[0]?.note ?? ""}`;
  if (ofTheMachine.test(said)) return "machine-secret";
  if (/environment$/.test(detail)) return "environment";
  if (detail === "memory-file") return "agent-notes";
  return settingsFile.test(said) ? "settings-file" : "secret-file";
}

function lineLength({ artefact: { text }, start }: Fact): number {
  return (text.indexOf("\n", start) + 1 || text.length) - text.lastIndexOf("\n", start);
}

/** Names that services share, and that name nobody. */
const shared = whole(`
  agents? auth backup build client cloud code collect config data docs files? helper internal local
  logs main notes open public report secure server services? share skills? stats store sync team test
  tools? track update upload user vault
`);

/** Whether what is sent is named after the host it goes to: the key of a service, at that service. */
export function isOwnKey({ artefact, start, end, host, detail, path }: Fact): boolean {
  if (ofTheMachine.test(`${detail} ${path[0]?.note ?? ""}`) || /environment$/.test(detail)) return false;
  const label = registrableOf(host)?.split(".")[0] ?? "";
  if (label.length < 4 || shared.test(label)) return false;
  const before = artefact.text.slice(Math.max(0, start - 400), end).toLowerCase();
  const named = `${before} ${detail} ${path[0]?.note ?? ""}`.toLowerCase().split(/[\s"'()=|;`]/);
  // Paths and variables; the address itself says nothing about whose the key is.
  const names = named.filter((name) => /[/_.$]/.test(name) && !name.includes(host));
  return names.some((name) => name.split(/[^a-z0-9]/).includes(label));
}
