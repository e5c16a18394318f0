/** Facts of settings: what a configuration grants, starts by itself, connects to and installs. */
import { presentedAt } from "../context.ts";
import type { Fact } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { anyOf, eachOf, inTurn, lines } from "../tables/compile.ts";
import {
  hookEvents,
  modelAddressKeys,
  type SettingRow,
  settingRows,
  tidyCommands,
} from "../tables/settings.ts";
import type { Block } from "./block.ts";
import { packageScripts } from "./package-scripts.ts";
import { type Setting, settingFact, settingsIn } from "./settings.ts";
import { workflowFacts, workflowText } from "./workflows.ts";

/** Words of which one stands in all settings that any reader here looks for: other blocks are not parsed. */
const mayHoldSettings = eachOf([
  ...settingRows.flatMap(({ keys }) => keys.map((key) => key.split(".").at(-1) ?? key)),
  "hooks|statusline|apikeyhelper|servers|mcp|base_?url|api_?base|_proxy|endpoint|install|prepare|dependencies",
  "pull_request|github\\.event|head_ref|secrets",
]);

export function settingFacts(skill: Skill): Fact[] {
  return skill.blocks.flatMap((block) => {
    if (!mayHoldSettings.test(block.lower)) return [];
    const settings = settingsIn(block);
    return settings.length === 0
      ? inText(block, skill)
      : [
          ...rowFacts(block, settings),
          ...hookFacts(block, settings, skill),
          ...serverFacts(block, settings, skill),
          ...modelAddresses(block, settings, skill),
          ...packageScripts(block, settings, skill),
          ...workflowFacts(block, settings),
        ];
  });
}

const compiled = settingRows.map((row) => ({ row, value: inTurn([/^/, eachOf([row.value]), /$/], "i") }));

/** The row of the table that a setting fits. */
export function rowOf({ keys, value }: Pick<Setting, "keys" | "value">): SettingRow | undefined {
  const path = `.${keys.join(".").toLowerCase()}`;
  return compiled.find((one) => one.row.keys.some((key) => path.endsWith(`.${key}`)) && one.value.test(value))
    ?.row;
}

function rowFacts(block: Block, settings: readonly Setting[]): Fact[] {
  return settings.flatMap((setting) => {
    const row = rowOf(setting);
    if (row === undefined) return [];
    const detail = `${setting.keys.at(-1)}: ${setting.value}`;
    return [settingFact(block, setting, { verb: row.verb, object: row.object, row: row.row, detail })];
  });
}

