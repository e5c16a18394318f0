/** Waits for what became of a submission on a started server; also in hooks, where `expect.poll` does not work. */
import { expect, vi } from "vitest";

/** The pipeline takes a second; a busy machine may take many. */
const AT_REST_WITHIN_MS = 60_000;

/** Asks until the submission is in one of the states. */
export async function waitForState(origin: string, id: string, ...states: string[]): Promise<void> {
  const ask = async () => {
    const response = await fetch(`${origin}/api/v1/submissions/${id}`);
    const { state } = (await response.json()) as { state: string };
    expect(states).toContain(state);
  };
  await vi.waitFor(ask, { timeout: AT_REST_WITHIN_MS, interval: 100 });
}
