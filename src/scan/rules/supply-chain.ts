/** T14 supply chain: install scripts, foreign indexes, workflows that trust strangers. */
import { imitated, packagesIn } from "../code/packages.ts";
import type { Block } from "../document/block.ts";
import { baseName } from "../language.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { fromAddress } from "./package-places.ts";

/** Lifecycle scripts of package.json, in a file or shown as one. */
function lifecycle(accept: (command: string, context: Skill) => boolean): CodeDetector {
  return {
    kind: "code",
    *run(context): Generator<Hit> {
      for (const block of context.blocks) {
        const isPackage =
          baseName(block.artefact.path) === "package.json" ||
          (block.role === "code" && block.language === "json" && block.text.includes('"scripts"'));
        if (!isPackage || block.polarity !== "assert") continue;
        for (const match of block.text.matchAll(
          /"(?:preinstall|install|postinstall|prepare|preprepare)"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){1,4000})"/g,
        )) {
          if (accept(match[1] ?? "", context))
            yield {
              artefact: block.artefact,
              start: block.start + match.index,
              end: block.start + match.index + match[0].length,
            };
        }
      }
    },
  };
}

const harmless =
  /^(?:husky(?: install)?|npm run build|tsc\b.{0,40}|node-gyp rebuild|patch-package|prisma generate|lefthook install|playwright install.{0,40}|npx playwright install.{0,40}|electron-builder install-app-deps|simple-git-hooks|ts-patch install.{0,10}|npm run [\w:-]{1,40}|pnpm (?:run )?[\w:-]{1,40}|yarn [\w:-]{1,40}|echo .{0,80}|chmod \+x [\w./ -]{1,120}|node -e \\?["']console\.log\([^;&|]{0,200}\)\\?["']|is-ci \|\| husky.{0,20}|husky \|\| true|panda codegen.{0,20}|nuxt prepare|svelte-kit sync.{0,20})$/;

/** One script that lies open in the skill: it is judged by what it does, like every other. */
function isOpenScript(command: string, paths: ReadonlySet<string>): boolean {
  const script = /^node\s{1,4}(?:\.\/)?([\w./-]{1,80}\.[cm]?js)(?:\s[\w\s-]{0,40})?(?:\|\| true)?$/.exec(
    command.trim(),
  )?.[1];
  return script !== undefined && [...paths].some((path) => path === script || path.endsWith(`/${script}`));
}

/** Prose that names the danger and shows no workflow. */
function isWarning({ role, text, lower }: Block): boolean {
  return (
    role === "prose" &&
    /\b(?:dangerous|untrusted|attackers?|exploit\w{0,6})\b/.test(lower) &&
    !/(?:^|\s)(?:- )?(?:run|uses|on|script):\s/.test(text)
  );
}

/** A skill about making packages shows how. */
const aboutPackages = /\b(?:postinstall|lifecycle|native (?:addon|module)s?|npm packages?|publish\w{0,3})\b/i;

export const supplyChain: RuleFamily = {
  id: "supply-chain",
  title: "Supply chain: install scripts, indexes, workflows",
  rules: [
    {
      id: "T14-install-script-fetch",
      version: 1,
      title: "Install script that fetches or runs code",
      category: "T14",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      detect: lifecycle(
        (command) =>
          !harmless.test(command.replaceAll("\\", "").trim()) &&
          /\b(?:curl|wget|iwr|Invoke-WebRequest|base64|eval|child_process|nc|bash\s{1,4}-c|sh\s{1,4}-c|powershell|process\.env|webhook|https?:\/\/)|node\s{1,4}-e\b|python3?\s{1,4}-c\b/.test(
            command,
          ),
      ),
      message: "Installing the package runs code from elsewhere.",
      advice: "Remove the script; what runs must be in the skill and readable.",
      references: ["CWE-506"],
    },
    {
      id: "T14-install-script",
      version: 2,
      title: "Install script",
      category: "T14",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      detect: lifecycle(
        (command, { declared, paths }) =>
          !harmless.test(command.trim()) &&
          !isOpenScript(command, paths) &&
          !aboutPackages.test(declared.description) &&
          /\bnode\s{1,4}[\w./-]{1,80}\.[cm]?js|\bpython3?\s{1,4}[\w./-]{1,80}|\.\/[\w./-]{1,80}|\bsh\s{1,4}[\w./-]{1,80}|\bbash\s{1,4}[\w./-]{1,80}/.test(
            command,
          ),
      ),
      message: "Installing the package runs a script, unasked.",
      advice: "Make it a step that the person runs.",
      references: ["CWE-829"],
    },
    {
      id: "T14-installs-another",
      version: 1,
      title: "Install script that installs another package",
      category: "T14",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: lifecycle(
        (command, { declared }) =>
          !harmless.test(command.trim()) &&
          !aboutPackages.test(declared.description) &&
          /\b(?:(?:npm|pnpm|bun|pip3?)\s{1,4}(?:i|install|add)|yarn (?:global )?add)\s{1,4}(?:(?!--prefix|--cwd|-C|-r|-e)-{1,2}[\w-]{1,30}\s{1,4}){0,4}[@a-z]/.test(
            command,
          ),
      ),
      message: "Installing the package installs another, unasked.",
      advice: "Name it among the dependencies.",
      references: ["CWE-829"],
    },
    {
      id: "T14-foreign-index",
      version: 4,
      title: "Packages from a foreign index",
      category: "T14",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config", "prose", "front-matter"] },
      detect: {
        kind: "pattern",
        hints: pieces("--index|index-url|--registry|registry=|trusted-host|npm config set registry|git+http"),
        any: [
          /--(?:(?:extra-)?index-url|(?:default-)?index)["',= ]{1,5}https?:\/\/(?!(?:pypi\.org|test\.pypi\.org|download\.pytorch\.org|pypi\.python\.org|pypi\.nvidia\.com|pypi\.tuna|(?:[\w-]{1,40}\.){0,3}(?:company|example|mycompany)\.(?:com|org|net|io)\b|mirrors\.|private\.|huggingface\.github\.io|[\w.-]{0,60}(?:pkg\.dev|amazonaws\.com|azure\.com|jfrog\.io|gitlab\.com)))[\w.-]{3,100}/gi,
          /--trusted-host[= ]{1,2}(?!(?:pypi\.org|files\.pythonhosted\.org|localhost))[\w.-]{4,100}/gi,
          /(?:--registry[= ]{1,2}|\bregistry\s{0,2}=\s{0,2}|\b(?:npm|pnpm|yarn|bun)\s{1,4}config set registry\s{1,4})https?:\/\/(?!(?:registry\.npmjs\.org|npm\.pkg\.github\.com|registry\.yarnpkg\.com|localhost|(?:[\w-]{1,40}\.){0,3}(?:company|example|mycompany)\.(?:com|org|net|io)\b|registry\.npmmirror\.com|[\w.-]{0,60}(?:pkg\.dev|amazonaws\.com|azure\.com|jfrog\.io|gitlab\.com|clawhub|your)))[\w.-]{4,100}/gi,
        ],
        // A house's own scope from the house's own index.
        excuse: (words) => {
          const scope = /@([\w-]{3,40}):registry/.exec(words)?.[1];
          return scope !== undefined && words.includes(`.${scope}.`);
        },
      },
      message: "Packages are installed from an index other than the ecosystem's own.",
      advice: "Use the ecosystem's registry.",
      references: ["CWE-829"],
    },
    {
      id: "T14-package-address",
      version: 2,
      title: "A package taken from a stranger's address",
      category: "T14",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: fromAddress,
      message: "A package is taken from an address instead of an index.",
      advice: "Take it from the ecosystem's registry, pinned; or say whose address it is.",
      references: ["CWE-829", "MITRE T1195"],
    },
    {
      id: "T14-look-alike-package",
      version: 1,
      title: "Package whose name imitates a much-used one",
      category: "T14",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const block of context.blocks) {
            if (block.polarity !== "assert") continue;
            for (const { name, start, end } of packagesIn(block)) {
              const other = imitated(name);
              if (other !== undefined)
                yield {
                  artefact: block.artefact,
                  start,
                  end,
                  message: `The package ${name} is one letter away from ${other}.`,
                };
            }
          }
        },
      },
      message: "A package is installed whose name is one letter away from a much-used one.",
      advice: "Correct the name; if this package is meant, say what it is.",
      references: ["CWE-1357", "MITRE T1195"],
    },
    {
      id: "T14-untrusted-workflow",
      version: 3,
      title: "Workflow that runs a stranger's code with secrets",
      category: "T14",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config", "prose"] },
      detect: {
        kind: "code",
        *run(context) {
          for (const block of [...context.blocks, ...context.sections]) {
            if (
              block.polarity !== "assert" ||
              !/github\.event|pull_request_target|tojson\(secrets\)/.test(block.lower) ||
              isWarning(block)
            )
              continue;
            const target = /\bpull_request_target\b/.exec(block.text);
            const risky =
              target === null
                ? null
                : /ref:\s{0,4}\$\{\{\s{0,4}github\.event\.pull_request\.head|\$\{\{\s{0,4}github\.(?:event\.pull_request\.(?:title|body|head)|head_ref)|uses:\s{0,4}[\w./-]{3,80}@(?:main|master)\b|outputs\.\w{0,40}(?:head_ref|branch|title)/.exec(
                    block.text,
                  );
            const injected =
              /(?:run|script):[^\n]{0,200}\n?(?:[^\n]{0,200}\n){0,6}?[^\n]{0,200}\$\{\{\s{0,4}github\.event\.(?:issue|comment|review|discussion|pull_request|head_commit)\.[\w.]{0,40}(?:title|body|message|ref|label|name)/.exec(
                block.text,
              );
            const all = /\$\{\{\s{0,4}toJSON\(secrets\)/i.exec(block.text);
            const hit = risky ?? injected ?? all;
            if (hit !== null)
              yield {
                artefact: block.artefact,
                start: block.start + hit.index,
                end: block.start + hit.index + hit[0].length,
                // Half of all pages on workflows have this flaw of their authors in a sample.
                ...(hit === injected && block.artefact.language === "markdown" ? { confidence: 0.45 } : {}),
              };
          }
        },
      },
      message: "A workflow with secrets runs text or code that a stranger controls.",
      advice: "Use pull_request without secrets, and pass text through variables, quoted.",
      references: ["CWE-94", "CWE-829"],
    },
    {
      id: "T14-autorun-task",
      version: 1,
      title: "Task that runs when a folder is opened",
      category: "T14",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces("folderopen|postcreatecommand|initializecommand"),
        any: [
          /"runOn"\s{0,4}:\s{0,4}"folderOpen"/g,
          /"(?:postCreateCommand|initializeCommand)"\s{0,4}:\s{0,4}"[^"\n]{0,200}(?:curl|wget)[^"\n]{0,200}\|\s{0,2}(?:ba)?sh/g,
        ],
      },
      message: "Opening the folder runs a command.",
      advice: "Leave starting to the person.",
      references: ["CWE-829"],
    },
    {
      id: "T14-extension-bundle",
      version: 1,
      title: "Editor extension that pulls in others or installs by force",
      category: "T14",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces("extensionpack|extensiondependencies|--install-extension"),
        any: [
          /"extension(?:Pack|Dependencies)"\s{0,4}:\s{0,4}\[\s{0,8}"[\w.-]{3,80}"/g,
          /--install-extension\b[^\n]{0,60}--force|--install-extension\s{1,4}--force/g,
        ],
      },
      message: "An extension brings others along, unseen.",
      advice: "Name each extension and let the person install it.",
      references: [],
    },
    {
      id: "T14-admin-bootstrap",
      version: 1,
      title: "Account made all-powerful along the way",
      category: "T14",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "code"] },
      detect: {
        kind: "chain",
        scope: "section",
        within: 900,
        anyOrder: true,
        steps: [
          {
            id: "admin-policy",
            pattern: /\bpolicy\/AdministratorAccess\b|\broles\/owner\b|\bcluster-admin\b/gi,
            hints: pieces("administratoraccess|roles/owner|cluster-admin"),
          },
          {
            id: "bootstrap",
            pattern:
              /\bCAPABILITY_NAMED_IAM\b|\battach-(?:role|user)-policy\b|\badd-iam-policy-binding\b|\bcreate clusterrolebinding\b/gi,
            hints: pieces(
              "capability_named_iam|attach-role-policy|attach-user-policy|add-iam-policy-binding|clusterrolebinding",
            ),
          },
        ],
      },
      message: "A role with all rights is made as a side step.",
      advice: "Grant what the task needs.",
      references: ["CWE-250"],
    },
  ],
};
