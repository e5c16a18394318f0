/** One refusal at a glance: what was found, where, and the way to the whole story. */
import type { Finding } from "../../scan/report.ts";
import { Code } from "./scrolling.tsx";
import { StateBadge } from "./trust-badge.tsx";
import { Visible } from "./visible.tsx";

export interface Refusal {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly finding: Finding;
}

/** Enough to see what it is about. */
const QUOTED = 140;

export function RefusalCard({ refusal: { id, name, state, finding } }: { refusal: Refusal }) {
  return (
    <aside class="card stack self-center" aria-label="The last refusal">
      <p class="row">
        <StateBadge state={state} />
        <strong>
          <Visible text={name} />
        </strong>
      </p>
      <p class="small">{finding.message}</p>
      <Code label={`Quoted from ${finding.file}`}>
        <Visible text={finding.snippet.slice(0, QUOTED)} />
      </Code>
      <p class="tiny muted">{`${finding.ruleId}, ${finding.file}, line ${finding.line}`}</p>
      <p class="small">
        <a href={`/submissions/${id}`}>See how a refusal reads</a>
      </p>
    </aside>
  );
}
