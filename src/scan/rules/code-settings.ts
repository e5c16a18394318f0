/** Settings and snippets that let a stranger in: indexes, proxies, keys, forwarding rules, scripts on pages. */

import type { Block } from "../document/block.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import { around, hitAt, isProgram, isSomeone, mailbox, meant, perBlock, searching } from "./code-blocks.ts";
import { rightsRules } from "./code-rights.ts";
import { index } from "./package-places.ts";
import { isDeclaredHost, isStranger } from "./whose.ts";

const checksOff =
  /\bverify\s{0,2}=\s{0,2}False\b|\brejectUnauthorized["']?\s{0,2}:\s{0,2}false\b|\bInsecureSkipVerify\s{0,2}:\s{0,2}true\b|\bNODE_TLS_REJECT_UNAUTHORIZED\b|\b_create_unverified_context\b|\bCERT_NONE\b|\bVERIFY_NONE\b|SSL_VERIFYPEER\s{0,2},\s{0,2}(?:false|0)\b|\bstrict-ssl\s{0,2}=?\s{0,2}false\b|\bcheck_hostname\s{0,2}=\s{0,2}False\b|\bdanger_accept_invalid_certs\(true\)|\bServerCertificateValidationCallback\b|--insecure\b/;

const hasChecksOff = perBlock(({ text }) => checksOff.test(text));

/** A proxy or base address that generated or shipped code falls back on. */
const relay = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "://|proxy|proxies|relay|gateway|base_url|baseurl|base_uri|endpoint|upstream|api_host|api_url|apibase|server_url",
    ),
    patterns: [
      /\b[\w.-]{0,24}(?:prox(?:y|ies)|relay|gateway|base_?ur[li]|endpoint|upstream|api_?host|api_?url|api_?base|server_?url)\w{0,12}["'\])]{0,3}\s{0,3}(?:[:=(,]|=>|\?\?|\|\|)[^\n]{0,100}?(?:https?|socks5h?):\/\/(?:[\w.%-]{1,60}(?::[^@\s"'`/]{0,60})?@)?([\w.-]{4,120})/gi,
      /\bproxy\b[^\n]{0,40}\bhost["']?\s{0,3}[:=]\s{0,3}["'`](\d{1,3}(?:\.\d{1,3}){3})["'`]/gi,
      /["'`](?:https?|socks5h?):\/\/(\d{1,3}(?:\.\d{1,3}){3})(?=[:/"'`])/g,
    ],
  },
  (match, block, context) => {
    const host = (match[1] ?? "").toLowerCase();
    const kind = hostKind(host);
    const isProxy = /prox|relay/i.test(match[0]);
    const off = hasChecksOff(block);
    const bare = /^["'`]/.test(match[0]);
    const withKey = /api_?key|bearer|authorization/i.test(around(block, match.index, 80, 200));
    if (kind === "raw-address" && (off || (!bare && (isProgram(block) || isProxy || withKey))))
      return {
        confidence: off ? 0.85 : 0.6,
        message: `Traffic goes through ${host} unless somebody says otherwise.`,
      };
    const stranger = kind === "unknown" && off && isProxy && isStranger(host, context, block);
    return stranger && !isDeclaredHost(host, context) ? { confidence: 0.65 } : undefined;
  },
);

const official =
  /\b(?:docker\.io\/)?([a-z0-9][a-z0-9_-]{2,40})\/(node|python|golang|ruby|php|openjdk|temurin|eclipse-temurin|alpine|ubuntu|debian|nginx|postgres|redis|mysql|mongo|httpd|busybox|rust)(?=:|@|`|\s|\*)/g;
const houses =
  /^(?:library|bitnami|circleci|cimg|arm64v8|arm32v7|amd64|i386|nvidia|rapidsai|distroless|chainguard|hub|images|base|apps?|docker|cgr|dhi|redhat|ubi8|ubi9|azurelinux|devcontainers|frolvlad|tiangolo|timescale|pgvector|linuxserver|src|bin|usr|opt|lib|etc|var|packages|plugins|tools|languages|services|integrations|examples|templates|docs|google|microsoft|aws|lambda|public|actions)$/;

/** Official base images to be swapped for somebody's builds of the same names. */
const swappedBase: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["prose", "table", "quote", "code"])) {
      const named = [...block.text.matchAll(official)].filter(([, owner]) => !houses.test(owner ?? ""));
      const [first] = named;
      const same = named.filter(([, owner]) => owner === first?.[1]);
      const swaps = /\b(?:swap|replace|substitute|switch|instead of|rather than|→|->|=>)/i.test(block.text);
      const loosens =
        /\b(?:drop|remove|strip|omit|without)\b[^.\n]{0,30}\b(?:digest|pin|sha256|signature)/i.test(
          block.text,
        );
      const [owner = ""] = first?.slice(1) ?? [];
      const isCode = block.role === "code" && !/^(?:dockerfile|yaml|shell|text)$/.test(block.language);
      if (first === undefined || isCode || !swaps || (same.length < 2 && !loosens)) continue;
      if (context.declared.name.includes(owner) || context.declared.description.toLowerCase().includes(owner))
        continue;
      yield hitAt(block, first.index, first[0].length, { confidence: loosens ? 0.75 : 0.55 });
    }
  },
};

/** Requests written as such, with a body, to a machine without a name. */
const requestLine = searching(
  {
    roles: ["code", "prose", "quote", "table", "config"],
    hints: pieces("post |put |patch |host:"),
    patterns: [
      /(?:^|[\n`\s|])(?:POST|PUT|PATCH)\s{1,4}`?https?:\/\/(\[[0-9a-f:]{4,40}\]|[\d.xa-fA-F]{7,40})(?=[:/\s`])/g,
      /(?:^|\n)[ \t]{0,8}(?:POST|PUT|PATCH)\s\/[^\n]{0,120}\n(?:[\w-]{1,40}:[^\n]{0,160}\n){0,6}?Host:\s{0,3}([\d.]{7,15})(?=[:\s])/g,
    ],
  },
  (match) =>
    hostKind(match[1] ?? "") === "raw-address"
      ? { message: `A request carries data to ${match[1]}, a machine without a name.` }
      : undefined,
);

