/** What guards a machine, who may come in, and what tells of it: changed by a command of the system itself. */

import type { Block } from "../document/block.ts";
import { isAboutSecurity } from "../document/shown.ts";
import { hostKind } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { Rule, RuleFamily } from "../rule.ts";
import { around, isListed, isProgram, searching, unlessSubject } from "./code-blocks.ts";
import { isSaidOpenly } from "./on-facts.ts";

const guardOff = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "amsi|enablelua|consentpromptbehavioradmin|advfirewall|netfirewallprofile|mppreference|antispyware|windefend|etweventwrite|tcc.db|disablerealtimemonitoring|promptonsecuredesktop|disablebehaviormonitoring",
    ),
    patterns: [
      /\bamsiInitFailed\b|\bAmsiUtils\b|\b(?:AmsiScanBuffer|EtwEventWrite)\b[\s\S]{0,600}?\bVirtualProtect\b|\bVirtualProtect\b[\s\S]{0,600}?\b(?:AmsiScanBuffer|EtwEventWrite)\b/gi,
      /\b(?:EnableLUA|ConsentPromptBehaviorAdmin|PromptOnSecureDesktop)\b["']?[^\n]{0,60}(?:-Value|\/d|=dword:)\s{0,3}["']?(?:0x0{1,8}|0{1,8})\b/gi,
      /\b(?:DisableAntiSpyware|DisableRealtimeMonitoring|DisableBehaviorMonitoring)\b["']?[^\n]{0,60}(?:-Value|\/d|=dword:)\s{0,3}["']?(?:0x0{0,7}1|0{0,7}1)\b/gi,
      /\badvfirewall["',\s]{1,6}set["',\s]{1,6}(?:all|current|domain|private|public)profiles?["',\s]{1,6}state["',\s]{1,6}off\b/gi,
      /\bSet-NetFirewallProfile\b[^\n]{0,100}-Enabled\s{1,4}(?:\$?False|0)\b/gi,
      /\bAdd-MpPreference\b[^\n]{0,80}-Exclusion(?:Process|Extension)\b/gi,
      /\b(?:sc(?:\.exe)?\s{1,4}(?:stop|delete|config)|Stop-Service|Set-Service|net\s{1,4}stop)\b[^\n]{0,40}\bWinDefend\b/gi,
      /\bsqlite3\b[^\n]{0,120}\bTCC\.db\b[^\n]{0,40}\b(?:INSERT|REPLACE|UPDATE)\b/gi,
    ],
  },
  (match, block, context) =>
    isListed(block, match.index) ||
    isSwitchedBack(match, block) ||
    (/^Add-Mp/i.test(match[0]) && isSaidOpenly(exclusionsSaid, context))
      ? undefined
      : /\b(?:vagrant|packer|hyper-v)\b/i.test(context.declared.description)
        ? { confidence: 0.45 }
        : unlessSubject(match, block, context),
);

/** A firewall that is off for some lines, and on again; no other guard is put back by that. */
const isSwitchedBack = ({ 0: off, index }: RegExpExecArray, { text }: Block): boolean =>
  /^(?:advfirewall|Set-NetFirewall)/i.test(off) &&
  /\bstate["',\s]{1,6}on\b|-Enabled\s{1,4}\$?True\b/i.test(text.slice(index, index + 600));

const exclusionsSaid = /\b(?:defender|antivirus|exclusions?)\b/;

/** Names of the network led elsewhere; not to the same house, nor to numbers that manuals use. */
const namesTurned = searching(
  {
    roles: ["code", "config"],
    hints: pieces("drivers"),
    patterns: [
      /(?:Add-Content|Set-Content|Out-File|>>)[^\n]{0,80}drivers\\{1,2}etc\\{1,2}hosts\b[^\n]{0,20}["'](\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})\s|["'](\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})\s[^\n]{0,80}drivers\\{1,2}etc\\{1,2}hosts\b/gi,
    ],
  },
  (match) => (hostKind(match[1] ?? match[2] ?? "") === "raw-address" ? {} : undefined),
);

const tracesGone = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "wevtutil|clear-eventlog|remove-eventlog|historysavepath|/var/log|/var/run|vacuum|consolehost_history",
    ),
    patterns: [
      /\bwevtutil(?:\.exe)?["',\s]{1,6}(?:cl|clear-log)["',\s]{1,6}(?:System|Security|[$%])|\bClear-EventLog\b[^\n]{0,60}\b(?:Security|System)\b|\bRemove-EventLog\b(?![^\n]{0,40}-Source)/gi,
      /\b(?:Remove-Item|Clear-Content|del)\b[^\n]{0,80}(?:\bHistorySavePath\b|\bConsoleHost_history\b)/gi,
      /(?:\brm\b[^\n;|]{0,60}|\btruncate\b[^\n;|]{0,40}|[^2&>]>\s{0,3}|\bdd\b[^\n;|]{0,60}of=)\/var\/(?:log\/(?:auth\.log|secure|wtmp|lastlog|audit)|run\/utmp)\b(?!\.\d|\.gz)/g,
      /\bfor\s{1,3}\w{1,20}\s{1,3}in\s[^\n;]{0,120}\/var\/log\/(?:auth\.log|secure|wtmp|btmp|lastlog)[^\n]{0,80}\bdo\b[^\n]{0,20}(?:>|rm|shred|truncate)/g,
      /\bjournalctl\b[^\n]{0,60}--vacuum-(?:time=\d{1,2}s\b|size=\d{1,2}(?:K|B)?\b)/g,
    ],
  },
  (match, block, context) =>
    isListed(block, match.index) || (match[0].includes("/var/") && isSaidOpenly(cleaningSaid, context))
      ? undefined
      : unlessSubject(match, block, context),
);

/** Logs that are emptied before an image is taken, or because they fill the disk. */
const cleaningSaid = /\b(?:(?:golden|base|machine|vm|cloud) images?|image builds?|packer|disk space)\b/;

/** Where the system keeps what its people sign in with. */
const signInStore = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "comsvcs|lsass|hklm|hkey_local_machine|passwordvault|sekurlsa|lsadump|ntdsutil|/etc/shadow",
    ),
    patterns: [
      /\bcomsvcs(?:\.dll)?\b[^\n]{0,40}\bMiniDump\b|\bprocdump(?:64)?(?:\.exe)?\b[^\n]{0,60}\blsass\b|\bMiniDumpWriteDump\b[\s\S]{0,400}?\blsass\b/gi,
      /\breg(?:\.exe)?["',\s]{1,6}save["',\s]{1,6}(?:HKLM|HKEY_LOCAL_MACHINE)\\{1,2}(?:SAM|SECURITY)\b/gi,
      /\bsekurlsa::|\blsadump::|\bntdsutil\b[^\n]{0,60}\bifm\b/gi,
      /\bPasswordVault\b[\s\S]{0,240}?\bRetrieve(?:All|Password)\(/g,
      /\bcp\b[^\n;|]{0,60}\/etc\/shadow\s{1,3}["']?(?:\/tmp|\/var\/www|\/dev\/shm|~|\.\/|\/home)|\b(?:scp|curl)\b[^\n;|]{0,80}\/etc\/shadow\b/g,
    ],
  },
  (match, block, context) =>
    isListed(block, match.index) ||
    (match[0].includes("/etc/shadow") && isSaidOpenly(/\bback(?:s|ing)?[ -]?ups?\b/, context))
      ? undefined
      : unlessSubject(match, block, context),
);

/** An account with a password that the author chose, and with the rights of a master. */
const accountMade = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "new-localuser|localgroup|localgroupmember|chpasswd|/groups/admin|fdenytsconnections|permitrootlogin|pam.d",
    ),
    patterns: [
      // A password that is written out: `*` and a variable leave it to the person.
      /\bnet(?:1|\.exe)?\s{1,4}user\s{1,4}[\w.-]{1,40}\s{1,4}(?![*$%/])\S{3,40}\s{1,4}\/add\b[\s\S]{0,200}?\blocalgroup\s{1,4}["']?administrators\b/gi,
      /\bNew-LocalUser\b[\s\S]{0,160}?\bConvertTo-SecureString\s{1,4}["'][^"'$\n]{4,60}["'][\s\S]{0,300}?\bAdd-LocalGroupMember\b[^\n]{0,60}\bAdministrators\b/gi,
      /\bConvertTo-SecureString\s{1,4}["'][^"'$\n]{4,60}["'][\s\S]{0,300}?\bNew-LocalUser\b[\s\S]{0,300}?\bAdd-LocalGroupMember\b[^\n]{0,60}\bAdministrators\b/gi,
      /\becho\s{1,3}["']?[\w-]{1,32}:[^\s$"'|<{]{4,40}["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3})?chpasswd\b[\s\S]{0,200}?\b(?:usermod|gpasswd|adduser)\b[^\n]{0,40}\b(?:sudo|wheel|root)\b/g,
      /\bdscl\s{1,3}\.\s{1,3}-passwd\s{1,3}\S{1,60}\s{1,3}[^\s$&|;]{3,60}[\s\S]{0,240}?\/Groups\/admin\b/g,
      /\bfDenyTSConnections\b["']?[^\n]{0,40}(?:-Value|\/d)\s{1,3}["']?0\b/gi,
      /\b(?:sed\s[^\n]{0,60}?s[/|#][^\n/|#]{0,80}[/|#]|echo\s{1,3}["']?)\s{0,3}PermitRootLogin\s{1,3}yes\b/g,
      /\bauth\s{1,8}sufficient\s{1,8}(?:\/\S{1,60}\/)?pam_(?!unix|rootok|fprintd|tid|u2f|yubico|ldap|sss|permit|krb5|systemd|deny|env|winbind|google)\w{1,20}\.so\b/g,
    ],
  },
  (match, block, context) => {
    if ((isAboutSecurity(context.declared) && !isProgram(block)) || isSaidOpenly(accountsSaid, context))
      return undefined;
    // An image is nobody's machine; a page that shows how an account is made is read by who makes it.
    if (block.language === "dockerfile" || /^FROM\s/m.test(block.text)) return undefined;
    return /chpasswd|dscl/.test(match[0]) && !isProgram(block) ? { confidence: 0.45 } : {};
  },
);

const accountsSaid =
  /\b(?:local (?:users?|accounts?|admins?)|user accounts?|admin(?:istrator)? accounts?|provision\w{0,5} (?:users?|vms?|servers?|machines?)|remote desktop|rdp|root login|user management|vm images?|vagrant|packer|raspberry)\b/;

/** Places from which the system starts what lies there, besides the ones that every installer uses. */
const startPlace = searching(
  {
    roles: ["code", "config"],
    hints: pieces(
      "start menu|currentversion|ms-settings|mscfile|image file execution|winlogon|binarypathname",
    ),
    patterns: [
      /\bms-settings\\{1,2}shell\\{1,2}open\\{1,2}command\b|\bmscfile\\{1,2}shell\\{1,2}open\\{1,2}command\b/gi,
      /\bImage File Execution Options\\{1,2}[^\n]{0,60}\bDebugger\b/gi,
      /\bWinlogon\b[^\n]{0,40}\b(?:Userinit|Shell)\b[^\n]{0,40}(?:-Value|\/d)/gi,
      /(?:\bCopy-Item\b|\bcopy\b|\bmove\b|\bMove-Item\b|\bOut-File\b|\bSet-Content\b|-OutFile\b|\bxcopy\b|\bCreateShortcut\()[^\n]{0,160}\bStart Menu\\{1,2}Programs\\{1,2}Startup\b/gi,
      /\bCurrentVersion\\{1,2}Run(?:Once)?\b[^\n]{0,40}(?:\n[^\n]{0,160}){0,4}?\b(?:New|Set)-ItemProperty\b/gi,
      /\bNew-Service\b[^\n]{0,80}-BinaryPathName\b[^\n]{0,20}(?:\\ProgramData\\|\\Users\\Public\\|\$env:TEMP|\\AppData\\)/gi,
    ],
  },
  (match, _block, context) =>
    /^(?:ms-settings|mscfile)/i.test(match[0]) || !isSaidOpenly(startSaid, context) ? {} : undefined,
);

const startSaid =
  /\b(?:auto-?starts?|at (?:log-?in|start-?up|boot)|on (?:log-?in|start-?up|boot)|start-?up|services?|daemons?|run key|launch(?:es)? with windows|start(?:s)? with windows|sign(?:ing)? in|by itself|log(?:s|ging)? on|logon|run entry|when you (?:log|sign))\b/;

const folderWiped = searching(
  {
    roles: ["code", "config"],
    hints: pieces("remove-item|recurse|rd /|rmdir /|del /|format|clear-disk"),
    patterns: [
      /\bRemove-Item\b[^\n|;]{0,60}(?:\$env:USERPROFILE|\$HOME|~|C:\\Users(?:\\[\w%$:]{1,30})?)\\?(?:Documents|Desktop|Pictures)?(?:\\\*)?["']?(?=\s{1,3}-|\s{0,3}(?:[;|\n]|$))/gi,
      /\b(?:Get-ChildItem|gci|dir|ls)\b[^\n|]{0,40}(?:\$env:USERPROFILE|\$HOME|C:\\(?:Users)?)["']?\s[^\n|]{0,60}-Recurse\b[^\n]{0,60}\|\s{0,3}(?:Remove-Item|ri|del|rm)\b/gi,
      /\b(?:rd|rmdir)\s{1,3}(?:\/q\s{1,3})?\/s\b[^\n&|]{0,12}(?:%USERPROFILE%|C:\\Users|%SystemDrive%|C:)\\?(?:Documents|Desktop)?["']?(?=\s|$|&)/gi,
      /\bdel\s{1,3}(?:\/\w\s{1,3}){1,4}["']?(?:%USERPROFILE%|C:)\\(?:\w{1,20}\\)?\*/gi,
      /\bFormat-Volume\b[^\n]{0,80}-(?:Force|Confirm:\$false)\b|\bClear-Disk\b[^\n]{0,80}-RemoveData\b[^\n]{0,60}-Confirm:\$false/gi,
      /\bformat(?:\.com)?\s{1,3}c:\s{1,3}[^\n]{0,30}\/y\b/gi,
    ],
  },
  (match, block, context) => {
    if (
      isListed(block, match.index) ||
      /-(?:Filter|Include|Directory|WhatIf)\b/i.test(around(block, match.index, 0, 160).split("\n")[0] ?? "")
    )
      return undefined;
    const isDisk = /^(?:Format-Volume|Clear-Disk)/i.test(match[0]);
    return isDisk &&
      (!isProgram(block) || /\bRAW\b|\busb\b|removable/i.test(block.text) || isSaidOpenly(disksSaid, context))
      ? { confidence: 0.45 }
      : {};
  },
);

const disksSaid = /\b(?:format\w{0,4}|partition\w{0,3}|disks?|volumes?|usb)\b/;

/** Letters given by their numbers one by one, or a text turned round before it is run. */
const spelledOut = searching(
  {
    roles: ["code"],
    hints: pieces("[char]|.length"),
    patterns: [
      /\[char\]\s{0,2}\(?\d{2,3}\)?(?:\s{0,3}\+\s{0,3}\[char\]\s{0,2}\(?\d{2,3}\)?){2,80}/gi,
      /\[-1\s{0,2}\.\.\s{0,2}-\(?\s{0,2}\$\w{1,30}\.Length[^\n]{0,40}-join\b[^\n]{0,60}\b(?:iex|Invoke-Expression)\b|\b(?:iex|Invoke-Expression)\b[^\n]{0,40}\[-1\s{0,2}\.\.\s{0,2}-\(?\s{0,2}\$\w{1,30}\.Length/gi,
    ],
  },
  (match, block) => {
    const [found] = match;
    const isRun = /[&]\s{0,2}\(?\s{0,2}$|\biex\b/i.test(around(block, match.index, 40, 0));
    const letters = [...found.matchAll(/\[char\]\s{0,2}\(?(\d{2,3})/gi)].filter(([, code]) =>
      /[A-Za-z]/.test(String.fromCharCode(Number(code))),
    );
    return !/^\[char\]/i.test(found) || letters.length > (isRun ? 2 : 4) ? {} : undefined;
  },
);

/** Runs text or loads a library, in words of PowerShell. */
const runsText = /\b(?:iex|Invoke-Expression|ScriptBlock|EntryPoint|VirtualAlloc)\b|\]::Load\(/i;
const startsFile =
  /\b(?:Start-Process|saps|Invoke-Item)\b|\]::Start\(|(?:^|[;|\n])\s{0,8}&\s{1,3}["']?\$|\bbinPath=/im;
const harmless =
  /data:image|b64_json|\.(?:png|jpe?g|webp|gif|pfx|p12|cer|pdf|mp3|wav|mp4|zip|json|txt)\b|ConvertFrom-Json/i;

/** Something encoded that is written out as a program or started, in the lines that follow. */
const decodedAndStarted = searching(
  {
    roles: ["code"],
    hints: pieces("frombase64string"),
    patterns: [/\[(?:System\.)?Convert\]::FromBase64String\([^\n]{0,80}/gi],
  },
  (match, block) => {
    if (harmless.test(around(block, match.index, 400, 500))) return undefined;
    const after = around(block, match.index, 0, 300);
    const isWritten = /\bWriteAllBytes\(/.test(after);
    const isProgramFile = isWritten && /\.(?:exe|dll|ps1|bat|scr)\b/i.test(after);
    return isProgramFile || runsText.test(after) || (isWritten && startsFile.test(after)) ? {} : undefined;
  },
);

const rules: readonly Rule[] = [
  {
    id: "T12-guard-off",
    version: 1,
    title: "A guard of the system switched off by command",
    category: "T12",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: guardOff,
    message: "A guard of the system (virus scanner, firewall, consent to changes) is switched off.",
    advice: "Remove it; a skill works with the guards on.",
    references: ["MITRE T1562.001", "MITRE T1548.002"],
  },
  {
    id: "T19-names-turned",
    version: 1,
    title: "Names of the network led to another machine",
    category: "T19",
    severity: "high",
    confidence: 0.7,
    kind: "suspicious",
    layer: "static",
    detect: namesTurned,
    message: "The machine is told to find a name of the network elsewhere.",
    advice: "Leave names and routes to the person.",
    references: ["MITRE T1565"],
  },
  {
    id: "T12-logs-emptied",
    version: 1,
    title: "Records of the system emptied",
    category: "T12",
    severity: "high",
    confidence: 0.7,
    kind: "malicious",
    layer: "static",
    detect: tracesGone,
    message: "The records by which one sees who was here are emptied.",
    advice: "Leave logs and histories alone.",
    references: ["MITRE T1070"],
  },
  {
    id: "T09-sign-in-store",
    version: 1,
    title: "The system's store of passwords taken",
    category: "T09",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: signInStore,
    message: "What people sign in with is taken out of the system's own store.",
    advice: "Remove it.",
    references: ["MITRE T1003", "MITRE T1555"],
  },
  {
    id: "T12-account-made",
    version: 1,
    title: "A way into the machine for somebody else",
    category: "T12",
    severity: "critical",
    confidence: 0.65,
    kind: "malicious",
    layer: "static",
    detect: accountMade,
    message:
      "An account with the rights of a master, or a way to sign in from outside, is made, and no page says so.",
    advice: "Say which accounts are made and why; leave the password to the person.",
    references: ["MITRE T1136", "MITRE T1098"],
  },
  {
    id: "T12-start-place",
    version: 1,
    title: "Put where the system starts it, unsaid",
    category: "T12",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    detect: startPlace,
    message: "Something is put where the system starts it by itself, and no page speaks of it.",
    advice: "Say in SKILL.md what is started and when, and how to undo it.",
    references: ["MITRE T1547.001", "MITRE T1548.002"],
  },
  {
    id: "T19-drive-wiped",
    version: 1,
    title: "A drive or the person's folders emptied",
    category: "T19",
    severity: "critical",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: folderWiped,
    message: "A drive, or all that a person keeps, is emptied.",
    advice: "Delete only what the skill made.",
    references: ["MITRE T1485", "MITRE T1561"],
  },
  {
    id: "T11-spelled-by-numbers",
    version: 1,
    title: "A command spelled by numbers or backwards",
    category: "T11",
    severity: "high",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: spelledOut,
    message: "A command is put together letter by letter, so that nobody who reads the script sees it.",
    advice: "Write commands in plain letters.",
    references: ["MITRE T1027"],
  },
  {
    id: "T11-decoded-and-started",
    version: 1,
    title: "Something encoded, written out and started",
    category: "T11",
    severity: "high",
    confidence: 0.75,
    kind: "malicious",
    layer: "static",
    detect: decodedAndStarted,
    message: "What looks like data is decoded and started as a program.",
    advice: "Ship the program in plain text, or name where it comes from.",
    references: ["MITRE T1027", "MITRE T1140"],
  },
];

export const machine: RuleFamily = {
  id: "machine",
  title: "Guards, accounts and records of the machine",
  rules,
};
