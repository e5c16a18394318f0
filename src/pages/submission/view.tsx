/** A submission as HTML: where it is, why, what was found, what to do next. Its parts carry keys for live updates. */
import type { SubmissionState } from "../../domain/submission.ts";
import { isTerminal } from "../../domain/transitions.ts";
import type { SubmissionRow } from "../../lib/ledger/schema.ts";
import type { ScanReport } from "../../scan/report.ts";
import { Capabilities, Findings } from "../parts/findings.tsx";
import { Digest, duration, exactTime, When } from "../parts/format.tsx";
import { DegradedNotice } from "../parts/notices.tsx";
import { StateBadge, stateLabel, stateTone } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import { Next } from "./next-steps.tsx";
import type { ReadSubmission } from "./submission.tsx";

interface Props {
  readonly found: ReadSubmission;
  readonly children: readonly SubmissionRow[];
  readonly nowMs: number;
}

/** At rest, and with it every skill that it was split into. */
export function isSettled({ found, children }: Pick<Props, "found" | "children">): boolean {
  return isTerminal(found.state) && children.every(({ state }) => isTerminal(state));
}

/** As many as the stream takes; with more of them, everybody's events are the shorter way to say it. */
const MOST_FOLLOWED = 20;

function streamOf({ found, children }: Pick<Props, "found" | "children">): string {
  const moving = children.filter(({ state }) => !isTerminal(state));
  const ids = [found, ...moving].map(({ id }) => id);
  return `/api/v1/submissions/stream${ids.length > MOST_FOLLOWED ? "" : `?ids=${ids.join(",")}`}`;
}

export function SubmissionView({ found, children, nowMs }: Props) {
  const settled = isSettled({ found, children });
  return (
    <div class="wrap narrow">
      <div
        class="stack-lg"
        data-live={streamOf({ found, children })}
        {...(settled ? { "data-settled": "" } : {})}
      >
        <header class="stack" data-key="head">
          {found.degraded && <DegradedNotice />}
          <p class="row">
            <StateBadge state={found.state} />
            {found.score !== null && <span class="small muted num">{`score ${found.score}`}</span>}
          </p>
          <h1>
            <Visible text={found.skillName || "A submission"} />
          </h1>
          <p class="small muted">
            {found.repoUrl}
            {found.skillPath !== "" && ` · ${found.skillPath}`}
          </p>
        </header>
        <Next found={found} />
        <Timeline found={found} nowMs={nowMs} />
        <Children rows={children} />
        <Report found={found} />
        <Facts found={found} />
      </div>
    </div>
  );
}

const WALK: readonly SubmissionState[] = [
  "RECEIVED",
  "TIER1_SCANNING",
  "TIER2_SCANNING",
  "AUTO_APPROVED",
  "PUBLISHED",
];

function Timeline({ found, nowMs }: { found: ReadSubmission; nowMs: number }) {
  if (!("stateHistory" in found)) return null;
  const events = found.stateHistory;
  const last = events.at(-1);
  const ahead = isTerminal(found.state) ? [] : WALK.slice(WALK.indexOf(found.state) + 1);
  return (
    <section class="stack" aria-labelledby="stages" data-key="stages">
      <h2 id="stages">Stages</h2>
      <ol class="timeline">
        {events.map((event, index) => {
          const next = events[index + 1];
          const atMs = Date.parse(event.at);
          const tookMs = (next === undefined ? nowMs : Date.parse(next.at)) - atMs;
          const now = event === last && !isTerminal(found.state);
          return (
            <li class={`${stateTone(event.to)} ${now ? "now" : ""}`} data-key={`stage-${index}`}>
              <p class="text-ink">
                <strong>{stateLabel(event.to)}</strong>{" "}
                <span class="small muted num" title={exactTime(atMs)}>
                  {next === undefined && !now ? (
                    <When at={atMs} now={nowMs} />
                  ) : (
                    `${duration(tookMs)}${now ? " so far" : ""}`
                  )}
                </span>
              </p>
              {event.reason !== null && (
                <p class="small text-ink">
                  <Visible text={event.reason} />
                </p>
              )}
              {!["pipeline", "submit"].includes(event.trigger) && (
                <p class="tiny muted">{`${event.trigger} by ${event.actor === "anonymous" ? "its author" : event.actor}`}</p>
              )}
            </li>
          );
        })}
        {ahead.map((state) => (
          <li class="todo small" data-key={`todo-${state}`}>
            {stateLabel(state)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Children({ rows }: { rows: readonly SubmissionRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="children" data-key="children">
      <h2 id="children">Its skills</h2>
      <ul class="stack">
        {rows.map((row) => (
          <li class="row" data-key={row.id}>
            <StateBadge state={row.state} />
            <a href={`/submissions/${row.id}`}>{row.skillName || row.skillPath || "The skill at the root"}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest report on it; none while the ledger does not answer. */
export function reportOf(found: ReadSubmission): ScanReport | null {
  return "scanResults" in found ? found.scanResults : null;
}

function Report({ found }: { found: ReadSubmission }) {
  const report = reportOf(found);
  if (report === null) return null;
  return (
    <section class="stack" aria-labelledby="found" data-key="found">
      <h2 id="found">What was found</h2>
      <p class="small muted">
        {`${report.depth === "deep" ? "Deep analysis" : "Static rules"}, engine ${report.engine}: ${report.verdict}, score ${report.score}.`}
      </p>
      <Findings report={report} fileLink={() => null} />
      <details class="menu">
        <summary>What it is able to do</summary>
        <div class="mt-2">
          <Capabilities report={report} />
        </div>
      </details>
    </section>
  );
}

function Facts({ found }: { found: ReadSubmission }) {
  return (
    <section class="card" aria-label="Details" data-key="details">
      <dl class="facts">
        <dt>Submission</dt>
        <dd>
          <code>{found.id}</code>
        </dd>
        {found.createdAt !== undefined && (
          <>
            <dt>Received</dt>
            <dd>
              <When at={found.createdAt} />
            </dd>
          </>
        )}
        {"digest" in found && found.digest !== null && (
          <>
            <dt>Content</dt>
            <dd>
              <Digest value={found.digest} />
            </dd>
          </>
        )}
        {"commit" in found && found.commit !== null && (
          <>
            <dt>Commit</dt>
            <dd>
              <Digest value={found.commit} />
            </dd>
          </>
        )}
        <dt>For programs</dt>
        <dd>
          <a href={`/api/v1/submissions/${found.id}`}>JSON</a>
        </dd>
      </dl>
    </section>
  );
}
