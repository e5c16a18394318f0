/** Derives the health of a repository from its host's response. Pure: the clock is an argument. */

export type RepoHealthStatus = "ONLINE" | "STALE" | "ARCHIVED" | "MOVED" | "OFFLINE" | "UNKNOWN";

export interface HealthStatus {
  readonly status: RepoHealthStatus;
  /** For people: the date, the new name, or the cause of the failure. */
  readonly detail: string;
}

/** A repository without a push for this long counts as abandoned. */
const STALE_AFTER_MONTHS = 12;

export interface HostedRepository {
  readonly fullName: string;
  readonly archived: boolean;
  /** ISO time of the last push; null if there was none. */
  readonly pushedAt: string | null;
}

/** The most important status first: details of a moved repository are shown at its new place. */
export function healthOf(
  expected: { owner: string; repo: string },
  found: HostedRepository,
  nowMs: number,
): HealthStatus {
  if (found.fullName.toLowerCase() !== `${expected.owner}/${expected.repo}`.toLowerCase())
    return { status: "MOVED", detail: `Moved to ${found.fullName}.` };
  if (found.archived) return { status: "ARCHIVED", detail: "Archived by its owner." };
  const lastPush = found.pushedAt === null ? Number.NaN : Date.parse(found.pushedAt);
  if (Number.isNaN(lastPush)) return { status: "UNKNOWN", detail: "The host reports no last push." };
  const day = new Date(lastPush).toISOString().slice(0, 10);
  const status = lastPush <= staleBefore(nowMs) ? "STALE" : "ONLINE";
  return { status, detail: `Last push on ${day}.` };
}

function staleBefore(nowMs: number): number {
  const date = new Date(nowMs);
  date.setUTCMonth(date.getUTCMonth() - STALE_AFTER_MONTHS);
  return date.getTime();
}
