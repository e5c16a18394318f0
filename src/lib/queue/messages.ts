/** The queues' names and the one message shape; unreadable bodies are an answer, not an exception. */
import { z } from "zod";
import type { SubmissionMessage } from "../../env.ts";

export const DEAD_LETTER_QUEUE = "submission-dlq";

const submissionMessage = z.object({ submissionId: z.string().min(1).max(64) });

/** The message, or null when the body is not one of ours. */
export function parseSubmissionMessage(body: unknown): SubmissionMessage | null {
  const parsed = submissionMessage.safeParse(body);
  return parsed.success ? parsed.data : null;
}
