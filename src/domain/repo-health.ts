/** What a host's answer about a repository says of its health. Pure: the clock is an argument. */

export type RepoHealthStatus = "ONLINE" | "STALE" | "ARCHIVED" | "MOVED" | "OFFLINE" | "UNKNOWN";

export interface HealthStatus {
  readonly status: RepoHealthStatus;
  /** For people: since when, whereto, or why nothing is known. */
  readonly detail: string;
}

/** A repository without a push for so long is looked after by nobody. */
const STALE_AFTER_MONTHS = 12;

export interface HostedRepository {
  readonly fullName: string;
  readonly archived: boolean;
  /** ISO time of the last push; null where there was none. */
  readonly pushedAt: string | null;
}

/** The most telling word first: who follows a moved repository sees the rest there. */
export function healthOf(
  asked: { owner: string; repo: string },
  found: HostedRepository,
  nowMs: number,
): HealthStatus {
  if (found.fullName.toLowerCase() !== `${asked.owner}/${asked.repo}`.toLowerCase())
    return { status: "MOVED", detail: `It is now ${found.fullName}.` };
  if (found.archived) return { status: "ARCHIVED", detail: "Its owner has archived it." };
  const lastPush = found.pushedAt === null ? Number.NaN : Date.parse(found.pushedAt);
  if (Number.isNaN(lastPush)) return { status: "UNKNOWN", detail: "The host does not tell the last push." };
  const day = new Date(lastPush).toISOString().slice(0, 10);
  const status = lastPush <= staleBefore(nowMs) ? "STALE" : "ONLINE";
  return { status, detail: `Last push on ${day}.` };
}

function staleBefore(nowMs: number): number {
  const date = new Date(nowMs);
  date.setUTCMonth(date.getUTCMonth() - STALE_AFTER_MONTHS);
  return date.getTime();
}
