/** T10, T20: flaws of the author. T21 metadata addresses. T22 leaked secrets. */

import type { Fact } from "../code/facts.ts";
import type { Block } from "../document/block.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { secretPatterns } from "../secrets.ts";
import type { Skill } from "../skill.ts";
import { isProgram, perBlock } from "./code-blocks.ts";
import { onFacts } from "./on-facts.ts";

const secretEndpoint = /security-credentials|service-accounts|oauth2|user-data/i;

const isAboutCloud = ({ declared }: Skill): boolean =>
  /\b(?:aws|ec2|imds\w{0,2}|gcp|google cloud|azure|cloud)\b/i.test(
    `${declared.name} ${declared.description}`,
  );

/** Whether asking that service is what the skill says it does. */
const isAboutMetadata = ({ declared }: Skill): boolean =>
  /\b(?:instance metadata|metadata (?:service|endpoint|server)|imds(?:v2)?)\b/i.test(declared.description);

/** Whether a document shows the question and does nothing with the answer. */
function isShownOnly({ artefact, text }: Block, at: number): boolean {
  const line = text.slice(at, at + 400).split("\n")[0] ?? "";
  const before = text.slice(Math.max(0, at - 200), at);
  return artefact.language === "markdown" && !/[|>]/.test(line) && !/\$\([^)\n]{0,200}$/.test(before);
}

const asksSecret = perBlock(({ text }) => secretEndpoint.test(text));

/** In a skill about the cloud, what the machine is may be asked; what it may do is a secret. */
function isPlainQuestion(block: Block, match: RegExpExecArray, context: Skill): boolean {
  if (isAboutMetadata(context) && isShownOnly(block, match.index)) return true;
  return isAboutCloud(context) && !(isProgram(block) ? asksSecret(block) : secretEndpoint.test(match[0]));
}

/** A program of the skill's; what a document shows or a test does is nobody's way in. */
function isOwnProgram({ artefact }: Fact): boolean {
  const root = artefact.parent ?? artefact;
  return root.language !== "markdown" && !/[._-](?:test|spec)\.\w{1,4}$|(?:^|\/)test_/.test(root.path);
}

/** What a function of one's own is given need not be a caller's: scripts wrap commands in helpers all the time. */
function inputConfidence({ detail, language }: Fact, told: number): number {
  const isScript = language === "javascript" || language === "typescript";
  return isScript && detail !== "input" ? 0.45 : told;
}

export const flaws: RuleFamily = {
  id: "flaws",
  title: "Flaws: injection, loading, metadata, leaked secrets",
  rules: [
    {
      id: "T10-input-run",
      version: 3,
      title: "Caller's text run as code",
      category: "T10",
      severity: "medium",
      confidence: 0.65,
      kind: "vulnerable",
      layer: "deep",
      detect: onFacts(["input-run"], (fact) =>
        isOwnProgram(fact)
          ? {
              message: `The value of ${fact.detail} is run as code.`,
              confidence: inputConfidence(fact, 0.65),
            }
          : undefined,
      ),
      message: "A caller's text is run as code.",
      advice: "Parse the input; pass arguments as a list, without a shell.",
      references: ["CWE-94", "CWE-78"],
    },
    {
      id: "T10-input-sql",
      version: 3,
      title: "Caller's text put into SQL",
      category: "T10",
      severity: "medium",
      confidence: 0.6,
      kind: "vulnerable",
      layer: "deep",
      detect: onFacts(["input-sql"], (fact) =>
        isOwnProgram(fact) ? { confidence: inputConfidence(fact, 0.6) } : undefined,
      ),
      message: "A caller's text is put into an SQL statement.",
      advice: "Use parameters of the driver.",
      references: ["CWE-89"],
    },
    {
      id: "T10-config-code",
      version: 1,
      title: "Configuration value that is run as code",
      category: "T10",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config"], languages: ["json", "yaml", "toml", "text"] },
      detect: {
        kind: "pattern",
        hints: pieces("child_process|os.system|execsync|node_options"),
        any: [
          /"\w{2,40}"\s{0,4}:\s{0,4}"[^"\n]{0,100}(?:require\((?:\\?["'])child_process|\bos\.system\(|execSync\()[^\n]{0,200}/g,
          /\\n(?:NODE_OPTIONS|LD_PRELOAD|PYTHONSTARTUP|BASH_ENV)=[^\n"]{3,200}/g,
        ],
      },
      message: "A value of a configuration is code that runs commands.",
      advice: "Keep code out of configuration values.",
      references: ["CWE-94"],
    },
    {
      id: "T20-unsafe-load",
      version: 1,
      title: "Untrusted data loaded as objects",
      category: "T20",
      severity: "medium",
      confidence: 0.4,
      kind: "vulnerable",
      layer: "deep",
      detect: onFacts(["unsafe-load"], (fact) =>
        fact.inScript ? { message: `${fact.detail} builds objects from data.` } : undefined,
      ),
      message: "Data is loaded in a way that may run code.",
      advice: "Use a safe loader, or JSON.",
      references: ["CWE-502"],
    },
    {
      id: "T21-metadata",
      version: 3,
      title: "Cloud metadata or internal service asked for credentials",
      category: "T21",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            if (
              block.polarity !== "assert" ||
              !/169\.254|metadata|a9fe|2852039166|100\.100\.100/.test(block.lower)
            )
              continue;
            for (const match of block.text.matchAll(
              /\bhttps?:\/\/(?:\[[0-9a-f:.]{2,60}\]|[\w.:-]{3,80})[^\s"'`<>)]{0,120}/gi,
            )) {
              if (
                hostKind(hostOf(match[0])) === "metadata" &&
                !/\b(?:block|deny|ssrf|prevent|forbid|reject|never)\b/i.test(
                  block.text.slice(Math.max(0, match.index - 120), match.index + 160),
                )
              )
                yield {
                  artefact: block.artefact,
                  start: block.start + match.index,
                  end: block.start + match.index + match[0].length,
                  ...(isPlainQuestion(block, match, context) ? { confidence: 0.3 } : {}),
                };
            }
          }
        },
      },
      message: "The machine's cloud identity is asked for its credentials.",
      advice: "Use the provider's SDK with a role of its own.",
      references: ["CWE-918"],
    },
    {
      id: "T21-url-as-identifier",
      version: 3,
      title: "Address put where an identifier belongs, to catch a token",
      category: "T21",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "managed identity token|capture the token|capture the managed|instead of the normal|access token|session token|identity|bearer token",
        ),
        any: [
          /\b(?:capture|steal|leak|harvest)\s(?:the )?(?:\w{1,14}\s){0,3}?(?:identity token|access token|bearer token|session token|managed identity)\b/gi,
        ],
      },
      message: "A token is made to leak to an address.",
      advice: "Remove it.",
      references: ["CWE-918"],
    },
    {
      id: "T22-leaked-secret",
      version: 1,
      title: "Secret in the skill",
      category: "T22",
      severity: "medium",
      confidence: 0.6,
      kind: "vulnerable",
      layer: "static",
      where: { roles: ["code", "config", "prose", "table", "front-matter"] },
      detect: {
        kind: "pattern",
        hints: pieces("akia|ghp_|github_pat_|xox|sk-ant-|sk_live_|-----begin|aiza|glpat-|npm_|hf_"),
        any: secretPatterns,
        unless: /\b(?:example|placeholder|dummy|fake|sample|redacted|xxxx)\b/i,
      },
      message: "A secret of the author's is in the skill.",
      advice: "Revoke it, and read it from the environment.",
      references: ["CWE-798"],
    },
  ],
};
