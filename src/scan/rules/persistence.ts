import { type Concept, pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { isSaidOpenly, isShownOpenly, onFacts } from "./on-facts.ts";

/** Whether a command appends nothing but a folder on the search path, and not one that anyone may write to. */
function onlyPath(command: string): boolean {
  return (
    /^\s{0,20}(?:echo|printf)\s[^\n;&|]{0,12}\bexport PATH=[^\n;&|]{1,200}>>[^\n;&|]{1,80}$/.test(command) &&
    !/\/tmp|\/dev\/shm/.test(command)
  );
}

/** A line that a program keeps under a name and then appends, or a remark: `line='export PATH=…'`, `printf '%s' "$line"`. */
function keptPath(text: string, start: number, end: number): boolean {
  const command = text.slice(start, end);
  if (!/^\s{0,20}(?:echo|printf)\s/.test(command)) return false;
  if (/^\s{0,20}(?:echo|printf)\s{1,3}["'](?:\\n)?#[^;&|]{0,160}$/.test(command)) return true;
  const name = /\$\{?(\w{1,40})\}?["']?\s{0,4}(?:>|$)/.exec(command)?.[1];
  const before = text.slice(Math.max(0, start - 600), start);
  if (name !== undefined && (name === "1" || before.includes(`${name}="$1"`)))
    return isHandedExports(text, before);
  const kept = name === undefined ? undefined : before.split(`${name}='`)[1]?.split("'")[0];
  return kept !== undefined && /^export PATH=[^;|&()`]{1,200}$/.test(kept) && !/\/tmp|\/dev\/shm/.test(kept);
}

/** Whether the function that ends what stands before is given settings and nothing else, wherever it is called. */
function isHandedExports(text: string, before: string): boolean {
  const name = [...before.matchAll(/^[ \t]{0,8}(?:function )?(\w{2,40})\(\)/gm)].at(-1)?.[1];
  if (name === undefined || text.length > 100_000) return false;
  const calls = text
    .split(name)
    .slice(1)
    .map((rest) => rest.slice(0, 300).split("\n")[0] ?? "");
  const given = calls.filter((call) => !call.startsWith("()"));
  return (
    given.length > 0 &&
    given.every(
      (call) =>
        /^ ["']export [A-Z_]{2,40}=[^;|&()`]{1,200}["']\s{0,4}$/.test(call) && !/\/tmp|\/dev\/shm/.test(call),
    )
  );
}

/** What stands in the same fence, as far as it belongs together. */
function fenceAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - 300), start)
      .split("```")
      .at(-1) ?? "";
  return before + text.slice(start, end) + (text.slice(end, end + 600).split("```")[0] ?? "");
}

/** Words by which a manifest says that something will start by itself. */
const startSaid =
  /\b(?:cron(?:tab|job)?s?|launch ?(?:d|agents?|daemons?)|systemd|daemon|background service|login item|start(?:s|ed)? (?:at|on) (?:login|boot|startup)|auto-?start|shell (?:rc|profile|startup)|\.(?:zsh|bash)rc|git hooks?|pre-commit hook|scheduled task|runs? (?:every|daily|hourly|nightly|weekly))\b/;

/** Commands by which a manifest shows the same, in whatever language it is written. */
const startShown = /\b(?:crontab|launchctl|systemctl|schtasks|register-scheduledtask)\b/;

