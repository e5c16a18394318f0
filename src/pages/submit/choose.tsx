/** What an address was found to have, what is known of each, and which of them to submit. One plain form. */

import type { ListedSkill } from "../../lib/sources/list-skills.ts";
import type { DiscoveryStatus } from "../../lib/submissions/discovery-status.ts";
import { count } from "../parts/format.tsx";
import { Visible } from "../parts/visible.tsx";

interface StatusWords {
  readonly label: string;
  readonly tone: "good" | "bad" | "wait" | "";
  readonly means: string;
  /** Whether submitting it is likely what one came for. */
  readonly ticked: boolean;
}

const STATUSES: Readonly<Record<DiscoveryStatus, StatusWords>> = {
  new: { label: "new", tone: "", means: "Not submitted before.", ticked: true },
  pending: {
    label: "being examined",
    tone: "wait",
    means: "It is in the queue already; submitting it again changes nothing.",
    ticked: false,
  },
  published: {
    label: "published",
    tone: "good",
    means: "Tick it when its content has changed: that becomes a new version.",
    ticked: false,
  },
  rejected: {
    label: "refused before",
    tone: "bad",
    means: "Its last submission was refused. It is examined anew.",
    ticked: true,
  },
  blocked: {
    label: "blocked",
    tone: "bad",
    means: "It was blocked or taken down here; submitting it does not bring it back.",
    ticked: false,
  },
};

export interface FoundSkill extends ListedSkill {
  readonly status: DiscoveryStatus;
}

interface Props {
  /** As it was typed: what all of these are found under. */
  readonly repoUrl: string;
  /** The source's root, with the branch that was asked for: what folders are counted from. */
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
        <p class="row" data-ticks hidden>
          <button class="btn btn-sm" type="button" data-tick="all">
            Tick all
          </button>
          <button class="btn btn-sm" type="button" data-tick="none">
            Tick none
          </button>
          <span class="small muted" role="status" data-ticked />
        </p>
        <ul class="stack">
          {skills.map((skill) => (
            <Choice skill={skill} />
          ))}
        </ul>
        <div class="row">
          <button class="btn btn-main" type="submit">
            Submit what is ticked
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
  const { label, tone, means, ticked } = STATUSES[status];
  const hintId = `about-${path || "root"}`;
  return (
    <li class="card">
      <label class="row">
        <input
          type="checkbox"
          name="path"
          value={path || "."}
          checked={ticked && problems.length === 0}
          disabled={status === "blocked"}
          aria-describedby={hintId}
        />
        <strong>
          <Visible text={name ?? (path || "The skill at the root")} />
        </strong>
        <code class="muted small">
          <Visible text={path || "."} />
        </code>
        <span class={`badge ${tone}`}>{label}</span>
      </label>
      {description !== null && (
        <p class="small muted mt-1">
          <Visible text={description} />
        </p>
      )}
      <p class="hint" id={hintId}>
        {means}
        {problems.length > 0 && (
          <span class="bad">
            {" "}
            As it is, it would be refused: <Visible text={problems.map(({ message }) => message).join(" ")} />
          </span>
        )}
      </p>
    </li>
  );
}
