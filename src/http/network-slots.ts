/**
 * Caps what one client network does at the same time, in this isolate. The work renews its slot while it goes on, so the
 * slot of a request that ended unnoticed is free again after `HELD_MS`.
 */
import { LruCache, perEnvironment } from "../lib/platform/lru-cache.ts";

/** At most this many at a time: a browser tab has one stream, and an office behind one address has several tabs. */
export const MOST_AT_ONCE = { stream: 100, discover: 1 } as const;
const HELD_MS = 5_000;
const RENEWED_MS = 1_000;
/** Networks counted at once. */
const MOST_NETWORKS = 10_000;

/** The ids of a network's slots, with the time until which each is held. */
type Held = ReadonlyMap<string, number>;

const networks = perEnvironment(() => new LruCache<Held>({ maxSize: MOST_NETWORKS, ttlMs: HELD_MS }));

export interface Slot {
  /** Takes or renews the slot. Returns false if the network already has all that it may have. */
  hold(nowMs: number): boolean;
  free(): void;
}

/** A caller without an address is this process and is not counted. */
export function networkSlot(kind: keyof typeof MOST_AT_ONCE, network: string | null): Slot {
  if (network === null) return { hold: () => true, free: () => undefined };
  const key = `${kind}:${network}`;
  const id = crypto.randomUUID();
  // Read here: a stream's callbacks may run without an environment.
  const cache = networks();
  const others = (nowMs: number) =>
    [...(cache.get(key) ?? [])].filter(([other, untilMs]) => other !== id && untilMs > nowMs);
  return {
    hold: (nowMs) => {
      const rest = others(nowMs);
      if (rest.length >= MOST_AT_ONCE[kind]) return false;
      cache.set(key, new Map([...rest, [id, nowMs + HELD_MS]]), { nowMs });
      return true;
    },
    free: () => cache.set(key, new Map(others(0))),
  };
}

/** Renews the slot until the work ends, then frees it. */
export async function holding<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => slot.hold(Date.now()), RENEWED_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    slot.free();
  }
}
