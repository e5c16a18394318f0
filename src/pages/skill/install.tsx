/** How to install a version with each client. Tabs are radio buttons: they work without scripts. */
import type { SkillDocument, SkillVersionDocument } from "../../domain/skill-document.ts";
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
}

export function InstallTabs(props: Props) {
  return (
    <section class="card stack" aria-labelledby="install">
      <h2 id="install">Install</h2>
      <fieldset class="tabs">
        <legend class="skip">Client</legend>
        {waysOf(props).map(({ id, label, steps, note }, index) => (
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

function waysOf({ skill, version, origin }: Props): Way[] {
  const pinned = version.version === skill.version ? "" : `@${version.version}`;
  const address = `${origin}/skills/${skill.slug}`;
  const { npm, tarGz } = version.forms;
  const archive = `${origin}/api/v1/skills/${skill.slug}/versions/${version.version}/archive?format=tar.gz`;
  const file = `${skill.name}-${version.version}.tgz`;
  const sum = tarGz.sha256.replace(/^sha256:/, "");
  return [
    {
      id: "skills",
      label: "skills",
      steps: [{ label: "Install with skills", text: `npx skills add ${address}${pinned}` }],
      note: `For Claude Code, Cursor, Codex and many more. To stay on this version: npx skills add ${address}@${version.version}`,
    },
    {
      id: "claude",
      label: "Claude Code",
      steps: [
        {
          label: "Add this registry as a marketplace",
          text: `/plugin marketplace add ${origin}/marketplace.json`,
        },
        { label: "Install the skill as a plugin", text: `/plugin install ${skill.name}@vskill` },
      ],
      note: "Each skill is a plugin of its own; npm checks its integrity when it is fetched. Where two skills share a name, /plugin lists both.",
    },
    {
      id: "clawhub",
      label: "ClawHub",
      steps: [
        {
          label: "Install with clawhub",
          text: `npx clawhub --registry ${origin}/clawhub install @${skill.owner}/${skill.name} --version ${version.version}`,
        },
      ],
      note: "The client refuses what this registry has blocked.",
    },
    {
      id: "npm",
      label: "npm",
      steps: [
        {
          label: "Install with npm",
          text: `npm install --registry ${origin}/npm/ ${npm.packageName}@${version.version}`,
        },
      ],
      note: `npm holds us to the bytes that were verified: ${npm.integrity.slice(0, 23)}…`,
    },
    {
      id: "mcp",
      label: "MCP",
      steps: [
        { label: "Add the MCP server", text: `claude mcp add --transport http vskill ${origin}/mcp` },
        { label: "Then ask your agent", text: `Verify and install the skill ${skill.slug} from vskill.` },
      ],
      note: "Agents search, verify and install from the registry themselves.",
    },
    {
      id: "archive",
      label: "Archive",
      steps: [
        { label: "Download", text: `curl -fL -o ${file} "${archive}"` },
        { label: "Check what you got", text: `echo "${sum}  ${file}" | sha256sum -c` },
      ],
      note: "SKILL.md stands at the root of the archive.",
    },
  ];
}