const publicKey =
  /\b(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-nistp\d{3}|sk-ssh-ed25519@openssh\.com)\s{1,2}AAAA[A-Za-z0-9+/]{30,800}/g;
const keyKept =
  /\bpublic_key\s{0,3}=|\bkey:\s|>>?\s{0,3}["'$~/\w]|\btee\b|\bwrite\w{0,10}\(|\bappend\w{0,10}\(|authorized_?keys?|AuthorizedKeysFile|Add-Content|Set-Content|Out-File|\bdest:|\bcontent:/i;
const hostKey =
  /known_hosts|ssh-keyscan|(?:^|[\n"'])\[?[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}\]?(?::\d{1,5})?,?[\w.:,[\]]{0,80}\s{1,3}$/;

/** A key of somebody's that is let in, or a place for such keys beside the person's own. */
const fixedKey: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code", "config", "prose", "quote"])) {
      if (!/ssh-|ecdsa-|authorizedkeys|chattr/.test(block.lower)) continue;
      const isHidden = block.artefact.origin === "decoded" && block.artefact.how !== "folded";
      for (const match of [...block.text.matchAll(publicKey)].slice(0, 20)) {
        const before = `${leadOf(block, match.index)} ${around(block, match.index, 160, 0)}`;
        const after = around(block, match.index + match[0].length, 0, 160);
        if (
          hostKey.test(before) ||
          // A public key that is kept encoded is kept from the reader.
          !(isHidden || keyKept.test(`${before} ${after}`)) ||
          /\bexample\b|@example|dummy-key/i.test(after.slice(0, 60))
        )
          continue;
        yield hitAt(block, match.index, match[0].length);
      }
      yield* otherKeyFiles(block);
    }
  },
};

/** What the page says right before a fence that begins with the key. */
function leadOf({ artefact, role, start }: Block, at: number): string {
  const isFence = role === "code" && artefact.language === "markdown" && at < 8;
  const lead = isFence ? artefact.text.slice(Math.max(0, start - 320), start) : "";
  return /authorized_keys/.test(lead) && !/\byour\b/i.test(lead) ? "authorized_keys" : "";
}

