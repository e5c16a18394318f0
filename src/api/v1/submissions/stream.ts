/**
 * `GET /api/v1/submissions/stream`: submission events as server-sent events. Polls the event table, which all isolates
 * share (L49). `Last-Event-ID` resumes a broken connection. The server ends the stream after a while; browsers reconnect.
 */
import { createRoute, z } from "@hono/zod-openapi";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { commonErrors, createApi, serve } from "../../../http/api-app.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { describeError, log } from "../../../lib/platform/log.ts";
import { getLastEventSeq, listEventsAfter } from "../../../lib/submissions/list.ts";
import { requireWorkerEnv, runWithWorkerEnv } from "../../../lib/worker-context.ts";

export const submissionStreamApi = createApi();

/** Bounds the query's cost, like every limit on client input (L64). */
const MAX_IDS = 20;
const POLL_MS = 1_000;
/** Shorter than the idle timeout of common proxies. */
const KEEP_ALIVE_MS = 15_000;
/** How long a browser waits before it reconnects. */
const RECONNECT_MS = 3_000;
/** Keeps a stream within the limits of its isolate. The client reconnects with its last event id. */
const LONGEST_MS = 5 * 60_000;
const EVENTS_PER_POLL = 200;

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
  const { body } = streamSSE(c, (sse) => runWithWorkerEnv(env, () => writeEvents(sse, { after, ids })));
  // After streamSSE, which sets `no-cache`. nginx buffers a response unless X-Accel-Buffering forbids it.
  c.header("Cache-Control", "no-store, no-transform");
  c.header("X-Accel-Buffering", "no");
  return c.newResponse(body);
});

interface StreamQuery {
  /** Sequence number of the last event that the client has. */
  readonly after: number;
  readonly ids: readonly string[] | null;
}

/** Writes until the client disconnects, the time is up, or the database fails. Never throws. */
async function writeEvents(sse: SSEStreamingApi, { after, ids }: StreamQuery): Promise<void> {
  const endsAtMs = Date.now() + LONGEST_MS;
  let lastSeq = after;
  let writtenAtMs = Date.now();
  await sse.write(`retry: ${RECONNECT_MS}\n: connected\n\n`);
  try {
    while (!sse.aborted && Date.now() < endsAtMs) {
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
  }
}
