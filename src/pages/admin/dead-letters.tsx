/** `/admin/dead-letters`: messages that ran out of retries, and their replay. */
import { Hono } from "hono";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requeueSubmission } from "../../lib/actions/submission-actions.ts";
import { claimReplay, getDeadLetter, listDeadLetters } from "../../lib/operations/dead-letter-store.ts";
import { count, When } from "../parts/format.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

export const deadLettersPage = new Hono<AppEnv>();

const SHOWN = 100;

deadLettersPage.get("/admin/dead-letters", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const letters = await listDeadLetters("all", SHOWN);
  return sendAdminPage(
    c,
    { session, title: "Dead letters" },
    <>
      <p class="muted">
        Messages that ran out of retries. Recovery usually picks up their submissions automatically.
      </p>
      {letters.length === SHOWN && <p class="small muted">{`The newest ${SHOWN}.`}</p>}
      {letters.length === 0 && <p class="notice notice-good">No dead letters.</p>}
      <ul class="stack">
        {letters.map((letter) => (
          <Letter session={session} letter={letter} />
        ))}
      </ul>
    </>,
  );
});

type DeadLetter = Awaited<ReturnType<typeof listDeadLetters>>[number];

function Letter({ session, letter }: { session: AdminSession; letter: DeadLetter }) {
  const { id, submissionId, receivedAt, attempts, replayedAt, replayedBy } = letter;
  return (
    <li class="card stack">
      <p class="row">
        {submissionId === null ? (
          <span class="muted">no submission</span>
        ) : (
          <a href={`/admin/submissions/${submissionId}`}>{submissionId}</a>
        )}
        <span class="small muted">
          {`${count(attempts, "attempt")}, `}
          <When at={receivedAt} />
        </span>
      </p>
      {replayedAt !== null && (
        <p class="small good">
          {`replayed by ${replayedBy} `}
          <When at={replayedAt} />
        </p>
      )}
      {replayedAt === null && submissionId !== null && (
        <ActionForm
          session={session}
          action={`/admin/dead-letters/${id}/replay`}
          label="Replay"
          confirm="Replay"
        />
      )}
    </li>
  );
}

deadLettersPage.post(
  "/admin/dead-letters/:id/replay",
  adminAction("/admin/dead-letters", "Requeued.", async ({ by, nowMs }, c) => {
    const letter = await getDeadLetter(c.req.param("id") ?? "");
    if (letter === null || letter.submissionId === null)
      return failed("No such message, or it has no submission.");
    if (letter.replayedAt !== null) return failed("Already replayed.");
    const result = await requeueSubmission(letter.submissionId, by, nowMs);
    // Marked only after the requeue worked: otherwise the message could never be replayed again.
    if (result.kind === "done") await claimReplay(letter.id, by.actor, nowMs);
    return result;
  }),
);
