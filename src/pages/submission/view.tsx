/** A submission as HTML: state, next steps, stages, findings. Its parts carry keys for live updates. */
import { readSelector } from "../../domain/skill-selector.ts";
import type { Suppression } from "../../domain/suppression.ts";
import { isTerminal } from "../../domain/transitions.ts";
import type { SubmissionRow } from "../../lib/ledger/schema/submissions.ts";
import type { ScanReport } from "../../scan/report.ts";
import { Capabilities, Findings, UnreadFiles } from "../parts/findings.tsx";
import { Digest, When } from "../parts/format.tsx";
import { DegradedNotice } from "../parts/notices.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { ReadSubmission } from "./submission.tsx";
import { Timeline } from "./timeline.tsx";

interface Props {
  readonly found: ReadSubmission;
  readonly children: readonly SubmissionRow[];
  readonly nowMs: number;
}

/** True when the submission and every skill split from it are in a terminal state. */
export function isSettled({ found, children }: Pick<Props, "found" | "children">): boolean {
  return isTerminal(found.state) && children.every(({ state }) => isTerminal(state));
}

/** The stream accepts this many ids. With more, the page follows the stream of all submissions. */
const MAX_FOLLOWED = 20;

function streamOf({ found, children }: Pick<Props, "found" | "children">): string {
  const open = children.filter(({ state }) => !isTerminal(state));
  const ids = [found, ...open].map(({ id }) => id);
  return `/api/v1/submissions/stream${ids.length > MAX_FOLLOWED ? "" : `?ids=${ids.join(",")}`}`;
}

export function SubmissionView({ found, children, nowMs }: Props) {
  const settled = isSettled({ found, children });
  return (
    <div class="wrap narrow">
      <div
        class="stack-lg"
        data-live={streamOf({ found, children })}
        {...(settled ? { "data-settled": "" } : {})}
      >
        <Header found={found} />
        <NextSteps found={found} />
        <Timeline found={found} nowMs={nowMs} />
        <Children rows={children} />
        <Report found={found} />
        <Facts found={found} />
      </div>
    </div>
  );
}

function Header({ found }: { found: ReadSubmission }) {
  return (
    <header class="stack" data-key="head">
      {found.degraded && <DegradedNotice />}
      <p class="row">
        <StateBadge state={found.state} />
        {found.score !== null && <span class="small muted num">{`score ${found.score}/100`}</span>}
      </p>
      <h1>
        <Visible text={found.skillName || "Untitled submission"} />
      </h1>
      <p class="small muted">
        {found.repoUrl}
        {readSelector(found.skillPath).kind === "path" && ` · ${found.skillPath}`}
      </p>
    </header>
  );
}

const titleOf = ({ skillPath }: SubmissionRow) =>
  readSelector(skillPath).kind === "path" ? skillPath : "Root skill";

function Children({ rows }: { rows: readonly SubmissionRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="children" data-key="children">
      <h2 id="children">Skills in this source</h2>
      <ul class="stack">
        {rows.map((row) => (
          <li class="row" data-key={row.id}>
            <StateBadge state={row.state} />
            <a href={`/submissions/${row.id}`}>{row.skillName || titleOf(row)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest report; null without one, and while the database is unavailable. */
export function reportOf(found: ReadSubmission): ScanReport | null {
  return "scanResults" in found ? found.scanResults : null;
}

export function suppressionsOf(found: ReadSubmission): readonly Suppression[] {
  return "suppressions" in found ? found.suppressions : [];
}

function Report({ found }: { found: ReadSubmission }) {
  const report = reportOf(found);
  if (report === null) return null;
  const depth = report.depth === "deep" ? "Deep analysis" : "Static analysis";
  return (
    <section class="stack" aria-labelledby="found" data-key="found">
      <h2 id="found">Findings</h2>
      <p class="small muted">
        {`${depth}, engine ${report.engine}: ${report.verdict}, score ${report.score}/100.`}
      </p>
      <Findings report={report} fileLink={() => null} suppressions={suppressionsOf(found)} />
      <UnreadFiles report={report} />
      <details class="menu" open={report.verdict === "PASS"}>
        <summary>Permissions</summary>
        <div class="mt-2">
          <Capabilities report={report} />
        </div>
      </details>
    </section>
  );
}

function Facts({ found }: { found: ReadSubmission }) {
  return (
    <section class="card" aria-label="Details" data-key="details">
      <dl class="facts">
        <dt>Submission</dt>
        <dd>
          <code>{found.id}</code>
        </dd>
        {found.createdAt !== undefined && (
          <>
            <dt>Received</dt>
            <dd>
              <When at={found.createdAt} />
            </dd>
          </>
        )}
        {"digest" in found && found.digest !== null && (
          <>
            <dt>Content digest</dt>
            <dd>
              <Digest value={found.digest} />
            </dd>
          </>
        )}
        {"commit" in found && found.commit !== null && (
          <>
            <dt>Commit</dt>
            <dd>
              <Digest value={found.commit} />
            </dd>
          </>
        )}
      </dl>
      <p class="small mt-2">
        <a href={`/api/v1/submissions/${found.id}`}>View as JSON</a>
      </p>
    </section>
  );
}
