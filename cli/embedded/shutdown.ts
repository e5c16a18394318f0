/** When to stop: a signal, or the loss of the process that started us. What to stop is the caller's. */

/** Well inside the five seconds that are promised, and the ten that containers give. */
const FORCE_AFTER_MS = 4_000;
const PARENT_CHECK_MS = 250;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves with the reason when it is time to stop. npm passes on a Ctrl-C that the terminal has sent as well, so
 * signals after the first mean nothing new and are swallowed.
 */
export function stopRequested({ watchParent }: { readonly watchParent: boolean }): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal));
    if (watchParent) whenOrphaned(() => resolve("the process that started it ended"));
  });
}

/** `npm` that is killed does not always tell its child; a server that nobody can reach by Ctrl-C must not stay. */
function whenOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** True when npm, or our own bin, stands between the terminal and this process. */
export function isLaunchedByWrapper(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.npm_lifecycle_event !== undefined || env.VSKILL_LAUNCHER !== undefined;
}

/** Leaves whatever happens: the exit hook of Miniflare kills workerd, and cli/workerd.sh would. */
export function forceExitLater(): void {
  setTimeout(() => process.exit(0), FORCE_AFTER_MS).unref();
}
