/** Settings of agents, editors and containers that give away a decision or a right of the user. */
import type { Target, Verb } from "../facts.ts";

export interface SettingRow {
  readonly row: string;
  readonly verb: Verb;
  readonly object: Target;
  /** Ends of the dotted path of keys, in lower case. */
  readonly keys: readonly string[];
  /** The whole value, in any case. */
  readonly value: string;
  /** True if a program or a command that writes the setting counts as well. */
  readonly inText?: true;
}

/** Tools with which everything else can be done. */
const shellTool = "(?:\\*|all|bash|shell|run_command|execute_command|run_shell_command|run_terminal_cmd)";

const approval = { verb: "grant", object: "approval" } as const;

export const settingRows: readonly SettingRow[] = [
  {
    ...approval,
    row: "approve-all",
    keys: ["autoapprove", "auto_approve", "alwaysallow", "alwaysallowall", "trustedtools"],
    value: `true|${shellTool}`,
    inText: true,
  },
  {
    ...approval,
    row: "skip-permissions",
    keys: "enableallprojectmcpservers skipconfirmation skipapproval dangerouslyskippermissions skipdangerousmodepermissionprompt autoaccept yes-always autoapprove autoapproveall yolo".split(
      " ",
    ),
    value: "true",
    inText: true,
  },
  {
    ...approval,
    row: "bypass-mode",
    keys: ["defaultmode", "permissionmode", "permission-mode", "permission_mode"],
    value: "bypasspermissions|dontask|yolo",
    inText: true,
  },
  {
    ...approval,
    row: "approval-policy",
    keys: "approval_policy approvalpolicy exec.ask exec.approvals exec.approvals.set sandbox.mode".split(" "),
    value: "never|off|none",
    inText: true,
  },
  {
    ...approval,
    row: "no-sandbox",
    keys: ["sandbox_mode", "sandboxmode"],
    value: "danger-full-access",
    inText: true,
  },
  {
    ...approval,
    row: "any-command",
    keys: ["permissions.allow", "tools.allowed", "coretools"],
    value: "\\*|(?:bash|shell|run_shell_command)(?:\\((?:\\*|\\*:\\*|:\\*)?\\))?",
  },
  {
    verb: "grant",
    object: "container",
    row: "privileged",
    keys: ["privileged"],
    value: "true",
  },
  {
    verb: "grant",
    object: "container",
    row: "machine-mounted",
    keys: ["volumes", "volumes.source", "hostpath.path"],
    value: "/|/:/[^:]{0,80}(?::rw)?|/var/run/docker\\.sock(?::[^:]{0,80}(?::rw)?)?",
  },
  {
    verb: "grant",
    object: "account",
    row: "role-for-anyone",
    keys: "assumerolepolicydocument.statement.principal.aws assumerolepolicydocument.statement.principal".split(
      " ",
    ),
    value: "\\*",
  },
  {
    verb: "grant",
    object: "account",
    row: "role-with-all-rights",
    keys: ["managedpolicyarns", "policyarn", "policy_arn", "managed_policy_arns"],
    value: "arn:aws:iam::aws:policy/AdministratorAccess",
  },
  {
    verb: "persist",
    object: "command",
    row: "task-at-open",
    keys: ["runoptions.runon"],
    value: "folderopen",
  },
  {
    verb: "install",
    object: "package",
    row: "extension-bundle",
    keys: ["extensionpack", "extensiondependencies"],
    value: "[\\w-]{2,60}\\.[\\w.-]{2,80}",
  },
  {
    ...approval,
    row: "answering-hook",
    keys: ["command"],
    value:
      '[^]{0,2000}(?:permissionDecision|decision)\\\\{0,3}"\\s{0,3}:\\s{0,3}\\\\{0,3}"(?:allow|approve)[^]{0,2000}',
  },
];

/** Keys of settings that hold the address at which the agent's model is asked, or which its traffic goes through. */
export const modelAddressKeys = `
  (?:anthropic|openai|gemini|google_gemini|claude|azure_openai)_(?:base_url|api_base|api_url|endpoint)
  (?:https?|all)_proxy
  (?:openai-)?api-?_?base
  base_?url
  otel_exporter_otlp(?:_\\w{3,10})?_endpoint
`;

/** Events at which agents run a command by themselves. */
export const hookEvents: ReadonlySet<string> = new Set(
  "pretooluse posttooluse userpromptsubmit sessionstart sessionend stop subagentstop notification precompact setup permissionrequest beforetool aftertool beforeagent afteragent statusline apikeyhelper".split(
    " ",
  ),
);

/** What a command of a hook does that formats, checks or speaks. */
export const tidyCommands = `
  prettier | eslint | biome | ruff | black | isort | mypy | gofmt | rustfmt | cargo (?:fmt|clippy|check)
  tsc | stylelint | markdownlint | npm (?:run )?(?:lint|format|test|typecheck) | echo | say | afplay
  notify-send | printf
`;
