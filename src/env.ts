/**
 * Every binding and variable the Worker may use, one sentence each. `wrangler.jsonc` creates the bindings;
 * `types/bindings.d.ts` is what wrangler generates from it, and a test holds both to this list. Nothing else in `src/` reads configuration from anywhere.
 * The LIMIT_… overrides have their sentences in `domain/limits.ts`.
 */
import type { LimitVariables } from "./domain/limits.ts";

export interface CloudflareEnv extends LimitVariables {
  /** Read models derived from the ledger: never the only copy of anything. */
  readonly SUBMISSIONS_KV: KVNamespace;
  /** The ledger. */
  readonly DB: D1Database;
  /** Pinned sources and install archives, addressed by content digest. */
  readonly ARCHIVES: R2Bucket;
  /** Carries submission ids to the pipeline; at least once, in no order. */
  readonly SUBMISSION_QUEUE: Queue<SubmissionMessage>;
  /** Static files of public/; they are served before the Worker is asked, so the Worker itself never needs them. */
  readonly ASSETS: Fetcher;
  /** Yes or no for one more read by this caller. */
  readonly RATE_LIMIT_READ: RateLimit;
  /** Yes or no for one more write by this caller. */
  readonly RATE_LIMIT_WRITE: RateLimit;

  /** The address that links, feeds and other protocols give out; the request's own origin when unset. */
  readonly PUBLIC_URL?: string;
  /** Name of the header that a trusted proxy sets to the caller's address; none when unset. */
  readonly TRUSTED_PROXY?: string;
  /** What the two limits allow in a minute, `read=600,write=30` when unset; must say what the bindings count. */
  readonly RATE_LIMITS?: string;
  /** Base of the GitHub API; the public one when unset. */
  readonly GITHUB_API_URL?: string;
  /** Lifts GitHub's rate limit; only ever sent to GITHUB_API_URL's host. Secret. */
  readonly GITHUB_TOKEN?: string;
  /** Client id of a GitHub OAuth app; signing in with GitHub is offered when this and its secret are set. */
  readonly GITHUB_CLIENT_ID?: string;
  /** The OAuth app's secret; only ever sent to GITHUB_URL's host. Secret. */
  readonly GITHUB_CLIENT_SECRET?: string;
  /** Base of the GitHub site that people sign in at; the public one when unset. */
  readonly GITHUB_URL?: string;
  /** Comma-separated `id:NUMBER` or `login:NAME` of the GitHub users who are admins; nobody when unset. */
  readonly ADMIN_GITHUB_USERS?: string;
  /** Comma-separated host[:port] list that sources may be fetched from although it is not public. */
  readonly ALLOW_HOSTS?: string;
  /** DNS over HTTPS in JSON, for owners who prove their site's name by a TXT record; not offered when unset. */
  readonly DNS_RESOLVER_URL?: string;
  /** Workers AI, where it is bound: the judge runs there. */
  readonly AI?: Ai;
  /** Model that gives the second opinion; no judge when unset. */
  readonly JUDGE_MODEL?: string;
  /** Base of an OpenAI-compatible API for the judge, where Workers AI is not bound. */
  readonly JUDGE_URL?: string;
  /** The judge's key. Secret. */
  readonly JUDGE_KEY?: string;
  /** JSON list of outside scanners: [{ "name", "url"? }]; without a url the scanner pulls its work. */
  readonly EXTERNAL_SCANNERS?: string;
  /** Signs results that come back from outside scanners; none are taken when unset. Secret. */
  readonly WEBHOOK_SECRET?: string;
  /** Where security.txt sends people who found a hole in the registry itself: https: or mailto:. */
  readonly SECURITY_CONTACT?: string;
  /** Days that bytes of rejected submissions are kept; 30 when unset. */
  readonly RETENTION_DAYS?: string;
  /** SHA-256 (hex) of the operator's admin token; no admin access by token when unset. */
  readonly ADMIN_TOKEN_SHA256?: string;
}

/** What travels on the submission queue: an id, so that the consumer reads the state fresh. */
export interface SubmissionMessage {
  readonly submissionId: string;
}
