/**
 * Runs the cron triggers of wrangler.jsonc, which the local runtime does not do. Times are UTC, as on Cloudflare. A job
 * that is still running at its next time is not started twice. After the machine slept, missed times run once.
 */
import { Cron } from "croner";

export interface Clock {
  now(): number;
  /** Calls back after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export type Tick = (cron: string, scheduledTimeMs: number) => Promise<void>;

/** Timers stop while a machine sleeps: the clock is read at least this often. */
const MAX_WAIT_MS = 30_000;

const systemClock: Clock = {
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Starts the crons; the returned function stops them. `tick` reports its own failures: a rejection is ignored. */
export function startCrons(crons: readonly string[], tick: Tick, clock: Clock = systemClock): () => void {
  const stops = crons.map((cron) => startCron(cron, tick, clock));
  return () => {
    for (const stop of stops) stop();
  };
}

function startCron(expression: string, tick: Tick, clock: Clock): () => void {
  const schedule = new Cron(expression, { timezone: "UTC", paused: true });
  let running = false;
  let cancel = () => {};
  let due = nextAfter(schedule, clock.now());

  const look = () => {
    if (due !== null && clock.now() >= due) {
      const scheduledTimeMs = due;
      due = nextAfter(schedule, clock.now());
      if (!running) {
        running = true;
        const done = () => {
          running = false;
        };
        tick(expression, scheduledTimeMs).then(done, done);
      }
    }
    wait();
  };
  const wait = () => {
    if (due === null) return;
    cancel = clock.after(Math.min(Math.max(due - clock.now(), 0), MAX_WAIT_MS), look);
  };
  wait();
  return () => cancel();
}

function nextAfter(schedule: Cron, nowMs: number): number | null {
  return schedule.nextRun(new Date(nowMs))?.getTime() ?? null;
}
