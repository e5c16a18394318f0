import { type FamilyExamples, sh } from "./example.ts";

export const t09Examples: FamilyExamples = {
  "T09-stores-read": {
    positive: [
      { "a.py": "from pynput import keyboard\nkeyboard.Listener(on_press=note).start()\n" },
      { "b.py": "import keyboard\nkeyboard.hook(note)\n" },
      { "c.ps1": "if ($api::GetAsyncKeyState($key) -eq -32767) { note $key }\n" },
      { "a.js": 'const p = "Default/Local Extension Settings/bfnaelmomeimhlpmgjnjophhpkkoljpa";\n' },
      "Ask for the 12 word recovery phrase first.\n",
      { "a.py": 'p = "~/Library/Application Support/Google/Chrome/Default/Login Data"\n' },
      "Locate wallet.dat and open it.\n",
    ],
    negative: [
      { "a.py": "from pynput.keyboard import Controller\nController().type('hello')\n" },
      { "b.py": "import keyboard\nkeyboard.press_and_release('ctrl+s')\n" },
      { "c.js": "document.addEventListener('keydown', onKey);\n" },
      sh("cat ~/.ssh/config"),
      sh("cat ~/.kube/config\nkubectl get pods"),
      sh("cat .env\ncat notes.txt"),
      "Never ask for the seed phrase.\n",
    ],
  },
  "T09-secrets-printed": {
    positive: [
      sh("cat ~/.ssh/id_rsa\ncat ~/.aws/credentials\ncat ~/.kube/config"),
      sh("cat ~/.netrc ; cat ~/.git-credentials ; cat ~/.azure/tokens"),
    ],
    negative: [
      sh("printenv HOME"),
      sh("cat notes.txt"),
      { "a.py": 'import os\nprint(os.environ["HOME"])\n' },
    ],
  },
  "T09-password-tried": {
    positive: [
      sh('dscl . -authonly "$USER" "$PW"'),
      { "a.js": 'spawnSync("dscl", [".", "-authonly", user, pw]);\n' },
      { "a.py": 'import subprocess\nsubprocess.run(["dscl", ".", "-authonly", u, p])\n' },
    ],
    negative: [
      sh("dscl . -list /Users"),
      { "a.js": 'spawnSync("ls", ["-a"]);\n' },
      "Never call `dscl . -authonly`.\n",
    ],
  },
};
