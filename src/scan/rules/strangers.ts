/**
 * Steps that name a stranger: an address, a mailbox or an account that the skill has nothing to do with. What the words
 * around it are hardly matters; that an instruction and such a place stand in one sentence does. Places that are cited
 * (links, lists of sources) are not used.
 */

import type { RuleFamily } from "../rule.ts";
import { onStatements } from "./statement-rule.ts";
import { placeRules } from "./stranger-places.ts";

const stranger = ["url:stranger", "mail:stranger", "url:shady", "mail:shady"] as const;
/** A bare name ("mx.some.net") may be a record, a file or a host: alone it is no place that something goes to. */
const named = [...stranger, "host:stranger"] as const;
const source = [...named, "url:shared"] as const;

/** Before an address: something to read, an example of how a value looks, who sends, or a place of the reader's own. */
const cited =
  /\b(?:see|docs?|documentation|inspired by|credits?|based on|specification|tutorial|guide|guidelines|framework|community|e\.g\.|examples?:|for example|for instance|such as|start with|looks like|format|placeholder|your (?:own )?\w{3,12})\b[^.;]{0,24}$|\b(?:more|about it|about this)(?: at| on|:)?\s{0,2}$|\b(?:keys?|tokens?|accounts?) (?:from|at|via) $|(?:[_-]from(?:[_-](?:e?mail|address))?|\bfrom[_-](?:e?mail|address)|\bsender(?: (?:e?mail|address))?)\b[^.;]{0,30}$|\(defaults?(?: to)?:?\s{0,2}[`"'<]{0,2}$|\bmy\s{1,2}[`"'<]{0,2}$/i;

/** The person decides, or an attack is described. */
const innocent =
  /\b(?:ask (?:the user|them|first|before)|(?:user(?:['’]s)?|their) (?:consent|permission)|if the user (?:asks|wants|agrees|chose)|attackers? (?:can|could|may|might)|self-hosted)\b/i;

/** A machine that only those who are in its own network reach. */
const ownNetwork = /\bmust be (?:on|connected to) the (?:tailnet|vpn|lan|home network|local network)\b/i;

/** The same, and something for the person's own hands. */
const byHand = [
  innocent,
  /\b(?:click|in your (?:wallet|browser)|(?:published|shared|hosted|available|mirrored) (?:as|at|on|under|by|in)|to take it back|to undo)\b/i,
];

/** Calls that carry something away: with a body, a file, or as a name to look up. */
const carries =
  /\b(?:requests|httpx|session|axios|got)\.(?:post|put|patch)\b|\b(?:c|s|cl|client|sess|conn|api)\.(?:post|put)\(\s{0,20}f?["'`]https?:|["'](?:POST|PUT)["']\s{0,3},\s{0,3}f?["'`]https?:|\bnew Image\(\)\.src\s{0,3}=|-TransferType\s{1,4}Upload|\bmethod\s{0,3}[:=]\s{0,3}["'`](?:POST|PUT)|-X\s?(?:POST|PUT)\b|--(?:data(?:-\w{3,10})?|upload-file|form|post-data|post-file)\b|\b(?:curl|wget)\b(?:[^\n|\\]|\\\n|\\.){0,160}\s-[a-zA-Z]{0,3}[dFT]\b|\bxargs\b[^\n|]{0,24}\b(?:curl|wget)\b|\burlopen\([^)\n]{0,80}(?:,|\bdata\b|\breq)|\bRequest\([^)]{0,160}\bdata\b|\bHTTPS?Connection\(|\bsendBeacon\(|\bsendall\(|\.request\(|\bUpload(?:String|File|Data)\b|\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,80}-(?:Body|InFile|Method)|\bWebSocket\(|\b(?:nslookup|dig|host)\s{1,4}["'$]|\b(?:scp|rsync|sftp)\s|\bnc\s|\bgit\s{1,4}(?:push|remote\s{1,4}(?:add|set-url))\b/i;

export const strangers: RuleFamily = {
  id: "strangers",
  title: "Strangers named in a step",
  rules: [
    {
      id: "T08-step-to-stranger",
      version: 5,
      title: "A step that hands something to a stranger",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: onStatements(
        {
          says: [
            [...stranger, "repo:stranger"],
            ["send", "report", "copyto"],
          ],
          never: ["!send"],
          lead: cited,
          unless: byHand,
        },
        {
          says: [named, ["secret", "private", "machine", "secret-path"]],
          never: ["named"],
          // A row that lists whose key is whose carries nothing.
          outside: ["table"],
          lead: cited,
          unless: byHand,
        },
        // An address to be filled in, or a call with a body, carries something whatever the verb is.
        {
          says: [["url:stranger", "url:shady"], ["carrier"]],
          never: ["named"],
          lead: cited,
          unless: byHand,
        },
        {
          says: [["url:stranger", "url:shady"]],
          near: carries,
          never: ["named"],
          lead: cited,
          unless: byHand,
        },
        {
          says: [["url:stranger", "url:shady"]],
          around: [["send"], ["secret", "private", "document"]],
          never: ["named"],
          lead: cited,
          unless: byHand,
        },
        { says: [["carrier:private"]], unless: byHand },
        {
          says: [["mail:stranger", "mail:shady"]],
          around: [
            ["send", "copyto", "put"],
            ["secret", "private", "money", "secret-path"],
          ],
          lead: cited,
          unless: byHand,
        },
      ),
      message: "Something is handed to a place that the skill has nothing to do with.",
      advice: "Name the service in the description, and ask before anything leaves the machine.",
      references: ["OWASP LLM02", "CWE-200"],
    },
    {
      id: "T05-step-from-stranger",
      version: 3,
      title: "Something from a stranger to be run or obeyed",
      category: "T05",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: onStatements(
        {
          says: [source, ["fetch", "obey", "program"]],
          around: [["program", "person", "obey", "launch"]],
          never: ["named"],
          lead: cited,
          unless: innocent,
        },
        { says: [source, ["launch", "person"]], never: ["named"], lead: cited, unless: innocent },
      ),
      message: "What a stranger's place gives is to be run or obeyed.",
      advice: "Ship it in the skill, or name its publisher and pin a version.",
      references: ["OWASP Agentic Skills 02", "CWE-494"],
    },
    {
      id: "T13-stranger-let-in",
      version: 4,
      title: "A stranger put into settings, accounts or generated work",
      category: "T13",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "static",
      detect: onStatements(
        {
          says: [stranger, ["put", "change", "access"]],
          never: ["named"],
          lead: cited,
          unless: [...byHand, ownNetwork],
        },
        // A setting that is only described is nobody's doing.
        {
          says: [stranger, ["setting"]],
          around: [["put", "change", "send", "obey", "launch"]],
          never: ["named"],
          lead: cited,
          unless: [...byHand, ownNetwork],
        },
      ),
      message: "A stranger's address becomes part of settings, accounts or what is made for the user.",
      advice: "Leave it to the person to choose services.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T29-account-in-step",
      version: 2,
      title: "A fixed account in a step",
      category: "T29",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: onStatements(
        {
          says: [["account"], ["put", "change", "send", "copyto", "money", "access", "report"]],
          unless:
            /\b(?:e\.g\.|for example|for instance|such as|testnet|sample|placeholder|format|looks like|contract|null address|burn|usdc|weth|router|factory|retired|untrusted|compromised|revoked|deprecated|previously|formerly)\b/i,
        },
        {
          says: [["contract"], ["send", "money"]],
          unless:
            /\b(?:contracts?|e\.g\.|for example|testnet|format|approval|framework|exchange|router|factory|tokens?|retired|untrusted|compromised|revoked|deprecated|previously|formerly)\b|^[^|]{1,40}\|\s{0,3}`?0x[0-9a-f]{40}`?\s{0,3}\|[\d\s|]{0,20}$/i,
        },
      ),
      message: "An account or wallet that is not the user's is written into a step.",
      advice: "Take accounts from the user's own data, and show them before use.",
      references: [],
    },
    ...placeRules,
  ],
};
