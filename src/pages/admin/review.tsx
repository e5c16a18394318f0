/** One submission for review: findings next to the files, the actions that its state allows, its history. */
import type { Suppression } from "../../domain/suppression.ts";
import type { AdminSession } from "../../http/admin-session.ts";
import type { SubmissionRow } from "../../lib/ledger/schema/submissions.ts";
import type { ScanReport } from "../../scan/report.ts";
import { FileText, FileTree, type ShownFile } from "../parts/file-view.tsx";
import { Capabilities, type FileLink, Findings, UnreadFiles } from "../parts/findings.tsx";
import { Digest, When } from "../parts/format.tsx";
import { StateBadge, stateLabel } from "../parts/state-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import type { ReadSubmission } from "../submission/submission.tsx";
import { reportOf, suppressionsOf } from "../submission/view.tsx";
import { ReviewActions } from "./review-actions.tsx";
import { suppressLink } from "./suppressions.tsx";

interface Props {
  readonly session: AdminSession;
  readonly row: SubmissionRow;
  readonly found: ReadSubmission;
  readonly files: readonly ShownFile[];
  readonly path: string;
}

export function SubmissionReview({ session, row, found, files, path }: Props) {
  const here = `/admin/submissions/${row.id}`;
  const file = files.find((entry) => entry.path === path);
  const fileLink: FileLink = (to, line) =>
    files.some((entry) => entry.path === to) ? `${here}?path=${encodeURIComponent(to)}#L${line}` : null;
  return (
    <div class="stack-lg">
      <div class="stack">
        <Summary row={row} />
        <ReviewActions session={session} row={row} />
      </div>
      <div class="beside stack">
        <Report report={reportOf(found)} suppressions={suppressionsOf(found)} fileLink={fileLink} />
        <section class="stack" aria-label="Files">
          <h2>Files</h2>
          {files.length === 0 && <p class="muted">The content is no longer stored.</p>}
          <FileTree files={files} chosen={path} href={(to) => `${here}?path=${encodeURIComponent(to)}`} />
          {file !== undefined && <FileText file={file} />}
        </section>
      </div>
      <History found={found} />
    </div>
  );
}

function Summary({ row: { id, state, score, sourceUrl, digest, reason } }: { row: SubmissionRow }) {
  return (
    <>
      <p class="row">
        <StateBadge state={state} />
        {score !== null && <span class="small num">{`score ${score}/100`}</span>}
        <span class="small muted">{sourceUrl}</span>
        {digest !== null && <Digest value={digest} />}
        <a class="small" href={`/submissions/${id}`}>
          Public page
        </a>
      </p>
      {reason !== null && (
        <p class="notice">
          <Visible text={reason} />
        </p>
      )}
    </>
  );
}

interface ReportProps {
  readonly report: ScanReport | null;
  readonly suppressions: readonly Suppression[];
  readonly fileLink: FileLink;
}

function Report({ report, suppressions, fileLink }: ReportProps) {
  return (
    <section class="stack" aria-label="Findings">
      <h2>Findings</h2>
      {report === null ? (
        <p class="muted">No report.</p>
      ) : (
        <>
          <Findings
            report={report}
            fileLink={fileLink}
            suppressions={suppressions}
            suppressLink={(ruleId) => suppressLink(ruleId, report.digest)}
          />
          <UnreadFiles report={report} />
          <div class="card">
            <h3>Permissions</h3>
            <Capabilities report={report} />
          </div>
        </>
      )}
    </section>
  );
}

function History({ found }: { found: ReadSubmission }) {
  if (!("stateHistory" in found)) return null;
  return (
    <section class="stack" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol class="small stack">
        {found.stateHistory.map(({ to, trigger, actor, reason, at }) => (
          <li>
            <strong>{stateLabel(to)}</strong> <span class="muted">{`${trigger} by ${actor}, `}</span>
            <When at={at} />
            {reason !== null && (
              <p class="muted">
                <Visible text={reason} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
