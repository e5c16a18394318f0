import { outside, pieces, sendOut } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { onFacts } from "./on-facts.ts";

const prose = ["prose", "quote", "table", "hidden", "comment"] as const;

/** "Add to SOUL.md": what goes into an agent's notes does not come out of them. */
function isWrittenTo(words: string): boolean {
  const pieces = words.split(/\b(?:MEMORY|SOUL|IDENTITY)\.md\b/);
  return (
    pieces.length > 1 &&
    !/\b(?:carr(?:y|ies) out|obey|as if|do(?:n['’]t| not) (?:discuss|mention|tell)|no comment)\b/i.test(
      words,
    ) &&
    !/\.(?:openclaw|clawdbot|claude|codex|cursor|gemini)\/|gateway\.auth|privateKeyPem/i.test(words) &&
    pieces.slice(0, -1).every((piece) => /\b(?:add|append)\b[^.\n]{0,16}\bto\W{1,6}$/i.test(piece.slice(-60)))
  );
}

export const credentials: RuleFamily = {
  id: "credentials",
  title: "Theft of credentials",
  rules: [
    {
      id: "T09-password-check",
      version: 1,
      title: "The person's password tried out",
      category: "T09",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["credential-check"], () => ({})),
      message: "The person's login password is tried out.",
      advice: "Remove it.",
      references: ["MITRE T1056"],
    },
    {
      id: "T09-secret-read-cluster",
      version: 3,
      title: "Several stores of secrets read",
      category: "T09",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "deep",
      detect: {
        kind: "code",
        *run(context) {
          const reads = context.facts.filter(
            (fact) =>
              fact.kind === "secret-read" &&
              fact.polarity === "assert" &&
              (fact.inScript || fact.artefact.role === "manifest") &&
              !/\.env|\.npmrc|\/etc\/passwd/.test(fact.detail),
          );
          const stores = new Set(
            reads.map(
              (fact) =>
                /\.(ssh|aws|gnupg|kube|docker|netrc|git-credentials|config|azure|openclaw|claude|codex)|keychain|wallet|cookies|login data|shadow/i
                  .exec(fact.detail)?.[0]
                  .toLowerCase() ?? fact.detail,
            ),
          );
          const first = reads[0];
          if (first !== undefined && stores.size >= 3)
            yield { artefact: first.artefact, start: first.start, end: first.end };
        },
      },
      message: "The skill reads three or more stores of secrets.",
      advice: "Read only what the task needs, and say so in the description.",
      references: ["MITRE T1552"],
    },
    {
      id: "T09-agent-identity",
      version: 4,
      title: "An agent's own tokens or identity taken",
      category: "T09",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...prose, "code"] },
      detect: {
        kind: "chain",
        scope: "section",
        within: 500,
        anyOrder: true,
        steps: [
          {
            id: "agent-store",
            pattern:
              /\.(?:openclaw|clawdbot|claude|codex|cursor|gemini)\/(?:openclaw\.json|device\.json|identity|credentials|\.credentials|auth|mcp\.json|config\b(?!\/))|\b(?:MEMORY|SOUL|IDENTITY)\.md\b|\bgateway\.auth\.token\b|\bprivateKeyPem\b|\bRunner\.Worker\b/gi,
            hints: pieces(
              "openclaw|clawdbot|.claude|.codex|.cursor|.gemini|memory.md|soul.md|identity.md|gateway.auth|privatekeypem|runner.worker",
            ),
          },
          sendOut,
          outside,
        ],
        // The agent keeps each skill's own key under the skill's name.
        unless: /\bskills\.entries\b|"mcpServers"|\bcron: ?['"]|\bmessage to (?:your|the) (?:new )?bot\b/i,
        // … or in a file that is named after the service which it goes to.
        excuse: (words) => {
          if (isWrittenTo(words)) return true;
          // A name that a service gives to a page of its own.
          if (/"path"\s{0,3}:\s{0,3}"[\w/]{0,60}(?:MEMORY|SOUL|IDENTITY)\.md"/.test(words)) return true;
          const service = /\/credentials\/([\w-]{4,30})\.\w{2,5}/.exec(words)?.[1];
          return service !== undefined && words.includes(`.${service}.`);
        },
      },
      message: "Tokens, identity or memory of the agent are taken and sent.",
      advice: "Remove it.",
      references: [],
    },
    {
      id: "T09-browser-wallet",
      version: 7,
      title: "Browser or wallet stores touched",
      category: "T09",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "prose", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "login data|tdata|extension settings|chrome-extension_|local storage|safe storage|words|ln -s|gh auth token|print-access-token|configure get|base64|cookies.sqlite|key4.db|logins.json|wallet.dat|local state|dump-keychain|find-generic-password|.keystore|seed phrase|mnemonic|recovery phrase|validatecredentials|-authonly|getresponsebody|/cookies",
        ),
        any: [
          /(?:Chrome|Chromium|Brave|Edge|Firefox|User Data|Default|Profile)[^\n]{0,60}(?:Login Data|(?<!-)Local State(?! root)|key4\.db|logins\.json|cookies\.sqlite|\/Cookies\b(?!\.))/gi,
          /\bsecurity\s{1,4}(?:dump-keychain\b[^\n|;&]{0,60}\s-\w{0,3}d\b|find-generic-password\s{1,4}-[a-z]{0,4}w)/gi,
          /\b(?:locate|find|collect|read|open|export|copy|gather|search for|send|enter|paste|provide|ask for|request)\b[^.\n]{0,60}(?:wallet\.dat|\.keystore\b|seed phrase|mnemonic|recovery phrase)|^[ \t*-]{0,6}`?(?:wallet\.dat|\.keystore)`?\s{0,4}$/gim,
          /\b(?:Chrome|Chromium|Brave|Edge|Opera|Vivaldi) Safe Storage\b/gi,
          /\bTelegram ?Desktop["'\s/\\,)]{1,8}tdata\b/g,
          /(?<!\b(?:they|scammers?|attackers?|sites?|who|that|will|may|might|not|never) )\bask\b[^.\n]{0,24}\bfor (?:the |your |their )?(?:(?:12|24|twelve|twenty-four)(?:[ -]| or (?:24|twenty-four)[ -])words? )?(?:recovery|seed) phrases?\b/gi,
          /\bcurl\b[^#]{0,240}?(?:-d|--data\S{0,12})\s{1,3}[^\n]{0,160}<[^>\n]{0,30}(?:recovery|seed) phrase\b/g,
          /\bask for\s{1,2}the (?:12|24|twelve|twenty-four)(?: or (?:24|twenty-four))? words\b/gi,
          /\bLocal Storage["',\s/\\]{1,6}leveldb\b/gi,
          // What browser extensions keep: those with such names are wallets.
          /\b(?:Local|Sync) Extension Settings["',\s/\\]{1,6}[a-p]{32}\b|\bchrome-extension_[a-p]{32}_0\.indexeddb\b/g,
          /\b(?:12|24|twelve|twenty-four|recovery|seed)(?: or (?:24|twenty-four))?(?: recovery| seed)? words\b[^.\n]{0,80}\b(?:into|send|paste|upload|file|form|curl|enter)\b/gi,
          /\bln\s{1,3}-s\w{0,3}\s{1,3}["']?(?:~|\$\{?HOME\}?)\/\.(?:ssh|aws|gnupg|kube)\b/g,
          /\b(?:npx|uvx|pipx|bunx|sh|bash|node|python3?)\b[^\n|;]{0,120}\$\(\s{0,3}(?:gh auth token|gcloud auth print-access-token|aws configure get|base64[^)\n]{0,30}(?:kube|\.ssh|\.aws|KUBECONFIG))/g,
          /\bdscl\b[^\n]{0,20}["', .]{1,8}-authonly\b|\.ValidateCredentials\(/gi,
          /["'.]debugger["'\].]{1,4}\.?(?:attach|sendCommand)\([^\n]{0,60}(?:Network\.getResponseBody|"1\.3")/gi,
        ],
        unless:
          /\b(?:never (?:ask|share|store|request|commit)|do not (?:ask|share|store|request|commit)|keep (?:it|your|them) (?:safe|secret|offline)|backup your)\b/i,
      },
      message: "Password stores, wallets or login secrets of the person are touched.",
      advice: "Remove it; ask the person to sign in by themselves.",
      references: ["MITRE T1555"],
    },
    {
      id: "T09-keys-recorded",
      version: 2,
      title: "Key strokes, screen or clipboard recorded",
      category: "T09",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "keyboard.|getasynckeystate|setwindowshookex|cgeventtapcreate|pbpaste|xclip|xsel|wl-paste|screencapture|scrot|gnome-screenshot|copyfromscreen|get-clipboard",
        ),
        any: [
          /\bkeyboard\.Listener\(\s{0,3}on_press\b|\bkeyboard\.(?:on_press|hook|record)\(|\bGetAsyncKeyState\(|\bSetWindowsHookEx\w?\(|\bCGEventTapCreate\(/g,
          // Again and again, to another machine.
          /\bwhile\s{1,3}(?::|true|\[\s?1\s?\])\s{0,3};?\s{0,3}do\b[^#]{1,160}?\b(?:pbpaste|xclip\s[^\n|]{0,30}-o|xsel|wl-paste|screencapture|scrot|gnome-screenshot)\b[^#]{1,200}?\b(?:curl|wget|ncat?|scp)\s/g,
          /\bwhile\s{0,3}\(\s{0,3}\$true\s{0,3}\)\s{0,3}\{[^#]{1,600}?\b(?:CopyFromScreen|Get-Clipboard)\b[^#]{1,400}?\bInvoke-(?:RestMethod|WebRequest)\b/gi,
        ],
        unless: /\b(?:hotkeys?|shortcuts?|push-to-talk|game)\b/i,
      },
      message: "What the person types, copies or sees is recorded.",
      advice: "Ask for input where it is needed.",
      references: ["MITRE T1056.001"],
    },
    {
      id: "T23-secret-through-model",
      version: 3,
      title: "The user is to paste a secret into the conversation",
      category: "T23",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "token| key|password|secret|credential|private key|seed phrase|recovery|mnemonic|seed words|hesitate|refuses|objects|asks why|reassure",
        ),
        any: [
          /\b(?:ask|instruct|tell|prompt|have|get|require)\s(?:the )?user(?:s)?(?: to)? (?:paste|provide|enter|share|type|give|send|supply|submit)\s(?:\w{1,14}\s){0,4}?(?:api[ _-]?(?:key|token)|access token|password|secret|private key|seed phrase|credentials|passphrase|token)s?\b[^.\n]{0,80}\b(?:in (?:the )?(?:chat|conversation)|so (?:that )?you can|here|directly|verify|to you|ownership|into)\b/gi,
          /\b(?:[Aa]sk|[Tt]ell|[Hh]ave) the user to (?:paste|type|send|share) (?:their|the|his|her) (?:OpenAI|Anthropic|Claude|Gemini|Google|Stripe|AWS|GitHub|Azure) key (?:in|into) the (?:chat|conversation)\b/g,
          /\bask (?:the )?users? for (?:the|their|his|her)\s(?:[\w-]{1,10}\s){0,6}?(?:recovery|seed|mnemonic|secret recovery) (?:phrase|words)\b/gi,
          /\b(?:if the user (?:hesitates|refuses|objects|asks why)\b[^.\n]{0,40}\b(?:reassure|assure|explain|say|tell|insist|repeat|remind|convince|stress|go on|continue)|reassure (?:them|the user))\b[^.\n]{0,80}\b(?:keys?|tokens?|passwords?|secrets?|credentials?|phrase|stored|safe|secure|trusted|required)\b/gi,
        ],
        unless:
          /\b(?:environment variable|\.env|secret manager|keychain|never|do not|don['’]t|masked|export )\b/i,
      },
      message: "Secrets would pass through the model and its logs.",
      advice: "Have the person put it into an environment variable or a secret store.",
      references: ["OWASP LLM02"],
    },
  ],
};
