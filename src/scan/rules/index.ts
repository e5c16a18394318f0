/** All families, in a fixed order. A new family is added here and nowhere else. */
import type { RuleFamily } from "../rule.ts";
import { agentControl } from "./agent-control.ts";
import { credentials } from "./credentials.ts";
import { deception } from "./deception.ts";
import { exfiltration } from "./exfiltration.ts";
import { files } from "./files.ts";
import { harm } from "./harm.ts";
import { hiddenText } from "./hidden-text.ts";
import { injection } from "./injection.ts";
import { prerequisites } from "./prerequisites.ts";
import { registryRules } from "./registry.ts";
import { strangers } from "./strangers.ts";
import { supplyChain } from "./supply-chain.ts";
import { t06 } from "./t06-remote-code.ts";
import { t08Code } from "./t08-exfiltration.ts";
import { t09 } from "./t09-credentials.ts";
import { t10 } from "./t10-code-flaws.ts";
import { t11 } from "./t11-obfuscation.ts";
import { t12 } from "./t12-persistence.ts";
import { t19 } from "./t19-destruction.ts";

export const families: readonly RuleFamily[] = [
  agentControl,
  credentials,
  deception,
  exfiltration,
  files,
  harm,
  hiddenText,
  injection,
  prerequisites,
  registryRules,
  strangers,
  supplyChain,
  t06,
  t08Code,
  t09,
  t10,
  t11,
  t12,
  t19,
];

const digests = new WeakMap<readonly RuleFamily[], string>();

/** Digest of which rules ran, by id and version. Not a signature, a label. */
export function rulesDigest(used: readonly RuleFamily[]): string {
  const digest = digests.get(used) ?? digestOf(used);
  digests.set(used, digest);
  return digest;
}

/** FNV-1a over 64 bits, in hex. */
function digestOf(used: readonly RuleFamily[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const rule of used.flatMap((family) => family.rules)) {
    for (const ch of `${rule.id}@${rule.version}\n`) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(ch.codePointAt(0) ?? 0)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, "0");
}
