/** The skills found at a URL, the status of each, and which of them to submit. One plain form. */
import { formatSelector, selectorOfFolder } from "../../domain/skill-selector.ts";
import type { ListedSkill } from "../../lib/sources/list-skills.ts";
import type { DiscoveryStatus } from "../../lib/submissions/discovery-status.ts";
import { count } from "../parts/format.tsx";
import { Visible } from "../parts/visible.tsx";

interface StatusText {
  readonly label: string;
  readonly tone: "good" | "bad" | "wait" | "";
  readonly hint: string;
  readonly selected: boolean;
}

const STATUSES: Readonly<Record<DiscoveryStatus, StatusText>> = {
  new: { label: "new", tone: "", hint: "Not submitted before.", selected: true },
  pending: {
    label: "in progress",
    tone: "wait",
    hint: "Already in the queue. Submitting it again changes nothing.",
    selected: false,
  },
  published: {
    label: "published",
    tone: "good",
    hint: "Select it if the content has changed: that becomes a new version.",
    selected: false,
  },
  rejected: {
    label: "rejected before",
    tone: "bad",
    hint: "The last submission was rejected. It will be re-scanned.",
    selected: true,
  },
  blocked: {
    label: "blocked",
    tone: "bad",
    hint: "Blocked or taken down here. Submitting it does not restore it.",
    selected: false,
  },
};

export interface FoundSkill extends ListedSkill {
  readonly status: DiscoveryStatus;
}

interface Props {
  /** As the user entered it. */
  readonly repoUrl: string;
  /** Root of the source, with the branch of `repoUrl`: paths of skills are relative to it. */
  readonly base: string;
  readonly skills: readonly FoundSkill[];
}

export function ChooseSkills({ repoUrl, base, skills }: Props) {
  return (
    <div class="wrap narrow stack">
      <h1>{count(skills.length, "skill")} found</h1>
      <p class="muted">{repoUrl}</p>
      <form method="post" action="/submit" class="stack" data-choose>
        <input type="hidden" name="repoUrl" value={repoUrl} />
        <input type="hidden" name="base" value={base} />
        <p class="row" data-select-bar hidden>
          <button class="btn btn-sm" type="button" data-select="all">
            Select all
          </button>
          <button class="btn btn-sm" type="button" data-select="none">
            Select none
          </button>
          <span class="small muted" role="status" data-selected />
        </p>
        <ul class="stack">
          {skills.map((skill) => (
            <Choice skill={skill} />
          ))}
        </ul>
        <div class="row">
          <button class="btn btn-main" type="submit">
            Submit selected
          </button>
          <button class="btn" type="submit" name="all" value="1">
            {`Submit all ${skills.length}`}
          </button>
        </div>
      </form>
    </div>
  );
}

function Choice({ skill: { path, name, description, problems, status } }: { skill: FoundSkill }) {
  const { label, tone, hint, selected } = STATUSES[status];
  const hintId = `about-${path || "root"}`;
  return (
    <li class="card">
      <label class="row">
        <input
          type="checkbox"
          name="path"
          value={formatSelector(selectorOfFolder(path))}
          checked={selected && problems.length === 0}
          disabled={status === "blocked"}
          aria-describedby={hintId}
        />
        <strong>
          <Visible text={name ?? (path || "Root skill")} />
        </strong>
        <code class="muted small">
          <Visible text={formatSelector(selectorOfFolder(path))} />
        </code>
        <span class={`badge ${tone}`}>{label}</span>
      </label>
      {description !== null && (
        <p class="small muted mt-1">
          <Visible text={description} />
        </p>
      )}
      <p class="hint" id={hintId}>
        {hint}
        {problems.length > 0 && (
          <span class="bad">
            {" "}
            This would be rejected: <Visible text={problems.map(({ message }) => message).join(" ")} />
          </span>
        )}
      </p>
    </li>
  );
}
