/** Places by what they are: a stand-in for a known house, a post box, a store that is brought along, a picture that carries. */

import type { Block } from "../document/block.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { isAboutSecurity } from "../document/shown.ts";
import { hostKind, hostOf, registeredName } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { distanceIsOne } from "../spelling.ts";
import { around, hitAt, meant, searching } from "./code-blocks.ts";
import { isStranger } from "./whose.ts";

const said = ["prose", "quote", "table", "hidden", "comment", "code", "config"] as const;

/** Houses whose sign-in pages are worth standing in for. */
const brands =
  "google microsoft apple icloud github gitlab paypal amazon okta binance coinbase metamask openai anthropic stripe slack office365 outlook docusign dropbox facebook instagram whatsapp telegram netflix linkedin adobe dhl fedex ledger trezor phantom onedrive sharepoint".split(
    " ",
  );
const signIn =
  /^(?:log-?in|sign-?in|verify|verification|secure|security|auth|reauth|accounts?|sso|confirm|billing|password|wallet|support|update|mailsecure|identity|session|recovery|restore|unlock|validate)$/;

const keyBeside =
  /\$\{?[A-Z]{3,20}_(?:[A-Z]{1,12}_){0,2}(?:KEY|TOKEN|SECRET)\b|\b(?:sk_live|secret key|live key|api key|password)\b/;

/** The house whose name a host bears, where it speaks of signing in or is given a key. */
function standsInFor(host: string, beside: string): string | undefined {
  if (hostKind(host) !== "unknown") return undefined;
  const own = registeredName(host);
  const below = host.slice(0, Math.max(0, host.length - own.length - 1));
  const [label = ""] = own.split(".");
  const parts = `${below}.${label}`.split(/[.-]/).filter((part) => part !== "");
  const brand = brands.find(
    (name) => label !== name && parts.some((part) => part === name || isMisspelt(part, name)),
  );
  if (brand === undefined) return undefined;
  const takesKey = label.split("-").includes(brand) && keyBeside.test(beside);
  return takesKey || parts.some((part) => signIn.test(part)) ? brand : undefined;
}

function isMisspelt(part: string, name: string): boolean {
  return name.length > 5 && part !== name && part[0] === name[0] && distanceIsOne(part, name);
}

const address = /\bhttps?:\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){2,6})(?=[/:?\s"'`)\]]|$)/gi;

const standIn: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    if (isAboutSecurity(context.declared)) return;
    for (const block of meant(context, said))
      for (const match of [...block.text.matchAll(address)].slice(0, 200)) {
        const brand = standsInFor((match[1] ?? "").toLowerCase(), around(block, match.index, 40, 160));
        if (brand === undefined || isNegatedIn(block, match.index)) continue;
        yield hitAt(block, match.index, match[0].length, {
          message: `${match[1]} bears the name of ${brand} and is none of its hosts.`,
        });
      }
  },
};

/** A key of a bot that is written out, in an address or beside one that takes it. */
const botAddress = /\bapi\.telegram\.org\/bot(\d{8,10}:[\w-]{12,60})/g;
const botTakesKey =
  /\bapi\.telegram\.org\/bot(?:%s|\{\w{1,40}\}|\$\{\w{1,40}\}|["'`]\s{0,3}\+)[^\n]{0,60}send(\w{4,12})/;
const fixedKey = /\b\d{8,10}:AA[\w-]{30,36}\b/;
/** A file to a chat whose number is written out is for the author; a message may be for whoever set the skill up. */
const fixedChat = /\bchat_?id["'`]?\s{0,3}[:=]\s{0,3}["'`]?-?\d{8,14}\b|=\s{0,3}["'`]?-100\d{9,11}\b/i;

const postBox: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, said)) {
      if (!block.lower.includes("api.telegram.org/bot")) continue;
      for (const match of block.text.matchAll(botAddress))
        if (!/(.)\1{4}|123456|abcdef|xxx|your|token/i.test(match[1] ?? ""))
          yield hitAt(block, match.index, match[0].length);
      const takes = block.role === "code" ? botTakesKey.exec(block.text) : null;
      const fixed = takes?.[1] === "Message" ? fixedKey.test(block.text) : fixedChat.test(block.text);
      if (takes !== null && fixed) yield hitAt(block, takes.index, takes[0].length);
    }
  },
};

/** Settings of a store elsewhere with the password to it, as a skill brings them along. */
const ownStore = searching(
  {
    roles: ["config", "code", "prose", "data"],
    hints: pieces("type = |type: |protocol"),
    patterns: [
      /\[[\w -]{1,40}\]\s{1,8}type\s{0,3}=\s{0,3}(?:webdav|sftp|ftp|s3|b2|swift|http)\b[^[]{0,400}?(?:url|host|endpoint)\s{0,3}=\s{0,3}(?:https?:\/\/)?([\w.-]{4,120})[^[]{0,300}?(?:pass|password|secret_access_key|key)\s{0,3}=\s{0,3}\S{6}/g,
    ],
  },
  (match, block, context) => {
    const host = (match[1] ?? "").toLowerCase();
    return block.artefact.language !== "markdown" && isUnknown(host, context, block) ? {} : undefined;
  },
);

/** The bare text of a page that anybody may change, named in SKILL.md. */
const changingPage = searching(
  {
    roles: ["prose", "quote", "table", "code"],
    hints: pieces("/raw|raw.|rentry|pastebin"),
    patterns: [/\bhttps?:\/\/([\w.-]{4,80})\/(?:raw\/[\w-]{2,60}|[\w-]{2,60}\/raw)\b/g],
  },
  (match, block) =>
    hostKind((match[1] ?? "").toLowerCase()) === "paste" && block.artefact.role === "manifest"
      ? {}
      : undefined,
);

const tellingName = searching(
  {
    roles: ["prose", "quote", "table", "code", "hidden"],
    hints: pieces(
      "private_key|privatekey|seed|mnemonic|phrase=|mnemonic=|privkey=|private_key=|privatekey=|password=|passwd=|secret=|otp=",
    ),
    patterns: [
      /\bhttps?:\/\/([\w.-]{4,120})[^\s"'`)]{0,160}[?&](?:(?:seed_?)?phrase|seed_?words|mnemonic|priv(?:ate)?_?key|password|passwd|secret|otp)=[^\s"'`)&]{0,80}/gi,
      // The key of a purse in the body: whoever has it has the purse.
      /\bcurl\b(?:[^\n\\]|\\[\s\S]){0,200}?\bhttps?:\/\/([\w.-]{4,120})(?:[^\n\\]|\\[\s\S]){0,300}?["'](?:<|\$\{?)?(?:\w{1,20}_)?(?:private_?key|seed_?phrase|seed_?words|mnemonic)(?:_\w{1,20}){0,3}\}?>?["']/gi,
    ],
  },
  (match, block, context) => {
    const host = (match[1] ?? "").toLowerCase();
    // Nobody's service needs the key of a purse, not even one that the page is about.
    const isPurse = match[0].startsWith("curl") && hostKind(host) === "unknown";
    return isPurse || isUnknown(host, context, block) ? { message: `A secret goes to ${host}.` } : undefined;
  },
);

