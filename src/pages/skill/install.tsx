/** How to install a version with each client. Tabs are radio buttons: they work without scripts. */
import type { SkillDocument, SkillVersionDocument } from "../../domain/skill-document.ts";
import { shortNameOf } from "../../lib/catalogue/short-name.ts";
import { Copyable } from "../parts/copyable.tsx";

interface Way {
  readonly id: string;
  readonly label: string;
  readonly steps: readonly { readonly label: string; readonly text: string }[];
  readonly note: string;
}

interface Props {
  readonly skill: SkillDocument;
  readonly version: SkillVersionDocument;
  readonly origin: string;
  /** Its name in /marketplace.json, which offers the latest version only; null if it is not in that file. */
  readonly pluginName: string | null;
}

export function InstallTabs(props: Props) {
  const ways = [agents(props), claudeCode(props), clawhub(props), npm(props), mcp(props), archive(props)];
  return (
    <section class="card stack" aria-labelledby="install">
      <h2 id="install">Install</h2>
      <fieldset class="tabs">
        <legend class="skip">Client</legend>
        {ways
          .filter((way) => way !== null)
          .map(({ id, label, steps, note }, index) => (
            <>
              <input type="radio" name="client" id={`client-${id}`} checked={index === 0} />
              <label for={`client-${id}`}>{label}</label>
              <div class="panel stack">
                {steps.map((step) => (
                  <Copyable {...step} />
                ))}
                <p class="hint">{note}</p>
              </div>
            </>
          ))}
      </fieldset>
    </section>
  );
}

const isLatest = ({ skill, version }: Props) => version.version === skill.version;

function agents(props: Props): Way {
  const { skill, version, origin } = props;
  const command = `npx skills add ${origin}/skills/${skill.slug}`;
  const pinned = `${command}@${version.version}`;
  return {
    id: "skills",
    label: "skills",
    steps: [
      ...(isLatest(props) ? [{ label: "Install with skills", text: command }] : []),
      { label: isLatest(props) ? "Or pin this version" : "Install this version with skills", text: pinned },
    ],
    note: `Works with Claude Code, Cursor, Codex and many more.${isLatest(props) ? " The second command pins this version." : ""}`,
  };
}

function claudeCode(props: Props): Way | null {
  const { origin, pluginName } = props;
  if (pluginName === null || !isLatest(props)) return null;
  const marketplace = `/plugin marketplace add ${origin}/marketplace.json`;
  return {
    id: "claude",
    label: "Claude Code",
    steps: [
      { label: "Add this registry as a marketplace", text: marketplace },
      { label: "Install the skill as a plugin", text: `/plugin install ${pluginName}@vskill` },
    ],
    note: "Each skill is its own plugin. Claude Code installs the latest version.",
  };
}

function clawhub({ skill, version, origin }: Props): Way {
  const { owner, name } = shortNameOf(skill);
  const text = `npx clawhub --registry ${origin}/clawhub install @${owner}/${name} --version ${version.version}`;
  return {
    id: "clawhub",
    label: "ClawHub",
    steps: [{ label: "Install with clawhub", text }],
    note: "Blocked skills can't be installed.",
  };
}

function npm({ version, origin }: Props): Way {
  const { packageName, integrity } = version.forms.npm;
  const text = `npm install --registry ${origin}/npm/ ${packageName}@${version.version}`;
  return {
    id: "npm",
    label: "npm",
    steps: [{ label: "Install with npm", text }],
    note: `Integrity-checked by npm: ${integrity.slice(0, 23)}…`,
  };
}

function mcp(props: Props): Way {
  const { skill, version, origin } = props;
  const what = isLatest(props) ? "the skill" : `version ${version.version} of the skill`;
  return {
    id: "mcp",
    label: "MCP",
    steps: [
      { label: "Add the MCP server", text: `claude mcp add --transport http vskill ${origin}/mcp` },
      { label: "Then ask your agent", text: `Verify and install ${what} ${skill.slug} from vskill.` },
    ],
    note: "Agents can search, verify and install skills through the registry's MCP server.",
  };
}

function archive({ skill, version, origin }: Props): Way {
  const path = `/api/v1/skills/${skill.slug}/versions/${version.version}/archive?format=tar.gz`;
  const file = `${skill.name}-${version.version}.tgz`;
  const sum = version.forms.tarGz.sha256.replace(/^sha256:/, "");
  return {
    id: "archive",
    label: "Archive",
    steps: [
      { label: "Download", text: `curl -fL -o ${file} "${origin}${path}"` },
      { label: "Verify the checksum", text: `echo "${sum}  ${file}" | sha256sum -c` },
    ],
    note: "SKILL.md is at the archive root.",
  };
}
