/** Log entries as one line each for people on a terminal. Pure. */
import { isProblemCode, problem } from "../../src/domain/problem.ts";
import { type Colour, paint, type Span } from "../output.ts";
import type { LogEntry } from "./logs.ts";

/** The outcome of a submission, by state. A run that ends in another state continues later. */
const results: Readonly<Record<string, { mark: string; colour: Colour; words: string }>> = {
  PUBLISHED: { mark: "✓", colour: "green", words: "published" },
  EXPANDED: { mark: "✓", colour: "green", words: "split into several skills:" },
  NEEDS_REVIEW: { mark: "?", colour: "yellow", words: "needs review" },
  REJECTED: { mark: "✗", colour: "red", words: "rejected" },
  TIER1_FAILED: { mark: "✗", colour: "red", words: "rejected" },
  BLOCKED: { mark: "✗", colour: "red", words: "blocked" },
};

/** Reasons that are not problems of `domain/problem.ts`. */
const reasons: Readonly<Record<string, string>> = {
  STATIC_SCAN_FAILED: "static analysis found a blocking issue",
  SCAN_FAILED: "deep analysis found a blocking issue",
  SCAN_INCOMPLETE: "some of its content could not be analysed",
  SCAN_CONCERNS: "the analysis has concerns",
  BLOCKLISTED: "it is on the blocklist",
  JUDGE_UNAVAILABLE: "no second opinion was available",
  JUDGE_CONCERN: "the second opinion has a concern",
  EXTERNAL_SCAN_CRITICAL: "an external scanner reported a critical finding",
};

/** The events that an operator meets most; others are shown by their name. */
export const eventTexts: Readonly<Record<string, string>> = {
  "pipeline.run": "A pipeline step failed and is retried",
  "job.failed": "A background job failed and runs again at its next time",
  "kv.skipped": "Unreadable KV documents were skipped",
  "outbox.failed": "A pending write failed and is retried",
  "queue.dead_letter": "A message ran out of retries and is kept for an admin",
  "http.unavailable": "A request got 503 because a store did not respond",
  "skill.degraded": "A skill was served from KV because the database did not respond",
  "judge.failed": "The second opinion failed",
  "runtime.restarted": "The runtime stopped unexpectedly and was restarted",
  "cron.failed": "A background job could not be started",
};

/** The line for an entry, or null if the entry is not shown. */
export function eventLine(entry: LogEntry): Span[] | null {
  const { level, event, state } = entry;
  const result = event === "pipeline.run" && typeof state === "string" ? results[state] : undefined;
  if (result !== undefined && level === "info") return resultLine(entry, result);
  if (level === "info") return event === "runtime" ? [String(entry.message)] : null;
  const mark = level === "error" ? paint("red", "✗") : paint("yellow", "!");
  const text = eventTexts[event] ?? event.replace(/[._-]/g, " ");
  return [mark, ` ${[text, detailsOf(entry)].filter((part) => part !== "").join(": ")}`];
}

function resultLine(entry: LogEntry, { mark, colour, words }: (typeof results)[string]): Span[] {
  const name = [entry.skill, entry.version].filter((part) => typeof part === "string").join(" ");
  const reason = entry.state === "PUBLISHED" || entry.state === "EXPANDED" ? "" : reasonOf(entry);
  return [paint(colour, mark), ` ${words} `, paint("bold", name), reason === "" ? "" : `: ${reason}`];
}

function reasonOf({ reasonCode, score }: LogEntry): string {
  if (typeof reasonCode !== "string") return "";
  const known = reasons[reasonCode];
  if (known !== undefined) return typeof score === "number" ? `${known} (score ${score}/100)` : known;
  return isProblemCode(reasonCode) ? problem(reasonCode).message : reasonCode;
}

/** The message, then the other plain fields. */
function detailsOf({ level: _, event: __, phases: ___, message, error, ...fields }: LogEntry): string {
  const texts = [message, error].filter((text) => typeof text === "string" && text !== "");
  const rest = Object.entries(fields)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => `${name}=${value}`);
  return [...texts, rest.length > 0 ? `(${rest.join(" ")})` : ""].filter((part) => part !== "").join(" ");
}
