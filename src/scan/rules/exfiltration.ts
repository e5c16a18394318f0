/** T08 exfiltration. */
import type { Fact } from "../code/facts.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { anyUrl, gather, outside, pieces, secretNoun, secretPlace, sendOut } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import {
  alongTheWay,
  confidential,
  consented,
  credentialNoun,
  embed,
  handOver,
  partOfAddress,
  privateData,
} from "./exfiltration-concepts.ts";
import { kindOf, onFacts, shadyHosts } from "./on-facts.ts";
import { carryingPicture } from "./pictures.ts";
import { isDeclaredHost, isKeyOfHost, ofTheMachine } from "./whose.ts";

const prose = ["prose", "quote", "table", "hidden", "comment"] as const;

/** A setting from the skill's own file and a request to an address that is a setting too: mostly a service and its key. */
function unknownPlace({ detail, path, artefact, start }: Fact): number {
  const setting =
    detail === "secret-file" && /\.env\b|config|settings|credentials\.json/.test(path[0]?.note ?? "");
  // In a bundle everything is in one line, and everything meets.
  const { text } = artefact;
  const line = (text.indexOf("\n", start) + 1 || text.length) - text.lastIndexOf("\n", start);
  if (setting || line > 2000) return 0.24;
  // A name that is looked up is a place: whoever owns the zone gets it.
  if (/\b(?:resolve\w{0,8}|gethostbyname|getaddrinfo|lookup)\(/.test(text.slice(start, start + 80)))
    return 0.75;
  // What a browser is logged in with opens all that the person has.
  if (/storage_?state|cookies/i.test(path[0]?.note ?? "")) return 0.6;
  // Nobody sends the machine's own keys anywhere, whatever the place is.
  if (ofTheMachine.test(path[0]?.note ?? "")) return 0.6;
  return detail === "secret-file" ? 0.45 : 0.6;
}

/** `echo "$KEY" > ~/.ssh/id_rsa`, as workflows begin: what is put there is not taken from there. */
function isOnlyWritten(words: string): boolean {
  return [...words.matchAll(secretPlace.pattern)].every(({ index, 0: place }) => {
    const before = words.slice(Math.max(0, index - 40), index);
    const after = words.slice(index + place.length, index + place.length + 40);
    return (
      /(?:>|\bchmod [0-7]{3,4}|\bmkdir -p|\/dev\/null)\s{0,3}["']?(?:(?:~|\$HOME)\/\.ssh\/)?$/.test(before) ||
      /^\/known_hosts\b/.test(after)
    );
  });
}

/** "Private keys stored locally", where no place outside is named but the project's own. */
function isKeptHere(words: string): boolean {
  return (
    /\bkeys? (?:are )?(?:stored|kept) locally\b/i.test(words) &&
    !words.replaceAll(/https:\/\/github\.com\/\S{1,120}/g, "").includes("://")
  );
}

export const exfiltration: RuleFamily = {
  id: "exfiltration",
  title: "Exfiltration",
  rules: [
    {
      id: "T08-flow-shady",
      version: 2,
      title: "Private data sent to an anonymous place",
      category: "T08",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["exfiltration"], (fact) =>
        shadyHosts.has(kindOf(fact)) ? { message: `Data (${fact.detail}) goes to ${fact.host}.` } : undefined,
      ),
      message: "Private data is sent to an anonymous place.",
      advice: "Remove it.",
      references: ["CWE-200"],
    },
    {
      id: "T08-flow-secrets",
      version: 7,
      title: "Secrets sent over the network",
      category: "T08",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["exfiltration"], (fact, context) => {
        const kind = kindOf(fact);
        if (
          shadyHosts.has(kind) ||
          kind === "local" ||
          // "user@VPS_IP" in a page: whoever follows it fills in a machine of their own.
          (!fact.inScript &&
            fact.detail.includes("/.claude/projects/") &&
            /^(?:YOUR|MY|VPS|SERVER|REMOTE|HOST)?_?(?:VPS|SERVER|HOST|MACHINE|NAS|PI)?_?(?:IP|HOST|SERVER|ADDRESS|NAME)$/.test(
              fact.host,
            )) ||
          fact.detail.startsWith("variable ") ||
          // A variable; `$HOME/…` is a file.
          /^\$\w{1,80}$/.test(fact.detail)
        )
          return undefined;
        // A skill that reads its own key from a file and sends it to its own service is everyday.
        const own =
          fact.detail === "secret-file" &&
          (kind === "well-known" || isDeclaredHost(fact.host, context)) &&
          /\.env|\.config(?!\/(?:solana|gcloud|gh\/|google-chrome))|credentials\.json/.test(
            fact.path[0]?.note ?? "",
          );
        if (own || (!/environment$/.test(fact.detail) && isKeyOfHost(fact))) return undefined;
        const { name, description } = context.declared;
        const isBackup = /\b(?:back(?:s|ing)?[ -]?ups?|sync\w{0,3}|archiv\w{1,3}|mirror\w{0,3})\b/i.test(
          `${name.replaceAll("-", " ")} ${description}`,
        );
        // A person's own folders are what backups are made of; a bucket is where settings are kept.
        if (isBackup && /\/(?:Documents|Desktop|Pictures)\/?$/.test(fact.detail)) return undefined;
        if (fact.host.endsWith(".s3.amazonaws.com") && !ofTheMachine.test(fact.detail)) return undefined;
        // A backup that the page says it is, packed so that only its owner opens it.
        const backup =
          !fact.inScript &&
          !fact.host.includes(".") &&
          /\bback(?:s|ing)?[ -]?ups?\b/i.test(`${name.replaceAll("-", " ")} ${description}`) &&
          /\b(?:gpg|age|restic|borg)\b/.test(
            fact.artefact.text.slice(Math.max(0, fact.start - 400), fact.start),
          );
        if (backup) return { confidence: 0.45 };
        return {
          message: `Data (${fact.detail}) goes to ${fact.host === "" ? "the network" : fact.host}.`,
          // Where it goes is not known: in bundled code a setting and a request meet without one being sent in the other.
          confidence: kind === "well-known" ? 0.5 : fact.host === "" ? unknownPlace(fact) : 0.85,
        };
      }),
      message: "The environment or files with secrets are sent over the network.",
      advice: "Send only the one key that the service needs, in its own header.",
      references: ["CWE-200"],
    },
    {
      id: "T08-flow-variable",
      version: 1,
      title: "A key sent as data to another's host",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["exfiltration"], (fact, context) => {
        const kind = kindOf(fact);
        const variable = /^(?:variable |\$)(\w{2,80})/.exec(fact.detail)?.[1];
        const isElsewhere = kind !== "local" && kind !== "well-known" && kind !== "placeholder";
        if (variable === undefined || shadyHosts.has(kind) || !isElsewhere) return undefined;
        // A key with a prefix of its own goes to its own service; a bare or a famous name goes where it should not.
        const vendor = variable.toLowerCase().split("_")[0] ?? "";
        const own = (vendor.length > 2 && fact.host.includes(vendor)) || isDeclaredHost(fact.host, context);
        const famous =
          /^(?:aws|github|gh|openai|anthropic|npm|ssh|google|gcp|azure|stripe|slack|database|db)_/i.test(
            variable,
          );
        const bare = /^(?:token|secret|api_?key|password|private_?key|access_?token|auth_?token)$/i.test(
          variable,
        );
        return own || !(famous || bare) ? undefined : {};
      }),
      message: "A secret variable is put into the data sent to a host that is not its service's.",
      advice: "Send a key only to the service that issued it, in its header.",
      references: ["CWE-522"],
    },
    {
      id: "T08-name-look-up",
      version: 1,
      title: "Data put into names that are looked up, or the environment encoded",
      category: "T08",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config", "prose"] },
      detect: {
        kind: "pattern",
        hints: pieces("dig |nslookup|host |ping|env|$("),
        any: [
          /\b(?:xxd|base64|base32|fold|od|hexdump)\b[^\n]{0,160}\n?(?:[^\n]{0,160}\n){0,3}?[^\n]{0,80}\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}\$\{?\w{1,20}\}?\.[\w-]{1,40}\.[\w.-]{2,60}/g,
          /\b(?:printenv|env)\s{0,3}\|\s{0,3}(?:sort\s{0,3}\|\s{0,3})?(?:base64|xxd|openssl enc)\b/g,
          /\b(?:ping|curl|wget)\s[^\n]{0,40}\$\([^)\n]{0,60}(?:whoami|id -un)[^)\n]{0,60}\)\.[\w-]{1,40}\.[\w.-]{2,60}/g,
          /\b(?:dig|nslookup|host)\s[^\n]{0,20}\$\([^)\n]{0,120}(?:xxd|base64|base32|hostname|whoami|cat )[^)\n]{0,60}\)\.[\w-]{1,40}\.[\w.-]{2,60}/g,
        ],
      },
      message: "Data is put into a form in which it leaves unseen.",
      advice: "Remove it.",
      references: ["MITRE T1048"],
    },
    {
      id: "T08-prose-secrets-out",
      version: 6,
      title: "Secrets to be sent out, in plain words",
      category: "T08",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...prose, "heading", "front-matter", "config"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [secretPlace, sendOut, outside],
        within: 320,
        anyOrder: true,
        unless:
          /\b(?:public key|never|do not|must not|no (?:external|third[- ]party|outside) (?:service|server|host|party)\w{0,1}|ssh-copy-id|encrypted|leak(?:s|ed|ing)?|prevent|\.gitignore|git ?ignore|rotate|signing|sign the|redact|add to|\.env\.example|same-origin|back to (?:the )?local|local callback)\b/i,
        excuse: (words) => isOnlyWritten(words) || isKeptHere(words),
      },
      message: "Files with secrets are to be read and sent somewhere.",
      advice: "Remove it. No task of a skill needs another's secrets.",
      references: ["CWE-200"],
    },
    {
      id: "T08-prose-collect-send",
      version: 4,
      title: "Private data to be collected and sent, in plain words",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: [...prose] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [gather, secretNoun, sendOut, outside],
        within: 260,
        unless:
          /\benvironment variables required\s?:?|\b(?:authenticat\w{0,8}|authoriz\w{0,8}|header|login|log in|sign in|api docs?|never|do not|must not|oauth flow|token endpoint|callback url|redirect|exchange|encrypt\w{0,4}|rotate|leak|prevent|monitor for|webhook secret|verify|example|silently (?:break|fail)\w{0,3}|build tokens?|(?:could|might|can) (?:also )?(?:read|access|steal|see|collect)|exfiltration)\b/i,
      },
      message: "Secrets are to be collected and sent somewhere.",
      advice: "Remove it, or say which service gets what, and why.",
      references: ["CWE-200"],
    },
    {
      id: "T08-prose-private-out",
      version: 2,
      title: "Conversation or files to be sent along to a third place",
      category: "T08",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [alongTheWay, handOver, privateData, outside],
        within: 260,
        unless: consented,
      },
      message: "What the user says or has is to be sent to a third place along the way.",
      advice: "Say in the description what leaves the machine, where to, and ask first.",
      references: ["OWASP LLM02"],
    },
    {
      id: "T08-prose-in-address",
      version: 2,
      title: "Private data to be put into an address",
      category: "T08",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [embed, confidential, partOfAddress, anyUrl],
        within: 260,
        unless: consented,
      },
      message: "Opening the address would send what was put into it.",
      advice: "Use addresses without private data in them.",
      references: ["OWASP LLM02"],
    },
    {
      id: "T08-prose-send-secret",
      version: 3,
      title: "Secrets to be sent to a place, in plain words",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [sendOut, credentialNoun, outside],
        within: 140,
        unless:
          /\b(?:authenticat\w{0,8}|authoriz\w{0,8}|headers?|log ?in|sign in|never|not|oauth|token endpoint|callback|redirect|exchange|encrypt\w{0,4}|rotate|prevent|verify|for example|cookie|csrf|bearer|jwt|reset|set as|with your|using your|via the|requires?|source ?maps?|(?:get|find|obtain|create) (?:your|an?)|send(?:s|ing)? (?:eth|sol|btc|usdc|erc-?20|crypto|coins?))\b/i,
        excuse: isKeptHere,
      },
      message: "Secrets are to be sent to a place outside.",
      advice: "Remove it, or say which service gets what, and why.",
      references: ["CWE-200"],
    },
    {
      id: "T08-image-beacon",
      version: 4,
      title: "Data put into the address of a picture",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      detect: carryingPicture,
      message: "Showing the picture sends what stands in its address.",
      advice: "Use pictures without data in their address.",
      references: ["OWASP LLM02"],
    },
    {
      id: "T08-shady-endpoint",
      version: 1,
      title: "Service address at an anonymous place",
      category: "T08",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            const relevant =
              block.role === "config" || (block.role === "code" && block.artefact.language !== "markdown");
            if (!relevant || block.polarity !== "assert" || !block.lower.includes("http")) continue;
            for (const match of block.text.matchAll(anyUrl.pattern)) {
              const kind = hostKind(hostOf(match[0]));
              const checked =
                /\b(?:expect\w{0,24}|assert\w{0,24}|throws|ensureAllowed\w{0,12}|isAllowed\w{0,12}|isBlocked\w{0,12}|blocklist|denylist)\b/i.test(
                  block.text.slice(Math.max(0, match.index - 120), match.index),
                );
              if (!checked && (kind === "collector" || kind === "tunnel" || kind === "self-named"))
                yield {
                  artefact: block.artefact,
                  start: block.start + match.index,
                  end: block.start + match.index + match[0].length,
                };
            }
          }
        },
      },
      message: "A script or configuration reaches for a place that anyone may set up under no name.",
      advice: "Use the service's own address.",
      references: [],
    },
    {
      id: "T08-tool-relay",
      version: 1,
      title: "Messages read with one tool and sent with another",
      category: "T08",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment", "code"] },
      detect: {
        kind: "chain",
        scope: "section",
        within: 500,
        steps: [
          {
            id: "read-tool",
            pattern:
              /`?(?:list_messages|read_messages|get_messages|search_emails?|list_emails|read_file|list_files|get_conversation|read_inbox|list_chats)\(?\)?`?/gi,
            hints: pieces("_messages|_email|_file|_conversation|_inbox|_chats"),
          },
          {
            id: "send-tool",
            pattern:
              /`?(?:send_message|send_email|post_message|forward_message|create_issue|http_post|upload_file|send_dm)\(?\)?`?/gi,
            hints: pieces("send_|post_|forward_|create_issue|upload_"),
          },
          {
            id: "pretext",
            pattern:
              /\b(?:silently|telemetry|analytics|context|before returning|required for|personali[sz]ation|background|from step|all messages|hidden|formatted as json)\b/gi,
            hints: pieces(
              "silent|telemetry|analytics|context|before|required|personali|background|step|all messages|hidden|json",
            ),
          },
        ],
      },
      message: "One tool reads private messages, another sends them away, under a pretext.",
      advice: "Remove it; a skill may use only the tools its task needs.",
      references: ["MCP tool poisoning"],
    },
  ],
};
