/** One submission for a decision: findings beside the files, and the actions that its state allows. */

import { PROCESSING_STATES } from "../../domain/submission.ts";
import { isMoveAllowed, isTerminal } from "../../domain/transitions.ts";
import type { AdminSession } from "../../http/admin-session.ts";
import type { SubmissionRow } from "../../lib/ledger/schema.ts";
import { FileText, FileTree, type ShownFile } from "../parts/file-view.tsx";
import { Capabilities, Findings } from "../parts/findings.tsx";
import { Digest, When } from "../parts/format.tsx";
import { StateBadge, stateLabel } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import type { ReadSubmission } from "../submission/submission.tsx";
import { ActionForm } from "./action-form.tsx";

interface Props {
  readonly session: AdminSession;
  readonly row: SubmissionRow;
  readonly found: ReadSubmission;
  readonly files: readonly ShownFile[];
  readonly path: string;
}

export function SubmissionReview({ session, row, found, files, path }: Props) {
  const here = `/admin/submissions/${row.id}`;
  const report = "scanResults" in found ? found.scanResults : null;
  const file = files.find((entry) => entry.path === path);
  const fileLink = (to: string, line: number) =>
    files.some((entry) => entry.path === to) ? `${here}?path=${encodeURIComponent(to)}#L${line}` : null;
  return (
    <div class="stack-lg">
      <div class="stack">
        <p class="row">
          <StateBadge state={row.state} />
          {row.score !== null && <span class="small num">{`score ${row.score}`}</span>}
          <span class="small muted">{row.sourceUrl}</span>
          {row.digest !== null && <Digest value={row.digest} />}
          <a class="small" href={`/submissions/${row.id}`}>
            Public page
          </a>
        </p>
        {row.reason !== null && (
          <p class="notice">
            <Visible text={row.reason} />
          </p>
        )}
        <Actions session={session} row={row} />
      </div>
      <div class="beside stack">
        <section class="stack" aria-label="Findings">
          <h2>Findings</h2>
          {report === null ? (
            <p class="muted">There is no report.</p>
          ) : (
            <>
              <Findings report={report} fileLink={fileLink} />
              <div class="card">
                <Capabilities report={report} />
              </div>
            </>
          )}
        </section>
        <section class="stack" aria-label="Files">
          <h2>Files</h2>
          {files.length === 0 && <p class="muted">No content is kept.</p>}
          <FileTree files={files} chosen={path} href={(to) => `${here}?path=${encodeURIComponent(to)}`} />
          {file !== undefined && <FileText file={file} />}
        </section>
      </div>
      <History found={found} />
    </div>
  );
}

function Actions({ session, row }: { session: AdminSession; row: SubmissionRow }) {
  const here = `/admin/submissions/${row.id}`;
  const { state } = row;
  const approves = isMoveAllowed(state, "AUTO_APPROVED", state === "NEEDS_REVIEW" ? "review" : "approve");
  const version = <input type="hidden" name="version" value={String(row.version)} />;
  return (
    <div class="row items-start">
      {approves && (
        <ActionForm
          session={session}
          action={`${here}/approve`}
          label="Approve…"
          confirm="Approve and publish"
          tone="main"
          says="It is published as it was scanned, with your reason in its history."
        >
          {version}
        </ActionForm>
      )}
      {isMoveAllowed(state, "REJECTED", "review") && (
        <ActionForm
          session={session}
          action={`${here}/reject`}
          label="Reject…"
          confirm="Reject"
          tone="bad"
          says="The author sees your reason: say what to change."
        >
          {version}
        </ActionForm>
      )}
      {PROCESSING_STATES.includes(state) && (
        <ActionForm session={session} action={`${here}/requeue`} label="Requeue…" confirm="Requeue" />
      )}
      {isMoveAllowed(state, "RECEIVED", "rescan") && (
        <ActionForm
          session={session}
          action={`${here}/rescan`}
          label="Scan again…"
          confirm="Scan again"
          says="What is published stays live meanwhile."
        />
      )}
      {isMoveAllowed(state, "RECEIVED", "unblock") && (
        <ActionForm
          session={session}
          action={`${here}/unblock`}
          label="Unblock…"
          confirm="Examine it again"
          says="The blocklist is asked again on the way."
        />
      )}
      {!isTerminal(state) && (
        <ActionForm
          session={session}
          action={`${here}/withdraw`}
          label="Withdraw…"
          confirm="Withdraw"
          tone="bad"
        />
      )}
    </div>
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
