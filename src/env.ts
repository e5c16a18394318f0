/**
 * Everything that the Worker reads from its environment. `wrangler.jsonc` creates the bindings; a test compares them and
 * the types that wrangler generates with this list. The variables are described in `domain/settings.ts`, the LIMIT_…
 * variables in `domain/limits.ts`. Nothing else in `src/` reads configuration.
 */
import type { LimitVariables } from "./domain/limits.ts";
import type { WorkerVariables } from "./domain/settings.ts";

export interface CloudflareEnv extends WorkerVariables, LimitVariables {
  /** Read models derived from the database: never the only copy of anything. */
  readonly SUBMISSIONS_KV: KVNamespace;
  /** The database, the source of truth. The code calls it the ledger. */
  readonly DB: D1Database;
  /** Pinned sources and install archives, addressed by content digest. */
  readonly ARCHIVES: R2Bucket;
  /** Delivers submission ids to the pipeline, at least once and in any order. */
  readonly SUBMISSION_QUEUE: Queue<SubmissionMessage>;
  /** Static files of public/. They are served before the Worker runs, so its code never reads them. */
  readonly ASSETS: Fetcher;
  /** Rate limiter for reads. */
  readonly RATE_LIMIT_READ: RateLimit;
  /** Rate limiter for writes. */
  readonly RATE_LIMIT_WRITE: RateLimit;

  /** Workers AI, where it is bound: JUDGE_MODEL runs there. */
  readonly AI?: Ai;
}

/** A message on the submission queue: only an id, so that the consumer reads the current state. */
export interface SubmissionMessage {
  readonly submissionId: string;
}
