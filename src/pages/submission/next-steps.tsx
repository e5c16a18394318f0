/** The state of a submission in one line, its reason, and what the author can do next. */
import { z } from "zod";
import { REJECTED_OR_BLOCKED_STATES, type SubmissionState } from "../../domain/submission.ts";
import { Visible } from "../parts/visible.tsx";
import type { ReadSubmission } from "./submission.tsx";

export function NextSteps({ found }: { found: ReadSubmission }) {
  return (
    <section class={`notice ${toneOf(found.state)}`} aria-live="polite" data-key="next">
      <p>
        <strong>{HEADLINES[found.state]}</strong>
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
  return REJECTED_OR_BLOCKED_STATES.includes(state) ? "notice-bad" : "notice-wait";
}

const HEADLINES: Readonly<Record<SubmissionState, string>> = {
  RECEIVED: "Queued",
  TIER1_SCANNING: "Running static analysis…",
  TIER2_SCANNING: "Running deep analysis…",
  NEEDS_REVIEW: "Waiting for human review.",
  AUTO_APPROVED: "Approved. Publishing…",
  VENDOR_APPROVED: "Approved. Publishing…",
  PUBLISHED: "Published",
  REJECTED: "Rejected",
  TIER1_FAILED: "Rejected: static analysis found a blocking issue.",
  BLOCKED: "Blocked",
  DEQUEUED: "Withdrawn",
  EXPANDED: "This source contains several skills, submitted separately.",
};

function stepsOf(found: ReadSubmission) {
  const slug = "skillSlug" in found ? found.skillSlug : null;
  switch (found.state) {
    case "PUBLISHED":
      return slug === null ? null : (
        <a class="btn btn-main" href={`/skills/${slug}`}>
          {`Open ${slug}`}
        </a>
      );
    case "REJECTED":
    case "TIER1_FAILED":
      return (
        <>
          Fix the issues below and <a href="/submit">resubmit</a> – a rejection has no penalty. Think a rule
          is wrong? <a href={`/submissions/${found.id}/appeal`}>Appeal</a>.
        </>
      );
    case "BLOCKED":
      return <BlockedSteps id={found.id} slug={slug} />;
    case "DEQUEUED":
      return <a href="/submit">Resubmit</a>;
    case "EXPANDED":
      return null;
    default:
      return "This page updates automatically.";
  }
}

function BlockedSteps({ id, slug }: { id: string; slug: string | null }) {
  const appeal = slug === null ? `/submissions/${id}/appeal` : `/skills/${slug}/report?kind=appeal`;
  return (
    <>
      Disagree? <a href={appeal}>Appeal</a>. See also the <a href="/trust#blocklist">blocklist</a>.
    </>
  );
}

const detailsSchema = z.object({
  problems: z.array(
    z.object({ message: z.string(), line: z.number().optional(), field: z.string().optional() }),
  ),
});

/** All problems of SKILL.md at once, from the details of the rejection. */
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
