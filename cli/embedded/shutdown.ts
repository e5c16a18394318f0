/** When to stop: on a signal, or when the parent process has ended. */

/** Below the five seconds of the documented limit and the ten of containers. */
const FORCE_AFTER_MS = 4_000;
const PARENT_CHECK_MS = 250;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves with the reason when it is time to stop. npm forwards a Ctrl-C that the terminal has sent as well, so
 * signals after the first are ignored.
 */
export function stopRequested({ watchParent }: { readonly watchParent: boolean }): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal));
    if (watchParent) whenOrphaned(() => resolve("the process that started it ended"));
  });
}

/** A killed `npm` does not always signal its child; a server that Ctrl-C cannot reach must not keep running. */
function whenOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** True when npm, or our own bin, is between the terminal and this process. */
export function isLaunchedByWrapper(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.npm_lifecycle_event !== undefined || env.VSKILL_LAUNCHER !== undefined;
}

/**
 * Runs `stop`. The process exits in time in every case, after `onForced` if `stop` has not ended: Miniflare's exit hook kills
 * workerd, or else cli/workerd.sh does.
 */
export async function stopInTime(stop: () => Promise<void>, onForced: () => void): Promise<void> {
  let isStopping = true;
  const timer = setTimeout(() => {
    if (isStopping) onForced();
    process.exit();
  }, FORCE_AFTER_MS);
  try {
    await stop();
  } finally {
    isStopping = false;
    // Only from now on: while `stop` waits, an empty event loop must not end the process without a word.
    timer.unref();
  }
}
