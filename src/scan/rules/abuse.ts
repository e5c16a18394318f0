/** T18 resources, T19 destruction, reverse shells. */
import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { onFacts } from "./on-facts.ts";

export const abuse: RuleFamily = {
  id: "abuse",
  title: "Resources, destruction, reverse shells",
  rules: [
    {
      id: "T18-miner",
      version: 4,
      title: "Mining of coins, or the line sold",
      category: "T18",
      severity: "high",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config", "prose"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "stratum+|pool:|--donate-level|supportxmr|hashvault|minexmr|nanopool|2miners|moneroocean|xmrig|minerd|cryptonight|coinhive|randomx|rx/0|kawpow|cn/r|honeygain|traffmonetizer|peer2profit|packetstream|earnapp|pawns-cli|repocket|proxyrack|bitping|proxylite",
        ),
        any: [
          /\bstratum\+(?:tcp|ssl):\/\/[\w.-]{3,80}/gi,
          /["'](?:-a|--algo)["'=\s,]{1,4}["']?(?:rx\/\w{1,8}|cn\/\w{1,8}|kawpow|randomx)\b/gi,
          /\b(?:xmrig|minerd|cpuminer|nbminer|lolminer)\b\s[^\n]{0,60}(?:-o|--url|-u|--user|--donate)\b/gi,
          /--donate-level\b[\s\S]{0,160}?--(?:cpu-max-threads-hint|pause-on-active|background|threads|tls)\b|\b(?:pool|xmr)\.(?:supportxmr|hashvault|minexmr|nanopool|2miners|moneroocean)\.\w{2,6}:\d{2,5}|\bxmrig\/releases\/download\b/gi,
          /\bpool\s{0,3}:\s{0,3}["']wss?:\/\/[^"'\s]{4,120}["'][^}\n]{0,80}\bwallet\b/gi,
          // The person's line, sold by the hour.
          /\b(?:docker|podman)\s{1,3}run\b[^\n]{0,200}\b(?:honeygain\/honeygain|traffmonetizer\/\w{1,20}|peer2profit\/\w{1,20}|packetstream\/\w{1,20}|fazalfarhan01\/earnapp|iproyal\/pawns-cli|repocket\/repocket|proxyrack\/pop|bitping\/\w{1,20}|proxylite\/\w{1,20})/gi,
        ],
      },
      message: "The machine is made to mine coins, or its line is lent to strangers for money.",
      advice: "Remove it.",
      references: ["MITRE T1496"],
    },
    {
      id: "T18-fork-bomb",
      version: 3,
      title: "Fork bomb or endless growth",
      category: "T18",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces("(){|() {|fork()|* 10000000|1000000|while"),
        any: [
          /\b(\w{1,20})\s{0,2}\(\)\s{0,3}\{\s{0,3}\1\s{0,3}\|\s{0,3}\1\s{0,3}&/g,
          /:\(\)\s{0,3}\{\s{0,3}:\s{0,3}\|\s{0,3}:\s{0,3}&\s{0,3}\}/g,
          /\bwhile\s{1,4}(?:True|1)\s{0,2}:\s{0,12}(?:\n\s{0,20})?(?:if\s{1,2}|\w{1,12}\s{0,2}=\s{0,2}|not\s)?os\.fork\(\)/g,
          /\bwhile\s{1,3}(?::|true|\[ 1 \])\s{0,3};\s{0,3}do\s{1,8}(?:claude|codex|gemini|opencode|aider)\s[^\n;&]{2,160}[^\s&;]\s{0,3}&\s{1,8}done\b/g,
          /\.extend\(\[\w{1,30}\]\s{0,2}\*\s{0,2}\d{7,12}\)/g,
        ],
      },
      message: "The machine's memory or processes are used up.",
      advice: "Remove it.",
      references: ["CWE-400"],
    },
    {
      id: "T18-endless-agents",
      version: 2,
      title: "Agents that start agents, without an end",
      category: "T18",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces("each of which|each of them|of its own|do not stop|don't stop|keep going|never stop"),
        any: [
          /\b(?:agents?|sub-?agents?|workers?|tasks?|processes)\b[^.;\n]{0,40}\beach of (?:which|them) (?:starts?|spawns?|launches?|creates?|opens?|in turn)\b/gi,
          /\b(?:do not|don['’]t|never) stop (?:for|at|because of|on)\b[^.;\n]{0,40}\b(?:budgets?|rate.?limits?|quotas?|costs?|billing|spending (?:limits?|caps?))\b/gi,
          /\b(?:keep going|go on|continue|carry on)\b[^.;\n]{0,40}\b(?:until (?:the )?(?:quota|budget|credits?|tokens?) (?:is|are) (?:used up|gone|spent|exhausted)|whatever it costs|regardless of (?:cost|budget|quota))\b/gi,
        ],
        unless: /\b(?:at most|up to \d|maximum of|cap of|max_\w{3,12})\b/i,
      },
      message: "The work grows without a bound, at the user's cost.",
      advice: "Set a limit and say it.",
      references: ["OWASP LLM10"],
    },
    {
      id: "T18-endless-loop",
      version: 1,
      title: "Loop without an end",
      category: "T18",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["endless-loop"], (fact) => (fact.inScript ? {} : undefined)),
      message: "A loop never ends and never waits.",
      advice: "Give the loop an end.",
      references: ["CWE-835"],
    },
    {
      id: "T19-destruction",
      version: 3,
      title: "Machine or home folder wiped",
      category: "T19",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["destruction"], (fact, context) => {
        const said = `${context.declared.name} ${context.declared.description}`.toLowerCase();
        const disks =
          /^(?:mkfs|dd\b)/.test(fact.detail) &&
          /\b(?:disks?|storage|infrastructure|operations|linux|system admin\w{0,8}|sysadmin|filesystems?|iso|usb|raspberry)\b/.test(
            said.replaceAll("-", " "),
          );
        return disks && !fact.inScript
          ? undefined
          : { message: `Runs ${fact.detail.slice(0, 60)}.`, confidence: fact.inScript ? 0.9 : 0.7 };
      }),
      message: "The machine or the home folder is wiped.",
      advice: "Delete only what the skill made.",
      references: ["MITRE T1485"],
    },
    {
      id: "T06-reverse-shell",
      version: 2,
      title: "Reverse shell",
      category: "T06",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["reverse-shell"], (fact) => ({
        message: `Opens a shell to ${fact.host === "" ? fact.detail.slice(0, 60) : fact.host}.`,
      })),
      message: "A shell is opened to another machine.",
      advice: "Remove it.",
      references: ["MITRE T1059"],
    },
    {
      id: "T06-reverse-shell-text",
      version: 2,
      title: "Reverse shell, as text",
      category: "T06",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "prose", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces("/dev/tcp/|nc -e|dup2(|bash -i"),
        any: [
          /\bbash\s{1,4}-i\s{0,4}(?:>|&gt;)(?:&|&amp;)\s{0,4}\/dev\/(?:tcp|udp)\//gi,
          // Lines that come in on it are commands.
          /\/dev\/tcp\/[^\n]{0,120}\bread\b[^\n]{0,20}?\b(\w{1,20})\b[^\n]{0,12}<&\s?\d{1,3}[^\n]{0,8}\bdo\s{1,3}(?:eval\s{1,3})?\\?"?\\?\$\{?\1\b/g,
          /\bos\.dup2\(\s{0,4}\w{1,20}\.fileno\(\)/g,
          /\bnc(?:at)?\s{1,4}-[a-z]{0,4}e\s{1,4}\/bin\/(?:ba)?sh/gi,
        ],
      },
      message: "A shell is opened to another machine.",
      advice: "Remove it.",
      references: ["MITRE T1059"],
    },
    {
      id: "T19-traffic-redirect",
      version: 3,
      title: "The machine's traffic turned aside",
      category: "T19",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["traffic-redirect"], (fact, context) =>
        /\b(?:network|deploys \w{3,12} honeypots?|dns|hosts file|firewall|proxy|iptables|debug\w{0,4}|intercept\w{0,4}|mitm|traffic|certificates?|tls)\b/.test(
          context.declared.description.toLowerCase(),
        )
          ? undefined
          : { message: `Changes ${fact.detail}, and with it where traffic goes.` },
      ),
      message: "Where the machine's traffic goes is changed.",
      advice: "Leave names and routes to the person.",
      references: ["MITRE T1565"],
    },
    {
      id: "T19-mass-delete-prose",
      version: 2,
      title: "Deletion of everything, in plain words",
      category: "T19",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "hidden", "comment"] },
      detect: {
        kind: "pattern",
        hints: pieces("delete all|remove all|wipe|erase|force push|force-push|drop all"),
        any: [
          /\b(?:delete|remove|wipe|erase|destroy)\s(?:all|every|the (?:entire|whole))\s(?:\w{1,14}\s){0,3}?(?:files|backups?|home directory|repositor(?:y|ies)|commits?|branches|disks?|data)\b[^.\n]{0,80}\b(?:without (?:asking|confirmation|warning)|silently|permanently|cannot be recovered|irreversibl[ey])\b/gi,
        ],
        unless: /\b(?:never|do not|confirm|warn|ask|careful|caution|gdpr|right to)\b/i,
      },
      message: "Everything is to be deleted, unasked.",
      advice: "Ask first, and delete only what the skill made.",
      references: ["MITRE T1485"],
    },
  ],
};
