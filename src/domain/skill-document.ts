/**
 * The KV document `skill:<slug>`: everything that a reader, a discovery index or an install needs while the database
 * is down. Pure.
 */
import { z } from "zod";

const fileEntrySchema = z.object({
  path: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
  executable: z.boolean(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;
export const fileEntriesSchema = z.array(fileEntrySchema);

/** An install archive in R2: its key, its size, and the digests that clients verify. */
const installArchiveSchema = z.object({
  key: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
});
const npmArchiveSchema = installArchiveSchema.extend({
  packageName: z.string(),
  integrity: z.string(),
  shasum: z.string(),
});
export const installArchivesSchema = z.object({
  tarGz: installArchiveSchema,
  zip: installArchiveSchema,
  npm: npmArchiveSchema,
});
export type InstallArchives = z.infer<typeof installArchivesSchema>;

export const skillVersionDocumentSchema = z.object({
  version: z.string(),
  digest: z.string(),
  commit: z.string().nullable(),
  verdict: z.string(),
  score: z.number(),
  engine: z.string(),
  certTier: z.string(),
  trustTier: z.string(),
  tainted: z.string().nullable(),
  yanked: z.string().nullable(),
  publishedAt: z.string(),
  /** When the content was last scanned with this verdict. Older documents do not have it. */
  verifiedAt: z.string().optional(),
  files: fileEntriesSchema,
  /** The archive in each format, under the name that stored documents and the column have. */
  forms: installArchivesSchema,
});
export type SkillVersionDocument = z.infer<typeof skillVersionDocumentSchema>;

export const skillDocumentSchema = z.object({
  slug: z.string(),
  revision: z.number().int(),
  name: z.string(),
  description: z.string(),
  repoUrl: z.string(),
  skillPath: z.string(),
  owner: z.string(),
  repo: z.string(),
  license: z.string().nullable(),
  tags: z.array(z.string()),
  category: z.string(),
  installs: z.number(),
  version: z.string().nullable(),
  certTier: z.string().nullable(),
  trustTier: z.string().nullable(),
  score: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Newest first, including yanked versions, because they stay installable by exact version. */
  versions: z.array(skillVersionDocumentSchema),
});
export type SkillDocument = z.infer<typeof skillDocumentSchema>;
