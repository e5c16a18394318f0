/** The one way in which pages write dates, durations, sizes, counts and digests. */

const UNITS = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "3 hours ago", "in 20 minutes", "just now". */
export function relativeTime(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  for (const [unit, ms] of UNITS) {
    if (Math.abs(distance) >= ms) return relative.format(Math.round(distance / ms), unit);
  }
  return Math.abs(distance) < 10_000 ? "just now" : relative.format(Math.round(distance / 1000), "second");
}

export function exactTime(atMs: number): string {
  return `${new Date(atMs).toISOString().replace("T", " ").slice(0, 19)} UTC`;
}

/** Relative, with the exact time on hover and in `datetime`. */
export function When({ at, now = Date.now() }: { at: number | string; now?: number }) {
  const atMs = typeof at === "string" ? Date.parse(at) : at;
  return (
    <time datetime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {relativeTime(atMs, now)}
    </time>
  );
}

/** "850 ms", "12 s", "4 min", "3 h", "2 d". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} d`;
}

const counted = new Intl.NumberFormat("en");

export function count(value: number, one: string, many = `${one}s`): string {
  return `${counted.format(value)} ${value === 1 ? one : many}`;
}

export const number = (value: number): string => counted.format(value);

/** Enough of a digest to compare by eye; the rest on hover. */
export function Digest({ value }: { value: string }) {
  const [kind = "", hex = ""] = value.includes(":") ? value.split(":") : ["", value];
  return (
    <code title={value}>
      {kind && `${kind}:`}
      {hex.slice(0, 12)}…
    </code>
  );
}

/** Categories are stored in lower case. */
export function categoryLabel(category: string): string {
  return category.slice(0, 1).toUpperCase() + category.slice(1);
}

/** "2027-01-31", in UTC: the date on which something ends. */
export const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Who acted: the operator, a GitHub user, or the beginning of a token's id. */
export function actorLabel(actor: string): string {
  return /^operator$|^github:/.test(actor) ? actor : `token ${actor.slice(0, 8)}`;
}
