/**
 * `GET /api/v1/submissions/stream`: submission events as server-sent events. Polls the event table, which all isolates
 * share (L49). `Last-Event-ID` resumes a broken connection. The server ends the stream after a while; browsers reconnect.
 * A client network has a limited number of streams, because each one costs a query a second.
 */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { problem } from "../../../domain/problem.ts";
import { commonErrors, createApi, serve } from "../../../http/api-app.ts";
import { callerNetwork } from "../../../http/limiter.ts";
import { MOST_AT_ONCE, networkSlot, type Slot } from "../../../http/network-slots.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { describeError, log } from "../../../lib/platform/log.ts";
import { getLastEventSeq, listEventsAfter } from "../../../lib/submissions/list.ts";
import { requireWorkerEnv, runWithWorkerEnv } from "../../../lib/worker-context.ts";

export const submissionStreamApi = createApi();

/** Bounds the query's cost, like every limit on client input (L64). */
const MAX_IDS = 20;
const POLL_MS = 1_000;
/** workerd notices a closed connection by failed writes only. Until then the stream polls and holds its slot. */
const KEEP_ALIVE_MS = 5_000;
/** How long a browser waits before it reconnects. */
const RECONNECT_MS = 3_000;
/** Keeps a stream within the limits of its isolate. The client reconnects with its last event id. */
const LONGEST_MS = 5 * 60_000;
const EVENTS_PER_POLL = 200;
/** After this many seconds a client that has too many streams may try again. */
const RETRY_AFTER_SECONDS = 60;

const stream = createRoute({
  method: "get",
  path: "/api/v1/submissions/stream",
  summary: "Stream submission events (server-sent events)",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      /** Comma-separated submission ids. All submissions when omitted. */
      ids: z
        .string()
        .transform((text) => text.split(","))
        .pipe(
          z
            .array(z.string().regex(/^[A-Za-z0-9-]{1,64}$/))
            .min(1)
            .max(MAX_IDS),
        )
        .optional()
        .openapi({ type: "string" }),
      lastEventId: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    headers: z.object({
      "last-event-id": z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
  },
  responses: {
    ...commonErrors,
    200: { description: "The event stream", content: { "text/event-stream": { schema: z.string() } } },
  },
});

serve(submissionStreamApi, stream, async (c) => {
  const { ids = null, lastEventId } = c.req.valid("query");
  const resumeAfter = c.req.valid("header")["last-event-id"] ?? lastEventId;
  const after = resumeAfter === undefined ? await getLastEventSeq() : Number(resumeAfter);
  // Read here: a stream's callbacks may run in the reader's context, which has no environment.
  const env = requireWorkerEnv();
  const slot = networkSlot("stream", callerNetwork(c));
  if (!slot.hold(Date.now())) return sendTooManyStreams(c);
  const { body } = streamSSE(c, (sse) => {
    sse.onAbort(slot.free);
    return runWithWorkerEnv(env, () => writeEvents(sse, { after, ids, slot }));
  });
  // After streamSSE, which sets `no-cache`. nginx buffers a response unless X-Accel-Buffering forbids it.
  c.header("Cache-Control", "no-store, no-transform");
  c.header("X-Accel-Buffering", "no");
  return c.newResponse(body);
});

function sendTooManyStreams(c: Context): Response {
  c.header("Retry-After", String(RETRY_AFTER_SECONDS));
  const message = `Your network already has ${MOST_AT_ONCE.stream} live streams here. Close one, or read the submission instead.`;
  return sendProblem(c, problem("RATE_LIMITED", message));
}

interface StreamQuery {
  /** Sequence number of the last event that the client has. */
  readonly after: number;
  readonly ids: readonly string[] | null;
  readonly slot: Slot;
}

/** Writes until the client disconnects, the time is up, or the database fails. Never throws. */
async function writeEvents(sse: SSEStreamingApi, { after, ids, slot }: StreamQuery): Promise<void> {
  const endsAtMs = Date.now() + LONGEST_MS;
  let lastSeq = after;
  let writtenAtMs = Date.now();
  await sse.write(`retry: ${RECONNECT_MS}\n: connected\n\n`);
  try {
    while (!sse.aborted && Date.now() < endsAtMs && slot.hold(Date.now())) {
      const events = await listEventsAfter(lastSeq, ids, EVENTS_PER_POLL);
      const isIdle = events.length === 0 && Date.now() - writtenAtMs >= KEEP_ALIVE_MS;
      for (const { seq, ...event } of events)
        await sse.writeSSE({ id: String(seq), data: JSON.stringify(event) });
      if (isIdle) await sse.write(": keep-alive\n\n");
      if (isIdle || events.length > 0) writtenAtMs = Date.now();
      lastSeq = events.at(-1)?.seq ?? lastSeq;
      await sse.sleep(POLL_MS);
    }
  } catch (error) {
    log("warn", "stream.failed", { error: describeError(error) });
  } finally {
    slot.free();
  }
}
