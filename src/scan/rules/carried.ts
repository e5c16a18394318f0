/** T08 in plain words: what the machine keeps secret, put into something that others read. */
import { type Concept, pieces } from "../lexicon.ts";
import type { Rule, SearchDetector } from "../rule.ts";
import { searching } from "./code-blocks.ts";

const put: Concept = {
  id: "put",
  spoken: true,
  pattern:
    /\b(?:add|append|include|put|paste|embed|attach|write|save|store|copy|post|share|encode|set|pass|print|log|mention|upload|commit|tag|quote|insert|publish|hide|place)\b/gi,
  hints: pieces(
    "add|append|include|put|paste|embed|attach|write|save|store|copy|post|share|encode|set|pass|print|log|mention|upload|commit|tag|quote|insert|publish|hide|place",
  ),
};

/** Files and values that are nobody's business but their owner's. */
const ofTheMachine: Concept = {
  id: "secret-of-the-machine",
  pattern:
    /~\/\.(?:ssh(?!\/config)|aws(?!\/config)|netrc|npmrc|pypirc|kube|docker|gnupg|config\/gh|git-credentials|bash_history|zsh_history|azure)\b(?!\S{0,40}\.pub\b)|\bid_(?:rsa|ed25519)\b(?!\.pub)|\.git-credentials\b|\/etc\/shadow\b|\b(?:contents?|text|copy|values?) of (?:the |your |their )?`{0,2}\.env\b(?!\.(?:example|sample|template))|\boutput of `?(?:printenv|env|set)\b|\bvalues? of (?:the )?`?\$?\{?[A-Z][A-Z0-9_]{0,40}(?:TOKEN|KEY|SECRET|PASSWORD|DATABASE_URL|DSN|CREDENTIALS)\b/gi,
  hints: pieces("~/.|id_rsa|id_ed25519|git-credentials|/etc/shadow|.env|output of|value of|values of"),
};

/** Secrets by their kind, whoever's. */
const byKind: Concept = {
  id: "secret-by-kind",
  pattern:
    /\b(?:api keys?|access tokens?|auth(?:entication)? tokens?|session (?:tokens?|cookies?)|passwords|private keys?|ssh keys?|seed phrases?|recovery phrases?|credentials|all secrets|secrets you|all environment variables|authorization header|keychain)\b/gi,
  hints: pieces(
    "api key|token|session|password|private key|ssh key|seed phrase|recovery phrase|credential|secrets|environment variables|authorization header|keychain",
  ),
};

/** What is handed on, published or kept where others look. */
const handedOn: Concept = {
  id: "handed-on",
  pattern:
    /\b(?:in|into|to|as|at|under|within|on|with|through)\s(?:[\w'’-]{1,20}\s){0,3}?(?:commit (?:message|body|trailer)s?|branch names?|pull[- ]requests?|PR (?:description|body|comment)s?|issues?(?: (?:body|description|comment)s?)?|(?:bug|support|error|crash) (?:reports?|bundles?|tickets?)|tickets?|wiki|release notes|gists?|metadata|exif|appendix|calendar (?:event|entry|invite)s?|(?:event['’]s )?description|slack|discord|telegram|(?:shared|public|team|general) channel|utm_\w{3,10}|tracking pixel|public (?:folder|repo\w{0,8}|page|bucket|paste|file|directory)|public\/|image tags?|feedback form|survey|footer|alt text|docstrings?|comment at the top|paste|e-?mails?|readme|user-agent|query parameter|summary table|docs\/)\b/gi,
  hints: pieces(
    "commit|branch|pull|pr |issue|report|bundle|ticket|wiki|release notes|gist|metadata|exif|appendix|calendar|description|slack|discord|telegram|channel|utm_|pixel|public|image tag|feedback|survey|footer|alt text|docstring|comment|paste|mail|readme|user-agent|query parameter|summary table|docs/",
  ),
};

/** The same where nobody would put it for a reason of their own. */
const laidOpen: Concept = {
  id: "laid-open",
  pattern:
    /\b(?:in|into|to|as|at|under|within|on)\s(?:[\w'’-]{1,20}\s){0,3}?(?:commit (?:message|body|trailer)s?|branch names?|(?:pull[- ]request|PR|issue) (?:description|body|comment)s?|(?:bug|support|error|crash) (?:reports?|bundles?|tickets?)|wiki|release notes|exif(?: comment)?|appendix|calendar (?:event|entry|invite)s?|(?:shared|general) channel|utm_\w{3,10}|tracking pixel|public (?:folder|page|bucket|paste|directory)|public\/|image tags?|feedback form|alt text|comment at the top)\b/gi,
  hints: pieces(
    "commit|branch|description|body|comment|report|bundle|ticket|wiki|release notes|exif|appendix|calendar|channel|utm_|pixel|public|image tag|feedback|alt text",
  ),
};

const unless =
  /\b(?:never|do not|don['’]t|must not|not to|avoid|without|redact\w{0,3}|mask\w{0,3}|no secrets|leak\w{0,3}|strip|check|verify|detect\w{0,3}|scan\w{0,4}|attackers?|gitignore|ignored?|exclud\w{1,3}|names? of|example|rotate|encrypt\w{0,3}|public (?:key|half)|instead of|whether|removed|grep|fingerprint|public part|expir\w{1,4}|(?:item )?link|preview|about|sections?|introduction|reminder|rotat\w{1,4}|placeholder|hash|which|how|(?:item['’]s|its) name|code that|results?|mount)\b|\band (?:post|write|describe|put|paste|report) (?:the|an?) /i;

/** A file as the place where something is put, not as what is taken. */
const asPlace = /\b(?:in|to|into|at|under) (?:the |your )?`{0,2}~\/\./i;

/** What stands before a place in the same sentence. */
const sentenceBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - 160), at)
    .split(/[.!?;]\s|, then\s|\n\s{0,4}(?:[-*]|\d{1,2}[.)])\s/)
    .at(-1) ?? "";

/** A secret that a sentence takes up and puts into a place that comes after both. */
const carriedInto = (secret: Concept, place: Concept): SearchDetector =>
  searching(
    { roles: ["prose", "quote", "hidden", "comment"], hints: place.hints, patterns: [place.pattern] },
    (match, block) => {
      const before = sentenceBefore(block.text, match.index);
      const isSaid = before.search(secret.pattern) >= 0 && before.search(put.pattern) >= 0;
      return isSaid &&
        !unless.test(before + block.text.slice(match.index, match.index + match[0].length + 40)) &&
        !asPlace.test(before)
        ? {}
        : undefined;
    },
  );

const carried = {
  version: 1,
  category: "T08",
  severity: "high",
  kind: "malicious",
  layer: "static",
  message: "What the machine keeps secret is to be put where others read it.",
  advice: "Remove it.",
  references: ["CWE-200", "CWE-532"],
} as const;

export const carriedRules: readonly Rule[] = [
  {
    ...carried,
    id: "T08-secret-carried",
    title: "A secret of the machine put into what others read",
    confidence: 0.65,
    detect: carriedInto(ofTheMachine, handedOn),
  },
  {
    ...carried,
    id: "T08-secret-laid-open",
    title: "Keys or passwords put where everybody looks",
    confidence: 0.45,
    detect: carriedInto(byKind, laidOpen),
  },
];
