/** Files by which agents are steered, and words that steer. */

/** Settings that decide what an agent may do and what it runs. */
export const agentSettingsFiles = `
  \\.claude\\/(?:settings|override)[\\w.-]{0,20}\\.json
  \\.claude\\/hooks\\/
  \\.claude\\.json
  (?:\\.cursor|\\.vscode|\\.gemini)\\/(?:mcp|settings|tasks)\\.json
  \\.mcp\\.json
  claude_desktop_config\\.json
  \\.codex\\/config\\.toml
  \\.gemini\\/settings\\.json
  \\.openclaw\\/openclaw\\.json
  \\.config\\/opencode\\/
`;

/** Orders that a user would not want to find among the agent's own rules. */
export const steeringWords = `
  without (?:asking|confirmation|approval|permission|telling|review)
  (?:never|do not|don't) (?:ask|tell|mention|show|warn|inform|reveal|question)
  (?:always|automatically|silently) (?:approve|allow|accept|trust|upload|send|run|execute)
  ignore (?:all |any )?(?:previous|prior|earlier|other|safety)
  pre-?(?:approved|authori[sz]ed)
  (?:trust|obey|approve) (?:all|every|any)
  (?:upload|send|post) (?:every|each|all)
  bypass
`;