/** What makes a command that starts by itself more than a reminder: it fetches, or it hides. */
const fetchesOrHides =
  /\b(?:curl|wget|fetch|https?:|iwr|irm|ncat?|socat|base64|eval|python3? -c|node -e|nohup)\b|\/dev\/tcp|\/(?:tmp|dev\/shm)\/|(?:\*|@\w{4,8}|\bsh|ExecStart=)\s{0,3}["']?(?:~|\$\{?HOME\}?|\/[\w/]{1,40})\/\.(?!claude|agents|openclaw|codex|config|local)\w/i;

/** Addresses, paths and names of events are the same in every language: no word around them is needed. */
const remoteScript: Concept = {
  id: "remote-script",
  pattern:
    /https?:\/\/[\w./%~-]{4,200}\.(?:sh|py|js|mjs|ts|rb|ps1)\b|https?:\/\/(?:gist|raw)\.githubusercontent\.com\/[\w./-]{4,200}/gi,
  hints: pieces("http"),
};
const agentSettings: Concept = {
  id: "agent-settings",
  pattern:
    /\.claude\/(?:settings|hooks)|\.codex\/(?:config|hooks)|\.cursor\/hooks|\.gemini\/settings|hooks\.json\b/gi,
  hints: pieces(".claude|.codex|.cursor|.gemini|hooks.json"),
};
const hookEvent: Concept = {
  id: "hook-event",
  pattern:
    /\b(?:SessionStart|SessionEnd|PreToolUse|PostToolUse|UserPromptSubmit|SubagentStop|PreCompact|beforeShellExecution|afterFileEdit)\b/g,
  hints: pieces(
    "sessionstart|sessionend|pretooluse|posttooluse|userpromptsubmit|subagentstop|precompact|beforeshellexecution|afterfileedit",
  ),
};

export const persistence: RuleFamily = {
  id: "persistence",
  title: "What stays behind, protections switched off",
  rules: [
    {
      id: "T12-autostart",
      version: 6,
      title: "Something made to start by itself",
      category: "T12",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["persistence"], (fact, context) => {
        const said = `${context.declared.name} ${context.declared.description}`.toLowerCase();
        const about =
          /\b(?:cron|schedul|launchd|systemd|daemon|service|git hooks?|hook|shell|zsh|bash|alias|dotfiles|completion|startup|background|deploy|server|devops|ssh|nightly|daily|hourly|weekly|timer|periodic|backup|recurring|monitor)\w{0,4}\b/.test(
            said,
          );
        // A document's example that sets a path in a profile is everyday; a script that does it unasked is not.
        if (!fact.inScript && /rc$|profile$|zshenv$|config\.fish$/.test(fact.detail)) return undefined;
        // A command named without what it loads is spoken of, not run.
        if (
          !fact.inScript &&
          fact.detail === "launchctl" &&
          !/\.plist\b/.test(fact.artefact.text.slice(fact.start, fact.end + 80))
        )
          return undefined;
        // So is one that has a service enabled; writing the unit is a fact of its own.
        if (!fact.inScript && fact.detail === "systemd") return undefined;
        // An option that a table explains is spoken of.
        const line = fact.artefact.text.slice(
          fact.artefact.text.lastIndexOf("\n", fact.start) + 1,
          fact.start,
        );
        if (!fact.inScript && /^\|\s{0,3}`--?\w/.test(line)) return undefined;
        // Hooks that are switched off start nothing.
        const command = fact.artefact.text.slice(fact.start, fact.end + 60);
        if (/hooksPath[\s=]{1,4}["']?\/dev\/null/.test(command)) return undefined;
        // Hooks kept in the project's own folder are the project's.
        if (!fact.inScript && /hooksPath\s{1,4}["']?\.(?!\.)|--unset\b/.test(command)) return undefined;
        // A folder on the path is what installers add; it runs nothing by itself.
        const { text } = fact.artefact;
        if (onlyPath(text.slice(fact.start, fact.end)) || keptPath(text, fact.start, fact.end))
          return about ? undefined : { confidence: 0.3 };
        if (about) return undefined;
        // What a page shows, and what it says of its program, is read by whoever follows it.
        const shown = fact.inScript
          ? isSaidOpenly(startSaid, context) || isShownOpenly(startShown, context)
          : !fetchesOrHides.test(fenceAround(fact.artefact.text, fact.start, fact.end));
        if (shown) return { confidence: 0.45 };
        return { message: `Writes ${fact.detail}, which runs by itself later.` };
      }),
      message: "Something is made to start by itself, which the description does not say.",
      advice: "Say it in the description, or leave starting to the person.",
      references: ["MITRE T1547"],
    },
    {
      id: "T12-shipped-hook",
      version: 2,
      title: "Git hooks or login keys brought along",
      category: "T12",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            if (
              /(?:^|\/)\.git\/(?:hooks\/[\w-]{3,40}$|config$)|(?:^|\/)\.ssh\/authorized_keys$/.test(
                artefact.path,
              ) &&
              artefact.origin !== "decoded"
            )
              yield {
                artefact,
                start: 0,
                end: 1,
                message: `The skill brings ${artefact.path}, which is obeyed where it lies.`,
              };
          }
        },
      },
      message: "The skill brings files that git or a login obeys by themselves.",
      advice: "Leave out the folders of the version control and of keys.",
      references: ["MITRE T1546"],
    },
    {
      id: "T12-remote-hook",
      version: 1,
      title: "A script from the network, set as a hook of the agent",
      category: "T12",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [remoteScript, agentSettings, hookEvent],
        within: 400,
        anyOrder: true,
      },
      message: "A script is fetched and runs at every session of the agent from then on.",
      advice: "Ship the script in the skill, and let the person set the hook.",
      references: ["OWASP Agentic Skills 07", "MITRE T1546"],
    },
    {
      id: "T12-hidden-background",
      version: 3,
      title: "Process kept running out of sight",
      category: "T12",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "create_no_window|zshrc|bashrc|bash_profile|zshenv|zprofile|nohup|windowstyle hidden|-w hidden|detached|com.apple|launchagents|chmod|.pth|systemd/system|authorized_keys|ssh -|currentversion\\run|sc create|type= kernel",
        ),
        any: [
          /\b(?:appendFile(?:Sync)?|writeFile(?:Sync)?|open)\(\s{0,4}[^\n]{0,80}\.(?:zshrc|bashrc|bash_profile|zshenv|zprofile)\b/g,
          /\bDETACHED_PROCESS\b|(?<!getattr\(\w{2,20}, ["'])\bCREATE_NO_WINDOW\b/g,
          /\bpowershell(?:\.exe)?\b[^\n]{0,60}-w(?:indowstyle)?\s{1,4}hidden\b/gi,
          /\bsc(?:\.exe)?\s{1,4}create\s[^\n]{0,80}type=\s{0,4}kernel\b/gi,
          /\b(?:reg(?:\.exe)?\s{1,4}add|(?:New|Set)-ItemProperty)\b[^\n]{0,120}\\CurrentVersion\\Run\b/gi,
          /\becho\s{1,3}["'][^\n]{0,120}\b(?:curl|wget)\b[^\n]{0,120}\|\s{0,3}(?:ba|z)?sh\b[^\n]{0,80}>>\s{0,3}["']?(?:~|\$\{?HOME\}?)\/\.\w{0,8}(?:rc|profile|env)\b/g,
          /\bchmod\s{1,3}(?:4[0-7]{3}|u\+s)\s{1,3}\S{0,40}(?:\/tmp\/|\bbash\b|\bsh\b)/g,
          /LaunchAgents\/com\.apple\.[\w.]{3,40}\.plist/g,
          /\/etc\/systemd\/system\/(?:systemd|dbus|kernel)-[\w-]{2,40}\.service/g,
          /\bssh\s[^\n]{0,120}-R\s?\S{1,30}:(?:localhost|127\.0\.0\.1):22\s[^\n]{0,80}\S{1,40}@[\w-]{1,60}\.[\w.-]{2,60}/g,
          /authorized_keys[^\n]{0,60}\n?(?:[^\n]{0,120}\n){0,3}?[^\n]{0,120}\bssh-(?:ed25519|rsa) AAAA[\w+/=]{24,80}|\bssh-(?:ed25519|rsa) AAAA[\w+/=]{24,800}[^\n]{0,60}authorized_keys/g,
          /["'/][\w-]{2,40}\.pth["'][^\n]{0,120}\b(?:exec|import (?:os|base64|urllib|socket))\b/g,
          /\bnohup\b[^\n]{0,160}(?:\s-c\s|\bcurl\b|(?<!>\s?)\/tmp\/|base64)[^\n]{0,120}&/g,
        ],
        // A command that the caller gives, filled into a program's text.
        excuse: (words) =>
          /\b(?:const|let|await|return) [\s\S]{0,400}\bnohup\b[^\n]{0,120}'\$\{\w{2,30}\}'/.test(words) &&
          !words.includes("://"),
      },
      message: "A process is started so that nobody sees it.",
      advice: "Run in the foreground, or say why not.",
      references: ["MITRE T1564.003"],
    },
    {
      id: "T12-hidden-start",
      version: 2,
      title: "A file out of sight made to start by itself",
      category: "T12",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces("/.cache/|/tmp/|local/share|com.apple|authorized_keys|folderopen"),
        any: [
          /(?:~|\$HOME)\/\.(?:cache|tmp|local\/share)\/[^\n]{0,120}(?:\.(?:zshrc|bashrc|zprofile|bash_profile|profile)\b|\bcron(?:tab| entry| job)?\b|\blaunch agent|\blog(?:in|on) item|\bevery (?:login|boot|\d{1,3} minutes|(?:five|ten|fifteen) minutes))/gi,
          /(?:\bcron(?:tab| entry| job)?\b|\.(?:zshrc|bashrc|zprofile|bash_profile|profile)\b|\blaunch agent|\blog(?:in|on) item)[^\n]{0,120}(?:(?:~|\$HOME)\/\.(?:cache|tmp|local\/share)\/|\/tmp\/)[\w.-]{2,40}/gi,
          /\b(?:create|install|write|register|add)\b[^\n]{0,40}\b(?:launch ?agent|launch ?daemon|service|plist)\b[^\n]{0,40}\bcom\.apple\.[\w.]{3,40}/gi,
          /\bssh-(?:ed25519|rsa) AAAA[\w+/=]{12,600}[^\n]{0,120}authorized_keys|authorized_keys[^\n]{0,120}\bssh-(?:ed25519|rsa) AAAA[\w+/=]{12,80}/g,
          /\b(?:write|create|add|put)\b[^\n]{0,120}\brunOn["'`]{0,2}\s{0,3}:\s{0,3}["'`]{0,2}folderOpen/gi,
        ],
        unless:
          /\b(?:never|do not|don['’]t|detect\w{0,3}|look for|check\w{0,3}|attackers?|remove|example|your (?:own )?public key)\b/i,
      },
      message: "A file that nobody looks at is made to start by itself, or a key is let in.",
      advice: "Leave starting to the person, and keep scripts in the skill.",
      references: ["MITRE T1547", "MITRE T1098"],
    },
    {
      id: "T12-protection-off",
      version: 4,
      title: "Protection of the machine switched off",
      category: "T12",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "prose", "quote", "hidden", "config", "heading"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "antivirus|defender|security|firewall|gatekeeper|sip|disablerealtimemonitoring|exclusionpath|quarantine|selinux|edr|protection|smartscreen|amsi|spctl|csrutil|xattr|real-time|realtime|crowdstrike|osquery|jamf|falcon|mdatp|sentinel|cbagent|cbdaemon|xagt|ds_agent|audit",
        ),
        any: [
          /\b(?:disable|turn off|switch off|deactivate|stop|uninstall|bypass|kill|pause|remove)\s(?:\w{1,14}\s){0,3}?(?:anti-?virus|(?:windows |microsoft )?defender|security (?:controls?|software|tools?|processes|features|settings|protection)|firewall|gatekeeper|smartscreen|real-?time (?:protection|monitoring)|endpoint protection|edr|amsi|system integrity protection)\b/gi,
          /\bsystemctl\s{1,3}(?:(?:stop|disable|mask)\b[^\n;&|]{0,60}\b(?:falcon-sensor|mdatp|sentinel(?:one|d)|cbagentd|cbdaemon|xagt|ds_agent)|(?:disable|mask)\b[^\n;&|]{0,60}\bauditd)\b|\bauditctl\s{1,3}-e\s{0,3}0\b|\b(?:pkill|killall)\b[^\n;&|]{0,30}\b(?:falcon|crowdstrike|sentinel(?:one|d)|mdatp|osqueryd|auditd)|\blaunchctl\s{1,3}(?:unload|bootout)\b[^\n;&|]{0,80}(?:crowdstrike|sentinel|jamf|osquery)/gi,
          /\bSet-MpPreference\b[^\n]{0,80}-Disable\w{3,40}(?!\s{1,4}\$false)\b|\bAdd-MpPreference\b[^\n]{0,40}-ExclusionPath/gi,
          /\bspctl\s{1,4}--(?:master|global)-disable\b|\bcsrutil\s{1,4}disable\b|\bxattr\s{1,4}-(?:r?d|c|cr|rc)\s[^\n]{0,60}(?:\/tmp\b|\/\.\w|\bDownloads\/)|\bxattr\s{1,4}-(?:r?d|c|cr|rc)\s{1,4}(?:com\.apple\.quarantine\s{1,4})?["']?\.\/([\w.-]{1,60})["']?\s{0,4}(?:\n|&&|;)\s{0,8}(?:chmod[^\n]{0,60}\n\s{0,8})?(?:sudo )?\.\/\1/gi,
        ],
        unless:
          /\b(?:disable|stop)`?\s{1,30}[-–—:]\s{1,3}(?:disable|stop|turn off)\b|\b(?:never|do not|don['’]t|not recommended|instead of|rls|row level security|feature flag|security (?:group|policy|headers?|context)|detects?|alerts?|attempts? to|temporarily disabled by|spring security|if you (?:disable|turn off)|pod security|content security)\b/i,
      },
      message: "A protection of the machine is to be switched off.",
      advice: "Remove it; a skill works with protections on.",
      references: ["MITRE T1562.001"],
    },
  ],
};
