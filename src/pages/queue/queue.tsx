/** `/queue`: all submissions with their states, and the status of the system. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "../../domain/problem.ts";
import { STATE_GROUPS } from "../../domain/submission.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { getQueuePositions } from "../../lib/operations/queue-positions.ts";
import { getQueueStatus } from "../../lib/operations/queue-status.ts";
import { getSubmissionStats, listSubmissions } from "../../lib/submissions/list.ts";
import { sendProblemPage } from "../error-pages.tsx";
import { sendPage } from "../page-response.tsx";
import { QueueView } from "./view.tsx";

export const queuePage = new Hono<AppEnv>();

const QUEUE_PAGE_SIZE = 25;

/** A filter shows the group that `getSubmissionStats` counts under the same name (L35). */
export const FILTERS = { all: undefined, ...STATE_GROUPS };

export type QueueFilter = keyof typeof FILTERS;

const querySchema = z.object({
  show: z.enum(Object.keys(FILTERS) as [QueueFilter, ...QueueFilter[]]).default("all"),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .transform((value) => value || undefined),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type QueueQuery = z.infer<typeof querySchema>;

export async function loadQueue(query: QueueQuery, nowMs: number) {
  const [list, stats, status, positions] = await Promise.all([
    listSubmissions({
      states: FILTERS[query.show],
      q: query.q,
      sort: query.show === "active" ? "oldest" : "updated",
      limit: QUEUE_PAGE_SIZE,
      offset: (query.page - 1) * QUEUE_PAGE_SIZE,
    }),
    getSubmissionStats(nowMs),
    getQueueStatus(nowMs),
    getQueuePositions(),
  ]);
  return { ...list, stats, status, positions, nowMs };
}

queuePage.get("/queue", async (c) => {
  const parsed = querySchema.safeParse(c.req.query());
  if (!parsed.success) return sendProblemPage(c, problem("BAD_REQUEST", "Unknown filter or page."));
  const queue = await loadQueue(parsed.data, Date.now());
  return sendPage(
    c,
    {
      title: "Queue",
      description: "All submissions and their status.",
      canonical: "/queue",
      noIndex: c.req.url.includes("?"),
      cache: "never",
    },
    <QueueView query={parsed.data} queue={queue} pageSize={QUEUE_PAGE_SIZE} />,
  );
});
