/**
 * Everything about KV that others must not know: how keys are spelled, what metadata says, what production
 * refuses, and how many records are read without running into its limits.
 */
import { z } from "zod";
import { type PublishedSkillSummary, publishedSkillSummarySchema } from "../domain/skill.ts";
import {
  STUCK_STATES,
  STUCK_THRESHOLD_MS,
  SUBMISSION_STATES,
  type SubmissionState,
} from "../domain/submission.ts";
import { requireWorkerEnv } from "./worker-context.ts";

/** Prefixes end in a colon; `skill:alias:` lies inside `skill:` and is left out of every skill listing. */
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

export const isAliasKey = (key: string): boolean => key.startsWith(ALIAS_PREFIX);
export const slugOfSkillKey = (key: string): string => key.slice(SKILL_PREFIX.length);

/** KV refuses more metadata than this, in bytes of JSON. */
const METADATA_LIMIT_BYTES = 1024;

/** Pages of an index outlive every reader of their generation, then vanish by themselves. */
export const INDEX_PAGE_TTL_SECONDS = 24 * 60 * 60;

/** Rules a submission in or out of the stuck sweep without a read. */
export interface SubmissionMetadata {
  readonly state: SubmissionState;
  readonly updatedAt: string;
}

/** The whole catalogue summary, or nothing: part of one would be shown as if it were all. */
const skillMetadataSchema = z.object({ summary: publishedSkillSummarySchema });

/**
 * True when a submission's metadata proves that it is not stuck at `nowMs`: its state is none that a worker must
 * move, or it is too young. By hand rather than by schema: a sweep asks this for every key there is.
 */
export function rulesOutStuck(metadata: unknown, nowMs: number): boolean {
  if (typeof metadata !== "object" || metadata === null) return false;
  const { state, updatedAt } = metadata as Partial<Record<keyof SubmissionMetadata, unknown>>;
  const known = SUBMISSION_STATES.find((name) => name === state);
  if (known === undefined) return false;
  if (!STUCK_STATES.includes(known)) return true;
  return typeof updatedAt === "string" && nowMs - Date.parse(updatedAt) < STUCK_THRESHOLD_MS;
}

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

/** The namespace of the current run. */
export function submissionsKv(): KVNamespace {
  return requireWorkerEnv().SUBMISSIONS_KV;
}
