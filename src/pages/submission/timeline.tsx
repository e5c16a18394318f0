/** The stages of a submission: completed, current and upcoming. */
import { isTerminal, statesAhead, type Trigger } from "../../domain/transitions.ts";
import { duration, exactTime, When } from "../parts/format.tsx";
import { stateLabel, stateTone } from "../parts/state-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import type { ReadSubmission } from "./submission.tsx";

export function Timeline({ found, nowMs }: { found: ReadSubmission; nowMs: number }) {
  if (!("stateHistory" in found)) return null;
  const events = found.stateHistory;
  return (
    <section class="stack" aria-labelledby="stages" data-key="stages">
      <h2 id="stages">Stages</h2>
      <ol class="timeline">
        {events.map((event, index) => {
          const next = events[index + 1];
          const isCurrent = next === undefined && !isTerminal(found.state);
          return (
            <li class={`${stateTone(event.to)} ${isCurrent ? "now" : ""}`} data-key={`stage-${index}`}>
              <Stage event={event} endedAt={next?.at ?? null} isCurrent={isCurrent} nowMs={nowMs} />
            </li>
          );
        })}
        {statesAhead(found.state).map((state) => (
          <li class="todo small" data-key={`todo-${state}`}>
            {stateLabel(state)}
          </li>
        ))}
      </ol>
    </section>
  );
}

type StageEvent = Extract<ReadSubmission, { stateHistory: unknown }>["stateHistory"][number];

interface StageProps {
  readonly event: StageEvent;
  readonly endedAt: string | null;
  readonly isCurrent: boolean;
  readonly nowMs: number;
}

function Stage({ event, endedAt, isCurrent, nowMs }: StageProps) {
  const atMs = Date.parse(event.at);
  const tookMs = (endedAt === null ? nowMs : Date.parse(endedAt)) - atMs;
  const cause = causeOf(event);
  return (
    <>
      <p class="text-ink">
        <strong>{stateLabel(event.to)}</strong>{" "}
        <span class="small muted num" title={exactTime(atMs)}>
          {endedAt === null && !isCurrent ? (
            <When at={atMs} now={nowMs} />
          ) : (
            `${duration(tookMs)}${isCurrent ? " elapsed" : ""}`
          )}
        </span>
      </p>
      {event.reason !== null && (
        <p class="small text-ink">
          <Visible text={event.reason} />
        </p>
      )}
      {cause !== null && <p class="tiny muted">{cause}</p>}
    </>
  );
}

const CAUSES: Readonly<Record<Trigger, string | null>> = {
  submit: null,
  pipeline: null,
  recovery: null,
  review: "Reviewed",
  approve: "Approved",
  withdraw: "Withdrawn",
  block: "Blocked",
  unblock: "Unblocked",
  rescan: "Re-scan requested",
  "take-down": "Taken down",
  restore: "Restored",
};

function causeOf({ trigger, actor }: StageEvent): string | null {
  if (trigger === "recovery") return "(automatic)";
  const cause = CAUSES[trigger as Trigger] ?? null;
  return cause === null ? null : `${cause} by ${actor === "anonymous" ? "the author" : actor}`;
}
