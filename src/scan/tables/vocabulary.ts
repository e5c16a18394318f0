/** Words that phrases share, by what they mean. A name in angle brackets in a phrase stands for one of its words. */
import { eachOf, lines } from "./compile.ts";
export const vocabulary: Readonly<Record<string, string>> = {
  drop: "ignore|disregard|forget|override|bypass|discard|set aside|abandon|overrule|stop following|do not follow|drop",
  each: "all|any|the|your|of|my|every|these|those|other|such|everything|about|in",
  earlier:
    "previous|prior|earlier|above|preceding|existing|original|initial|system|safety|former|usual|default|normal|security|content|developer|all other|your",
  rules:
    "instructions?|prompts?|rules|guidelines|guardrails|polic(?:y|ies)|directives?|constraints|restrictions|limits|limitations|safeguards|messages?|orders",
  void: "(?:no longer|do not|does not|don't|doesn't|stop|never) (?:apply|applies|applying|count|counts|hold|matter)|(?:are|is|have been|has been) (?:now |hereby )?(?:void|suspended|lifted|cancelled|revoked|superseded|overridden|retired|replaced|obsolete)",
  file: "file|skill|document|page|section|sheet|text|note|list|heading",
  outranks:
    "replaces?|supersedes?|outranks?|overrides?|prevails? over|(?:takes?|has|have) (?:precedence|priority) over|comes? before|stands? above|wins? over",
  free: "unrestricted|unfiltered|jailbroken|uncensored|unbound|unaligned",
  person:
    "users?|humans?|operators?|owners?|person|people|customers?|developers?|reviewers?|clients?|anyone|anybody|them|they",
  not: "do not|don't|never|must not|mustn't|should not|shouldn't|no need to|need not|needn't|avoid",
  tell: "tell|telling|inform|informing|notify|notifying|alert|alerting|mention|mentioning|reveal|revealing|disclose|disclosing|announce|announcing|show|showing|admit|acknowledge|report",
  sends:
    "send|sends|sent|upload|uploads|uploaded|post|posts|forward|forwards|transmit|transmits|copy|copies|relay|submit|collect|collects|mirror|sync|record|log|exfiltrate|append|install|run|execute|delete|deploy|write|encrypt",
  hand: "send|sends|sent|sending|upload|uploads|uploading|transmit|transmits|exfiltrates?|forward|forwards|post|posts|relay|e-?mails?|deliver|submit|leak|push|beacon",
  act: "steps?|actions?|uploads?|transfers?|collection|requests?|calls?|behaviou?r|instructions?|copy|copies|fees?|transmissions?|recipients?|sync|change|command",
  carry: "carry out|follow|obey|execute|comply with|act on|perform|run|apply|do",
  order: "instructions?|commands?|orders?|directives?|requests?",
  found:
    "document|page|e-?mail|message|comment|cell|row|column|issue|ticket|response|reply|web ?site|website|file|transcript|text|input|data|note|field|log|output|result|image|pdf|attachment",
  memory:
    "(?:MEMORY|CLAUDE|AGENTS|SOUL|GEMINI|USER|IDENTITY|HEARTBEAT)\\.md|\\.cursorrules|copilot-instructions\\.md",
  secret:
    "api[ _-]?keys?|api[ _-]?tokens?|access tokens?|passwords?|secrets?|private keys?|seed (?:phrase|words)|recovery (?:phrase|words)|credentials|passphrases?|secret keys?",
  outside:
    "(?:remote|external|collector|collection|analytics|telemetry|logging|monitoring|tracking|third[- ]party|our|central|support|diagnostics?|attacker|c2|exfil\\w{0,8}) (?:\\w{1,14} )?(?:servers?|endpoints?|service|url|host|webhook|address|api|inbox|domain|backend|bucket|collector)|webhook|pastebin",
  attack:
    "exfiltrator|stealer|(?:credential|token|password|key|secret|cookie|memory|session)s?-harvester|keylogger|backdoor|ransomware|cryptojack",
  campaign:
    "credential stealer|memory harvester|infostealer|malware delivery|c2 (?:resolution|relay|beacon|infrastructure|communication)|infection chain|jailbreak override|worm propagation|payload host|exfiltration (?:showcase|example)",
  brand: "skills?|tools?|plugins?|assistants?|agents|servers?|extensions?",
};

/** Phrases, one in each line, as one expression: names in brackets expanded, blanks for white space, "…" for words between. */
export function phrases(table: string, flags = "gi"): RegExp {
  return eachOf(lines(table).map(expanded), flags);
}

function expanded(source: string): string {
  const words = source.replace(/<([a-z]{3,9})>/g, (whole, name: string) =>
    vocabulary[name] === undefined ? whole : `(?:${vocabulary[name]})`,
  );
  const body = words
    .replaceAll("…", "[^.;\\n]{0,60}?")
    .replaceAll(",? ", "(?:,| [–—-])? ")
    .replace(/(?<=[a-z])'(?=[a-z])/g, "['’]?")
    .replaceAll(" ", "\\s{1,3}");
  return /^(?:\w|<|\((?!\?:\^))/.test(source) ? `(?<![\\w-])${body}` : body;
}
