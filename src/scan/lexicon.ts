/**
 * Concepts: words that mean one thing in a behaviour chain. Rules speak in concepts ("secret" then "send" then
 * "place outside"), so that another wording of the same attack is still that attack.
 */
/** Hints as one line: "a|b" is ["a", "b"]. */
export function pieces(line: string): readonly string[] {
  return line.split("|");
}

export interface Concept {
  readonly id: string;
  /** Words that are said: not those in the path of an address. */
  readonly spoken?: boolean;
  readonly pattern: RegExp;
  /** Lower-case pieces of which one must occur. */
  readonly hints: readonly string[];
}

/** Reading, taking up, gathering. */
export const gather: Concept = {
  id: "gather",
  spoken: true,
  pattern:
    /\b(?:read|collect|gather|harvest|extract|grab|capture|copy|copies|scan|find|locate|search|list|fetch|retrieve|obtain|get|dump|record|save|store|include|append|attach|take|compile|package|archive|zip|encode|base64|summari[sz]e|enumerate|cat)(?:s|es|ed|ing)?\b/gi,
  hints: pieces(
    "read|collect|gather|harvest|extract|grab|captur|cop|scan|find|locat|search|list|fetch|retriev|obtain|get|dump|record|save|stor|includ|append|attach|take|compil|packag|archiv|zip|encod|base64|summar|enumerat|cat",
  ),
};

/** Only verbs that cannot mean anything but taking data out. */
export const sendOut: Concept = {
  id: "send-out",
  spoken: true,
  pattern:
    /\b(?:send|sent|upload|transmit|exfiltrate|forward|post|relay|e-?mail|deliver|submit|transfer|beacon|leak)(?:s|es|ted|ed|ing|ting)?\b|\b(?:scp|rsync|nslookup|curl|nc|ncat|wget)\s/gi,
  hints: pieces(
    "send|sent|upload|transmit|exfil|forward|post|relay|mail|deliver|submit|transfer|beacon|leak|scp|rsync|nslookup|curl|nc|wget",
  ),
};

/** Secrets by their place or name. */
export const secretPlace: Concept = {
  id: "secret-place",
  pattern:
    /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/home\/\w{1,32}|\/root|\/Users\/\w{1,32})[\\/]\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials|config[\\/](?:gh|gcloud|solana|op)|(?:openclaw|clawdbot)[\\/](?:openclaw|device|identity|credentials)|claude[\\/]\.?credentials|cursor[\\/]mcp|codex[\\/]auth|azure|bash_history|zsh_history|electrum|ethereum|bitcoin)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws[\\/]credentials|\bwallet\.dat\b|\/etc\/shadow\b|\bkeychain(?:-db)?\b|\blogin\.keychain|\bLogin Data\b|\bcookies\.sqlite\b|\bkey4\.db\b|\.(?:git-credentials|netrc|npmrc|pypirc|pgpass)\b|(?<![\w/])\.env\b(?!\.(?:example|sample|template|local\.example))|\bkeystore\b|\bseed phrases?\b|\bmnemonic(?:s| phrase| backup)?\b|\bprivate keys?\b|\brecovery phrases?\b|\bsession (?:cookies?|tokens?)\b|\bbrowser (?:cookies|passwords)\b|\bsaved passwords\b/gi,
  hints: pieces(
    ".ssh|.aws|.gnupg|.kube|.docker|netrc|npmrc|pypirc|git-credentials|.config|openclaw|clawdbot|.claude|.cursor|.codex|.azure|_history|electrum|ethereum|bitcoin|id_rsa|id_ed25519|id_ecdsa|id_dsa|wallet.dat|/etc/shadow|keychain|login data|cookies|key4.db|pgpass|.env|keystore|seed phrase|mnemonic|private key|recovery phrase|session|browser|saved passwords",
  ),
};

/** Secrets by noun. */
export const secretNoun: Concept = {
  id: "secret-noun",
  pattern:
    /\b(?:credentials?|secrets?|api[ _-]?keys?|(?:access|auth|oauth|bearer|session|refresh|bot|gateway|identity|managed identity|github|npm|aws)[ _-]?tokens?|tokens?|passwords?|passphrases?|private[ _-]?keys?|ssh[ _-]?keys?|environment variables?|env(?:ironment)? vars?|process\.env|os\.environ|printenv|id_rsa|(?<![\w/])\.env\b|cookies?|keychain|wallets?)\b/gi,
  hints: pieces(
    "credential|secret|api|token|password|passphrase|private|ssh|environ|env|id_rsa|cookie|keychain|wallet",
  ),
};