function* otherKeyFiles(block: Block): Generator<Hit> {
  const file =
    /\bAuthorizedKeysFile\s{1,4}(?:[^\n#"']{0,80}\s)?\/(?![^\s"']{0,80}%[uh])(?!etc\/ssh\/authorized_keys\b)[\w./-]{3,80}/.exec(
      block.text,
    );
  if (file !== null) yield hitAt(block, file.index, file[0].length, { confidence: 0.6 });
  const locked =
    /\bchattr\s{1,3}(?:-\w{1,3}\s{1,3})?\+i\s[^\n]{0,60}(?:\bssh\b|authorized_keys|\bcron|systemd|\.bashrc|\.profile|rc\.local|sudoers)/.exec(
      block.text,
    );
  if (locked !== null) yield hitAt(block, locked.index, locked[0].length, { confidence: 0.65 });
}

const securityMail =
  /verification code|verify your|reset your password|password reset|new sign-?in|security alert|security@|one-?time (?:code|password)|\b2fa\b|\botp\b|login code|suspicious (?:activity|login)|account recovery|no-?reply@accounts|confirm your (?:identity|email)/i;
const passesOn =
  /\bForward\.Recipients\b|\b(?:forward(?:ing|To|_to)?|fwd|forwardingEmail|relay|copy(?:To)?|redirect(?:To|_to)?|bcc|copy_to|autoForward|ForwardTo|RedirectTo|ForwardingSmtpAddress|send_to|deliver_to|cc)\b["']?\s{0,3}(?:[:=(]|\s-?\S{0,3})/i;
const putsAway =
  /\b(?:trash|delete|skip_?inbox|shouldTrash|shouldArchive|mark_?(?:as_?)?read|shouldMarkAsRead|removeLabelIds|moveToDeletedItems|DeleteMessage|MarkAsRead|hide|discard)\b["']?\s{0,3}(?:[:=]\s{0,3}(?:true|yes|1|\[|\$true|"?UNREAD)|;)/i;

/** Mail rules that hand somebody the letters by which accounts are taken over. */
const mailRule: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["config", "code"])) {
      const sought = securityMail.exec(block.text);
      if (sought !== null) {
        const near = around(block, sought.index, 240, 420);
        const away = passesOn.test(near) && strangersIn(near, block);
        if (away || putsAway.test(near))
          yield hitAt(block, sought.index, sought[0].length, away ? { confidence: 0.85 } : {});
      }
      yield* forwardSettings(block);
    }
  },
};

