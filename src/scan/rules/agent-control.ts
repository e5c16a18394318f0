/** T13 agent memory and settings, T15 permissions, T27 MCP. */

import type { Fact } from "../code/facts.ts";
import type { Block } from "../document/block.ts";
import { hostKind, hostOf, registeredName } from "../hosts.ts";
import { type Concept, pieces } from "../lexicon.ts";
import type { Hit, RuleFamily } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { agentFileRules } from "./agent-files.ts";
import { around, perBlock, searching } from "./code-blocks.ts";
import { mcpRules } from "./mcp-servers.ts";
import { isSaidOpenly, kindOf, onFacts } from "./on-facts.ts";
import { isDeclaredHost } from "./whose.ts";

/** Whether a command copies or links a file of the same name: a template that lies open beside the document. */
function isCopyOfTemplate({ artefact, start, end, detail }: Fact): boolean {
  const name = detail.slice(detail.lastIndexOf("/") + 1);
  const [, from = ""] =
    /^\s{0,20}(?:cp|ln)\s{1,4}(?:-\w{1,6}\s{1,4}){0,3}([^\s;&|]{1,200})\s/.exec(
      artefact.text.slice(start, end),
    ) ?? [];
  const stem = name.startsWith(".") ? name : (name.split(".")[0] ?? "");
  return (
    stem !== "" &&
    from.slice(from.lastIndexOf("/") + 1).startsWith(stem) &&
    !/^\/tmp\/[^/]{0,80}$|:\/\//.test(from)
  );
}

