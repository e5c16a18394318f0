/** A rejected submission at a glance: its worst finding, and a link to the whole report. */
import type { SubmissionState } from "../../domain/submission.ts";
import type { Finding } from "../../scan/report.ts";
import { Code } from "./scrolling.tsx";
import { StateBadge } from "./state-badge.tsx";
import { Visible } from "./visible.tsx";

export interface Rejection {
  readonly id: string;
  readonly name: string;
  readonly state: SubmissionState;
  readonly finding: Finding;
}

const QUOTED_CHARACTERS = 140;

export function RejectionCard({ rejection: { id, name, state, finding } }: { rejection: Rejection }) {
  return (
    <aside class="card stack self-center" aria-label="Latest rejection">
      <p class="row">
        <StateBadge state={state} />
        <strong>
          <Visible text={name} />
        </strong>
      </p>
      <p class="small">{finding.message}</p>
      <Code label={`Quoted from ${finding.file}`}>
        <Visible text={finding.snippet.slice(0, QUOTED_CHARACTERS)} />
      </Code>
      <p class="tiny muted">{`${finding.ruleId}, ${finding.file}, line ${finding.line}`}</p>
      <p class="small">
        <a href={`/submissions/${id}`}>See the full report</a>
      </p>
    </aside>
  );
}
