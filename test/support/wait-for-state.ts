/** Waits until a submission on a started server is in one of the states; also in hooks, where `expect.poll` does not work. */
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
