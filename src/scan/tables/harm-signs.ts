/** Signs of harm: protections switched off, machines used up, secrets read or sent, files deleted or locked. */
import { act, type CodeSign } from "./code-sign.ts";

export const harmSigns: readonly CodeSign[] = [
  {
    ...act("disable", "protection", "all"),
    id: "protection-off",
    detail: "a protection of the machine",
    hints:
      "mppreference|advfirewall|amsiutils|enablelua|windefend|wevtutil|historysavepath|/var/log/|vacuum-time|spctl|csrutil|xattr|falcon|mdatp|sentinel|cbagent|auditd|osquery|crowdstrike|auditctl",
    patterns: [
      /\bSet-MpPreference\b[^\n]{0,80}-Disable\w{3,40}(?!\s{1,4}\$false)\b/gi,
      /\bAdd-MpPreference\b[^\n]{0,40}-Exclusion(?:Path|Process)/gi,
      /\bnetsh\s{1,3}advfirewall\b[^\n]{0,40}\bstate\s{1,3}off\b|\bAmsiUtils\b/gi,
      /\bEnableLUA\b[^\n]{0,40}\b0\b|\b(?:net|sc)(?:\.exe)?\s{1,3}stop\s{1,3}WinDefend\b/gi,
      /\bwevtutil\s{1,3}cl\b|\bRemove-Item\b[^\n]{0,40}HistorySavePath/gi,
      /(?:^|[;&|\n`]\s{0,4})(?:echo\s{0,2})?>\s{0,2}\/var\/log\/(?:lastlog|wtmp|auth\.log|syslog)\b/gi,
      /\bspctl\s{1,4}--(?:master|global)-disable\b|\bcsrutil\s{1,4}disable\b/g,
      /\bxattr\s{1,4}-(?:r?d|c|cr|rc)\s[^\n]{0,60}(?:\/tmp\b|\/\.\w|\bDownloads\/)|\bxattr\s{1,4}-(?:r?d|c|cr|rc)\s[^\n]{0,40}\.\/([\w.-]{1,60})["']?\s{0,4}(?:\n|&&|;)[^\n]{0,80}\.\/\1/g,
      /\b(?:systemctl\s{1,3}(?:stop|disable|mask)|pkill|killall)\b[^\n;&|]{0,60}\b(?:falcon|crowdstrike|mdatp|sentinel(?:one|d)|cbagentd|osqueryd|auditd)/gi,
      /\bauditctl\s{1,3}-e\s{0,3}0\b/gi,
    ],
  },
  {
    ...act("disable", "protection", "all"),
    id: "antivirus-in-words",
    detail: "a protection of the machine",
    hints: "antivirus|anti-virus|defender|gatekeeper|smartscreen|real-time| protection|security ",
    patterns: [
      /\b(?:disable|turn off|switch off|stop|uninstall|kill)\s(?:\w{1,14}\s){0,3}?(?:anti-?virus|defender|gatekeeper|smartscreen|security controls|(?:real-?time|endpoint|integrity) protection)\b/gi,
    ],
    except: /\bif you\b|\b(?:detects?|alerts?|attempts? to)\b/i,
  },
  {
    ...act("exhaust", "resources", "all"),
    id: "miner",
    detail: "coins are mined, or the connection is sold",
    hints:
      "stratum+|supportxmr|hashvault|minexmr|nanopool|2miners|moneroocean|xmrig/releases|xmrig|minerd|cpuminer|nbminer|lolminer|--donate-level|honeygain|traffmonetizer|peer2profit|packetstream|earnapp|pawns-cli|repocket|proxyrack|bitping",
    patterns: [
      /\bstratum\+(?:tcp|ssl):\/\/[\w.-]{3,80}/gi,
      /\b(?:pool|xmr)\.(?:supportxmr|hashvault|minexmr|nanopool|2miners|moneroocean)\.\w{2,6}:\d{2,5}/gi,
      /\bxmrig\/releases\/download\b/gi,
      /\b(?:xmrig|minerd|cpuminer|nbminer|lolminer)\b\s[^\n]{0,60}(?:-o|--url|-u|--user|--donate)\b/gi,
      /--donate-level\b[^\n]{0,160}--(?:cpu-max-threads-hint|background)\b/gi,
      /\b(?:docker|podman)\s{1,3}run\b[^\n]{0,200}\b(?:honeygain|traffmonetizer|peer2profit|packetstream|\w{1,20}\/earnapp|pawns-cli|repocket|proxyrack|bitping)\b/gi,
    ],
  },
  {
    ...act("exhaust", "resources", "code"),
    id: "fork-bomb",
    detail: "processes or memory are used up",
    hints: "(){|() {|fork()|while|000000",
    patterns: [
      /(?<![\w:])([\w:]{1,20})\s{0,2}\(\)\s{0,3}\{\s{0,3}\1\s{0,3}\|\s{0,3}\1\s{0,3}&|\bwhile\s{1,4}(?:True|1)\s{0,2}:\s{0,12}(?:\n\s{0,20})?(?:if\s{1,2}|\w{1,12}\s{0,2}=\s{0,2}|not\s)?os\.fork\(\)/g,
      /\bwhile\s{1,3}(?::|true|\[ 1 \])\s{0,3};\s{0,3}do\s{1,8}(?:claude|codex|gemini|opencode|aider)\s[^\n;&]{2,160}[^\s&;]\s{0,3}&\s{1,8}done\b/g,
      /\.extend\(\[\w{1,30}\]\s{0,2}\*\s{0,2}\d{7,12}\)/g,
    ],
  },
  {
    ...act("read", "secret", "all"),
    id: "login-store",
    detail: "stored passwords, sessions or wallets",
    hints:
      "login data|local state|key4.db|logins.json|cookies.sqlite|/cookies|safe storage|tdata|dump-keychain|find-generic-password|extension settings|chrome-extension_|leveldb|minidump|hklm\\sam|passwordvault|/etc/shadow|wallet.dat|.keystore",
    patterns: [
      /(?:Chrome|Chromium|Brave|Edge|Firefox|User Data|Default|Profile)[^\n]{0,60}(?:Login Data|(?<!-)Local State(?! root)|key4\.db|logins\.json|cookies\.sqlite|\/Cookies\b(?!\.)|Safe Storage)/g,
      /\bTelegram ?Desktop["'\s/\\,)]{1,8}tdata\b/g,
      /\bsecurity\s{1,4}(?:dump-keychain\b[^\n|;&]{0,60}\s-\w{0,3}d\b|find-generic-password\s{1,4}-[a-z]{0,4}w)/gi,
      /(?<!\|)\bLocal Storage["',\s/\\]{1,6}leveldb\b/gi,
      /\b(?:Local|Sync) Extension Settings["',\s/\\]{1,6}[a-p]{32}\b/gi,
      /\bchrome-extension_[a-p]{32}_0\.indexeddb\b/gi,
      /\bcomsvcs\.dll\W{1,4}MiniDump\b|\breg(?:\.exe)?\s{1,3}save\s{1,3}HKLM\\(?:SAM|SECURITY)\b/gi,
      /\bPasswordVault\b|\bcp\s{1,3}\/etc\/shadow\b/gi,
      /\b(?:locate|find|collect|read|open|export|copy|gather|search for|send)\b[^.\n]{0,60}(?:wallet\.dat|\.keystore\b)/gi,
    ],
  },
  {
    ...act("read", "secret", "all"),
    id: "seed-phrase",
    detail: "the recovery phrase of a wallet",
    hints: "seed phrase|recovery phrase|24 words|12 words|twelve words",
    patterns: [
      /\b(?<!(?:never|not|will|may|might|they|who|that) )ask\b[^.\n]{0,24}\bfor (?:the |your |their |her |his )?(?:[\w-]{1,12} ){0,3}(?:(?:recovery|seed) phrases?|words)\b/gi,
    ],
  },
  {
    ...act("read", "secret", "code"),
    id: "login-handed-on",
    detail: "logins, handed on",
    hints: "debugger|ln -s|gh auth token|print-access-token|configure get",
    patterns: [
      /["'.]debugger["'\].]{1,4}\.?(?:attach|sendCommand)\([^\n]{0,60}(?:Network\.getResponseBody|"1\.3")/gi,
      /\bln\s{1,3}-s\w{0,3}\s{1,3}["']?(?:~|\$\{?HOME\}?)\/\.(?:ssh|aws|gnupg|kube)\b/g,
      /\b(?:npx|uvx|pipx|bunx|sh|bash|node|python3?)\b[^\n|;]{0,120}\$\(\s{0,3}(?:gh auth token|gcloud auth print-access-token|aws configure get)/g,
    ],
  },
  {
    ...act("ask", "secret", "code"),
    id: "password-tried",
    detail: "the login password",
    hints: "-authonly|validatecredentials",
    patterns: [/\bdscl\b[^\n]{0,20}["', .]{1,8}-authonly\b|\.ValidateCredentials\(/gi],
  },
  {
    ...act("read", "private-data", "code"),
    id: "key-strokes",
    detail: "key strokes",
    hints: "keyboard.|getasynckeystate|setwindowshookex|cgeventtapcreate",
    patterns: [
      /\bkeyboard\.Listener\(\s{0,3}on_press\b|\bkeyboard\.(?:on_press|hook|record)\(/g,
      /\bGetAsyncKeyState\(|\bSetWindowsHookEx\w?\(|\bCGEventTapCreate\(/g,
    ],
    except: /\b(?:hotkeys?|shortcuts?|push-to-talk|game)\b/i,
  },
  {
    ...act("read", "private-data", "code"),
    id: "screen-or-clipboard",
    detail: "the screen or the clipboard, again and again",
    hints: "pbpaste|xclip|xsel|wl-paste|screencapture|scrot|get-clipboard|copyfromscreen",
    patterns: [
      /\bwhile\b[^#\n]{0,40}\s{0,3}(?:;|\{)?\s{0,3}(?:do\b)?[^#]{1,200}?\b(?:pbpaste|xclip|xsel|wl-paste|screencapture|scrot|CopyFromScreen|Get-Clipboard)\b/gi,
    ],
    after: /\b(?:curl|wget|ncat?|scp|Invoke-RestMethod|Invoke-WebRequest)\s/i,
  },
  {
    ...act("send", "secret", "all"),
    id: "in-names",
    detail: "data in names that are looked up",
    hints: "dig |nslookup|host |ping",
    patterns: [
      /\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}\$\([^)\n]{0,120}(?:xxd|base64|base32|hostname|whoami|id -un|cat )[^)\n]{0,60}\)\.[\w-]{1,40}\.[\w.-]{2,60}/g,
    ],
  },
  {
    ...act("send", "secret", "code"),
    id: "environment-encoded",
    detail: "the environment, encoded",
    hints: "printenv|env",
    patterns: [/\b(?:printenv|env)\s{0,3}\|\s{0,3}(?:sort\s{0,3}\|\s{0,3})?(?:base64|xxd|openssl enc)\b/g],
  },
  {
    ...act("send", "secret", "code"),
    id: "variable-in-names",
    detail: "data in names that are looked up",
    hints: "xxd|base64|base32|fold|hexdump",
    patterns: [/\b(?:xxd|base64|base32|fold|od|hexdump)\b[^\n]{0,160}/g],
    after:
      /^(?:\n[^\n]{0,160}){0,3}?[^\n]{0,80}\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}\$\{?\w{1,20}\}?\.[\w-]{1,40}\.[\w.-]{2,60}/,
  },
  {
    ...act("send", "secret", "code"),
    id: "environment-out",
    detail: "the environment",
    hints: "env|environ",
    patterns: [
      /\bENV\.to_h\b|\$_ENV\b(?!\[)|\bgetenv\(\)|\bos\.Environ\(\)/gi,
      /\b(?:Get-ChildItem|gci|dir)\s{1,3}env:(?=[\s|)])|%ENV\b/gi,
    ],
    after:
      /\bNet::HTTP\.post|\bhttp\.Post|\bcurl_setopt\b|\bwp_remote_post\b|\bstream_context_create\b|->post\(|\bInvoke-(?:RestMethod|WebRequest)\b|\bPOST\b/,
  },
  {
    ...act("send", "secret", "code"),
    id: "key-file-out",
    detail: "files with keys",
    hints: ".ssh|.aws|.netrc|.kube|id_rsa",
    patterns: [/[/\\]\.(?:ssh[/\\]id_\w{2,12}|aws[/\\]credentials|netrc|kube[/\\]config)\b(?!\.pub)/g],
    after:
      /\bNet::HTTP\.post|\bhttp\.Post|\bcurl_setopt\b|\bstream_context_create\b|->post\(|\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,80}-(?:Body|InFile)/,
  },
  {
    ...act("delete", "system", "all"),
    id: "recovery",
    detail: "backups and recovery of the machine",
    hints: "vssadmin|wbadmin|bcdedit|format-volume|tmutil",
    patterns: [
      /\bvssadmin\s{1,3}delete\s{1,3}shadows\b|\bwbadmin\b\W{1,4}delete\b/gi,
      /\bbcdedit\b[^\n]{0,40}\brecoveryenabled\s{1,3}no\b|\bFormat-Volume\b[^\n]{0,60}-Force\b/gi,
    ],
  },
  {
    ...act("delete", "work-files", "all"),
    id: "whole-folder",
    detail: "a whole folder",
    hints: "rd /s|rmdir /s|del /|remove-item|get-childitem|gci",
    patterns: [
      /\b(?:rd|rmdir|del)\s{1,3}\/s\s[^\n]{0,20}(?:%USERPROFILE%|%CD%|[\s\\]\*(?:\.\*)?)["']?\s{0,3}(?:$|[\r\n&])/gim,
      /\bRemove-Item\b(?=[^\n]{0,120}-Recurse)[^\n]{0,80}?[\s"'](?:\.{1,2}\\?\*?|\*|\$PWD|\$HOME|\$env:USERPROFILE|~)(?:[\\/](?:Documents|Desktop|\*)){0,2}["']?(?:\s|$)/gim,
      /\b(?:Get-ChildItem|gci)(?:\s{1,3}(?:\.\\?\*?|~|\$PWD|\$HOME))?(?:\s{1,3}-\w{1,12}){0,3}\s{1,3}-Recurse(?![^\n|]{0,60}-(?:Filt|Incl))[^\n|]{0,40}\|[\s%{]{0,5}(?:ForEach-Object[\s{]{1,4})?Remove-Item/gi,
    ],
  },
  {
    ...act("lock", "work-files", "code"),
    id: "packed-and-removed",
    detail: "a file is packed with a password, and the original removed",
    hints: "setpassword(|pyminizip|aeszipfile|setencryption",
    patterns: [/(?:\.setpassword\(|\bpyminizip\.compress|\bAESZipFile\()/g],
    after: /(?:\.unlink\(|\bos\.(?:remove|unlink)\(|\bunlinkSync\(|\bshutil\.rmtree\()/,
    except: /\b(?:extract|read)\w{0,8}\(/,
  },
];
