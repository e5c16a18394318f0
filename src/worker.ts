/** The Worker's entry points: fetch, queue and cron handlers. Each sets the ambient environment and delegates. */
import { app } from "./app.ts";
import type { CloudflareEnv } from "./env.ts";
import { handleScheduled } from "./lib/cron/scheduled.ts";
import { handleSubmissionQueue } from "./lib/queue/consumer.ts";
import { handleDeadLetterQueue } from "./lib/queue/dead-letter.ts";
import { DEAD_LETTER_QUEUE } from "./lib/queue/messages.ts";
import { runWithWorkerEnv } from "./lib/worker-context.ts";

export default {
  fetch: (request, env, ctx) => runWithWorkerEnv(env, async () => app.fetch(request, env, ctx)),
  queue: (batch, env) =>
    batch.queue === DEAD_LETTER_QUEUE ? handleDeadLetterQueue(batch, env) : handleSubmissionQueue(batch, env),
  scheduled: (controller, env) =>
    runWithWorkerEnv(env, () => handleScheduled(controller.cron, controller.scheduledTime)),
} satisfies ExportedHandler<CloudflareEnv>;
