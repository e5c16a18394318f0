/** Settings of agents and of what stands around them: who approves, where the model is asked, where names lead. */

import { isSecretPath } from "../code/sensitive.ts";
import type { Block } from "../document/block.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { Rule, SearchDetector } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { perBlock, searching } from "./code-blocks.ts";
import { isSaidOpenly } from "./on-facts.ts";
import { isDeclaredHost, isStranger } from "./whose.ts";

/** Files that agents and editors read by themselves. */
const agentFile =
  /(?:^|\/)(?:\.claude|\.codex|\.gemini|\.cursor|\.continue|\.vscode|\.opencode)\/|(?:^|\/)(?:opencode|openclaw|clawdbot)\.jsonc?$|\.aider\.conf\.ya?ml$/i;

const approvedBySetting = searching(
  {
    roles: ["config", "code"],
    hints: pieces('decision|autoaccept|autoapprove|yes-always|"ask"'),
    patterns: [
      /\\?["'](?:decision|permissionDecision)\\?["']\s{0,3}:\s{0,3}\\?["'](?:approve|allow)\\?["']/g,
      /"autoAccept"\s{0,3}:\s{0,3}true\b|"chat\.tools\.(?:global\.|terminal\.)?autoApprove"\s{0,3}:\s{0,3}true\b/g,
      /^yes-always\s{0,3}:\s{0,3}true\b/gm,
      /"exec"\s{0,3}:\s{0,3}\{[^{}]{0,120}"ask"\s{0,3}:\s{0,3}"(?:off|never)"/g,
    ],
  },
  (_match, block, context) =>
    agentFile.test(block.artefact.path) && block.role === "config" && !isSaidOpenly(approvalsSaid, context)
      ? {}
      : undefined,
);

const approvalsSaid =
  /\b(?:auto-?accepts?|auto-?approv\w{1,4}|approves? (?:all|every)|without (?:asking|prompts?))\b/;

/** The address in a match, if it is a stranger's. */
const ofStranger: SearchDetector["judge"] = (match, block, context) => {
  const host = hostOf(match[1] ?? "");
  const foreign =
    hostKind(host) === "unknown" ? !isDeclaredHost(host, context) && isStranger(host, context, block) : false;
  return foreign || hostKind(host) === "raw-address" || hostKind(host) === "tunnel" ? {} : undefined;
};

const modelElsewhere = searching(
  {
    roles: ["config"],
    hints: pieces("base_url|baseurl|apibase|api_base|api-base|otlp"),
    patterns: [
      /["']?\b(?:base_?url|api_?base|openai-api-base)\b["']?\s{0,3}[:=]\s{0,3}["']?(https?:\/\/[^\s"']{4,200})/gi,
      /\bOTEL_EXPORTER_OTLP(?:_\w{3,10})?_ENDPOINT["']?\s{0,3}[:=]\s{0,3}["']?(https?:\/\/[^\s"']{4,200})/g,
    ],
  },
  (match, block, context) =>
    agentFile.test(block.artefact.path) ? ofStranger(match, block, context) : undefined,
);

const namesElsewhere = searching(
  {
    roles: ["config", "code"],
    hints: pieces("insteadof"),
    patterns: [
      /\[url\s{1,3}["'](https?:\/\/[^\s"']{4,200})["']\]\s{0,20}\n\s{0,8}(?:push)?insteadOf\s{0,3}=\s{0,3}(?:https?:\/\/|git@)[\w.-]{4,80}[:/]?\s{0,3}(?:\n|$)/gi,
    ],
  },
  (match, block, context) => {
    const found = ofStranger(match, block, context);
    const isMirror = /mirror|proxy|china|镜像|加速/i.test(context.declared.description);
    return found !== undefined && isMirror ? { confidence: 0.45 } : found;
  },
);

const configAddress = /https?:\/\/[^\s"']{4,200}/g;

/** A file of the home folder; what is mounted elsewhere (`file:/place`) is no entry of a list. */
const homeFile = /(?:~|\$\{?HOME\}?)\/\.[\w./-]{2,80}(?![\w./-]|:\/)/g;

const filesIn = perBlock(({ text }) => [
  ...new Set([...text.slice(0, 100_000).matchAll(homeFile)].slice(0, 40).map(([file]) => file)),
]);
const addressesIn = perBlock(({ text }) =>
  [...text.slice(0, 100_000).matchAll(configAddress)].slice(0, 20).map(([address]) => hostOf(address)),
);
const strangers = new WeakMap<Block, boolean>();

/** Asked once for each block, however many files it lists. */
function namesStranger(block: Block, context: Skill): boolean {
  const known =
    strangers.get(block) ??
    addressesIn(block).some((host) => hostKind(host) === "unknown" && isStranger(host, context, block));
  strangers.set(block, known);
  return known;
}

/** Files with keys, listed for a program to read, in settings that also name a stranger's host. */
const keysListed = searching(
  {
    roles: ["config"],
    hints: pieces("~/.|home"),
    patterns: [homeFile],
  },
  (match, block, context) => {
    if (!isSecretPath(match[0]) || !namesStranger(block, context)) return undefined;
    const near = block.text.slice(Math.max(0, match.index - 300), match.index);
    if (
      /\b(?:deny|den(?:y|ied)\w{0,6}|exclude\w{0,4}|ignore\w{0,4}|block\w{0,6}|forbid\w{0,5}|sensitive\w{0,6}|protected|redact\w{0,3}|rules?|patterns?)\b/i.test(
        near,
      )
    )
      return undefined;
    const isBackup = /\bback(?:s|ing)?[ -]?ups?\b/i.test(
      `${context.declared.name} ${context.declared.description}`,
    );
    if (isBackup || block.text.includes('"mcpServers"')) return undefined;
    const isOne =
      filesIn(block).filter(isSecretPath).length < 2 &&
      /\b\w{0,20}(?:key_?file|ssh_?key|private_?key|identity\w{0,5}|keys)["']?\s{0,3}[:=]/i.test(near);
    return isOne ? undefined : {};
  },
);

/** A service that is given the machine: its rights, and its files or the door to its other containers. */
const wholeMachine = searching(
  {
    roles: ["config", "code"],
    hints: pieces("privileged: true"),
    patterns: [
      /(?:-|\[)\s{0,3}["']?\/:\/(?!\S{1,40}:ro)\w[\s\S]{0,300}?\bprivileged:\s{0,3}true\b|\bprivileged:\s{0,3}true\b[\s\S]{0,300}?(?:-|\[)\s{0,3}["']?\/:\/(?!\S{1,40}:ro)\w/g,
    ],
  },
  (_match, _block, { declared }) =>
    /\b(?:docker|kubernetes|k8s|homelab|monitor\w{0,3}|security|ci|runners?|home assistant|compose|grafana|metrics|dashboards?|netdata|prometheus|observability)\b/i.test(
      `${declared.name} ${declared.description}`,
    )
      ? undefined
      : {},
);

const common = { version: 1, severity: "high", kind: "suspicious", layer: "static" } as const;

export const agentFileRules: readonly Rule[] = [
  {
    ...common,
    id: "T15-approved-by-setting",
    title: "A setting answers for the person",
    category: "T15",
    confidence: 0.65,
    detect: approvedBySetting,
    message: "Settings that the skill brings approve what the agent does, in the person's place.",
    advice: "Leave approvals to the person.",
    references: ["OWASP Agentic Skills 04"],
  },
  {
    ...common,
    id: "T13-model-elsewhere",
    title: "The agent's model or its records at a stranger's",
    category: "T13",
    confidence: 0.65,
    detect: modelElsewhere,
    message: "Settings that the skill brings lead what the agent is told to a stranger's host.",
    advice: "Leave the address of the model and of records to the person.",
    references: ["OWASP Agentic Skills 07"],
  },
  {
    ...common,
    id: "T14-names-elsewhere",
    title: "Repositories fetched from somebody else",
    category: "T14",
    confidence: 0.65,
    detect: namesElsewhere,
    message: "Addresses of repositories are turned to a stranger's host.",
    advice: "Leave git's addresses to the person.",
    references: ["CWE-494"],
  },
  {
    ...common,
    id: "T24-keys-listed",
    title: "Files with keys listed beside a stranger's host",
    category: "T24",
    confidence: 0.65,
    detect: keysListed,
    message: "Settings list files with keys for a program to read, and a stranger's host.",
    advice: "Name the one key that is needed, and the service that it is for.",
    references: ["CWE-522"],
  },
  {
    ...common,
    id: "T15-whole-machine",
    title: "A service with the rights and files of the machine",
    category: "T15",
    confidence: 0.55,
    detect: wholeMachine,
    message: "A service gets the rights of the machine and its files.",
    advice: "Give the container only the folder it needs.",
    references: ["CWE-250"],
  },
];
