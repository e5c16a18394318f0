/** All families, in a fixed order. A new family is added here and nowhere else. */
import type { RuleFamily } from "../rule.ts";
import { registryRules } from "./registry.ts";
import { t01 } from "./t01-prompt-injection.ts";
import { t02 } from "./t02-covert-instructions.ts";
import { t03 } from "./t03-hidden-text.ts";
import { t05 } from "./t05-fake-prerequisites.ts";
import { t06 } from "./t06-remote-code.ts";
import { t07 } from "./t07-remote-instructions.ts";
import { t08 } from "./t08-exfiltration.ts";
import { t09 } from "./t09-credentials.ts";
import { t10 } from "./t10-code-flaws.ts";
import { t11 } from "./t11-obfuscation.ts";
import { t12 } from "./t12-persistence.ts";
import { t13 } from "./t13-agent-settings.ts";
import { t14 } from "./t14-supply-chain.ts";
import { t15 } from "./t15-permissions.ts";
import { t16 } from "./t16-impersonation.ts";
import { t17 } from "./t17-triggers.ts";
import { t19 } from "./t19-destruction.ts";
import { t23 } from "./t23-secrets-in-context.ts";
import { t25 } from "./t25-files.ts";
import { t27 } from "./t27-tool-servers.ts";
import { t28 } from "./t28-scanner-evasion.ts";
import { t29 } from "./t29-payments.ts";
import { t30 } from "./t30-slanted-answers.ts";

export const families: readonly RuleFamily[] = [
  registryRules,
  t01,
  t02,
  t03,
  t05,
  t06,
  t07,
  t08,
  t09,
  t10,
  t11,
  t12,
  t13,
  t14,
  t15,
  t16,
  t17,
  t19,
  t23,
  t25,
  t27,
  t28,
  t29,
  t30,
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
