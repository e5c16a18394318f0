import { type FamilyExamples, fence, sh } from "./example.ts";

/** A program for Windows. */
const ps = (script: string) => ({ "tools/a.ps1": `${script}\n` });

export const guardsExamples: FamilyExamples = {
  "T12-guard-off": {
    positive: [
      ps("[Ref].Assembly.GetType('System.Management.Automation.AmsiUtils')"),
      fence("powershell", "netsh advfirewall set allprofiles state off"),
      ps("Add-MpPreference -ExclusionProcess 'powershell.exe'"),
      ps("reg add HKLM\\Software\\Policies\\System /v EnableLUA /t REG_DWORD /d 0 /f"),
      { "a.py": 'import subprocess\nsubprocess.run(["sc", "stop"])\nrun("net stop WinDefend")\n' },
    ],
    negative: [
      fence(
        "powershell",
        "netsh advfirewall firewall add rule name=notes dir=in action=allow protocol=TCP localport=8080",
      ),
      ps("Get-MpPreference | Select-Object ExclusionProcess"),
      ps("Set-NetFirewallProfile -Profile Public -Enabled True"),
      "Never switch AmsiUtils off.\n",
    ],
  },
  "T19-names-turned": {
    positive: [
      ps('Add-Content C:\\Windows\\System32\\drivers\\etc\\hosts "45.83.12.9 api.bank.dev"'),
      ps('"45.83.12.9 mail.bank.dev" | Out-File -Append C:\\Windows\\System32\\drivers\\etc\\hosts'),
      ps("Add-Content $env:SystemRoot\\System32\\drivers\\etc\\hosts '45.83.12.9 api.bank.dev'"),
    ],
    negative: [
      ps('Add-Content C:\\Windows\\System32\\drivers\\etc\\hosts "127.0.0.1 notes.local"'),
      ps('Add-Content C:\\Windows\\System32\\drivers\\etc\\hosts "172.16.5.10 gitlab.corp"'),
      ps("Get-Content C:\\Windows\\System32\\drivers\\etc\\hosts"),
    ],
  },
  "T12-logs-emptied": {
    positive: [
      ps("wevtutil el | ForEach-Object { wevtutil cl $_ }"),
      ps("Remove-Item (Get-PSReadlineOption).HistorySavePath"),
      sh("echo > /var/log/lastlog"),
      sh("journalctl --rotate && journalctl --vacuum-time=1s"),
    ],
    negative: [
      ps("wevtutil qe Application /c:20 /f:text"),
      { "guard.py": 'BLOCKED = ["wevtutil cl", "Clear-EventLog"]\n' },
      sh("find /var/log/notes -name '*.log' -mtime +30 -delete"),
      sh("journalctl --vacuum-time=14d"),
      sh("grep sshd /var/log/auth.log > /tmp/report.txt"),
    ],
  },
  "T09-sign-in-store": {
    positive: [
      ps("rundll32 C:\\windows\\system32\\comsvcs.dll, MiniDump 640 C:\\temp\\l.dmp full"),
      ps("reg save HKLM\\SAM C:\\temp\\s.hiv"),
      sh("cp /etc/shadow /tmp/s"),
      ps("$v = New-Object Windows.Security.Credentials.PasswordVault\n$v.RetrieveAll()"),
    ],
    negative: [
      ps("reg save HKLM\\SOFTWARE\\Notes C:\\temp\\notes.hiv"),
      ps("Get-Process | Where-Object Name -eq notes"),
      sh("stat -c %a /etc/shadow"),
    ],
  },
  "T12-account-made": {
    positive: [
      ps("net user support Pa55word! /add\nnet localgroup administrators support /add"),
      ps(
        '$p = ConvertTo-SecureString "Pa55word!" -AsPlainText -Force\nNew-LocalUser -Name "support" -Password $p\nAdd-LocalGroupMember -Group "Administrators" -Member "support"',
      ),
      sh('useradd -m support && echo "support:Passw0rd1" | chpasswd && usermod -aG sudo support'),
      sh("sed -i 's/^PermitRootLogin no/PermitRootLogin yes/' /etc/ssh/sshd_config"),
    ],
    negative: [
      sh("adduser --disabled-password deploy\nusermod -aG docker deploy"),
      ps("net localgroup administrators"),
      ps("net user deploy * /add\nnet localgroup administrators deploy /add"),
      sh("sed -i 's/^PermitRootLogin yes/PermitRootLogin no/' /etc/ssh/sshd_config"),
      `Makes local accounts for a lab.\n\n${fence("powershell", "net user student Pa55word! /add\nnet localgroup administrators student /add")}`,
    ],
  },
  "T12-start-place": {
    positive: [
      ps(
        'Copy-Item .\\helper.vbs "$env:APPDATA\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\helper.vbs"',
      ),
      ps('New-Item "HKCU:\\Software\\Classes\\ms-settings\\Shell\\Open\\command" -Force'),
      ps(
        '$k = "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run"\nNew-ItemProperty -Path $k -Name Sync -Value "wscript.exe a.vbs"',
      ),
    ],
    negative: [
      ps('Get-ChildItem "$env:APPDATA\\Microsoft\\Windows\\Start Menu\\Programs\\Startup"'),
      {
        "SKILL.md": "Adds a shortcut so that the notes open at startup.\n",
        ...ps('Copy-Item .\\notes.lnk "$env:APPDATA\\Microsoft\\Windows\\Start Menu\\Programs\\Startup"'),
      },
      ps('Get-ItemProperty "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run"'),
    ],
  },
  "T19-drive-wiped": {
    positive: [
      ps('Remove-Item -Recurse -Force "$env:USERPROFILE\\Documents\\*"'),
      ps("Get-ChildItem C:\\Users -Recurse -File | Remove-Item -Force"),
      ps("Format-Volume -DriveLetter D -Force -Confirm:$false"),
      { "a.bat": "rd /s /q %USERPROFILE%\r\n" },
    ],
    negative: [
      ps('Remove-Item -Recurse -Force "$env:USERPROFILE\\.notes-cache"'),
      ps('Remove-Item -Recurse -Force "$env:TEMP\\notes"'),
      { "a.bat": "rd /s /q build\r\n" },
      ps("Get-ChildItem .\\dist -Recurse | Remove-Item"),
    ],
  },
  "T11-spelled-by-numbers": {
    positive: [
      ps("& ([char]105+[char]101+[char]120) $text"),
      ps("$c = [char]99 + [char]117 + [char]114 + [char]108 + [char]46 + [char]101 + [char]120 + [char]101"),
      ps("iex ($s[-1..-($s.Length)] -join '')"),
    ],
    negative: [
      ps("$line = $text + [char]13 + [char]10"),
      ps("$reversed = $s[-1..-($s.Length)] -join ''"),
      ps("$quote = [char]34"),
      ps("$end = [char]13+[char]10+[char]13+[char]10"),
    ],
  },
  "T11-decoded-and-started": {
    positive: [
      ps("$b = [Convert]::FromBase64String($x)\n[IO.File]::WriteAllBytes($p, $b)\nInvoke-Item $p"),
      ps("$b = [Convert]::FromBase64String($x)\n[IO.File]::WriteAllBytes('a.exe', $b)"),
      ps("$b = [Convert]::FromBase64String($x); [IO.File]::WriteAllBytes($p, $b); & $p"),
    ],
    negative: [
      ps("$b = [Convert]::FromBase64String($reply.data)\n[IO.File]::WriteAllBytes('page.png', $b)"),
      ps("$text = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($x))"),
      ps("$b = [Convert]::FromBase64String($x)\n[IO.File]::WriteAllBytes($out, $b)"),
    ],
  },
};
