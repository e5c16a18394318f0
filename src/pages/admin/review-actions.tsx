/** The actions that the state of a submission allows. */
import { PROCESSING_STATES } from "../../domain/submission.ts";
import { approvalTrigger, isMoveAllowed, isTerminal } from "../../domain/transitions.ts";
import type { AdminSession } from "../../http/admin-session.ts";
import type { SubmissionRow } from "../../lib/ledger/schema/submissions.ts";
import { ActionForm } from "./action-form.tsx";

type State = SubmissionRow["state"];

interface ReviewAction {
  /** The last part of the action's path. */
  readonly name: string;
  readonly label: string;
  readonly confirm?: string;
  readonly tone?: "main" | "bad";
  readonly hint?: string;
  readonly isAllowed: (state: State) => boolean;
  /** Sends the row version along, so that a reviewer who looked earlier gets a conflict (L09). */
  readonly decides?: boolean;
}

const ACTIONS: readonly ReviewAction[] = [
  {
    name: "approve",
    label: "Approve",
    confirm: "Approve and publish",
    tone: "main",
    hint: "Publishes exactly the content that was scanned. Your reason appears in its history.",
    isAllowed: (state) => isMoveAllowed(state, "AUTO_APPROVED", approvalTrigger(state)),
    decides: true,
  },
  {
    name: "reject",
    label: "Reject",
    tone: "bad",
    hint: "The author sees your reason. Tell them what to change.",
    isAllowed: (state) => isMoveAllowed(state, "REJECTED", "review"),
    decides: true,
  },
  {
    name: "requeue",
    label: "Requeue",
    isAllowed: (state) => PROCESSING_STATES.includes(state),
  },
  {
    name: "rescan",
    label: "Re-scan",
    hint: "Applies the suppressions in force. The published version stays live in the meantime.",
    isAllowed: (state) => isMoveAllowed(state, "RECEIVED", "rescan"),
  },
  {
    name: "unblock",
    label: "Unblock",
    confirm: "Unblock and re-scan",
    hint: "It is blocked again if a blocklist entry still matches.",
    isAllowed: (state) => isMoveAllowed(state, "RECEIVED", "unblock"),
  },
  {
    name: "withdraw",
    label: "Withdraw",
    tone: "bad",
    isAllowed: (state) => !isTerminal(state),
  },
];

export function ReviewActions({ session, row }: { session: AdminSession; row: SubmissionRow }) {
  return (
    <div class="row items-start">
      {ACTIONS.filter(({ isAllowed }) => isAllowed(row.state)).map(
        ({ name, label, confirm, tone, hint, decides }) => (
          <ActionForm
            session={session}
            action={`/admin/submissions/${row.id}/${name}`}
            label={label}
            confirm={confirm ?? label}
            {...(tone === undefined ? {} : { tone })}
            {...(hint === undefined ? {} : { hint })}
          >
            {decides === true && <input type="hidden" name="version" value={String(row.rowVersion)} />}
          </ActionForm>
        ),
      )}
    </div>
  );
}
