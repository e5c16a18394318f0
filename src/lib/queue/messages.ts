/** The names of the queues and the format of their messages. An unreadable message is a result, not an exception. */
import { z } from "zod";
import type { SubmissionMessage } from "../../env.ts";

export const DEAD_LETTER_QUEUE = "submission-dlq";

const submissionMessage = z.object({ submissionId: z.string().min(1).max(64) });

/** The message, or null when the body is malformed. */
export function parseSubmissionMessage(body: unknown): SubmissionMessage | null {
  const parsed = submissionMessage.safeParse(body);
  return parsed.success ? parsed.data : null;
}