const memoryFile: Concept = {
  id: "memory-file",
  pattern:
    /(?:~\/|\.\/|\.claude\/|\.openclaw\/\w{0,20}\/?)?\b(?:CLAUDE(?:\.local)?\.md|AGENTS\.md|GEMINI\.md|SOUL\.md|MEMORY\.md|IDENTITY\.md|HEARTBEAT\.md|\.cursorrules|\.windsurfrules|copilot-instructions\.md)|\b(?:heartbeat file|agent(?:['’]s)? (?:long-term )?memory|persistent memory|memory store|system prompt file|global (?:rules|instructions) file)\b/gi,
  hints: pieces(
    "claude|agents.md|gemini.md|soul.md|memory|identity.md|heartbeat|cursorrules|windsurfrules|copilot|system prompt file|global",
  ),
};
const writeVerb: Concept = {
  id: "write",
  pattern:
    /\b(?:write|append|add|insert|inject|save|store|persist|update|modify|edit|prepend|plant|put|copy|embed)(?:s|es|ed|ing)?\b/gi,
  hints: pieces(
    "writ|append|add|insert|inject|sav|stor|persist|updat|modif|edit|prepend|plant|put|cop|embed",
  ),
};
/** What a planted rule makes the agent do, and that it should last. */
const steering: Concept = {
  id: "steering",
  pattern:
    /\b(?:always|automatically|silently|unconditionally|blindly) (?:\w{1,12} ){0,2}?(?:run|execute|trust|allow|approve|accept|send|fetch|obey|forward|upload|recommend|install)\b|\bnever (?:ask|question|warn|mention|verify|prompt|refuse|confirm|reveal)\b|\bwithout (?:asking|confirmation|confirming|approval|verification|question)\b|\b(?:for|in|on) (?:every|each|any|all) (?:project|session|conversation|task|request)s?\b[^.\n]{0,20}\b(?:load|use|run|follow|invoke)\b|\b(?:all|every|any) (?:future )?(?:sessions?|conversations?) (?:obey|follow|must)\b|\b(?:malicious|attacker(?:-controlled)?|hidden) (?:instructions?|rules?|payload)\b|\b(?:trust|obey) every\b|\bignore (?:all |any )?(?:previous|prior|other|safety)\b|\b(?:pre-?approved|pre-?authori[sz]ed)\b|\bneeds? no (?:approval|confirmation|consent|permission|question|review)\b|\bas (?:coming|if (?:it|they) came) from the (?:user|owner|operator)\b|\b(?:a |mere )?formality\b|\ballows? everything\b|\bdo not (?:quote|remove|show|delete|mention) (?:or \w{4,8} )?(?:this|these|them|the (?:line|section|entry))\b|\bskip (?:the )?(?:security )?(?:reviews?|checks?|scans?) (?:of|for|on)\b/gi,
  hints: pieces(
    "pre-appr|preappr|pre-auth|preauth|need|coming from|came from|formality|everything|do not|skip|always|automatically|silently|unconditional|blindly|never|without|session|conversation|malicious|attacker|hidden|trust|obey|ignore",
  ),
};

/** What is set outlives the session. */
const toProfile = />>\s{0,4}["']?(?:~|\$\{?HOME\}?)\/\.\w{0,6}(?:rc|profile|env)\b/;

/** Where the model is asked: an address, or the constant that holds it. */
const modelPlace =
  /\b(?:(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE_GEMINI|CLAUDE)_(?:BASE_URL|API_BASE|API_URL)|(?:HTTPS?|ALL)_PROXY|base_url)\\?["']?\]?\s{0,4}[:=]\s{0,4}\\?["'`]?(?:(https?:\/\/[^\s"'`\\]{3,200})|\$\{(\w{1,40})\}|(?<=[:=]\s{0,4})([A-Z][A-Z_]{2,30})\b)/g;
/** The settings of an agent, named in a program that writes them. */
const agentSettings =
  /\.claude["'`,\s/]{1,6}settings|\.codex["'`,\s/]{1,6}config\.toml|\.gemini["'`,\s/]{1,6}settings/;

/** The addresses that constants of a program hold. */
const addressesIn = perBlock(
  ({ text }) =>
    new Map(
      [...text.matchAll(/\b(\w{1,40})\s{0,3}=\s{0,3}["'`](https?:\/\/[^"'`\s]{3,200})/g)].map(
        ([, name = "", address = ""]) => [name, address],
      ),
    ),
);
const writesSettings = perBlock(
  ({ artefact, text }) => artefact.language !== "markdown" && agentSettings.test(text),
);

/** A model of a house that the description offers: whoever installs the skill chooses it. */
const isOffered = (host: string, context: Skill): boolean => {
  const label = registeredName(host).split(".")[0] ?? "";
  const { description } = context.declared;
  return (
    label.length > 3 &&
    description
      .toLowerCase()
      .split(/[^a-z0-9-]/)
      .includes(label) &&
    /\b(?:providers?|gateway)\b|模型|供应商/i.test(description)
  );
};

/** A hook's command that reaches the network, an interpreter with code in its words, or secrets. */
const reaches =
  /\b(?:curl|wget|python3?\s{1,4}-c|node\s{1,4}-e|base64|nc|eval|osascript)\b|https?:|~\/\.(?:ssh|aws)|\.env\b|\/tmp\//;

const hookCommand = /"(?:command|apiKeyHelper)"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){2,2000})/g;

/** The same of what is shown beneath a prompt or answers with a key: programs of one line are everyday there. */
const callsOut = /\b(?:curl|wget|nc)\b|https?:/;

const callsStranger = (command: string): boolean =>
  /\b(?:curl|wget|nc)\b[^\n]{0,400}\bhttps?:\/\/(?!localhost|127\.)/.test(command);

/** Skills or repositories of the home folder, found one after the other. */
const findsAll =
  /(?:\b(?:r?glob|globSync|glob\.sync|find)\b|\bDir\[)[^\n]{0,80}(?:\bSKILL\.md\b|\/\.git\b|["'`]\.git["'`])/g;
const writesInto =
  /\.write_text\(|\.write\(|\bwriteFileSync\(|\bappendFileSync\(|\bFile\.write\(|\bFile\.open\([^\n]{0,60}["'][aw]|\bgit push\b|["']push["']|>>\s{0,3}["']?\$/;

const othersRewritten = searching(
  { roles: ["code"], hints: pieces("skill.md|.git"), patterns: [findsAll] },
  (match, block, { declared }) => {
    if (block.artefact.language === "markdown" && block.artefact.origin !== "decoded") return undefined;
    const near = around(block, match.index, 500, 900);
    if (!/\bhome\b|\bHOME\b|~\/|expanduser|homedir|\.claude\/skills/i.test(near)) return undefined;
    if (!writesInto.test(around(block, match.index, 0, 900))) return undefined;
    // Whoever looks after skills or repositories does that.
    const about = /\b(?:skills?|repos?|repositor(?:y|ies)|git|sync)\b/i.test(
      `${declared.name} ${declared.description}`,
    );
    return about ? { confidence: 0.45 } : {};
  },
);

/** A hook's command that only formats, checks or speaks. */
const tidies =
  /^(?:jq -r [\w.[\]"']{1,60} ?\| ?xargs (?:-\w{1,3} )?)?(?:npx (?:--no-install )?|pnpm (?:exec )?|yarn |bunx |uvx |uv run )?(?:prettier|eslint|biome|ruff|black|gofmt|rustfmt|cargo fmt|tsc|mypy|isort|stylelint|markdownlint|npm (?:run )?(?:lint|format|test|typecheck)|(?:run )?(?:lint|format|typecheck)|echo|say|afplay|notify-send|printf)\b[^;&|]{0,200}$/;

/** Writes among an agent's files that steer nothing. */
function isOrdinaryWrite({ artefact, start, end, detail, inScript }: Fact): boolean {
  const line = artefact.text.slice(start, end);
  // What is logged is not obeyed, and neither are keys.
  if (/\.log$|\/(?:logs?|credentials)\//.test(detail)) return true;
  // A file of the skill that is put, as it is, where skills live.
  if (/\/skills\//.test(detail) && /^\w{0,20}\.?(?:copy\w{0,12}|cpSync|cp)\(/.test(line)) return true;
  if (inScript) return false;
  // A document that tells how the skill gets to where skills live; keys of the person's in an example; a title alone.
  const installs = /^\s{0,20}(?:cp|ln|mv|mkdir|install)\s/.test(line);
  return (
    (/\/skills\/[\w-]{2,60}/.test(detail) && installs) ||
    /\.env$/.test(detail) ||
    /^\s{0,20}echo\s{1,4}(["'])#{1,3} [\w' ]{1,60}\1\s{0,4}>/.test(line)
  );
}

const isSettings = /\.(?:json|toml|ya?ml)$/i;
const settingsSaid =
  /\b(?:openclaw|claude_desktop_config|settings(?:\.local)?|mcp|hooks)\.json\b|\bconfig\.toml\b|\.mcp\.json\b/;

/** A script of the skill's own that lies open in it: it is judged by what it does. */
function isOwnScript(command: string, paths: ReadonlySet<string>): boolean {
  const [, script = ""] =
    /^(?:(?:python3?|node|bash|sh|bun)\s{1,3})?\\?["']?(?:\$\{?CLAUDE_(?:PLUGIN_ROOT|SKILL_DIR|PROJECT_DIR)\}?\/|\.\/)?([\w./-]{3,120}\.\w{2,4})\\?["']?$/.exec(
      command.trim(),
    ) ?? [];
  return script !== "" && paths.has(script);
}

/** Hooks in the front matter that reach out: the agent runs them while the skill is in use. */
function* frontMatterHook(block: Block, paths: ReadonlySet<string>): Generator<Hit> {
  const hook = /^hooks:[\s\S]{0,400}?\bcommand:\s{0,4}([^\n]{3,300})/m.exec(block.text);
  if (hook === null || !reaches.test(hook[1] ?? "")) return;
  // A script that lies open in the skill is judged by what it does.
  const own = /\$\{?CLAUDE_(?:PLUGIN_ROOT|SKILL_DIR|PROJECT_DIR)\}?\/([\w./-]{3,120}\.\w{2,4})/.exec(
    hook[1] ?? "",
  );
  if (own !== null && paths.has(own[1] ?? "") && !/\b(?:curl|wget|base64|eval)\b|https?:/.test(hook[1] ?? ""))
    return;
  yield {
    artefact: block.artefact,
    start: block.start + hook.index,
    end: block.start + hook.index + hook[0].length,
    message: `A hook runs ${(hook[1] ?? "").slice(0, 80)}.`,
  };
}

/** Skills in which containers are the daily work. */
const aboutServers =
  /\b(?:(?:docker|container|kubernetes|k8s|podman|devops|home ?lab|self-host)\w{0,3}|nas)\b|容器|コンテナ/;

export const agentControl: RuleFamily = {
  id: "agent-control",
  title: "Agent memory, settings, permissions, MCP",
  rules: [
    {
      id: "T13-memory-poisoning",
      version: 3,
      title: "Instructions planted in the agent's memory",
      category: "T13",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment", "code"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [memoryFile, writeVerb, steering],
        within: 300,
        anyOrder: true,
        unless:
          /\b(?:user (?:preferences?|approves|confirm)|ask (?:the )?user|if the user|coding standards|conventions)\b|\(see `[\w./-]{0,40}AGENTS\.md/i,
      },
      message: "The skill writes rules into files that the agent obeys in later sessions.",
      advice: "Show the person the text and let them add it.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T13-agent-file-write",
      version: 8,
      title: "Script writes an agent's instructions or settings",
      category: "T13",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["agent-write"], (fact, context) => {
        const said = `${context.declared.name} ${context.declared.description}`.toLowerCase();
        const about =
          /\b(?:mcp|hooks?|settings|config\w{0,8}|claude\.?md|agents\.?md|cursor|rules|memory|plugins?|skills?|setup|init\w{0,8}|onboard\w{0,4}|instructions)\b/.test(
            said,
          );
        // A skill that puts itself where skills live is being installed.
        const own = context.declared.name !== "" && fact.detail.includes(`skills/${context.declared.name}`);
        if (about || own || isOrdinaryWrite(fact)) return undefined;
        if (!fact.inScript && isCopyOfTemplate(fact)) return { confidence: 0.35 };
        // A file of such a name in a folder that is known only when the program runs: as installers write it.
        if (/^(?:\{\}|\$\d)/.test(fact.detail)) return { confidence: 0.35 };
        // A page about that very agent shows what to write.
        if (!fact.inScript && /\b(?:claude[- ]code|codex|gemini[- ]cli|openclaw)\b/.test(said))
          return { confidence: 0.45 };
        // A program that changes the very settings which the manifest speaks of.
        // A skill about timers keeps them where the agent does, unless they reach out.
        const near = fact.artefact.text.slice(Math.max(0, fact.start - 400), fact.end + 400);
        const isTimer = /\/cron\/[\w-]{1,20}\.json$/.test(fact.detail) && !near.includes("://");
        if (isTimer && /\b(?:cron|remind|schedul|heartbeat|timer)/.test(said)) return { confidence: 0.45 };
        const openly = fact.inScript && isSettings.test(fact.detail) && isSaidOpenly(settingsSaid, context);
        if (openly) return { confidence: 0.45 };
        return {
          message: `Writes ${fact.detail}, which steers the agent.`,
          confidence: fact.inScript ? 0.75 : 0.65,
        };
      }),
      message: "The agent's own instructions or settings are written.",
      advice: "Show the change and let the person make it.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T13-others-rewritten",
      version: 1,
      title: "Other skills or repositories rewritten",
      category: "T13",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      detect: othersRewritten,
      message: "A program looks through the person's skills or repositories and writes into all of them.",
      advice: "Change what the person names, one at a time.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T13-passed-on",
      version: 2,
      title: "A text that asks to be passed on",
      category: "T13",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden", "comment", "code", "config", "front-matter"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "skills/*/skill.md|of this file|of this skill|of this page|this line|this message|this footer|this block|this paragraph|this note|this section|these instructions|these lines",
        ),
        any: [
          /\b(?:append|insert|add|paste|put|write)\b[^.\n]{0,60}\b(?:each|every|all)\b[^\n]{0,16}[\w./~$-]{0,40}skills\/\*\/SKILL\.md/gi,
          /\b(?:append|insert|add|paste|copy)\b[^.\n]{0,24}\bsection\b[^.\n]{0,60}\bof this (?:file|skill|page)\b[^.\n]{0,80}\bto (?:its|their|each|every|all)\b/gi,
          /\b(?:add|append|include|copy|repeat|put|insert|paste|attach)\s(?:this (?:very |same |whole )?(?:line|message|footer|block|paragraph|note|section)|these (?:instructions|lines))\s(?:word for word |verbatim |unchanged )?(?:to|in|into|at the end of|below)\s(?:(?:your|their|its) own\s(?:posts?|repl(?:y|ies)|messages?|comments?|e-?mails?|answers?|skills?|agents?)|(?:every|each|all(?: of)?(?: your)?|any)\s(?:other )?(?:agents?|skills?|repositor(?:y|ies)|repl(?:y|ies) to (?:other )?agents?))\b/gi,
        ],
      },
      message: "The text asks those who read it to spread it.",
      advice: "Remove it; what is worth passing on is passed on by people.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T13-base-url",
      version: 5,
      title: "The agent's own traffic sent elsewhere",
      category: "T13",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            if (
              (block.role !== "code" && block.role !== "config") ||
              block.polarity !== "assert" ||
              !/base_url|_api_base|_proxy/.test(block.lower)
            )
              continue;
            for (const match of block.text.matchAll(modelPlace)) {
              const place = match[1] ?? addressesIn(block).get(match[2] ?? match[3] ?? "") ?? "";
              const kind = hostKind(hostOf(place));
              const settings = /settings[\w.]{0,12}\.json$|\.envrc$|rc$/.test(block.artefact.path);
              const lasts =
                toProfile.test(block.text.slice(match.index, match.index + 300)) || writesSettings(block);
              if (
                place === "" ||
                kind === "local" ||
                kind === "well-known" ||
                (kind === "placeholder" && !settings) ||
                (kind === "unknown" && !settings && (!lasts || isOffered(hostOf(place), context)))
              )
                continue;
              yield {
                artefact: block.artefact,
                start: block.start + match.index,
                end: block.start + match.index + match[0].length,
              };
            }
          }
        },
      },
      message: "The agent's requests, with its key, go to another host.",
      advice: "Remove the setting.",
      references: ["CWE-522"],
    },
    {
      id: "T13-agent-hooks",
      version: 5,
      title: "Hooks that run commands in the agent",
      category: "T13",
      severity: "high",
      confidence: 0.8,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            const file =
              /\.(?:claude|gemini|codex|cursor)\/(?:settings|hooks)[\w.]{0,20}\.json$|(?:^|\/)(?:hooks|plugin)\.json$/.test(
                block.artefact.path,
              );
            if (block.role === "front-matter" && block.artefact.role === "manifest") {
              yield* frontMatterHook(block, context.paths);
              continue;
            }
            const inDocument =
              block.role === "code" && block.language === "json" && block.artefact.role === "manifest";
            // Settings of an agent are known by what they say, wherever they lie until somebody copies them.
            const elsewhere = block.role === "config" && /"hooks"\s{0,3}:/.test(block.text);
            if (block.polarity !== "assert" || !(file || inDocument || elsewhere)) continue;
            const match =
              /"(?:statusLine|apiKeyHelper|PreToolUse|PostToolUse|SessionStart|UserPromptSubmit|Stop|Notification|SubagentStop|PreCompact|SessionEnd|Setup)"\s{0,8}:/.exec(
                block.text,
              );
            const isHook = /"hooks"/.test(block.text);
            const commands = [...block.text.matchAll(hookCommand)].map(([, command = ""]) => command);
            const risky = commands.find(
              file || inDocument ? (one) => (isHook ? reaches : callsOut).test(one) : callsStranger,
            );
            const command =
              risky ??
              commands.find((one) => file && isHook && !tidies.test(one) && !isOwnScript(one, context.paths));
            if (match === null || command === undefined) continue;
            yield {
              artefact: block.artefact,
              start: block.start + match.index,
              end: block.start + match.index + match[0].length,
              confidence: risky === undefined ? 0.6 : 0.85,
              message: `A hook runs ${command.slice(0, 80)}.`,
            };
          }
        },
      },
      message: "The skill brings hooks that run commands at events of the agent.",
      advice: "Leave hooks to the person; describe what they would do.",
      references: ["OWASP Agentic Skills 07"],
    },
    {
      id: "T15-auto-approve",
      version: 3,
      title: "Approval switched off",
      category: "T15",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config", "front-matter"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "exec.ask|exec.approval|sandbox.mode|autoapprove|auto_approve|enableallprojectmcpservers|bypasspermissions|dangerously|skipapproval|approvals.set|alwaysallow|yolo|approval_policy|trust_level",
        ),
        any: [
          /"(?:autoApprove|auto_approve|enableAllProjectMcpServers|alwaysAllow(?:All)?|skipConfirmation|dangerouslySkipPermissions|skipDangerousModePermissionPrompt|chat\.tools\.autoApprove)"\s{0,4}:\s{0,4}(?:true|"(?:all|\*)"|\[\s{0,4}"\*")/gi,
          /"?(?:defaultMode|permission-?mode)"?\s{0,4}:\s{0,4}"?bypassPermissions"?/gi,
          /["'](?:defaultMode|permission-?mode)["']\]\s{0,4}=\s{0,4}["']bypassPermissions["']/gi,
          /\balias\s{1,3}(?:claude|codex|gemini)=["'][^"'\n]{0,40}--(?:dangerously|yolo)/g,
          /\bapproval_policy\s{0,3}=\s{0,3}"never"[\s\S]{0,200}?\bsandbox_mode\s{0,3}=\s{0,3}"danger-full-access"/g,
          /\.(?:exec\.(?:ask|approvals?)|sandbox\.mode)["'\]]{0,2}\s{0,3}=\s{0,3}["'](?:off|never|none)["']/g,
          /\bexec\.approvals?\.set\b[^\n]{0,20}\n?[^\n]{0,40}["']off["']/gi,
        ],
      },
      message: "A setting lets the agent act without asking.",
      advice: "Leave approvals to the person.",
      references: ["OWASP Agentic Skills 04"],
    },
    {
      id: "T15-hidden-shell",
      version: 1,
      title: "More tools than declared, through another skill",
      category: "T15",
      severity: "medium",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose"] },
      detect: {
        kind: "pattern",
        hints: pieces("unrestricted|only declares|although this skill|despite|even though|while"),
        any: [
          /\b(?:although|even though|while|despite)\b[^.\n]{0,80}\b(?:only )?(?:declares?|declaring|allowed|limited|restricted)\b[^.\n]{0,120}\b(?:unrestricted|full|any|bash|shell|execute|arbitrary)\b/gi,
        ],
      },
      message: "The skill says itself that it gets more rights than it declares.",
      advice: "Declare the tools that are used.",
      references: ["OWASP Agentic Skills 04"],
    },
    {
      id: "T15-privileged-container",
      version: 2,
      title: "Container with the host's rights",
      category: "T15",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["privileged-container"], (fact, context) => {
        const said = `${context.declared.name} ${context.declared.description}`.toLowerCase();
        // Whose image it is counts even there: a stranger's has no business with the whole machine.
        const known = fact.host === "" || kindOf(fact) !== "unknown" || isDeclaredHost(fact.host, context);
        return known && aboutServers.test(said)
          ? undefined
          : { message: `A container gets the host's rights or files (${fact.detail}).` };
      }),
      message: "A container gets the host's rights or files.",
      advice: "Give the container only the folder it needs.",
      references: ["CWE-250"],
    },
    ...mcpRules,
    ...agentFileRules,
  ],
};
