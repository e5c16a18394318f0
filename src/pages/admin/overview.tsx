/** `/admin`: is work flowing, what is stuck, and the pause switch. */
import { Hono } from "hono";
import type { AdminSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requeueSubmission } from "../../lib/actions/submission-actions.ts";
import { DEFAULT_PAUSE_MS, LONGEST_PAUSE_MS, pauseQueue } from "../../lib/operations/pause-store.ts";
import { getFailures, getStageTimes, getThroughput } from "../../lib/operations/queue-charts.ts";
import { getQueueStatus } from "../../lib/operations/queue-status.ts";
import { getStuckSubmissions } from "../../lib/submission-store.ts";
import { getSubmissionStats } from "../../lib/submissions/list.ts";
import { resumeAfterPause } from "../../lib/submissions/recovery.ts";
import { BarList, ThroughputChart } from "../parts/charts.tsx";
import { count, duration, number, When } from "../parts/format.tsx";
import { StateBadge, stateLabel } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

export const overviewPage = new Hono<AppEnv>();

async function loadOverview(nowMs: number) {
  const [status, stats, stuck, hours, stages, failures] = await Promise.all([
    getQueueStatus(nowMs),
    getSubmissionStats(nowMs),
    getStuckSubmissions(nowMs),
    getThroughput(nowMs),
    getStageTimes(nowMs),
    getFailures(nowMs),
  ]);
  return { status, stats, stuck, hours, stages, failures };
}

type Overview = Awaited<ReturnType<typeof loadOverview>>;

overviewPage.get("/admin", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const overview = await loadOverview(Date.now());
  return sendAdminPage(
    c,
    session,
    "Overview",
    <div class="stack-lg">
      <Numbers overview={overview} />
      <Pause session={session} overview={overview} />
      <Stuck session={session} overview={overview} />
      <Charts overview={overview} />
      <Jobs overview={overview} />
    </div>,
  );
});

overviewPage.post(
  "/admin/pause",
  adminAction("/admin", "The queue is paused.", async (action) => {
    requireReason(action);
    const minutes = Number(action.fields.minutes ?? "60");
    if (!Number.isInteger(minutes) || minutes < 1 || minutes * 60_000 > LONGEST_PAUSE_MS)
      return { kind: "said", good: false, text: "Choose between a minute and a day." };
    const pause = await pauseQueue({ ...action.by, durationMs: minutes * 60_000 }, action.nowMs);
    return { kind: "said", good: true, text: `Paused for ${duration(pause.expiresAt - action.nowMs)}.` };
  }),
);

overviewPage.post(
  "/admin/resume",
  adminAction("/admin", "The queue goes on.", async (action) => {
    requireReason(action);
    await resumeAfterPause(action.by.actor, action.by.reason, action.nowMs);
    return { kind: "done" };
  }),
);

overviewPage.post(
  "/admin/stuck/:id/requeue",
  adminAction("/admin", "It is back on the queue.", async (action, c) => {
    requireReason(action);
    return requeueSubmission(c.req.param("id") ?? "", action.by, action.nowMs);
  }),
);

function Numbers({ overview: { status, stats } }: { overview: Overview }) {
  const figures = [
    ["waiting", number(status.waiting)],
    ["oldest waits", status.oldestWaitingMs === null ? "–" : duration(status.oldestWaitingMs)],
    ["finished in the last hour", number(status.finishedLastHour)],
    ["in review", number(stats.review)],
    ["stuck", number(status.stuck)],
    ["still to be written out", number(status.outboxPending)],
  ] as const;
  return (
    <dl class="numbers card">
      {figures.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Pause({ session, overview: { status } }: { session: AdminSession; overview: Overview }) {
  return (
    <section class="stack" aria-labelledby="pause">
      <h2 id="pause">Pause</h2>
      {status.paused === null ? (
        <ActionForm
          session={session}
          action="/admin/pause"
          label="Pause the queue…"
          confirm="Pause"
          says="Submissions are still taken; none is worked on until the pause ends. It always ends by itself."
        >
          <label class="field">
            <span>For how many minutes?</span>
            <input
              class="input"
              type="number"
              name="minutes"
              value={String(DEFAULT_PAUSE_MS / 60_000)}
              min="1"
              max={String(LONGEST_PAUSE_MS / 60_000)}
              required
            />
          </label>
        </ActionForm>
      ) : (
        <>
          <p class="notice notice-wait">
            {`Paused by ${status.paused.by}: `}
            <Visible text={status.paused.reason} />. It ends <When at={status.paused.until} />.
          </p>
          <ActionForm
            session={session}
            action="/admin/resume"
            label="Go on now…"
            confirm="Go on"
            tone="main"
          />
        </>
      )}
    </section>
  );
}

function Stuck({ session, overview: { stuck } }: { session: AdminSession; overview: Overview }) {
  return (
    <section class="stack" aria-labelledby="stuck">
      <h2 id="stuck">Stuck</h2>
      {stuck.length === 0 ? (
        <p class="muted">Nothing is stuck.</p>
      ) : (
        <ul class="stack">
          {stuck.map((item) => (
            <li class="card stack">
              <p class="row">
                <StateBadge state={item.state} />
                <a href={`/admin/submissions/${item.id}`}>{item.skillName || item.repoUrl || item.id}</a>
                <span class="small muted">{`for ${duration(item.stuckForMs)}`}</span>
              </p>
              <ActionForm
                session={session}
                action={`/admin/stuck/${item.id}/requeue`}
                label="Requeue…"
                confirm="Requeue"
                says="It goes back on the queue at once, with all its attempts."
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Charts({ overview: { hours, stages, failures } }: { overview: Overview }) {
  return (
    <section class="stack" aria-labelledby="charts">
      <h2 id="charts">The last 24 hours</h2>
      <div class="card">
        <h3 class="small">Finished, by the hour: published below, refused above</h3>
        <ThroughputChart hours={hours} />
      </div>
      <div class="beside stack">
        <div class="card">
          <h3 class="small">Time in each stage (median)</h3>
          {stages.length === 0 ? (
            <p class="small muted">Nothing was worked on.</p>
          ) : (
            <BarList
              label="Median time in each stage"
              bars={stages.map(({ state, medianMs, count: n }) => ({
                label: stateLabel(state),
                value: medianMs,
                shown: `${duration(medianMs)} (${n})`,
              }))}
            />
          )}
        </div>
        <div class="card">
          <h3 class="small">Reasons for not publishing</h3>
          {failures.length === 0 ? (
            <p class="small muted">Nothing was refused.</p>
          ) : (
            <BarList
              label="Reasons for not publishing"
              tone="bar-bad"
              bars={failures.map(({ code, count: n }) => ({ label: code, value: n, shown: String(n) }))}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function Jobs({ overview: { status } }: { overview: Overview }) {
  return (
    <section class="stack" aria-labelledby="jobs">
      <h2 id="jobs">{count(status.jobs.length, "job")}</h2>
      <ul class="small">
        {status.jobs.map(({ name, succeededAt, lastError }) => (
          <li>
            <strong>{name}</strong>{" "}
            {succeededAt === null ? <span class="bad">never succeeded</span> : <When at={succeededAt} />}
            {lastError !== null && <span class="bad">{` ${lastError}`}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
