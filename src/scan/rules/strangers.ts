/**
 * Steps that name a stranger: an address, a mailbox or an account that the skill has nothing to do with. What the words
 * around it are hardly matters; that an instruction and such a place stand in one sentence does. Places that are cited
 * (links, lists of sources) are not used.
 */

import type { Block } from "../document/block.ts";
import { chunksOf } from "../document/chunks.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { cornerOf, hostKind, hostOf } from "../hosts.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { onStatements } from "./statement-rule.ts";
import { placeRules } from "./stranger-places.ts";
import { isStranger } from "./whose.ts";

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

const codeAddress =
  /\b(?:https?|wss?|ftp|sftp|tcp):\/\/[^\s"'`<>)\],;]{3,200}|(?<=["'`@.}]|\s)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,3}\.(?:com|net|org|io|dev|app|ai|co|xyz|cloud|site|online|top|example|info|tech|ru|cn|me|cc|pw|su)(?=["'`:/\s])(?!\/v\d)/g;

/** Calls that carry something away: with a body, a file, or as a name to look up. */
const carries =
  /\b(?:requests|httpx|session|axios|got)\.(?:post|put|patch)\b|\b(?:c|s|cl|client|sess|conn|api)\.(?:post|put)\(\s{0,20}f?["'`]https?:|["'](?:POST|PUT)["']\s{0,3},\s{0,3}f?["'`]https?:|\bnew Image\(\)\.src\s{0,3}=|-TransferType\s{1,4}Upload|\bmethod\s{0,3}[:=]\s{0,3}["'`](?:POST|PUT)|-X\s?(?:POST|PUT)\b|--(?:data(?:-\w{3,10})?|upload-file|form|post-data|post-file)\b|\b(?:curl|wget)\b(?:[^\n|\\]|\\\n|\\.){0,160}\s-[a-zA-Z]{0,3}[dFT]\b|\bxargs\b[^\n|]{0,24}\b(?:curl|wget)\b|\burlopen\([^)\n]{0,80}(?:,|\bdata\b|\breq)|\bRequest\([^)]{0,160}\bdata\b|\bHTTPS?Connection\(|\bsendBeacon\(|\bsendall\(|\.request\(|\bUpload(?:String|File|Data)\b|\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,80}-(?:Body|InFile|Method)|\bWebSocket\(|\b(?:nslookup|dig|host)\s{1,4}["'$]|\b(?:scp|rsync|sftp)\s|\bnc\s|\bgit\s{1,4}(?:push|remote\s{1,4}(?:add|set-url))\b/i;

/** Code that carries something to a place which no other part of the skill knows. */
const codeToStranger: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const whole of context.blocks) {
      if (whole.role !== "code" || whole.polarity !== "assert") continue;
      for (const block of chunksOf(whole)) yield* strangersInCode(block, context);
    }
  },
};

function* strangersInCode(block: Block, context: Skill): Generator<Hit> {
  if (!carries.test(block.text)) return;
  for (const match of block.text.matchAll(codeAddress)) {
    const host = match[0].includes("://") ? hostOf(match[0]) : match[0];
    const end = match.index + match[0].length;
    if (
      !isForeign(match[0], host) ||
      !carries.test(block.text.slice(Math.max(0, match.index - 200), end + 200))
    )
      continue;
    const known =
      cornerOf(match[0]) === "corner"
        ? isSaidPlatform(host, context) && !block.artefact.path.includes("/")
        : !isStranger(host, context, block);
    if (known || isNegatedIn(block, match.index)) continue;
    yield {
      artefact: block.artefact,
      start: block.start + match.index,
      end: block.start + end,
      message: `Code carries something to ${host}, which the skill has nothing to do with.`,
    };
  }
}

/** Whether the description says that something goes to this platform: the page may show to which corner of it. */
function isSaidPlatform(host: string, { declared }: Skill): boolean {
  const [platform = ""] = /discord|slack|telegram|zapier|formspree/.exec(host) ?? [];
  return platform !== "" && declared.description.toLowerCase().includes(platform);
}

/** Programs of the skill that call a place which the rest of the skill is silent about. */
const callsStranger: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    const programs = new Map(
      context.blocks.filter(({ role }) => role === "code").map((block) => [block.artefact, block]),
    );
    for (const { kind, host, inScript, polarity, artefact, start, end } of context.facts) {
      if (kind !== "network" || !inScript || polarity !== "assert" || hostKind(host) !== "unknown") continue;
      const block = programs.get(artefact);
      if (block === undefined || !isStranger(host, context, block)) continue;
      yield {
        artefact,
        start,
        end,
        message: `The program calls ${host}, of which no other part of the skill speaks.`,
        ...(isPlainQuestion(artefact.text.slice(start, end)) ? { confidence: 0.45 } : {}),
      };
    }
  },
};

/** An address that is asked for and gets nothing but the question: what programs that read pages do all day. */
const isPlainQuestion = (call: string): boolean =>
  /^[^(]{0,80}(?:\.get|\bfetch|\burlopen|\bget)\(\s{0,3}(?:[rf]?["'`][^"'`+]{4,200}["'`]|[A-Za-z_]\w{0,40})\s{0,3}(?:,\s{0,3}(?:timeout|stream|verify)\s{0,3}=[^,()]{1,20}|,\s{0,3}headers\s{0,3}=\s{0,3}[A-Za-z_]{1,30}){0,3}\s{0,3}\)/.test(
    call,
  ) && !/\$\{|\{\w*(?:notes?|text|data|body|content|env|key|token)/i.test(call);

/** `http://number/…` or `number:port`. */
const numbered =
  /\b(?:https?|wss?|ftp|tcp):\/\/(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])|(?<![\w./:-])(\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}\b/g;

const bareAddress: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const whole of context.blocks) {
      const code = whole.role === "code" || whole.role === "config";
      if (!code || whole.polarity !== "assert") continue;
      for (const match of whole.text.matchAll(numbered)) {
        if (hostKind(match[1] ?? match[2] ?? "") !== "raw-address" || isNegatedIn(whole, match.index))
          continue;
        yield {
          artefact: whole.artefact,
          start: whole.start + match.index,
          end: whole.start + match.index + match[0].length,
        };
      }
    }
  },
};

/** Whether an address is nobody's that is known: an unknown host, or somebody's corner of a known one. */
function isForeign(address: string, host: string): boolean {
  const kind = hostKind(host);
  if (kind === "unknown" || kind === "raw-address") return true;
  const whose = kind === "well-known" ? cornerOf(address) : undefined;
  return whose === "corner" || whose === "tenant";
}

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
      id: "T08-code-to-stranger",
      version: 6,
      title: "Code that carries something to a stranger",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: codeToStranger,
      message: "Code carries something to a place that the skill has nothing to do with.",
      advice: "Name the service in the description.",
      references: ["CWE-200"],
    },
    {
      id: "T08-program-calls-stranger",
      version: 2,
      title: "A program that calls a stranger",
      category: "T08",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "deep",
      detect: callsStranger,
      message: "A program calls a host that no other part of the skill speaks of.",
      advice: "Say in SKILL.md which service the program calls, and what for.",
      references: ["CWE-829"],
    },
    {
      id: "T06-bare-address",
      version: 2,
      title: "A machine named by its number",
      category: "T06",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: bareAddress,
      message: "Code or settings reach for a public machine by its number: nobody answers for it.",
      advice: "Name the service by its host name.",
      references: ["CWE-918"],
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
