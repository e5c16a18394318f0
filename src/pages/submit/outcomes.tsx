/** The results of submitting several skills at once. */
import type { IntakeResult } from "../../lib/submissions/intake.ts";

export interface Outcome {
  readonly name: string;
  readonly result: IntakeResult;
}

type AcceptedResult = Exclude<IntakeResult, { kind: "refused" }>;

const LABELS: Readonly<Record<AcceptedResult["kind"], string>> = {
  accepted: "accepted",
  duplicate: "already in progress",
  "already-published": "already published with this content",
  blocked: "blocked",
};

export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <div class="wrap narrow stack">
      <h1>Submitted</h1>
      <ul class="stack">
        {outcomes.map(({ name, result }) => (
          <li class="card">
            <strong>{name}</strong>{" "}
            {result.kind === "refused" ? (
              <span class="bad">{result.problem.message}</span>
            ) : (
              <>
                {LABELS[result.kind]}. <a href={addressOfResult(result)}>View status</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function addressOfResult(result: AcceptedResult): string {
  switch (result.kind) {
    case "accepted":
    case "duplicate":
      return `/submissions/${result.submission.id}`;
    case "already-published":
      return `/skills/${result.slug}@${result.version}`;
    case "blocked":
      return `/submissions/${result.submissionId}`;
  }
}
