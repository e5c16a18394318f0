/** The one thing that an author wants to know: what it means, and what to do next. */
import { z } from "zod";
import { REFUSED_STATES, type SubmissionState } from "../../domain/submission.ts";
import { Visible } from "../parts/visible.tsx";
import type { ReadSubmission } from "./submission.tsx";

export function Next({ found }: { found: ReadSubmission }) {
  const tone = toneOf(found.state);
  return (
    <section class={`notice ${tone}`} aria-live="polite" data-key="next">
      <p>
        <strong>{headlineOf(found.state)}</strong>
      </p>
      {found.reason !== null && (
        <p class="mt-1">
          <Visible text={found.reason} />
        </p>
      )}
      <ManifestProblems found={found} />
      <p class="mt-2 small">{stepsOf(found)}</p>
    </section>
  );
}

function toneOf(state: SubmissionState): string {
  if (state === "PUBLISHED") return "notice-good";
  return REFUSED_STATES.includes(state) ? "notice-bad" : "notice-wait";
}

const HEADLINES: Readonly<Record<string, string>> = {
  RECEIVED: "It is in the queue.",
  TIER1_SCANNING: "The static rules are reading every file.",
  TIER2_SCANNING: "The deep analysis is following its code.",
  NEEDS_REVIEW: "A person will decide. This is not a rejection.",
  AUTO_APPROVED: "Approved; it is being published.",
  VENDOR_APPROVED: "Approved; it is being published.",
  PUBLISHED: "It is published.",
  REJECTED: "It was not published.",
  TIER1_FAILED: "It was not published: the static rules found what must not be.",
  BLOCKED: "It is blocked.",
  DEQUEUED: "It was withdrawn.",
  EXPANDED: "It holds several skills; each is a submission of its own.",
};

function headlineOf(state: string): string {
  return HEADLINES[state] ?? state;
}

function stepsOf(found: ReadSubmission) {
  const appeal = "skillSlug" in found && found.skillSlug !== null ? found.skillSlug : null;
  switch (found.state) {
    case "PUBLISHED":
      return "skillSlug" in found && found.skillSlug !== null ? (
        <a class="btn btn-main" href={`/skills/${found.skillSlug}`}>
          {`Open ${found.skillSlug}`}
        </a>
      ) : null;
    case "REJECTED":
    case "TIER1_FAILED":
      return (
        <>
          Change what the findings below name, then <a href="/submit">submit it again</a>; nothing is held
          against you. If you think that a rule is wrong,{" "}
          <a href={`/submissions/${found.id}/appeal`}>appeal</a>.
        </>
      );
    case "BLOCKED":
      return appeal === null ? (
        <>
          If you disagree, <a href={`/submissions/${found.id}/appeal`}>appeal</a>. See also{" "}
          <a href="/trust">what is blocked</a>.
        </>
      ) : (
        <>
          If you disagree, <a href={`/skills/${appeal}/report?kind=appeal`}>appeal</a>.
        </>
      );
    case "DEQUEUED":
      return <a href="/submit">Submit it again</a>;
    case "EXPANDED":
      return null;
    default:
      return "This page follows along by itself; there is no need to reload it.";
  }
}

const detailsSchema = z.object({
  problems: z.array(
    z.object({ message: z.string(), line: z.number().optional(), field: z.string().optional() }),
  ),
});

/** Problems of SKILL.md are in the details of a rejection, all at once. */
function ManifestProblems({ found }: { found: ReadSubmission }) {
  const details = "details" in found ? detailsSchema.safeParse(found.details) : null;
  if (details?.success !== true || details.data.problems.length === 0) return null;
  return (
    <ul class="small mt-2 prose">
      {details.data.problems.map(({ message, line }) => (
        <li>
          {line === undefined ? "" : `Line ${line}: `}
          <Visible text={message} />
        </li>
      ))}
    </ul>
  );
}
