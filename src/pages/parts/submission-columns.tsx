/** The columns that every list of submissions has. */
import type { SubmissionState } from "../../domain/submission.ts";
import { When } from "./format.tsx";
import { StateBadge } from "./state-badge.tsx";
import type { Column } from "./table.tsx";
import { Visible } from "./visible.tsx";

interface ListedSubmission {
  readonly id: string;
  readonly skillName: string;
  readonly skillPath: string;
  readonly repoUrl: string;
  readonly state: SubmissionState;
  readonly score: number | null;
  readonly updatedAt: string;
}

type SubmissionColumn = Column<ListedSubmission>;

export const skillColumn = (folder: "/submissions" | "/admin/submissions"): SubmissionColumn => ({
  heading: "Skill",
  cell: ({ id, skillName, skillPath, repoUrl }) => (
    <>
      <a href={`${folder}/${id}`}>
        <Visible text={skillName || skillPath || "unnamed"} />
      </a>
      <div class="tiny muted">{repoUrl}</div>
    </>
  ),
});

export const stateColumn: SubmissionColumn = {
  heading: "State",
  cell: ({ state }) => <StateBadge state={state} />,
};

export const scoreColumn: SubmissionColumn = {
  heading: "Score",
  numeric: true,
  cell: ({ score }) => score ?? "–",
};

export const updatedColumn: SubmissionColumn = {
  heading: "Updated",
  cell: ({ updatedAt }) => <When at={updatedAt} />,
};
