/**
 * `GET /api/v1/submissions/stream`: what happens to submissions, as server-sent events. Reads the event table that all
 * isolates share (L49); `Last-Event-ID` takes up where a connection broke. Ends by itself: the browser comes back.
 */
import { createRoute, z } from "@hono/zod-openapi";
import { commonErrors, createApi, serve } from "../../../http/api-app.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { describeError, log } from "../../../lib/platform/log.ts";
import { getLastEventSeq, listEventsAfter, type StreamEvent } from "../../../lib/submissions/list.ts";
import { requireWorkerEnv, runWithWorkerEnv } from "../../../lib/worker-context.ts";

export const submissionStreamApi = createApi();

/** L64: a filter is bounded, like everything that a stranger sends. */
const MOST_IDS = 20;
const POLL_MS = 1_000;
/** Shorter than what proxies take for a dead connection. */
const KEEP_ALIVE_MS = 15_000;
/** A stream must not outlive the limits of its isolate; the client reconnects with its last id. */
const LONGEST_MS = 5 * 60_000;
const EVENTS_PER_POLL = 200;

const stream = createRoute({
  method: "get",
  path: "/api/v1/submissions/stream",
  summary: "Events as they happen (text/event-stream)",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      /** Comma-separated submission ids; all when left out. */
      ids: z
        .string()
        .transform((text) => text.split(","))
        .pipe(
          z
            .array(z.string().regex(/^[A-Za-z0-9-]{1,64}$/))
            .min(1)
            .max(MOST_IDS),
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
    200: { description: "The events", content: { "text/event-stream": { schema: z.string() } } },
  },
});

serve(submissionStreamApi, stream, async (c) => {
  const { ids = null, lastEventId } = c.req.valid("query");
  const asked = c.req.valid("header")["last-event-id"] ?? lastEventId;
  const after = asked === undefined ? await getLastEventSeq() : Number(asked);
  // The environment is taken here: a stream's own callbacks run in the consumer's context.
  const env = requireWorkerEnv();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writing = runWithWorkerEnv(env, () => writeEvents(writable.getWriter(), { after, ids }));
  c.executionCtx.waitUntil(writing);
  return new Response(readable, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
});

interface StreamAsk {
  readonly after: number;
  readonly ids: readonly string[] | null;
}

/** Writes until the reader has gone, the time is over, or the ledger fails; never throws. */
async function writeEvents(writer: WritableStreamDefaultWriter<Uint8Array>, ask: StreamAsk): Promise<void> {
  const encoder = new TextEncoder();
  const endsAt = Date.now() + LONGEST_MS;
  let after = ask.after;
  let writtenAt = Date.now();
  try {
    await writer.write(encoder.encode(`retry: 3000\n: connected\n\n`));
    while (Date.now() < endsAt) {
      const events = await listEventsAfter(after, ask.ids, EVENTS_PER_POLL);
      const text = events.map(formatEvent).join("");
      const quiet = text === "" && Date.now() - writtenAt >= KEEP_ALIVE_MS;
      if (text !== "" || quiet) {
        await writer.write(encoder.encode(quiet ? ": keep-alive\n\n" : text));
        writtenAt = Date.now();
      }
      after = events.at(-1)?.seq ?? after;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    await writer.close();
  } catch (error) {
    log("info", "stream.ended", { error: describeError(error) });
    await writer.abort(error).catch(() => {});
  }
}

function formatEvent({ seq, ...event }: StreamEvent): string {
  return `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
