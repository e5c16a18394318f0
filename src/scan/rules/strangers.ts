/**
 * Steps that name a stranger: an address, a mailbox or an account that the skill has nothing to do with. What the words
 * around it are hardly matters; that an instruction and such a place stand in one sentence does. Places that are cited
 * (links, lists of sources) are not used.
 */
import type { RuleFamily } from "../rule.ts";
import { onStatements } from "./statement-rule.ts";

const stranger = ["url:stranger", "mail:stranger", "host:stranger", "url:shady", "mail:shady"] as const;

/** Before an address: something to read, an example of how a value looks, or a place of the reader's own. */
const cited =
  /\b(?:see|docs?|documentation|more|about|inspired by|credits?|based on|specification|tutorial|guide|guidelines|framework|community|e\.g\.|for example|for instance|such as|start with|looks like|format|placeholder|your (?:own )?\w{3,12})\b[^.;]{0,24}$/i;

/** The person decides, or an attack is described. */
const innocent =
  /\b(?:ask (?:the user|them|first|before)|(?:user(?:['’]s)?|their) (?:consent|permission)|if the user (?:asks|wants|agrees|chose)|attackers? (?:can|could|may|might)|self-hosted)\b/i;

export const strangers: RuleFamily = {
  id: "strangers",
  title: "Strangers named in a step",
  rules: [
    {
      id: "T08-step-to-stranger",
      version: 1,
      title: "A step that hands something to a stranger",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: onStatements(
        { says: [stranger, ["send", "report", "copyto"]], never: ["!send"], lead: cited, unless: innocent },
        { says: [stranger, ["secret", "private", "machine", "secret-path"]], lead: cited, unless: innocent },
      ),
      message: "Something is handed to a place that the skill has nothing to do with.",
      advice: "Name the service in the description, and ask before anything leaves the machine.",
      references: ["OWASP LLM02", "CWE-200"],
    },
    {
      id: "T05-step-from-stranger",
      version: 1,
      title: "Something from a stranger to be run or obeyed",
      category: "T05",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: onStatements(
        {
          says: [stranger, ["fetch", "obey", "program"]],
          around: [["program", "person", "obey", "launch"]],
          lead: cited,
          unless: innocent,
        },
        { says: [stranger, ["launch", "person"]], lead: cited, unless: innocent },
      ),
      message: "What a stranger's place gives is to be run or obeyed.",
      advice: "Ship it in the skill, or name its publisher and pin a version.",
      references: ["OWASP Agentic Skills 02", "CWE-494"],
    },
    {
      id: "T13-stranger-let-in",
      version: 1,
      title: "A stranger put into settings, accounts or generated work",
      category: "T13",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "static",
      detect: onStatements({
        says: [stranger, ["put", "change", "access", "setting"]],
        lead: cited,
        unless: innocent,
      }),
      message: "A stranger's address becomes part of settings, accounts or what is made for the user.",
      advice: "Leave it to the person to choose services.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T29-account-in-step",
      version: 1,
      title: "A fixed account in a step",
      category: "T29",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: onStatements({
        says: [["account"], ["put", "change", "send", "copyto", "money", "access", "report"]],
        unless:
          /\b(?:e\.g\.|for example|for instance|such as|testnet|sample|placeholder|format|looks like|contract|null address|burn|usdc|weth|router|factory)\b/i,
      }),
      message: "An account or wallet that is not the user's is written into a step.",
      advice: "Take accounts from the user's own data, and show them before use.",
      references: [],
    },
  ],
};
