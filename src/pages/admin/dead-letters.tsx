/** `/admin/dead-letters`: messages that ran out of retries, and their replay. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { requeueSubmission } from "../../lib/actions/submission-actions.ts";
import { claimReplay, getDeadLetter, listDeadLetters } from "../../lib/operations/dead-letter-store.ts";
import { When } from "../parts/format.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

export const deadLettersPage = new Hono<AppEnv>();

const SHOWN = 100;

deadLettersPage.get("/admin/dead-letters", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const letters = await listDeadLetters(false, SHOWN);
  return sendAdminPage(
    c,
    session,
    "Dead letters",
    <>
      <p class="muted">
        Messages that ran out of retries. Recovery usually picks their submissions up before anyone has to.
      </p>
      {letters.length === SHOWN && <p class="small muted">{`The newest ${SHOWN}.`}</p>}
      {letters.length === 0 && <p class="notice notice-good">There are none.</p>}
      <ul class="stack">
        {letters.map(({ id, submissionId, receivedAt, attempts, replayedAt, replayedBy }) => (
          <li class="card stack">
            <p class="row">
              {submissionId === null ? (
                <span class="muted">names no submission</span>
              ) : (
                <a href={`/admin/submissions/${submissionId}`}>{submissionId}</a>
              )}
              <span class="small muted">{`${attempts} attempts, `}</span>
              <span class="small muted">
                <When at={receivedAt} />
              </span>
            </p>
            {replayedAt !== null ? (
              <p class="small good">
                {`replayed by ${replayedBy} `}
                <When at={replayedAt} />
              </p>
            ) : (
              submissionId !== null && (
                <ActionForm
                  session={session}
                  action={`/admin/dead-letters/${id}/replay`}
                  label="Replay…"
                  confirm="Replay"
                />
              )
            )}
          </li>
        ))}
      </ul>
    </>,
  );
});

deadLettersPage.post(
  "/admin/dead-letters/:id/replay",
  adminAction("/admin/dead-letters", "Its submission is back on the queue.", async (action, c) => {
    requireReason(action);
    const letter = await getDeadLetter(c.req.param("id") ?? "");
    if (letter === null || letter.submissionId === null)
      return { kind: "said", good: false, text: "There is no such message, or it names no submission." };
    if (letter.replayedAt !== null) return { kind: "said", good: false, text: "It was replayed already." };
    const result = await requeueSubmission(letter.submissionId, action.by, action.nowMs);
    // Marked after it worked: a message that could not be replayed keeps waiting.
    if (result.kind === "done") await claimReplay(letter.id, action.by.actor, action.nowMs);
    return result;
  }),
);
