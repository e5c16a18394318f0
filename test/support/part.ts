/**
 * Several subjects share one worker test file, because each file has to start an isolate, run the migrations and load the
 * whole app. A part has its own hooks, and starts with empty storage, real timers and real globals.
 */
import { applyD1Migrations, env, reset } from "cloudflare:test";
import { afterAll, beforeAll, describe, vi } from "vitest";

export function part(name: string, load: () => Promise<unknown>): void {
  describe(name, async () => {
    beforeAll(emptyStorage);
    afterAll(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });
    await load();
  });
}

let isEmpty = true;

/** KV, R2 and D1 are Durable Objects here, so `reset` empties them. The ledger then needs its schema again. */
async function emptyStorage(): Promise<void> {
  if (isEmpty) {
    isEmpty = false;
    return;
  }
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
}
