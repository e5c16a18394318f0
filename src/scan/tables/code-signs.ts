/**
 * Acts that one expression shows in programs, settings and commands: what is done, by which words. What a parser follows
 * (flows, pipelines, calls) is not here. Each row has examples in the tests.
 */
import { act, type CodeSign } from "./code-sign.ts";
import { either } from "./compile.ts";
import { harmSigns } from "./harm-signs.ts";

export const codeSigns: readonly CodeSign[] = [
  {
    ...act("fetch-run", "code", "all"),
    id: "powershell-pipe",
    detail: "a script handed to Invoke-Expression",
    hints: "iex|invoke-expression|scriptblock",
    patterns: [
      /\b(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod|nslookup)\b[^\n]{0,300}\|[^\n]{0,120}\b(?:iex|Invoke-Expression)\b/gi,
      /(?:\b(?:iex|Invoke-Expression)\b|\[scriptblock\]::Create\()[\s(&$"']{0,8}[^\n]{0,60}\b(?:New-Object|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Download(?:String|Data))\b/gi,
    ],
  },
  {
    ...act("fetch-run", "code", "all"),
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
  {
    ...act("fetch-run", "code", "code"),
    id: "lines-run",
    detail: "lines that another machine sends",
    hints: "read ",
    patterns: [/\b(?:curl|wget|ncat?)\b[^\n]{0,200}\|\s{0,3}while\b[^\n]{0,20}\bread\b/g],
    after: /^[^\n]{0,60}\n(?:[^\n]{0,200}\n){0,8}?[^\n]{0,120}?(?:\beval|\b(?:ba|z)?sh\s{1,3}-c)\s{1,3}"?\$/,
  },
  {
    ...act("fetch-run", "code", "code"),
    id: "evaluated-answer",
    detail: "the answer of a request",
    hints: "eval",
    patterns: [
      /\b(?:instance_|class_)?eval\(?\s{0,3}\(?(?:Net::HTTP\.get|URI\.open|open\(|file_get_contents\(\s{0,3}["']https?:|get\(\s{0,3}["']https?:)/g,
    ],
  },
  {
    ...act("fetch-run", "code", "code"),
    id: "kept-answer",
    detail: "the answer of a request",
    hints: "net::http.get|file_get_contents|get(",
    patterns: [
      /[$\w]{1,30}\s{0,3}=\s{0,3}(?:Net::HTTP\.get\(|file_get_contents\(\s{0,3}["']https?:|(?:LWP::Simple::)?get\(\s{0,3}["']https?:)/g,
    ],
    after: /^[\s\S]{0,300}?\b(?:instance_)?eval[\s({]{1,3}\$?\w{1,30}/,
  },
  {
    ...act("open-shell", "command", "all"),
    id: "shell-to-socket",
    detail: "a shell on a connection",
    hints: "/dev/tcp/|/dev/udp/|nc -|ncat -|nc.exe -",
    patterns: [
      /\bbash\s{1,4}-i\s{0,4}(?:>|&gt;)(?:&|&amp;)\s{0,4}\/dev\/(?:tcp|udp)\//gi,
      /\bnc(?:at)?(?:\.exe)?\s{1,4}[^\n|;]{0,60}-[a-z]{0,4}e\s{1,4}(?:\/bin\/(?:ba|z)?sh|cmd|powershell)/gi,
    ],
  },
  {
    ...act("open-shell", "command", "code"),
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
    ...act("open-shell", "command", "code"),
    id: "web-shell",
    detail: "commands out of a request",
    hints: "$_get|$_post|$_request|$_cookie",
    patterns: [
      /\b(?:system|exec|shell_exec|passthru|eval|assert)\(\s{0,3}(?:base64_decode\(\s{0,3})?\$_(?:GET|POST|REQUEST|COOKIE)\b/gi,
    ],
  },
  {
    ...act("decode-run", "code", "code"),
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
    ...act("decode-run", "code", "code"),
    id: "base64-powershell",
    detail: "base64",
    hints: "frombase64string",
    patterns: [/\[(?:System\.)?Convert\]::FromBase64String\(/gi],
    after:
      /\biex\b|Invoke-Expression|\]::Load\(|ScriptBlock\b|EntryPoint|VirtualAlloc|WriteAllBytes\([^\n]{0,60}\.(?:exe|dll|ps1|bat)\b|\bInvoke-Item\b|[;\n]\s{0,8}&\s{0,2}\$\w/i,
    except: /\.(?:png|jpe?g|webp|gif|ico|pdf|pfx|cer|crt|pem)["']/i,
  },
  {
    ...act("decode-run", "code", "code"),
    id: "machine-code",
    detail: "machine code in memory",
    hints: "prot_exec|virtualalloc",
    patterns: [/\bPROT_EXEC\b|\bVirtualAlloc(?:Ex)?\(/g],
    after: /\bCFUNCTYPE\(|\b(?:CreateThread|CreateRemoteThread|QueueUserAPC)\(/,
  },
  {
    ...act("decode-run", "code", "all"),
    id: "encoded-powershell",
    detail: "an encoded command of PowerShell",
    hints: "powershell|pwsh",
    patterns: [
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-(?:e|ec|enc|encodedcommand)\s{1,4}[A-Za-z0-9+/=]{20}/gi,
    ],
  },
  {
    ...act("hide", "name", "code"),
    id: "name-spelled",
    detail: "a function or module is named by a detour",
    hints:
      "[char]|getattr(|__import__|process.binding|.constructor|@p}|process|strrev(|y2hpbgrfchjvy2vzcw|zxhly1n5bm|c3bhd25tew5j|x19pbxbvcnrfxw|c3vichjvy2vzcw|x19idwlsdgluc19f|_0x",
    patterns: [
      /(?:\[char\]\s{0,2}(?:0x)?\d{2,3}\s{0,3}\+\s{0,3}){2,40}\[char\]/gi,
      /\bgetattr\(\s{0,4}__(?:builtins|import)__/g,
      /__import__\(\s{0,4}["'](?:os|subprocess|pty)["']\s{0,4}\)\s{0,4}\.\s{0,4}(?:system|[Pp]open|call|run)\b/g,
      /(?:\(\s{0,2}(?:\(\)\s{0,2}=>|function\s{0,2}\(\))\s{0,2}\{\s{0,2}\}\s{0,2}\)|\[\]\.\w{2,12}|\.constructor)\.constructor\b/g,
      /\bprocess\.binding\(\s{0,3}["']spawn_sync|\$\{\w{1,20}@P\}/g,
      /\[\s{0,3}["']child_?["']\s{0,3},\s{0,3}["']_?process["']\s{0,3}\]\.join\(/g,
      /\bstrrev\(\s{0,3}["'](?:etalfnizg|edoced_46esab|metsys|cexe|cexe_llehs|tressa|lave|31tor_rts)["']/g,
      /["'`](?:Y2hpbGRfcHJvY2Vzcw|ZXhlY1N5bmM|c3Bhd25TeW5j|X19pbXBvcnRfXw|c3VicHJvY2Vzcw|X19idWlsdGluc19f)={0,2}["'`]/g,
      /\b_0x[0-9a-f]{2,8}\b(?:[\s\S]{0,200}?\b_0x[0-9a-f]{2,8}\b){6}/g,
    ],
  },
  {
    ...act("hide", "address", "all"),
    id: "secret-path-spelled",
    detail: "the name of a secret file has a pattern in place of a letter",
    hints: "/etc/|.ssh/|.aws/",
    patterns: [/(?:\/etc\/|\.ssh\/|\.aws\/)\w{0,20}(?:\[\w\]|\?|''|"")\w{1,20}/g],
    except: /\?\w{1,20}=/,
  },
  {
    ...act("persist", "code", "code"),
    id: "shell-start-file",
    detail: "a start file of the shell",
    hints: "zshrc|bashrc|bash_profile|zshenv|zprofile",
    patterns: [
      /\b(?:appendFile(?:Sync)?|writeFile(?:Sync)?|open)\(\s{0,4}[^\n]{0,80}\.(?:zshrc|bashrc|bash_profile|zshenv|zprofile)\b["'`]?\)?\s{0,3},\s{0,3}(?!\s{0,3}["']r)/g,
    ],
  },
  {
    ...act("persist", "code", "code"),
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
  {
    ...act("write", "agent-file", "code"),
    id: "skills-changed",
    detail: "every skill of the agent",
    hints: "/skills",
    patterns: [
      /\b(?:for \w{1,30} in|readdir(?:Sync)?\(|listdir\(|glob\(|scandir\()[^\n;]{0,60}\.(?:claude|codex|cursor|gemini|openclaw|agents)\/skills\b/g,
    ],
    after:
      /\bcp\b|\bcpSync\(|\bcopyFile(?:Sync)?\(|\b(?:append|write)File(?:Sync)?\(|\bshutil\.copy|\bwrite_text\(|>>/,
  },
  {
    ...act("persist", "code", "all"),
    id: "login-key",
    detail: "a key that may log in",
    hints: "authorized_keys",
    patterns: [
      /authorized_keys[^\n]{0,60}\n?[^\n]{0,120}\bssh-(?:ed25519|rsa) AAAA[\w+/=]{24,80}/g,
      /\bssh-(?:ed25519|rsa) AAAA[\w+/=]{24,800}[^\n]{0,60}authorized_keys/g,
    ],
  },
  {
    ...act("persist", "code", "all"),
    id: "windows-account",
    detail: "an account with all rights",
    hints: "net user|new-localuser|chpasswd",
    patterns: [
      /\bnet\s{1,3}user\s{1,3}[\w$%]{2,30}\s{1,3}\S{4,40}\s{1,3}\/add\b|\bNew-LocalUser\b|\|\s{0,3}chpasswd\b/gi,
    ],
    after:
      /\blocalgroup\s{1,3}administrators\b|\bAdd-LocalGroupMember\b[^\n]{0,60}Administrators|\busermod\b[^\n]{0,20}\b(?:sudo|wheel)\b/i,
  },
  {
    ...act("run", "code", "code"),
    id: "out-of-sight",
    detail: "a process that nobody sees",
    hints: "create_no_window|detached_process|windowstyle hidden|-w hidden|nohup",
    patterns: [
      /\bDETACHED_PROCESS\b|(?<!getattr\(\w{2,20}, ["'])\bCREATE_NO_WINDOW\b/gi,
      /\bpowershell(?:\.exe)?\b[^\n]{0,60}-w(?:indowstyle)?\s{1,4}hidden\b/gi,
      /\bnohup\b[^\n]{0,160}(?:\bcurl\b|(?<!>\s?)\/tmp\/\.|base64)[^\n]{0,120}&/g,
    ],
  },
  {
    ...act("run", "text", "code"),
    id: "code-in-value",
    detail: "code in a value of a setting",
    hints: "child_process|os.system|execsync|node_options|ld_preload|pythonstartup|bash_env",
    patterns: [
      /"\w{2,40}"\s{0,4}:\s{0,4}"[^"\n]{0,100}(?:require\((?:\\?["'])child_process|\bos\.system\(|execSync\()/g,
      /\\n(?:NODE_OPTIONS|LD_PRELOAD|PYTHONSTARTUP|BASH_ENV)=[^\n"]{3,200}/g,
    ],
  },
  ...harmSigns,
];
