/** Which paths and variables hold secrets, and which files steer an agent or start by themselves. */
import { either, inTurn, oneOf } from "../tables/compile.ts";

const secretPath = inTurn(
  [
    /(?:^|[\s"'=:@/~])/,
    oneOf(String.raw`
      \.ssh(?:/|$) \.aws(?:/(?:credentials|config|\*)|/?$) \.terraform\.d/credentials \.gnupg \.kube/config
      \.docker/config\.json \.(?:netrc|npmrc|pypirc|git-credentials|pgpass|my\.cnf|vault-token|bash_history|zsh_history)
      \.config/(?:gh/hosts|gcloud|solana) \.azure/ \.claude/(?:projects|history\.jsonl|\.credentials|credentials)
      \.codex/(?:sessions|auth) id_(?:rsa|ed25519|ecdsa|dsa)\b wallet\.dat \.(?:electrum|bitcoin|ethereum) keystore/
      login\.keychain Keychains/ Login\x20Data Cookies$ cookies\.sqlite logins\.json key4\.db \.env(?:$|[\s"'])
      user-secrets-envs\.json \.(?:openclaw|clawdbot)/(?:openclaw\.json|clawdbot\.json|device|identity|credentials)
      \.claude\.json$ \.cursor/mcp\.json \.config/[\w-]{1,40}/(?:credentials|auth|token) credentials\.json$
      /etc/(?:shadow|passwd|sudoers|kubernetes)\b kubernetes\.io/serviceaccount Local\x20State$
      /proc/(?:self|\d{1,7}|\$\w{1,20})/environ (?:Telegram(?:\x20?Desktop)?/)tdata(?:/|$) Exodus MetaMask Phantom/
    `),
  ],
  "i",
);

/** Whether a path or command word names a place where secrets lie. */
export function isSecretPath(text: string): boolean {
  return text.length < 2000 && secretPath.test(text);
}

/** Whether a single word is a folder that holds nothing but secrets and their settings. */
export function isSecretFolder(word: string): boolean {
  return /^\.(?:aws|ssh|gnupg|kube)$/.test(word);
}

const secretName = either(
  [
    /^\*{0,2}(?:\.?\*?\.(?:pem|ppk|p12|pfx|kdbx|tfvars|tfstate|jks|keystore|ovpn|asc|gpg)|\.env\*?|\.env\.\*)$/,
    /^\*{0,2}(?:id_(?:rsa|ed25519|ecdsa)\*?|wallet(?:\.dat|\*)?|seed(?:phrase)?\*|\.?credentials\*?|\.netrc)$/,
    /^\*{0,2}(?:\.npmrc|\.pgpass|\.git-credentials)$/,
  ],
  "i",
);

/** Whether a pattern of file names picks files that hold secrets. */
export function isSecretName(pattern: string): boolean {
  return pattern.length < 80 && secretName.test(pattern);
}

const secretVariable = /(?:KEY|SECRET|TOKEN|PASSW|PASSWD|CREDENTIAL|AUTH|PRIVATE|MNEMONIC|SEED|COOKIE)/;

export function isSecretVariable(name: string): boolean {
  return secretVariable.test(name.toUpperCase());
}

/** A program or setting of OpenClaw; of its workspace only what steers. */
const openclawFile = String.raw`(?!workspace/(?!(?:skills|hooks|memory)/|(?:AGENTS|SOUL|TOOLS|IDENTITY|USER|HEARTBEAT|BOOTSTRAP|MEMORY)\.md))[\w./-]{1,80}\.(?:md|json|ya?ml|toml|js|mjs|ts|py|sh)`;
const agentFile = inTurn(
  [
    /(?:^|[/\\~\s"'])/,
    oneOf(String.raw`
      (?:CLAUDE(?:\.local)?|AGENTS|GEMINI|SOUL|MEMORY|IDENTITY|HEARTBEAT|BOOTSTRAP|copilot-instructions)\.md
      \.(?:cursor|windsurf|cline)rules \.cursor/rules/[\w.-]{1,60} \.claude/(?:settings(?:\.local)?|override)[\w.-]{0,20}\.json
      \.claude/(?:hooks|commands|agents|skills|output-styles)/[\w./-]{1,80} (?:\.cursor/|\.)?mcp\.json
      claude_desktop_config\.json \.codex/config\.toml \.gemini/settings\.json \.vscode/(?:mcp|tasks|settings)\.json
      \.openclaw/${openclawFile} \.openclaw/(?:skills|hooks|agents|extensions|plugins)/[\w./-]{1,80} \.config/opencode/[\w./-]{1,40}
    `),
    /["']?$/,
  ],
  "i",
);

/** Whether a path is one that an agent obeys or that decides what it runs. */
export function isAgentFile(path: string): boolean {
  return path.length < 400 && agentFile.test(path);
}

const autostart = oneOf(
  String.raw`
    \.(?:bashrc|bash_profile|zshrc|zprofile|profile|zshenv|bash_login|config/fish/config\.fish)$
    /etc/(?:cron|profile|rc\.local|init\.d|systemd|ld\.so\.preload|sudoers) LaunchAgents/ LaunchDaemons/
    systemd/(?:user|system)/ \.config/autostart/ \.git/hooks/ /var/spool/cron Startup\\ CurrentVersion\\Run
    authorized_keys$ \.ipython/profile_\w{1,20}/startup sitecustomize\.py$ usercustomize\.py$ \.pth$
  `,
  "i",
);

/** Whether what is written there runs by itself later. */
export function isAutostartPath(path: string): boolean {
  return path.length < 400 && autostart.test(path);
}