/** Files handed to a store that asks nobody who they are. */
const unsignedUpload = searching(
  {
    roles: ["prose", "table", "code"],
    hints: pieces("--no-sign-request"),
    patterns: [
      /\baws\s{1,3}s3\s{1,3}(?:cp|sync|mv)\s{1,3}(?!["']?s3:)\S{1,200}\s{1,3}["']?s3:\/\/[^\n]{3,300}--no-sign-request\b/g,
    ],
  },
  () => ({}),
);

const sendsFile =
  /\bcurl\b(?:[^\n\\]|\\[\s\S]){0,400}?\s(?:-F\s{0,2}["']?[\w-]{1,40}=@|-T\s|--upload-file\s|(?:-d|--data|--data-binary)\s{0,2}["']?@)(?:[^\n\\]|\\[\s\S]){0,600}/g;
const unread = /(?:>\s{0,2}|-o\s{0,2})\/dev\/null/;

/** Files sent to a stranger whose answer nobody reads: what is wanted is that they arrive there. */
const unreadAnswer: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code", "prose", "table"])) {
      if (!block.lower.includes("curl")) continue;
      for (const match of [...block.text.matchAll(sendsFile)].slice(0, 20)) {
        const url = /https?:\/\/[\w.-]{4,120}/.exec(match[0])?.[0] ?? "";
        if (url === "" || !unread.test(match[0]) || !isUnknown(hostOf(url), context, block)) continue;
        if (!isNegatedIn(block, match.index)) yield hitAt(block, match.index, Math.min(match[0].length, 200));
      }
    }
  },
};

function isUnknown(host: string, context: Skill, block: Block): boolean {
  return hostKind(host) === "unknown" && isStranger(host, context, block);
}

export const placeRules: readonly Rule[] = [
  {
    id: "T16-stand-in-host",
    version: 1,
    title: "Host that stands in for a known house",
    category: "T16",
    severity: "high",
    confidence: 0.7,
    kind: "malicious",
    layer: "static",
    detect: standIn,
    message: "A host bears the name of a known house, speaks of signing in, and is none of its hosts.",
    advice: "Use the house's own address.",
    references: ["MITRE T1566"],
  },
  {
    id: "T08-post-box",
    version: 1,
    title: "Messages to a bot whose key is brought along",
    category: "T08",
    severity: "high",
    confidence: 0.7,
    kind: "suspicious",
    layer: "static",
    detect: postBox,
    message: "What is sent goes to a chat of the author's: its bot's key or its number is written out.",
    advice: "Let the user bring a bot and a chat of their own.",
    references: ["MITRE T1567"],
  },
  {
    id: "T08-own-store",
    version: 1,
    title: "A store of the author's, with its password",
    category: "T08",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: ownStore,
    message: "The skill brings along the address of a store and the password to it.",
    advice: "Let the user name a store of their own.",
    references: ["MITRE T1567.002"],
  },
  {
    id: "T07-changing-page",
    version: 1,
    title: "A page that anybody may change",
    category: "T07",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    detect: changingPage,
    message: "The skill leans on a page whose text can be changed at any time, by nobody knows whom.",
    advice: "Put the text into the skill.",
    references: ["OWASP LLM01"],
  },
  {
    id: "T23-telling-name",
    version: 1,
    title: "A secret in the address of a stranger",
    category: "T23",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: tellingName,
    message: "A secret goes to a stranger in an address.",
    advice: "Never put a secret into an address.",
    references: ["CWE-598"],
  },
  {
    id: "T08-unsigned-upload",
    version: 1,
    title: "Files handed to a store that asks for no name",
    category: "T08",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: unsignedUpload,
    message: "Files go to a store that takes them from anybody.",
    advice: "Use a store of the user's, with the user's own rights.",
    references: ["MITRE T1537"],
  },
  {
    id: "T08-unread-answer",
    version: 1,
    title: "Files sent to a stranger, the answer thrown away",
    category: "T08",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    detect: unreadAnswer,
    message: "Files go to a stranger and nobody reads the answer.",
    advice: "Say what the service is for, and use its answer.",
    references: ["CWE-200"],
  },
];
