/** A published skill in read models. Pure. */
import { z } from "zod";

/**
 * The part of a skill's KV document that lists show. `slug` comes from the key, never from the value. Documents of
 * any age are accepted as long as they are objects: `name` falls back to the slug, other fields to empty values.
 */
const summaryFields = z.object({
  name: z.string().nullish(),
  repoUrl: z.string().nullish(),
  description: z.string().nullish(),
  version: z.string().nullish(),
  certTier: z.string().nullish(),
  trustTier: z.string().nullish(),
  score: z.number().nullish(),
  updatedAt: z.string().nullish(),
});

export const publishedSkillSummarySchema = z.object({
  slug: z.string(),
  name: z.string(),
  repoUrl: z.string(),
  description: z.string(),
  version: z.string().nullable(),
  certTier: z.string().nullable(),
  trustTier: z.string().nullable(),
  score: z.number().nullable(),
  updatedAt: z.string().nullable(),
});

export type PublishedSkillSummary = z.infer<typeof publishedSkillSummarySchema>;

/** The summary of a skill document, or null when the value is not an object of the expected types. */
export function summariseSkillDocument(slug: string, value: unknown): PublishedSkillSummary | null {
  const parsed = summaryFields.safeParse(value);
  if (!parsed.success) return null;
  const { name, repoUrl, description, version, certTier, trustTier, score, updatedAt } = parsed.data;
  return {
    slug,
    name: name ?? slug,
    repoUrl: repoUrl ?? "",
    description: description ?? "",
    version: version ?? null,
    certTier: certTier ?? null,
    trustTier: trustTier ?? null,
    score: score ?? null,
    updatedAt: updatedAt ?? null,
  };
}