const forwardCall =
  /\b(?:forwardingAddresses|updateAutoForwarding|forwardingEmail|ForwardingSmtpAddress|-ForwardTo|-RedirectTo|forwardTo|redirectTo|forwardAsAttachmentTo)\b[^;]{0,200}?["'`\s]([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b|(?:^|\n)\s{0,8}redirect\s{1,3}(?::copy\s{1,3})?"([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})"/g;

function* forwardSettings(block: Block): Generator<Hit> {
  if (!/forward|redirect/.test(block.lower)) return;
  for (const match of [...block.text.matchAll(forwardCall)].slice(0, 10)) {
    const address = match[1] ?? match[2] ?? "";
    if (strangersIn(address, block)) yield hitAt(block, match.index, match[0].length);
  }
}

/** Whether a mailbox stands there that is a real one: no placeholder. */
function strangersIn(text: string, block: Block): boolean {
  return (
    block.polarity === "assert" &&
    [...text.matchAll(mailbox)].some(([address, host = ""]) => isSomeone(address, host))
  );
}

/** Paths that climb out of their folder, to where secrets lie. */
const climbing = searching(
  {
    roles: ["config", "code", "data", "table", "prose"],
    hints: pieces("../..|..%2f|....//|..\\..|..\\\\..|%2e%2e"),
    patterns: [
      /(?:\.\.(?:\/|\\{1,2}|%2f|%5c)|\.{4}\/\/|%2e%2e(?:\/|%2f)){2,40}(?:[^\s"'`,]{0,60}(?:\/|\\|%2f))?(?:\$\{?HOME\}?\/)?(?:etc(?:\/|%2f)(?:passwd|shadow|sudoers|hosts)|root(?:\/|%2f)|\.(?:aws|ssh|kube|gnupg|docker|netrc|npmrc|git-credentials|azure|config(?:\/|%2f)(?:gcloud|gh))\b|proc(?:\/|%2f)self|\.?id_rsa)/gi,
    ],
  },
  (match, block) => {
    // What is sent to a server to test it is the business of those who test.
    if (
      /\b(?:payload|attack|traversal|lfi|exploit|vulnerab|assert|expect|test|malicious|reject|invalid|blocked|sanitize|トラバーサル|遍历|穿越)/i.test(
        around(block, match.index, 400, 200),
      )
    )
      return undefined;
    // In a sentence it may be an example of what to look out for; on a line of its own it is an entry.
    const entry = /(?:^|\n|[-*+]\s)[\w./`"'~$@([{-]{0,60}$/.test(around(block, match.index, 80, 0));
    return isProgram(block) || (entry && block.role === "prose") ? {} : undefined;
  },
);

const listens =
  /addEventListener\(\s{0,3}["'`](?:keydown|keyup|keypress|input|change|submit|paste)["'`]|\bon(?:keydown|keyup|keypress|KeyDown|KeyUp|Input)\s{0,3}=|querySelectorAll?\(\s{0,3}["'`][^"'`\n]{0,40}(?:input|password|card)/g;
const posts =
  /\b(?:fetch|sendBeacon|axios\.post|\.open\(\s{0,3}["']POST["'],)\(?\s{0,3}["'`](https?:\/\/[^"'`\s]{4,200})|new Image\(\)[^\n]{0,20}\.src\s{0,3}=\s{0,3}["'`](https?:\/\/[^"'`\s]{4,200})/;

/** What people type on a page is caught or posted to another's host. */
const formCapture: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code", "config"])) {
      const marked =
        /<(?:script|Script)\b[^>]{0,300}\bsrc\s{0,2}=\s{0,2}\{?["'`]https?:\/\/([\w.-]{4,120})[^>]{0,300}\bdata-[\w-]{2,30}\s{0,2}=\s{0,2}["'{][^"'>]{0,80}\b(?:password|card|cvv|cvc|ssn|keystrokes?)\b/.exec(
          block.text,
        );
      if (marked !== null) yield hitAt(block, marked.index, marked[0].length);
      if (!/addeventlistener|onkey|oninput|queryselector/.test(block.lower)) continue;
      for (const match of [...block.text.matchAll(listens)].slice(0, 20)) {
        const sent = posts.exec(around(block, match.index, 0, 600));
        const host = hostOf(sent?.[1] ?? sent?.[2] ?? "");
        const kind = hostKind(host);
        if (sent === null || (kind !== "unknown" && kind !== "raw-address") || isDeclaredHost(host, context))
          continue;
        if (
          /password|card|cvv|cvc|key(?:down|up|press)|\.value\b|FormData/i.test(
            around(block, match.index, 100, 600),
          )
        )
          yield hitAt(block, match.index, match[0].length);
      }
    }
  },
};

/** A page's guard against foreign scripts, opened to everyone. */
const openPolicy = searching(
  {
    roles: ["prose", "quote"],
    hints: pieces("script-src|connect-src|content-security-policy|csp"),
    patterns: [
      /\b(?:widen|open|relax|loosen|set|change|extend)\b[^.\n]{0,60}`?(?:script-src|connect-src|default-src|content-security-policy|CSP)`?[^.\n]{0,40}\b(?:to|with)\s`?["']?\*/gi,
    ],
  },
  () => ({}),
);

const otherTool =
  /\b(?:(?:other|another|any|every|all) (?:\w{1,12} )?(?:tools?|servers?)|(?:the )?tools? `?\w{2,40}`?|`(?:send|post|create|write|read|delete|transfer|pay|upload|git|slack|mail|email)_?\w{0,30}`|\b(?:send|post|write|delete|transfer|upload|create)_\w{2,30}\b)/i;
const steers =
  /\b(?:is deprecated|must (?:go|be sent|be set|first)|instead of|first call|before (?:calling|using|any)|always (?:call|set|use|add|include|pass)|takes the|set (?:the|its) (?:recipient|channel|bcc|cc|to)\b|even if the (?:user|person)|bcc|replace the|overrides?|never (?:mention|tell|say)|do(?:n['’]t| not) (?:mention|tell|say|reveal)|without (?:telling|asking|mentioning)|leave it be)\b/gi;

/** Descriptions of tools that give orders about other tools. */
const toolOrders: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["comment"])) {
      if (!isProgram(block) || !isDescription(block)) continue;
      const orders = [...block.text.matchAll(steers)];
      const [first] = orders;
      const outside = strangersIn(block.text, block);
      if (first === undefined || !otherTool.test(block.text) || (orders.length < 2 && !outside)) continue;
      yield hitAt(block, first.index, first[0].length);
    }
  },
};

/** Whether a text in code describes a tool to a model. */
function isDescription(block: Block): boolean {
  const before = block.artefact.text.slice(Math.max(0, block.start - 240), block.start);
  return /\bdescription\b["']?\s{0,3}[:=]\s{0,8}[("'`]{0,3}$|\.(?:tool|registerTool|addTool)\(\s{0,8}["'`][\w.-]{1,60}["'`],\s{0,40}$|@\w{0,20}\.?tool\b[^\n]{0,80}\n(?:[^\n]{0,200}\n){0,3}?[^\n]{0,200}:\s{0,12}$/.test(
    before,
  );
}

export const codeSettings: RuleFamily = {
  id: "code-settings",
  title: "Settings and snippets that let a stranger in",
  rules: [
    {
      id: "T13-default-relay",
      version: 1,
      title: "Traffic led through a machine without a name",
      category: "T13",
      severity: "high",
      confidence: 0.85,
      kind: "suspicious",
      layer: "static",
      detect: relay,
      message: "Code leads traffic through another's machine by default.",
      advice: "Have no proxy by default, and leave certificate checks on.",
      references: ["MITRE T1557", "CWE-295"],
    },
    {
      id: "T14-index-setting",
      version: 2,
      title: "Settings that take packages from a stranger",
      category: "T14",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      detect: index,
      message: "Packages are taken from a stranger's index from now on.",
      advice: "Use the ecosystem's registry.",
      references: ["CWE-829", "MITRE T1195"],
    },
    {
      id: "T14-swapped-base",
      version: 2,
      title: "Official images swapped for somebody's builds",
      category: "T14",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      detect: swappedBase,
      message: "Official base images are to be replaced by builds of the same names from somebody else.",
      advice: "Keep official images, pinned by digest.",
      references: ["CWE-829", "MITRE T1195.002"],
    },
    {
      id: "T08-request-to-address",
      version: 1,
      title: "Data carried to a machine without a name",
      category: "T08",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: requestLine,
      message: "A request carries data to a bare address.",
      advice: "Name the service, and say what it gets.",
      references: ["CWE-200"],
    },
    {
      id: "T12-foreign-key",
      version: 2,
      title: "Somebody's key let in",
      category: "T12",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: fixedKey,
      message:
        "A fixed key, or a place for keys beside the person's own, opens the machine to somebody else.",
      advice: "Use the person's own key only.",
      references: ["MITRE T1098.004"],
    },
    {
      id: "T08-mail-rule",
      version: 2,
      title: "Mail rules that hand letters to a stranger or hide warnings",
      category: "T08",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      detect: mailRule,
      message: "Mail is passed on to a fixed mailbox, or warnings about accounts are put out of sight.",
      advice: "Remove the rule; letters about security stay in the inbox.",
      references: ["MITRE T1114.003", "MITRE T1564.008"],
    },
    {
      id: "T09-climbing-path",
      version: 2,
      title: "Path that climbs to where secrets lie",
      category: "T09",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      detect: climbing,
      message: "A path in a list or setting leaves its folder for files with secrets.",
      advice: "List files of the project only.",
      references: ["CWE-22"],
    },
    {
      id: "T23-form-capture",
      version: 1,
      title: "What people type is caught for another's host",
      category: "T23",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      detect: formCapture,
      message: "A page that is made for the user hands what people type to another's host.",
      advice: "Remove the script.",
      references: ["MITRE T1056.003"],
    },
    {
      id: "T23-open-policy",
      version: 2,
      title: "Guard against foreign scripts opened to everyone",
      category: "T23",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      detect: openPolicy,
      message: "The policy that keeps foreign scripts off a page is to be opened to everyone.",
      advice: "Name the hosts that are needed.",
      references: ["CWE-1021"],
    },
    ...rightsRules,
    {
      id: "T03-tool-orders",
      version: 1,
      title: "Tool whose description gives orders about others",
      category: "T03",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      detect: toolOrders,
      message: "The description of a tool steers how other tools are used.",
      advice: "Describe what the tool does, and nothing else.",
      references: ["MCP tool poisoning"],
    },
  ],
};
