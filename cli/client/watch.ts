/** Follows one submission over the event stream until its terminal state; reconnects after the last event it saw. */
import { STATE_GROUPS, TERMINAL_STATES } from "../../src/domain/submission.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Registry } from "./registry.ts";

export interface WatchedEvent {
  readonly state: string;
  readonly message: string;
}

export interface WatchEnd {
  readonly exitCode: ExitCode;
  readonly sentence: string;
  readonly submission: unknown;
}

/** Undefined while the registry still works on it. */
function exitCodeOf(state: string): ExitCode | undefined {
  const isIn = (states: readonly string[]) => states.includes(state);
  if (isIn(["PUBLISHED", "EXPANDED"])) return EXIT.ok;
  if (isIn(STATE_GROUPS.review)) return EXIT.review;
  return isIn(TERMINAL_STATES) ? EXIT.no : undefined;
}

export async function watchSubmission(
  registry: Registry,
  id: string,
  onEvent: (event: WatchedEvent) => void,
): Promise<WatchEnd> {
  let last = "0";
  for (;;) {
    for await (const { lastId, event } of readEvents(registry, id, last)) {
      last = lastId;
      onEvent(event);
      const exitCode = exitCodeOf(event.state);
      if (exitCode === undefined) continue;
      const submission = await registry.json<{ reason: string | null }>(`/api/v1/submissions/${id}`);
      return { exitCode, sentence: submission.reason ?? event.message, submission };
    }
  }
}

async function* readEvents(registry: Registry, id: string, after: string) {
  const response = await registry.fetch(`/api/v1/submissions/stream?ids=${id}&lastEventId=${after}`);
  if (response.body === null) throw new Error("the stream has no body");
  let buffer = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (buffer + chunk).split("\n\n");
    buffer = parts.pop() ?? "";
    for (const part of parts) {
      const lastId = /^id: (\d+)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (lastId !== undefined && data !== undefined)
        yield { lastId, event: JSON.parse(data) as WatchedEvent };
    }
  }
}
