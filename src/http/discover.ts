/**
 * Lists the skills of a source for a request. Needs no account and may unpack gigabytes, so a client network has one
 * listing at a time.
 */
import type { Context } from "hono";
import { Refusal } from "../domain/problem.ts";
import type { SourceRef } from "../domain/source-ref.ts";
import { type DiscoveredSource, discoverSkills } from "../lib/sources/fetch-source.ts";
import type { AppEnv } from "./app-env.ts";
import { callerNetwork } from "./limiter.ts";
import { holding, networkSlot } from "./network-slots.ts";

/** Most listings take a few seconds. */
const RETRY_AFTER_SECONDS = 10;

/** Throws RATE_LIMITED while another listing of the network goes on, and every problem of the source. */
export function discoverForClient(c: Context<AppEnv>, source: SourceRef): Promise<DiscoveredSource> {
  const slot = networkSlot("discover", callerNetwork(c));
  if (slot.hold(Date.now())) return holding(slot, () => discoverSkills(source));
  c.header("Retry-After", String(RETRY_AFTER_SECONDS));
  throw new Refusal(
    "RATE_LIMITED",
    "Your network is already listing the skills of a source here. Try again when that has ended.",
  );
}
