/**
 * The only access to KV: the names of its keys, the metadata of its entries, and a client with one time limit on
 * every call. A KV that fails or hangs throws `StoreUnavailable`.
 */
import { z } from "zod";
import { type PublishedSkillSummary, publishedSkillSummarySchema } from "../../domain/skill.ts";
import {
  PROCESSING_STATES,
  STUCK_THRESHOLD_MS,
  SUBMISSION_STATES,
  type SubmissionState,
} from "../../domain/submission.ts";
import { requireWorkerEnv } from "../worker-context.ts";
import { withStoreLimit } from "./time-limit.ts";

/** Long enough for a bulk read of large pages, short enough for several calls inside one pipeline step. */
export const KV_LIMIT_MS = 10_000;

/** Prefixes end in a colon. `skill:alias:` lies inside `skill:` and is excluded from every skill listing. */
export const SUBMISSION_PREFIX = "sub:";
export const SKILL_PREFIX = "skill:";
const ALIAS_PREFIX = "skill:alias:";

export const submissionKey = (id: string): string => `${SUBMISSION_PREFIX}${id}`;
export const skillKey = (slug: string): string => `${SKILL_PREFIX}${slug}`;
export const aliasKey = (oldSlug: string): string => `${ALIAS_PREFIX}${oldSlug}`;
export const indexKey = (name: string): string => `index:${name}`;
/** A page belongs to one generation of its index, so a reader never mixes two. */
export const indexPageKey = (name: string, generation: string, page: number): string =>
  `index:${name}:${generation}:${page}`;

/** True for a key of the `skill:` listing that is a skill and not an alias. */
export const isSkillRecord = ({ name }: { name: string }): boolean => !name.startsWith(ALIAS_PREFIX);
export const slugOfSkillKey = (key: string): string => key.slice(SKILL_PREFIX.length);

/** KV refuses more metadata than this, in bytes of JSON. */
const METADATA_LIMIT_BYTES = 1024;

/** Pages of an index outlive every reader of their generation, then expire. */
export const INDEX_PAGE_TTL_SECONDS = 24 * 60 * 60;

/** The whole catalogue summary or nothing: a part of it would be shown as if it were complete. */
const skillMetadataSchema = z.object({ summary: publishedSkillSummarySchema });

const processingStates: ReadonlySet<unknown> = new Set(PROCESSING_STATES);
/** Known states that need no worker. An unknown state proves nothing. */
const otherStates: ReadonlySet<unknown> = new Set(
  SUBMISSION_STATES.filter((state) => !PROCESSING_STATES.includes(state)),
);

/**
 * Metadata of a submission's key: `STATE epoch-ms`. A string instead of an object, because recovery lists it for
 * every key and the runtime encodes an object twice: that took a fifth of the time of a run.
 */
export function submissionMetadata(state: SubmissionState, updatedAt: string): string {
  return `${state} ${Date.parse(updatedAt)}`;
}

/**
 * True when a submission's metadata proves that it is not stuck at `nowMs`: its state needs no worker, or it is too
 * recent. Objects `{ state, updatedAt }` are read as well, because older documents have them.
 */
export function rulesOutStuck(metadata: unknown, nowMs: number): boolean {
  const state = stateOf(metadata);
  // The time is parsed only when needed: nearly every key is in a terminal state.
  return (
    otherStates.has(state) ||
    (processingStates.has(state) && nowMs - updatedMsOf(metadata) < STUCK_THRESHOLD_MS)
  );
}

function stateOf(metadata: unknown): unknown {
  if (typeof metadata === "string") return metadata.slice(0, metadata.indexOf(" "));
  return asRecord(metadata).state;
}

function updatedMsOf(metadata: unknown): number {
  if (typeof metadata === "string") return Number(metadata.slice(metadata.indexOf(" ")));
  const { updatedAt } = asRecord(metadata);
  return typeof updatedAt === "string" ? Date.parse(updatedAt) : Number.NaN;
}

const asRecord = (metadata: unknown): Record<string, unknown> =>
  typeof metadata === "object" && metadata !== null ? { ...metadata } : {};

export function parseSkillMetadata(metadata: unknown): PublishedSkillSummary | null {
  const parsed = skillMetadataSchema.safeParse(metadata);
  return parsed.success ? parsed.data.summary : null;
}

/** Metadata for a skill's key; empty when the summary does not fit, which makes readers read the document. */
export function skillMetadata(summary: PublishedSkillSummary): Record<string, unknown> {
  const metadata = { summary };
  const bytes = new TextEncoder().encode(JSON.stringify(metadata)).byteLength;
  return bytes <= METADATA_LIMIT_BYTES ? metadata : {};
}

/** The operations of KV that this code uses. */
export interface KvClient {
  get(key: string): Promise<string | null>;
  /** At most 100 keys, as one operation. */
  getMany(keys: string[]): Promise<Map<string, string | null>>;
  list(options: KVNamespaceListOptions): Promise<KVNamespaceListResult<unknown>>;
  put(key: string, value: string, options?: KVNamespacePutOptions): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The KV of the current environment. */
export function submissionsKv(): KvClient {
  const kv = requireWorkerEnv().SUBMISSIONS_KV;
  const limited = <T>(call: Promise<T>): Promise<T> => withStoreLimit("KV", KV_LIMIT_MS, call);
  return {
    get: (key) => limited(kv.get(key)),
    getMany: (keys) => limited(kv.get(keys, "text")),
    list: (options) => limited(kv.list<unknown>(options)),
    put: (key, value, options) => limited(kv.put(key, value, options)),
    delete: (key) => limited(kv.delete(key)),
  };
}