/** A place outside: an address, or words for one. */
export const outside: Concept = {
  id: "outside",
  pattern:
    /\bhttps?:\/\/(?!(?:localhost|127\.|0\.0\.0\.0|host:|<|your-))[^\s"'`<>)\]]{3,200}|\bhxxps?:\/\/|\b(?:s3|gs|smtp|ftp|sftp|wss?):\/\/[^\s"'`<>)\]]{3,100}|\b(?:remote|external|collector|collection|analytics|telemetry|logging|monitoring|tracking|webhook|attacker|c2|command[- ]and[- ]control|third[- ]party|our|support|triage|callback|diagnostics?|collaborator)(?: (?:triage|support|collection|logging|analytics|backup|sync|validation|api))? (?:server|endpoint|service|url|host|webhook|address|api|inbox|domain|backend|bucket)s?\b|\bwebhook\b|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,10}\b|\+\d{10,14}\b|\bpastebin\b|\b[\w-]{1,60}\.(?:attacker|evil|malicious|exfil)[\w.-]{2,60}/gi,
  hints: pieces(
    "http|hxxp|://|server|endpoint|service|url|host|webhook|address|api|inbox|domain|backend|bucket|@|+|pastebin|attacker|evil|malicious|exfil",
  ),
};

/** Kept from the user. Polarity is part of the concept: the negation is the attack. */
export const keepFromUser: Concept = {
  id: "keep-from-user",
  pattern:
    /\b(?:do not|don['’]?t|never|without|avoid|must not|should not|no need to)\s(?:\w{1,12}\s){0,3}?(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|report(?:ing)?|discuss(?:ing)?|expos(?:e|ing)|let(?:ting)?)\s(?:\w{1,14}\s){0,8}?(?:users?|them|anyone|humans?|operators?|owners?|developers?|customers?|person|people|reviewers?)\b(?![/-]|\s(?:ids?|data|inputs?|names?|e-?mails?|accounts?|content)\b)(?!\sto\b)(?!\s[^.\n]{2,40}\b(?:is|are|was|were) (?:ready|done|complete|finished|fixed|working|safe|live|deployed)\b[^.\n]{0,10}\b(?:while|until|unless|before|without)\b)|\b(?:hide|conceal|keep|withhold)\s(?:\w{1,14}\s){0,6}?(?:from|hidden from|secret from|invisible to|out of sight of)\s(?:the |any )?(?:users?|humans?|operators?|reviewers?|developers?|owners?)\b|\bwithout (?:the )?(?:user|operator|owner|developer|human)(?:['’]s)? (?:knowledge|knowing|consent|noticing|awareness|approval|seeing|being (?:told|aware|informed))\b|\b(?:secretly|covertly|surreptitiously|stealthily)\b|(?<!\b(?:not|never|n['’]t) )\b(?:silently|quietly) (?:send|upload|post|forward|transmit|copy|relay|submit|email|collect|execute|run|read|append|include|record)\b|\b(?:completed?|performed?|done|executed?|run) silently\b|\bkeep this (?:\w{1,12}\s){0,3}(?:hidden|secret|confidential|between us)\b|\b(?:user|human|operator) (?:must|should|need|does|do|will|is)(?: not|n['’]t)? (?:never |not )?(?:know|see|notice|be told|be aware|be informed|be shown)\b|\bdo not (?:log|print|display|output|include|mention) (?:this|these|that|any of this) (?:step|steps|action|actions|request|requests|instruction|instructions|call|calls)\b/gi,
  hints: pieces(
    "mention|tell|inform|notify|alert|reveal|disclos|show|report|discuss|expos|let|hide|conceal|keep|withhold|without|silently|secretly|covertly|quietly|surreptitious|stealth|user|human|operator|do not",
  ),
};

/** Running something. */
export const run: Concept = {
  id: "run",
  spoken: true,
  pattern:
    /\b(?:run|runs|running|execute|executes|executing|launch|open|double-click|start|invoke|paste|install|eval|source|apply)\b/gi,
  hints: pieces("run|execut|launch|open|double-click|start|invoke|paste|install|eval|source|apply"),
};

/** Getting something from elsewhere. */
export const download: Concept = {
  id: "download",
  pattern:
    /\b(?:download|downloading|fetch|fetching|retrieve|pull|visit|go to|open|navigate to|grab|get|obtain|clone|curl|wget|load|check|read|browse)\b/gi,
  hints: pieces(
    "download|fetch|retriev|pull|visit|go to|open|navigat|grab|get|obtain|clone|curl|wget|load|check|read|browse",
  ),
};

/** Doing what a fetched text says. */
export const obey: Concept = {
  id: "obey",
  spoken: true,
  pattern:
    /\b(?:follow|obey|execute|carry out|act on|perform|apply|comply with|adhere to|treat (?:it|them|its contents?|the (?:response|contents?|result)) as|run|do what|use (?:it|them|the (?:response|contents?)) as)\b(?:\s\w{1,14}){0,4}?\s(?:instructions?|directives?|steps?|commands?|rules?|guidelines|prompt|whatever|everything|it says|they say|contained|exactly|authoritative|guidance|policy)\b(?! (?:above|below)\b)|\b(?:obey|follow) (?:it|them|everything|whatever)\b|\bdo (?:what|whatever|everything|exactly what) (?:it|they|the (?:page|file|document|text|response)) (?:says?|tells?|asks?|lists?)\b/gi,
  hints: pieces(
    "follow|obey|execut|carry out|act on|perform|apply|comply|adhere|treat|run|do what|do everything|do exactly|use",
  ),
};

export const anyUrl: Concept = {
  id: "url",
  pattern: /\b(?:https?|hxxps?|ftp):\/\/(?:[^\s"'`<>)[\]]|\[\.\]){3,300}/gi,
  hints: pieces("http|hxxp|ftp"),
};

/** A mail address, from the last letter of its name; its first group is the host. */
export const mailbox: Concept = {
  id: "mailbox",
  pattern: /[\w+-]@([a-z][\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b/gi,
  hints: ["@"],
};
