import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stopInTime } from "../embedded/shutdown.ts";

const LONG_MS = 60_000;
const exit = vi.fn();
const onForced = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, "exit").mockImplementation(exit as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe("a stop", () => {
  it("that never ends is reported before the process exits", async () => {
    void stopInTime(() => new Promise(() => {}), onForced);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(onForced).toHaveBeenCalledOnce();
    expect(exit).toHaveBeenCalledOnce();
    expect(onForced.mock.invocationCallOrder[0]).toBeLessThan(exit.mock.invocationCallOrder[0] ?? 0);
  });

  it("that ends is not reported as forced, even if something keeps the process running", async () => {
    await stopInTime(async () => {}, onForced);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(exit).toHaveBeenCalledOnce();
    expect(onForced).not.toHaveBeenCalled();
  });

  it("that fails passes on its error", async () => {
    const error = new Error("the runtime is gone");
    await expect(stopInTime(() => Promise.reject(error), onForced)).rejects.toBe(error);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(onForced).not.toHaveBeenCalled();
  });
});
