/** T16 impersonation, T17 over-broad triggers, T29 money, T30 bias. */
import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";

export const deception: RuleFamily = {
  id: "deception",
  title: "Impersonation, triggers, money, bias",
  rules: [
    {
      id: "T17-trigger-hijack",
      version: 2,
      title: "Description that wants to be chosen for everything",
      category: "T17",
      severity: "medium",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["front-matter"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "always use|every request|any request|all requests|every task|any task|all tasks|instead of|before any other|regardless|every conversation|every message|highest priority|takes precedence|overrides|replace|supersede|other |ahead of|entry point|first step|precedence|override|instead|in place of|rather than|must be|always|use this",
        ),
        any: [
          /\b(?:always|must) (?:be )?(?:use|used|invoke|invoked|load|loaded|run|activate|activated|trigger|triggered|call|called)\s(?:this (?:skill|tool) )?(?:first\b(?! (?:to|when|time|step))|before (?:any|every|all) other|(?:for|on) (?:every|any|all) (?:user )?(?:requests?|tasks?|questions?|messages?|prompts?|conversations?)\b(?!\s{1,4}(?:about|related|that|involving|where|to|for|concerning|regarding|of|in|with|on|when|which|touching|requiring|needing|whose|containing|mentioning|asking))|regardless|instead of)/gi,
          /\b(?:use|invoke|run|load|trigger|activate)\s(?:this (?:skill|tool) )?(?:first |always )?(?:for|on|in|with|before|at) (?:every|any|all)(?: single)? (?:user )?(?:requests?|tasks?|questions?|messages?|conversations?|prompts?|quer(?:y|ies)|sessions?)\b(?!\s{1,4}(?:about|related|that|involving|where|to|for|concerning|regarding|of|in|with|on|when|which|touching|requiring|needing|whose|containing|mentioning|asking))/gi,
          /\b(?:required|mandatory) (?:entry point|first step) (?:for|of) (?:each|every|any|all) (?:requests?|tasks?|messages?|conversations?)\b/gi,
          /\b(?:loaded|used|invoked|run|called|consulted) (?:ahead of|before) (?:any|every|all) other (?:skills?|tools?)\b/gi,
          /\bother (?:\w{1,14}[, ]{1,2}){0,5}?(?:skills?|tools?|plugins?) (?:are|is) (?:now )?(?:deprecated|obsolete|outdated|disabled|superseded)\b/gi,
          /\b(?:instead of|in place of|rather than|replaces?|supersedes?|takes? (?:precedence|priority) over|overrides?)\s(?:all |any |every )?(?:other|existing|built-?in|default|official)\s(?:\w{1,14}\s){0,2}?(?:skills?|tools?|assistants?|plugins?)\b/gi,
        ],
      },
      message: "The description asks to be chosen whatever the task is.",
      advice: "Say for which task the skill is.",
      references: ["OWASP Agentic Skills 08"],
    },
    {
      id: "T17-shadowing",
      version: 1,
      title: "Other skills or tools to be put aside",
      category: "T17",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "other skills|other tools|another skill|official skill|built-in tool|tool name collision|overwrites a legitimate|other plugins|other extensions|competing|conflicting|official|builtin|built-in",
        ),
        any: [
          /\b(?:never|do not|don['’]t|refuse to) (?:use|invoke|call|load|trust|run) (?:any |the )?(?:other|official|built-?in|competing) (?:\w{1,14} )?(?:skills?|tools?|plugins?|servers?)\b[^.\n]{0,40}(?:even if|regardless|;|\.|—|instead)/gi,
          /\b(?:uninstall|disable|remove|unload) (?:all |any )?(?:other|competing|conflicting|official) (?:\w{1,14} )?(?:skills?|plugins?|extensions?)\b/gi,
          /\btool name collision\b|\bcolliding tool\b[^.\n]{0,60}\boverwrites?\b/gi,
        ],
        unless:
          /\b(?:for this (?:task|step|workflow)|in this (?:step|phase|mode)|until|while|during|read-only)\b/i,
      },
      message: "Other skills or tools are to be put aside.",
      advice: "Leave the choice to the agent.",
      references: [],
    },
    {
      id: "T29-hidden-billing",
      version: 2,
      title: "Charges or transfers at each use",
      category: "T29",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["front-matter", "prose", "code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "billing/charge|自动扣费|private_key|seed|transfer|withdraw|drain|sendtransaction|per call|auto-charge|automatically|silently|sweep",
        ),
        any: [
          /https?:\/\/[\w.-]{3,80}\/(?:[\w.-]{1,20}\/){0,3}billing\/charge\b/gi,
          /(?:每次|自动|調用|调用)[^\n]{0,10}(?:扣费|收费|付款)/g,
          /\b(?:transfer|send|withdraw|sweep|drain)\s(?:\w{1,14}\s){0,3}?(?:all|entire|remaining|full|100%)\s(?:\w{1,14}\s){0,3}?(?:balance|funds|tokens|wallet|assets|eth|sol|btc|usdc)\b/gi,
          /\b(?:automatically|silently) (?:charge|bill|deduct|purchase|pay|transfer)\b/gi,
        ],
        unless: /\b(?:never|do not|ask|confirm|approval|simulate|testnet|if the user|how to)\b/i,
      },
      message: "Money moves at each use.",
      advice: "Ask before every payment, and say the price in the description.",
      references: [],
    },
    {
      id: "T30-biased-output",
      version: 3,
      title: "Biased or false output demanded",
      category: "T30",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "recommend|always respond with|misinformation|favor|promote|disparage|regardless of|negative|positive|never mention|omit|suppress|downplay|hide|praise|rank|suggest",
        ),
        any: [
          /\b(?:always|must|only) (?:recommend|promote|favou?r|suggest|praise|rank)\s(?:\w{1,20}\s){1,6}?(?:over (?:any|all) (?:other|competitor|alternative)s?|regardless of|even (?:if|when)|as the (?:best|only))\b/gi,
          /\balways respond with ["“'][^"”'\n]{2,60}["”'](?: regardless|\.|$| to (?:any|every|all))/gim,
          /(?<!(?:n['’]t|\bnot|\bnever|\bavoid|\brather than) )\b(?:never mention|omit|suppress|downplay|hide) (?:any )?(?:competitors?|risks?|side effects?|negative (?:reviews|findings|results)|drawbacks|criticism)\b/gi,
        ],
        unless:
          /\b(?:in (?:the )?(?:tests?|example)|format|persona|slide|resume|cover letter|brand voice|marketing copy)\b/i,
      },
      message: "The answers are to be slanted, whatever the question.",
      advice: "Let the agent answer truthfully.",
      references: [],
    },
    {
      id: "T16-self-declared",
      version: 2,
      title: "Calls itself an attack",
      category: "T16",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["heading", "front-matter", "comment"], polarity: ["assert", "teach", "prohibit"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "malicious|backdoor|exfiltrat|stealer|harvester|infostealer|rat|c2|malware|worm|jailbreak|payload|trojan|hidden threat|actual behavio|intentionally|keylogger|ransomware|cryptojack|infection chain",
        ),
        any: [
          /\((?:MALICIOUS|intentionally (?:unsafe|malicious|vulnerable))[^)\n]{0,30}\)|\bintentionally (?:malicious|suspicious)\b/gi,
          /\b(?:EXFILTRATE|BACKDOOR|HIDDEN THREAT|ACTUAL BEHAVIOU?R \(HIDDEN\)|MALICIOUS (?:VERSION|PAYLOAD|CODE))\b\s{0,2}:?/g,
          /^name:\s{0,4}["']?(?![a-z]{3,20}ing-)[\w-]{0,40}(?:exfiltrator|stealer|(?:credential|token|password|key|secret|cookie|memory|session)s?-harvester|keylogger|backdoor|ransomware|cryptojack)(?![\w-]{0,20}-(?:simulat|detect|analy|respon|defen|protect|scan|hunt|prevent|recover|aware|removal|triage|forensic))[\w-]{0,20}/gim,
          /^#{1,6}\s[^\n]{0,60}\b(?:credential stealer|memory harvester|infostealer|malware delivery|c2 (?:resolution|relay|beacon|infrastructure|communication)|infection chain|jailbreak override|worm propagation|payload host|exfiltration (?:showcase|example))\b/gim,
        ],
      },
      message: "The skill calls itself what it is.",
      advice: "A registry is no place for working malware, not even for show.",
      references: [],
    },
  ],
};
