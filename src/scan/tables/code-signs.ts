/**
 * Acts that one expression shows in programs, settings and commands: what is done, by which words. What a parser follows
 * (flows, pipelines, calls) is not here. Each row has examples in the tests.
 */
import type { Target, Verb } from "../facts.ts";
import { either } from "./compile.ts";

export interface CodeSign {
  readonly id: string;
  readonly verb: Verb;
  readonly object: Target;
  /** Programs, settings and fences only, or sentences too. */
  readonly where: "code" | "all";
  /** What is done, as a message says it. */
  readonly detail: string;
  /** Lower-case pieces of which one must occur, with bars between them. */
  readonly hints: string;
  /** One of these must match. */
  readonly patterns: readonly RegExp[];
  /** What must stand within 600 characters after. */
  readonly after?: RegExp;
  /** What makes it harmless, in the match or beside it. */
  readonly except?: RegExp;
}

type Act = Pick<CodeSign, "verb" | "object" | "where">;

const act = (verb: Verb, object: Target, where: CodeSign["where"]): Act => ({ verb, object, where });
const rows = (of: Act, list: ReadonlyArray<Omit<CodeSign, keyof Act>>): CodeSign[] =>
  list.map((row) => ({ ...row, ...of }));

export const codeSigns: readonly CodeSign[] = [
  ...rows(act("fetch-run", "code", "all"), [
    {
      id: "powershell-pipe",
      detail: "a script handed to Invoke-Expression",
      hints: "iex|invoke-expression|scriptblock",
      patterns: [
        /\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|nslookup)\b[^\n]{0,300}\|[^\n]{0,120}\b(?:iex|Invoke-Expression)\b/gi,
        /(?:\b(?:iex|Invoke-Expression)\b|\[scriptblock\]::Create\()[\s(&$"']{0,8}[^\n]{0,60}\b(?:New-Object|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Download(?:String|Data))\b/gi,
      ],
    },
    {
      id: "system-loader",
      detail: "what an address gives, by a program of the system",
      hints: "mshta|regsvr32|rundll32|msiexec|certutil|bitsadmin|powershell|@ssl|davwwwroot|@80|nslookup",
      patterns: [
        /\b(?:(?:mshta|regsvr32|rundll32)(?:\.exe)?\b[^\n]{0,80}(?:https?:\/\/|\\\\\w|javascript:|scrobj)|msiexec(?:\.exe)?\b[^\n]{0,40}\/(?:i|package)\s{1,4}["']?https?:\/\/)/gi,
        /\b(?:certutil\b[^\n]{0,60}-urlcache|bitsadmin\b[^\n]{0,60}\/transfer)\b/gi,
        /\bpowershell(?:\.exe)?\b[^\n]{0,60}\s-w(?:indowstyle)?\s{1,4}h(?:idden)?\b[^\n]{0,160}(?:Download\w{4,6}|iwr|irm|Invoke-WebRequest|Start-BitsTransfer)\b/gi,
        /\\\\[\w.-]{3,100}@(?:ssl@)?\d{2,5}\\|\bDavWWWRoot\b/gi,
        /\bnslookup\b[^\n]{0,120}-q(?:uery)?(?:type)?=txt\b[^\n]{0,200}\b(?:cmd|iex|bash|sh)\b/gi,
      ],
    },
  ]),
  ...rows(act("fetch-run", "code", "code"), [
    {
      id: "lines-run",
      detail: "lines that another machine sends",
      hints: "read ",
      patterns: [/\b(?:curl|wget|ncat?)\b[^\n]{0,200}\|\s{0,3}while\b[^\n]{0,20}\bread\b/g],
      after:
        /^[^\n]{0,60}\n(?:[^\n]{0,200}\n){0,8}?[^\n]{0,120}?(?:\beval|\b(?:ba|z)?sh\s{1,3}-c)\s{1,3}"?\$/,
    },
    {
      id: "evaluated-answer",
      detail: "the answer of a request",
      hints: "eval",
      patterns: [
        /\b(?:instance_|class_)?eval\(?\s{0,3}\(?(?:Net::HTTP\.get|URI\.open|open\(|file_get_contents\(\s{0,3}["']https?:|get\(\s{0,3}["']https?:)/g,
      ],
    },
    {
      id: "kept-answer",
      detail: "the answer of a request",
      hints: "net::http.get|file_get_contents|get(",
      patterns: [
        /[$\w]{1,30}\s{0,3}=\s{0,3}(?:Net::HTTP\.get\(|file_get_contents\(\s{0,3}["']https?:|(?:LWP::Simple::)?get\(\s{0,3}["']https?:)/g,
      ],
      after: /^[\s\S]{0,300}?\b(?:instance_)?eval[\s({]{1,3}\$?\w{1,30}/,
    },
  ]),
  ...rows(act("open-shell", "command", "all"), [
    {
      id: "shell-to-socket",
      detail: "a shell on a connection",
      hints: "/dev/tcp/|/dev/udp/|nc -|ncat -|nc.exe -",
      patterns: [
        /\bbash\s{1,4}-i\s{0,4}(?:>|&gt;)(?:&|&amp;)\s{0,4}\/dev\/(?:tcp|udp)\//gi,
        /\bnc(?:at)?(?:\.exe)?\s{1,4}[^\n|;]{0,60}-[a-z]{0,4}e\s{1,4}(?:\/bin\/(?:ba|z)?sh|cmd|powershell)/gi,
      ],
    },
  ]),
  ...rows(act("open-shell", "command", "code"), [
    {
      id: "socket-to-shell",
      detail: "a shell fed from a socket",
      hints: "dup2(|net.dial(|tcpclient(|tcpsocket",
      patterns: [
        /\bos\.dup2\(\s{0,4}\w{1,20}\.fileno\(\)/g,
        /\bnet\.Dial\(\s{0,3}"tcp"|\bNet\.Sockets\.TCPClient\(|\bTCPSocket\.(?:new|open)\(/gi,
      ],
      after: either(
        [
          /\b(?:pty\.spawn|subprocess\.\w{3,12}|os\.(?:system|exec\w{1,3}))\(|["']\/bin\/(?:ba|z)?sh/,
          /\bexec\.Command\(\s{0,3}"(?:\/bin\/(?:ba)?sh|cmd)|\b(?:iex|Invoke-Expression)\b|\bexec\s{0,3}["'(]|["']\/bin\/sh/,
        ],
        "i",
      ),
    },
    {
      id: "web-shell",
      detail: "commands out of a request",
      hints: "$_get|$_post|$_request|$_cookie",
      patterns: [
        /\b(?:system|exec|shell_exec|passthru|eval|assert)\(\s{0,3}(?:base64_decode\(\s{0,3})?\$_(?:GET|POST|REQUEST|COOKIE)\b/gi,
      ],
    },
  ]),
  ...rows(act("decode-run", "code", "code"), [
    {
      id: "eval-codes",
      detail: "text that is written in a code",
      hints:
        "fromcharcode|atob(|unescape(|buffer.from(|reverse|strrev(|data:text/javascript|data:application/javascript|data:application/typescript",
      patterns: [
        /\b(?:eval|execSync|exec|spawnSync?|Function)\(\s{0,4}(?:String\.fromCharCode|atob|unescape|Buffer\.from)\(/g,
        /\beval[\s(]{1,4}(?:strrev\(|"(?:[^"\\]|\\.){8,20000}"\s{0,3}\.reverse\b)/g,
        /(?:\b(?:deno|node|bun)\b[^\n]{0,100}|\b(?:import|require)\(\s{0,4}["'`])data:(?:text|application)\/(?:javascript|typescript)/gi,
      ],
      except: /\bexec\(\s{0,4}Buffer\.from\([^"'\n]{0,60}\)\s{0,2}\)/,
    },
    {
      id: "base64-powershell",
      detail: "base64",
      hints: "frombase64string",
      patterns: [/\[(?:System\.)?Convert\]::FromBase64String\([^\n]{0,200}/gi],
      after:
        /\biex\b|Invoke-Expression|\]::Load\(|ScriptBlock\b|EntryPoint|VirtualAlloc|WriteAllBytes\([^\n]{0,60}\.(?:exe|dll|ps1|bat)\b|\bInvoke-Item\b/i,
      except: /\.(?:png|jpe?g|webp|gif|ico|pdf|pfx|cer|crt|pem)["']/i,
    },
    {
      id: "machine-code",
      detail: "machine code in memory",
      hints: "prot_exec|virtualalloc",
      patterns: [/\bPROT_EXEC\b|\bVirtualAlloc(?:Ex)?\(/g],
      after: /\bCFUNCTYPE\(|\b(?:CreateThread|CreateRemoteThread|QueueUserAPC)\(/,
    },
  ]),
  ...rows(act("decode-run", "code", "all"), [
    {
      id: "encoded-powershell",
      detail: "an encoded command of PowerShell",
      hints: "powershell|pwsh",
      patterns: [
        /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-(?:e|ec|enc|encodedcommand)\s{1,4}[A-Za-z0-9+/=]{20,}/gi,
      ],
    },
  ]),
  ...rows(act("hide", "name", "code"), [
    {
      id: "name-spelled",
      detail: "a function or module is named by a detour",
      hints:
        "[char]|getattr(|__import__|process.binding|@p}|process|strrev(|y2hpbgrfchjvy2vzcw|zxhly1n5bm|c3bhd25tew5j|x19pbxbvcnrfxw|c3vichjvy2vzcw|x19idwlsdgluc19f|_0x",
      patterns: [
        /(?:\[char\]\s{0,2}(?:0x)?\d{2,3}\s{0,3}\+\s{0,3}){2,40}\[char\]/gi,
        /\bgetattr\(\s{0,4}__(?:builtins|import)__/g,
        /__import__\(\s{0,4}["'](?:os|subprocess|pty)["']\s{0,4}\)\s{0,4}\.\s{0,4}(?:system|[Pp]open|call|run)\b/g,
        /\bprocess\.binding\(\s{0,3}["']spawn_sync|\$\{\w{1,20}@P\}/g,
        /\[\s{0,3}["']child_?["']\s{0,3},\s{0,3}["']_?process["']\s{0,3}\]\.join\(/g,
        /\bstrrev\(\s{0,3}["'](?:etalfnizg|edoced_46esab|metsys|cexe|cexe_llehs|tressa|lave|31tor_rts)["']/g,
        /["'`](?:Y2hpbGRfcHJvY2Vzcw|ZXhlY1N5bmM|c3Bhd25TeW5j|X19pbXBvcnRfXw|c3VicHJvY2Vzcw|X19idWlsdGluc19f)={0,2}["'`]/g,
        /\b_0x[0-9a-f]{2,8}\b(?:[\s\S]{0,200}?\b_0x[0-9a-f]{2,8}\b){6}/g,
      ],
    },
  ]),
  ...rows(act("hide", "address", "all"), [
    {
      id: "secret-path-spelled",
      detail: "the name of a secret file has a pattern in place of a letter",
      hints: "/etc/|.ssh/|.aws/",
      patterns: [/(?:\/etc\/|\.ssh\/|\.aws\/)\w{0,20}(?:\[\w\]|\?|''|"")\w{1,20}/g],
      except: /\?\w{1,20}=/,
    },
  ]),
  ...rows(act("persist", "code", "code"), [
    {
      id: "shell-start-file",
      detail: "a start file of the shell",
      hints: "zshrc|bashrc|bash_profile|zshenv|zprofile",
      patterns: [
        /\b(?:appendFile(?:Sync)?|writeFile(?:Sync)?|open)\(\s{0,4}[^\n]{0,80}\.(?:zshrc|bashrc|bash_profile|zshenv|zprofile)\b["'`]?\)?\s{0,3},\s{0,3}(?!\s{0,3}["']r)/g,
      ],
    },
    {
      id: "way-back",
      detail: "a program that starts automatically or lets somebody in",
      hints:
        "programs\\startup|programs/startup|currentversion\\run|com.apple|systemd/system|.pth|ssh -|chmod|type= kernel|type=kernel",
      patterns: [
        /\bStart Menu[\\/]Programs[\\/]Startup\b[^\n]{0,80}\.(?:vbs|bat|cmd|ps1|exe|lnk)\b/gi,
        /\b(?:reg(?:\.exe)?\s{1,4}add|(?:New|Set)-ItemProperty)\b[^\n]{0,120}\\CurrentVersion\\Run\b/gi,
        /LaunchAgents\/com\.apple\.[\w.]{3,40}\.plist/g,
        /\/etc\/systemd\/system\/(?:systemd|dbus|kernel)-[\w-]{2,40}\.service/g,
        /["'/][\w-]{1,40}\.pth["'][^\n]{0,120}\b(?:exec|import (?:os|base64|urllib|socket))\b/g,
        /\bssh\s[^\n]{0,120}-R\s?\S{1,30}:(?:localhost|127\.0\.0\.1):22\s[^\n]{0,80}\S{1,40}@[\w-]{1,60}\.[\w.-]{2,60}/g,
        /\bchmod\s{1,3}(?:4[0-7]{3}|u\+s)\s{1,3}\S{0,40}(?:\/tmp\/|\bbash\b|\bsh\b)/g,
        /\bsc(?:\.exe)?\s{1,4}create\s[^\n]{0,80}type=\s{0,4}kernel\b/gi,
      ],
    },
  ]),
  ...rows(act("persist", "code", "all"), [
    {
      id: "login-key",
      detail: "a key that may log in",
      hints: "authorized_keys",
      patterns: [
        /authorized_keys[^\n]{0,60}\n?[^\n]{0,120}\bssh-(?:ed25519|rsa) AAAA[\w+/=]{24,80}/g,
        /\bssh-(?:ed25519|rsa) AAAA[\w+/=]{24,800}[^\n]{0,60}authorized_keys/g,
      ],
    },
    {
      id: "windows-account",
      detail: "an account with all rights",
      hints: "net user|new-localuser|chpasswd",
      patterns: [
        /\bnet\s{1,3}user\s{1,3}[\w$%]{2,30}\s{1,3}\S{4,40}\s{1,3}\/add\b|\bNew-LocalUser\b|\|\s{0,3}chpasswd\b/gi,
      ],
      after:
        /\blocalgroup\s{1,3}administrators\b|\bAdd-LocalGroupMember\b[^\n]{0,60}Administrators|\busermod\b[^\n]{0,20}\b(?:sudo|wheel)\b/i,
    },
  ]),
  ...rows(act("run", "code", "code"), [
    {
      id: "out-of-sight",
      detail: "a process that nobody sees",
      hints: "create_no_window|detached_process|windowstyle hidden|-w hidden|nohup",
      patterns: [
        /\bDETACHED_PROCESS\b|(?<!getattr\(\w{2,20}, ["'])\bCREATE_NO_WINDOW\b/gi,
        /\bpowershell(?:\.exe)?\b[^\n]{0,60}-w(?:indowstyle)?\s{1,4}hidden\b/gi,
        /\bnohup\b[^\n]{0,160}(?:\bcurl\b|(?<!>\s?)\/tmp\/\.|base64)[^\n]{0,120}&/g,
      ],
    },
  ]),
  ...rows(act("disable", "protection", "all"), [
    {
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
      id: "antivirus-in-words",
      detail: "a protection of the machine",
      hints: "antivirus|anti-virus|defender|gatekeeper|smartscreen|real-time| protection|security ",
      patterns: [
        /\b(?:disable|turn off|switch off|stop|uninstall|kill)\s(?:\w{1,14}\s){0,3}?(?:anti-?virus|defender|gatekeeper|smartscreen|security controls|(?:real-?time|endpoint|integrity) protection)\b/gi,
      ],
      except: /\bif you\b|\b(?:detects?|alerts?|attempts? to)\b/i,
    },
  ]),
  ...rows(act("exhaust", "resources", "all"), [
    {
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
  ]),
  ...rows(act("exhaust", "resources", "code"), [
    {
      id: "fork-bomb",
      detail: "processes or memory are used up",
      hints: "(){|() {|fork()|while|000000",
      patterns: [
        /(?<![\w:])([\w:]{1,20})\s{0,2}\(\)\s{0,3}\{\s{0,3}\1\s{0,3}\|\s{0,3}\1\s{0,3}&|\bwhile\s{1,4}(?:True|1)\s{0,2}:\s{0,12}(?:\n\s{0,20})?(?:if\s{1,2}|\w{1,12}\s{0,2}=\s{0,2}|not\s)?os\.fork\(\)/g,
        /\bwhile\s{1,3}(?::|true|\[ 1 \])\s{0,3};\s{0,3}do\s{1,8}(?:claude|codex|gemini|opencode|aider)\s[^\n;&]{2,160}[^\s&;]\s{0,3}&\s{1,8}done\b/g,
        /\.extend\(\[\w{1,30}\]\s{0,2}\*\s{0,2}\d{7,12}\)/g,
      ],
    },
  ]),
  ...rows(act("read", "secret", "all"), [
    {
      id: "login-store",
      detail: "stored passwords, sessions or wallets",
      hints:
        "login data|local state|key4.db|logins.json|cookies.sqlite|/cookies|safe storage|tdata|dump-keychain|find-generic-password|extension settings|chrome-extension_|leveldb|minidump|hklm\\sam|passwordvault|/etc/shadow|wallet.dat|.keystore",
      patterns: [
        /(?:Chrome|Chromium|Brave|Edge|Firefox|User Data|Default|Profile)[^\n]{0,60}(?:Login Data|(?<!-)Local State(?! root)|key4\.db|logins\.json|cookies\.sqlite|\/Cookies\b(?!\.)|Safe Storage)/g,
        /\bTelegram ?Desktop["'\s/\\,)]{1,8}tdata\b/g,
        /\bsecurity\s{1,4}(?:dump-keychain\b[^\n|;&]{0,60}\s-\w{0,3}d\b|find-generic-password\s{1,4}-[a-z]{0,4}w)/gi,
        /\bLocal Storage["',\s/\\]{1,6}leveldb\b/gi,
        /\b(?:Local|Sync) Extension Settings["',\s/\\]{1,6}[a-p]{32}\b/gi,
        /\bchrome-extension_[a-p]{32}_0\.indexeddb\b/gi,
        /\bcomsvcs\.dll\W{1,4}MiniDump\b|\breg(?:\.exe)?\s{1,3}save\s{1,3}HKLM\\(?:SAM|SECURITY)\b/gi,
        /\bPasswordVault\b|\bcp\s{1,3}\/etc\/shadow\b/gi,
        /\b(?:locate|find|collect|read|open|export|copy|gather|search for|send)\b[^.\n]{0,60}(?:wallet\.dat|\.keystore\b)/gi,
      ],
    },
    {
      id: "seed-phrase",
      detail: "the recovery phrase of a wallet",
      hints: "seed phrase|recovery phrase|24 words|12 words|twelve words",
      patterns: [
        /\b(?<!(?:never|not|will|may|might|they|who|that) )ask\b[^.\n]{0,24}\bfor (?:the |your |their |her |his )?(?:[\w-]{1,12} ){0,3}(?:(?:recovery|seed) phrases?|words)\b/gi,
      ],
    },
  ]),
  ...rows(act("read", "secret", "code"), [
    {
      id: "login-handed-on",
      detail: "logins, handed on",
      hints: "debugger|ln -s|gh auth token|print-access-token|configure get",
      patterns: [
        /["'.]debugger["'\].]{1,4}\.?(?:attach|sendCommand)\([^\n]{0,60}(?:Network\.getResponseBody|"1\.3")/gi,
        /\bln\s{1,3}-s\w{0,3}\s{1,3}["']?(?:~|\$\{?HOME\}?)\/\.(?:ssh|aws|gnupg|kube)\b/g,
        /\b(?:npx|uvx|pipx|bunx|sh|bash|node|python3?)\b[^\n|;]{0,120}\$\(\s{0,3}(?:gh auth token|gcloud auth print-access-token|aws configure get)/g,
      ],
    },
  ]),
  ...rows(act("ask", "secret", "code"), [
    {
      id: "password-tried",
      detail: "the login password",
      hints: "-authonly|validatecredentials",
      patterns: [/\bdscl\b[^\n]{0,20}["', .]{1,8}-authonly\b|\.ValidateCredentials\(/gi],
    },
  ]),
  ...rows(act("read", "private-data", "code"), [
    {
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
      id: "screen-or-clipboard",
      detail: "the screen or the clipboard, again and again",
      hints: "pbpaste|xclip|xsel|wl-paste|screencapture|scrot|get-clipboard|copyfromscreen",
      patterns: [
        /\bwhile\b[^#\n]{0,40}\s{0,3}(?:;|\{)?\s{0,3}(?:do\b)?[^#]{1,200}?\b(?:pbpaste|xclip|xsel|wl-paste|screencapture|scrot|CopyFromScreen|Get-Clipboard)\b/gi,
      ],
      after: /\b(?:curl|wget|ncat?|scp|Invoke-RestMethod|Invoke-WebRequest)\s/i,
    },
  ]),
  ...rows(act("send", "secret", "all"), [
    {
      id: "in-names",
      detail: "data in names that are looked up",
      hints: "dig |nslookup|host |ping",
      patterns: [
        /\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}\$\([^)\n]{0,120}(?:xxd|base64|base32|hostname|whoami|id -un|cat )[^)\n]{0,60}\)\.[\w-]{1,40}\.[\w.-]{2,60}/g,
      ],
    },
  ]),
  ...rows(act("send", "secret", "code"), [
    {
      id: "environment-encoded",
      detail: "the environment, encoded",
      hints: "printenv|env",
      patterns: [/\b(?:printenv|env)\s{0,3}\|\s{0,3}(?:sort\s{0,3}\|\s{0,3})?(?:base64|xxd|openssl enc)\b/g],
    },
    {
      id: "variable-in-names",
      detail: "data in names that are looked up",
      hints: "xxd|base64|base32|fold|hexdump",
      patterns: [/\b(?:xxd|base64|base32|fold|od|hexdump)\b[^\n]{0,160}/g],
      after:
        /^(?:\n[^\n]{0,160}){0,3}?[^\n]{0,80}\b(?:dig|nslookup|host|ping)\s[^\n]{0,40}\$\{?\w{1,20}\}?\.[\w-]{1,40}\.[\w.-]{2,60}/,
    },
    {
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
      id: "key-file-out",
      detail: "files with keys",
      hints: ".ssh|.aws|.netrc|.kube|id_rsa",
      patterns: [/[/\\]\.(?:ssh[/\\]id_\w{2,12}|aws[/\\]credentials|netrc|kube[/\\]config)\b(?!\.pub)/g],
      after:
        /\bNet::HTTP\.post|\bhttp\.Post|\bcurl_setopt\b|\bstream_context_create\b|->post\(|\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,80}-(?:Body|InFile)/,
    },
  ]),
  ...rows(act("delete", "system", "all"), [
    {
      id: "recovery",
      detail: "backups and recovery of the machine",
      hints: "vssadmin|wbadmin|bcdedit|format-volume|tmutil",
      patterns: [
        /\bvssadmin\s{1,3}delete\s{1,3}shadows\b|\bwbadmin\b\W{1,4}delete\b/gi,
        /\bbcdedit\b[^\n]{0,40}\brecoveryenabled\s{1,3}no\b|\bFormat-Volume\b[^\n]{0,60}-Force\b/gi,
      ],
    },
  ]),
  ...rows(act("delete", "work-files", "all"), [
    {
      id: "whole-folder",
      detail: "a whole folder",
      hints: "rd /s|rmdir /s|del /|remove-item|get-childitem|gci",
      patterns: [
        /\b(?:rd|rmdir|del)\s{1,3}\/s\s[^\n]{0,20}(?:%USERPROFILE%|%CD%|[\s\\]\*(?:\.\*)?)["']?\s{0,3}(?:$|[\r\n&])/gim,
        /\bRemove-Item\b(?=[^\n]{0,120}-Recurse)[^\n]{0,80}?[\s"'](?:\.{1,2}\\?\*?|\*|\$PWD|\$HOME|\$env:USERPROFILE|~)(?:[\\/](?:Documents|Desktop|\*)){0,2}["']?(?:\s|$)/gim,
        /\b(?:Get-ChildItem|gci)(?:\s{1,3}(?:\.\\?\*?|~|\$PWD|\$HOME))?(?:\s{1,3}-\w{1,12}){0,3}\s{1,3}-Recurse(?![^\n|]{0,60}-(?:Filter|Include))[^\n|]{0,40}\|[\s%{]{0,5}(?:ForEach-Object[\s{]+)?Remove-Item/gi,
      ],
    },
  ]),
  ...rows(act("lock", "work-files", "code"), [
    {
      id: "packed-and-removed",
      detail: "a file is packed with a password, and the original removed",
      hints: "setpassword(|pyminizip|aeszipfile|setencryption",
      patterns: [/(?:\.setpassword\(|\bpyminizip\.compress|\bAESZipFile\()/g],
      after: /(?:\.unlink\(|\bos\.(?:remove|unlink)\(|\bunlinkSync\(|\bshutil\.rmtree\()/,
      except: /\b(?:extract|read)\w{0,8}\(/,
    },
  ]),
  ...rows(act("run", "text", "code"), [
    {
      id: "code-in-value",
      detail: "code in a value of a setting",
      hints: "child_process|os.system|execsync|node_options|ld_preload|pythonstartup|bash_env",
      patterns: [
        /"\w{2,40}"\s{0,4}:\s{0,4}"[^"\n]{0,100}(?:require\((?:\\?["'])child_process|\bos\.system\(|execSync\()/g,
        /\\n(?:NODE_OPTIONS|LD_PRELOAD|PYTHONSTARTUP|BASH_ENV)=[^\n"]{3,200}/g,
      ],
    },
  ]),
];
