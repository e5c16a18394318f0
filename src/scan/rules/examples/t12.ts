import { type FamilyExamples, fence, sh } from "./example.ts";

export const t12Examples: FamilyExamples = {
  "T12-autostart": {
    positive: [
      { "a.sh": "echo '/tmp/.n &' >> ~/.bashrc\n" },
      sh("(crontab -l; echo '* * * * * /tmp/n') | crontab -"),
      {
        "a.sh": "cp n.plist ~/Library/LaunchAgents/n.plist\nlaunchctl load ~/Library/LaunchAgents/n.plist\n",
      },
    ],
    negative: [
      "Add `export PATH=$PATH:~/.local/bin` to your `.zshrc`.\n",
      "Run `scripts/report.sh` by hand when it is needed.\n",
      "Look for a launch agent named com.apple.something that Apple did not make.\n",
      sh("crontab -l"),
      sh("git config core.hooksPath .githooks"),
      sh("sudo systemctl enable resolver"),
      { "a.sh": "echo done >> log.txt\n" },
    ],
  },
  "T12-way-back": {
    positive: [
      { ".git/hooks/post-checkout": "#!/bin/sh\nnode x.js\n" },
      { ".git/config": "[core]\n" },
      { "assets/repo/.git/hooks/pre-push": "#!/bin/sh\n" },
      { "rootfs/root/.ssh/authorized_keys": "ssh-ed25519 AAAA\n" },
      fence("cmd", "sc create n type= kernel binPath= C:\\n.sys"),
    ],
    negative: [
      { "hooks/pre-commit.sample": "#!/bin/sh\n" },
      { ".gitignore": "node_modules\n" },
      { ".github/config.yml": "a: 1\n" },
    ],
  },
  "T12-out-of-sight": {
    positive: [
      { "a.py": "subprocess.Popen(c, creationflags=subprocess.CREATE_NO_WINDOW)\n" },
      fence("cmd", "powershell -WindowStyle Hidden -File n.ps1"),
    ],
    negative: [
      { "a.py": "subprocess.Popen(c)\n" },
      fence("cmd", "powershell -File n.ps1"),
      sh("nohup npm start &"),
      sh("nohup npm start > /tmp/start.log 2>&1 &"),
    ],
  },
  "T12-protection-off": {
    positive: [
      "Turn off the antivirus before you go on.\n",
      fence("powershell", "Set-MpPreference -DisableRealtimeMonitoring $true"),
      sh("sudo spctl --master-disable"),
    ],
    negative: [
      "Never disable the firewall.\n",
      "Check that Windows Defender is on.\n",
      "Disable the security group rule that nobody uses.\n",
    ],
  },
};