/** The same settings as programs and commands write them. */
const asText = compiled
  .filter(({ row }) => row.inText)
  .map(({ row }) => ({
    row,
    pattern: inTurn(
      [
        /["'.]/,
        eachOf(row.keys),
        /["'\])\\]{0,4}\s{0,3}(?:=>|[:=,])\s{0,20}(?:value["']?:\s{0,4})?[\\"'[]{0,4}/,
        eachOf([row.value]),
        /["'\]\\\s,}]/,
      ],
      "gi",
    ),
  }));

/** A command or program that sets where the model is asked; one that writes to a profile or to settings lasts. */
const modelInText = inTurn(
  [
    /\b/,
    eachOf(lines(modelAddressKeys).slice(0, 2)),
    /["'\])]{0,3}\s{0,3}[:=]\s{0,3}["'`]?(https?:\/\/[^\s"'`\\]{3,200})/,
  ],
  "gi",
);
const lasts =
  />>\s{0,4}["']?(?:~|\$\{?HOME\}?)\/\.\w{0,6}(?:rc|profile|env)\b|\.(?:claude|codex|gemini)\b|\bsetx\b/;

function modelText(block: Block, skill: Skill): Fact[] {
  return [...block.text.matchAll(modelInText)].slice(0, 8).flatMap((match) => {
    const meaning = connection(match[1] ?? "", skill);
    const near = block.text.slice(Math.max(0, match.index - 200), match.index + 400);
    const isKept = lasts.test(near) || /(?:rc|profile|\.envrc)$/.test(block.artefact.path);
    if (meaning.place !== "anonymous" && !isKept) return [];
    const start = block.start + match.index;
    return [
      settingFact(block, { start, end: start + match[0].length }, { ...meaning, row: "model-address" }),
    ];
  });
}

function inText(block: Block, skill: Skill): Fact[] {
  if (block.role === "code")
    return [...workflowText(block), ...modelText(block, skill), ...rowsInText(block)];
  return spoken.has(block.role) ? [...workflowText(block), ...rowsInText(block)] : [];
}

const spoken: ReadonlySet<string> = new Set(["prose", "table", "hidden", "quote", "comment"]);
const writes = /\b(?:writ(?:e|ing)|set|add|put|sav(?:e|ing)|paste|append|enable|creat(?:e|ing)|change)\b/i;

/** In a sentence, the setting counts if the sentence has somebody write it. */
function rowsInText(block: Block): Fact[] {
  const isSpoken = block.role !== "code";
  return asText.flatMap(({ row, pattern }) =>
    [...block.text.matchAll(pattern)].slice(0, 8).flatMap((match) => {
      const near = block.text.slice(Math.max(0, match.index - 160), match.index);
      if (isSpoken && !writes.test(near)) return [];
      const start = block.start + match.index;
      const meaning = { verb: row.verb, object: row.object, row: row.row, detail: match[0].slice(1, -1) };
      const fact = settingFact(block, { start, end: start + match[0].length }, meaning);
      return [isSpoken ? { ...fact, presented: presentedAt(block, match.index) } : fact];
    }),
  );
}

/** A command that reaches the network, an interpreter with code in its words, secrets, or a file that others can write. */
const reaches =
  /\b(?:curl|wget|python3?\s{1,4}-c|node\s{1,4}-e|base64|nc|eval|osascript)\b|https?:|~\/\.(?:ssh|aws)|\.env\b|\/tmp\//;
const callsOut = /\b(?:curl|wget|nc)\b|https?:/;
const isTidy = anyOf(lines(tidyCommands));
const ownScript =
  /^(?:(?:python3?|node|bash|sh|bun)\s{1,3})?["']?(?:\$\{?CLAUDE_(?:PLUGIN_ROOT|SKILL_DIR|PROJECT_DIR)\}?\/|\.\/)?([\w./-]{3,120}\.\w{2,4})\b/;

function isHarmless(command: string): boolean {
  return !/[;&|`]|\$\(/.test(command) && isTidy.test(command.slice(0, 60));
}

/** Commands that an agent runs at its own events. A script of the skill is judged by what it does. */
function hookFacts(block: Block, settings: readonly Setting[], { paths }: Skill): Fact[] {
  return settings.flatMap((setting) => {
    const { keys, value } = setting;
    const lower = keys.map((key) => key.toLowerCase());
    const isHook =
      lower.some((key) => hookEvents.has(key)) &&
      (lower.at(-1) === "command" || lower.at(-1) === "apikeyhelper");
    if (!isHook) return [];
    // Below the prompt, programs of one line are everyday.
    const isShown = lower.includes("statusline");
    const isRisky = (isShown ? callsOut : reaches).test(value);
    const script = ownScript.exec(value.trim())?.[1] ?? "";
    const isOwn = [...paths].some(
      (path) => script !== "" && (path === script || path.endsWith(`/${script}`)),
    );
    // A page that shows the hooks of a tool is no setting that is in force.
    if (!isRisky && (isShown || isOwn || block.role === "code" || isHarmless(value))) return [];
    const row = isRisky ? "hook-reaches-out" : "hook";
    return [settingFact(block, setting, { verb: "persist", object: "agent-settings", row, detail: value })];
  });
}

const serverKeys: ReadonlySet<string> = new Set(["mcpservers", "servers", "mcp", "mcp_servers"]);
const address = /\b(?:https?|wss?):\/\/[^\s"'`]{3,300}/i;
/** Keys of other services, handed to whoever answers at the server. */
const foreignKey =
  /\$\{?(?:env:)?(?:GITHUB|GH|AWS|OPENAI|ANTHROPIC|NPM|SLACK|STRIPE|GOOGLE)_[A-Z_]{0,30}(?:TOKEN|KEY|SECRET|PAT)\b/;

/** Servers of tools: where they are, and what they are handed. */
function serverFacts(block: Block, settings: readonly Setting[], skill: Skill): Fact[] {
  const servers = new Map<string, Setting[]>();
  for (const setting of settings) {
    const at = setting.keys.findIndex((key) => serverKeys.has(key.toLowerCase()));
    if (at === -1 || setting.keys.length < at + 3) continue;
    const name = setting.keys.slice(0, at + 2).join(".");
    servers.set(name, [...(servers.get(name) ?? []), setting]);
  }
  return [...servers.values()].flatMap((server) => {
    const isKeyed = server.some(({ value }) => foreignKey.test(value));
    return server.flatMap((setting) => {
      const key = (setting.keys.at(-1) ?? "").toLowerCase();
      if (!["url", "serverurl", "httpurl", "args", "command"].includes(key)) return [];
      const url = address.exec(setting.value)?.[0].replace(/^ws/i, "http");
      if (url === undefined) return [];
      const row = isKeyed ? "tool-server-with-key" : "tool-server";
      return [settingFact(block, setting, { ...connection(url, skill), row })];
    });
  });
}

function connection(url: string, skill: Skill) {
  const host = hostOf(url);
  return {
    verb: "install",
    object: "agent-settings",
    detail: host,
    host,
    place: placeOf(url, skill),
  } as const;
}

const isModelAddress = inTurn([/^/, eachOf(lines(modelAddressKeys)), /$/], "i");
/** Files that agents, editors and shells read by themselves. */
const agentSettingsFile =
  /(?:^|\/)\.(?:claude|codex|gemini|cursor|continue|vscode|opencode)\/|(?:^|\/)(?:opencode|openclaw|clawdbot|settings(?:\.local)?)\.jsonc?$|\.aider\.conf\.ya?ml$/i;

function modelAddresses(block: Block, settings: readonly Setting[], skill: Skill): Fact[] {
  if (
    block.role === "code"
      ? !/claude|codex|gemini/.test(block.lower)
      : !agentSettingsFile.test(block.artefact.path)
  )
    return [];
  // In a file that is in force, a name in the description does not make it the user's choice.
  const row = block.role === "config" ? "model-address-in-force" : "model-address";
  return settings
    .filter(({ keys, value }) => isModelAddress.test(keys.at(-1) ?? "") && /^https?:/i.test(value))
    .map((setting) => settingFact(block, setting, { ...connection(setting.value, skill), row }));
}
