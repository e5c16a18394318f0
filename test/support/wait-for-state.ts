/** Waits until a submission on a started server is in one of the states. Works in hooks too, unlike `expect.poll`. */
import { expect, vi } from "vitest";
import { WAIT_LIMIT_MS } from "./wait-limit.ts";

export async function waitForState(origin: string, id: string, ...states: string[]): Promise<void> {
  const checkState = async () => {
    const response = await fetch(`${origin}/api/v1/submissions/${id}`);
    const { state } = (await response.json()) as { state: string };
    expect(states).toContain(state);
  };
  await vi.waitFor(checkState, { timeout: WAIT_LIMIT_MS, interval: 100 });
}

/** Waits until the registry's submission counts match. With `active: 0`, until no submission is in progress. */
export async function waitForCounts(
  origin: string,
  counts: { readonly total?: number; readonly active: number },
): Promise<void> {
  const checkCounts = async () =>
    expect(await (await fetch(`${origin}/api/v1/submissions/stats`)).json()).toMatchObject(counts);
  await vi.waitFor(checkCounts, { timeout: WAIT_LIMIT_MS, interval: 200 });
}
