/**
 * Caps the live streams of one client network in this isolate. A stream renews its slot with every poll, so the slot of
 * a connection that ended unnoticed, or that reads nothing, is free again after `HELD_MS`.
 */
import { LruCache, perEnvironment } from "../lib/platform/lru-cache.ts";

/** A browser tab has one stream. An office behind one address has several tabs. */
export const MOST_STREAMS = 20;
const HELD_MS = 5_000;
/** Networks counted at once. */
const MOST_NETWORKS = 10_000;

/** The ids of a network's streams, with the time until which each holds its slot. */
type Held = ReadonlyMap<string, number>;

const networks = perEnvironment(() => new LruCache<Held>({ maxSize: MOST_NETWORKS, ttlMs: HELD_MS }));

export interface StreamSlot {
  /** Takes or renews the slot. Returns false if the network already has `MOST_STREAMS` others. */
  hold(nowMs: number): boolean;
  free(): void;
}

/** A caller without an address is this process; its streams are not counted. */
export function streamSlot(network: string | null): StreamSlot {
  if (network === null) return { hold: () => true, free: () => undefined };
  const id = crypto.randomUUID();
  // Read here: a stream's callbacks may run without an environment.
  const cache = networks();
  const others = (nowMs: number) =>
    [...(cache.get(network) ?? [])].filter(([other, untilMs]) => other !== id && untilMs > nowMs);
  return {
    hold: (nowMs) => {
      const rest = others(nowMs);
      if (rest.length >= MOST_STREAMS) return false;
      cache.set(network, new Map([...rest, [id, nowMs + HELD_MS]]), { nowMs });
      return true;
    },
    free: () => cache.set(network, new Map(others(0))),
  };
}
