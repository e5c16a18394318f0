import { describe, expect, it } from "vitest";
import { type Clock, startCrons } from "../embedded/cron.ts";

/** A clock that is advanced manually, and fires the timers that are due. */
class FakeClock implements Clock {
  #now: number;
  #timers = new Set<{ at: number; callback: () => void }>();

  constructor(iso: string) {
    this.#now = Date.parse(iso);
  }

  now = () => this.#now;

  after = (ms: number, callback: () => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  async advanceTo(iso: string): Promise<void> {
    const end = Date.parse(iso);
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await Promise.resolve();
    }
    this.#now = end;
  }

  /** The machine sleeps: time passes, timers do not fire. */
  sleepUntil(iso: string): void {
    this.#now = Date.parse(iso);
  }

  get waiting(): number {
    return this.#timers.size;
  }
}

function recorder() {
  const ticks: string[] = [];
  return {
    ticks,
    tick: async (cron: string, timeMs: number) => {
      ticks.push(`${cron} ${new Date(timeMs).toISOString().slice(11, 19)}`);
    },
  };
}

describe("startCrons", () => {
  it("ticks each expression at its own times, in UTC, with the time it was due", async () => {
    const clock = new FakeClock("2026-01-01T00:01:00Z");
    const { ticks, tick } = recorder();
    startCrons(["*/5 * * * *", "0 1 * * *"], tick, clock);
    await clock.advanceTo("2026-01-01T00:04:59Z");
    expect(ticks).toEqual([]);
    await clock.advanceTo("2026-01-01T00:10:30Z");
    expect(ticks).toEqual(["*/5 * * * * 00:05:00", "*/5 * * * * 00:10:00"]);
    await clock.advanceTo("2026-01-01T01:00:00Z");
    expect(ticks).toContain("0 1 * * * 01:00:00");
    expect(ticks).toHaveLength(13);
  });

  it("does not start a job again while it runs, and does once it has ended", async () => {
    const clock = new FakeClock("2026-01-01T00:01:00Z");
    const ends: (() => void)[] = [];
    const tick = () => new Promise<void>((resolve) => void ends.push(resolve));
    startCrons(["*/5 * * * *"], tick, clock);
    await clock.advanceTo("2026-01-01T00:16:00Z");
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await clock.advanceTo("2026-01-01T00:21:00Z");
    expect(ends).toHaveLength(2);
  });

  it("continues after a tick that failed", async () => {
    const clock = new FakeClock("2026-01-01T00:01:00Z");
    let calls = 0;
    const tick = async () => {
      calls += 1;
      throw new Error("no");
    };
    startCrons(["*/5 * * * *"], tick, clock);
    await clock.advanceTo("2026-01-01T00:11:00Z");
    expect(calls).toBe(2);
  });

  it("runs once for the ticks that a sleeping machine missed", async () => {
    const clock = new FakeClock("2026-01-01T00:01:00Z");
    const { ticks, tick } = recorder();
    startCrons(["*/5 * * * *"], tick, clock);
    clock.sleepUntil("2026-01-01T03:02:00Z");
    await clock.advanceTo("2026-01-01T03:02:00Z");
    expect(ticks).toEqual(["*/5 * * * * 00:05:00"]);
    await clock.advanceTo("2026-01-01T03:05:00Z");
    expect(ticks).toHaveLength(2);
  });

  it("stops on request", async () => {
    const clock = new FakeClock("2026-01-01T00:01:00Z");
    const { ticks, tick } = recorder();
    startCrons(["*/5 * * * *"], tick, clock)();
    await clock.advanceTo("2026-01-01T01:00:00Z");
    expect(ticks).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});
