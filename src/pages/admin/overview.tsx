/** `/admin`: queue numbers, the pause switch, stuck jobs, charts and background jobs. */
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
import { duration, number, When } from "../parts/format.tsx";
import { StateBadge, stateLabel } from "../parts/state-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed, succeeded } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

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
    { session, title: "Overview" },
    <div class="stack-lg">
      <Numbers overview={overview} />
      <Pause session={session} overview={overview} />
      <Stuck session={session} overview={overview} />
      <Charts overview={overview} />
      <Jobs overview={overview} />
    </div>,
  );
});

const MINUTE_MS = 60_000;

overviewPage.post(
  "/admin/pause",
  adminAction("/admin", "Queue paused.", async ({ fields, by, nowMs }) => {
    const minutes = Number(fields.minutes ?? "60");
    if (!Number.isInteger(minutes) || minutes < 1 || minutes * MINUTE_MS > LONGEST_PAUSE_MS)
      return failed(`Choose between 1 and ${LONGEST_PAUSE_MS / MINUTE_MS} minutes.`);
    const pause = await pauseQueue({ ...by, durationMs: minutes * MINUTE_MS }, nowMs);
    return succeeded(`Paused for ${duration(pause.expiresAt - nowMs)}.`);
  }),
);

overviewPage.post(
  "/admin/resume",
  adminAction("/admin", "Queue resumed.", async ({ by, nowMs }) => {
    await resumeAfterPause(by.actor, by.reason, nowMs);
    return { kind: "done" };
  }),
);

overviewPage.post(
  "/admin/stuck/:id/requeue",
  adminAction("/admin", "Requeued.", async ({ by, nowMs }, c) =>
    requeueSubmission(c.req.param("id") ?? "", by, nowMs),
  ),
);

function Numbers({ overview: { status, stats } }: { overview: Overview }) {
  const figures = [
    ["waiting", number(status.waiting)],
    ["oldest in queue", status.oldestWaitingMs === null ? "–" : duration(status.oldestWaitingMs)],
    ["finished in the last hour", number(status.finishedLastHour)],
    ["in review", number(stats.review)],
    ["stuck", number(status.stuck)],
    ["pending writes", number(status.outboxPending)],
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
        <PauseForm session={session} />
      ) : (
        <>
          <p class="notice notice-wait">
            {`Paused by ${status.paused.by}: `}
            <Visible text={status.paused.reason} />. Resumes automatically <When at={status.paused.until} />.
          </p>
          <ActionForm session={session} action="/admin/resume" label="Resume" confirm="Resume" tone="main" />
        </>
      )}
    </section>
  );
}

function PauseForm({ session }: { session: AdminSession }) {
  return (
    <ActionForm
      session={session}
      action="/admin/pause"
      label="Pause the queue"
      confirm="Pause"
      hint="New submissions are still accepted, but not processed. The queue resumes automatically."
    >
      <label class="field">
        <span>Minutes</span>
        <input
          class="input"
          type="number"
          name="minutes"
          value={String(DEFAULT_PAUSE_MS / MINUTE_MS)}
          min="1"
          max={String(LONGEST_PAUSE_MS / MINUTE_MS)}
          required
        />
      </label>
    </ActionForm>
  );
}

function Stuck({ session, overview: { stuck } }: { session: AdminSession; overview: Overview }) {
  return (
    <section class="stack" aria-labelledby="stuck">
      <h2 id="stuck">Stuck jobs</h2>
      {stuck.length === 0 ? (
        <p class="muted">No stuck jobs.</p>
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
                label="Requeue"
                confirm="Requeue"
                hint="Requeues it now and resets its retry count."
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Charts({ overview: { hours, stages, failures } }: { overview: Overview }) {
  const stageBars = stages.map(({ state, medianMs, count }) => ({
    label: stateLabel(state),
    value: medianMs,
    shown: `${duration(medianMs)} (${count})`,
  }));
  const failureBars = failures.map(({ code, count }) => ({
    label: code,
    value: count,
    shown: String(count),
  }));
  return (
    <section class="stack" aria-labelledby="charts">
      <h2 id="charts">Last 24 hours</h2>
      <div class="card">
        <h3 class="small">Throughput per hour</h3>
        <ThroughputChart hours={hours} />
      </div>
      <div class="beside stack">
        <div class="card">
          <h3 class="small">Median time per stage</h3>
          {stages.length === 0 ? (
            <p class="small muted">Nothing was processed.</p>
          ) : (
            <BarList label="Median time per stage" bars={stageBars} />
          )}
        </div>
        <div class="card">
          <h3 class="small">Reasons for rejection</h3>
          {failures.length === 0 ? (
            <p class="small muted">Nothing was rejected.</p>
          ) : (
            <BarList label="Reasons for rejection" tone="bar-bad" bars={failureBars} />
          )}
        </div>
      </div>
    </section>
  );
}

function Jobs({ overview: { status } }: { overview: Overview }) {
  return (
    <section class="stack" aria-labelledby="jobs">
      <h2 id="jobs">Background jobs</h2>
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
