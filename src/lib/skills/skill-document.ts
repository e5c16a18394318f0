/** Builds a skill's KV document and its metadata from the database rows. */
import { eq } from "drizzle-orm";
import semver from "semver";
import { z } from "zod";
import { summariseSkillDocument } from "../../domain/skill.ts";
import {
  fileEntriesSchema,
  installArchivesSchema,
  type SkillDocument,
  type SkillVersionDocument,
} from "../../domain/skill-document.ts";
import { tiersOf } from "../../domain/trust.ts";
import { ledger, readRow } from "../db.ts";
import { type SkillRow, type SkillVersionRow, skills, skillVersions } from "../ledger/schema/skills.ts";
import { skillMetadata } from "../platform/kv.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";

interface CachedDocument {
  /** The columns of the row that change with every edit, as they were when the document was built. */
  readonly rowState: string;
  readonly document: SkillDocument;
}

/** Documents by slug, bounded in characters. */
const documents = perEnvironment(() => new LruCache<CachedDocument>({ maxSize: 8_000_000 }));

const HEAD = `SELECT status, installs, revision || ' ' || write_id || ' ' || created_at || ' ' || updated_at
  FROM skills WHERE slug = ?`;
const headSchema = z.tuple([z.string(), z.number(), z.string()]);

/**
 * The skill with all its versions, or null when there is none that may be served. The database is read each time, so
 * that a removed skill disappears at once. The document is rebuilt only when the row has changed.
 */
export async function loadSkillDocument(slug: string): Promise<SkillDocument | null> {
  const cached = documents().get(slug);
  if (cached === undefined) return makeSkillDocument(slug);
  const row = await readRow(HEAD, slug);
  if (row === null) return null;
  const [status, installs, rowState] = headSchema.parse(row);
  if (status !== "live") return null;
  return rowState === cached.rowState ? { ...cached.document, installs } : makeSkillDocument(slug);
}

async function makeSkillDocument(slug: string): Promise<SkillDocument | null> {
  const [found, versions] = await ledger().batch([
    ledger().select().from(skills).where(eq(skills.slug, slug)),
    ledger()
      .select({ version: skillVersions })
      .from(skillVersions)
      .innerJoin(skills, eq(skills.id, skillVersions.skillId))
      .where(eq(skills.slug, slug)),
  ]);
  const skill = found[0];
  if (skill === undefined || skill.status !== "live" || versions.length === 0) return null;
  const document = skillDocumentOf(
    skill,
    versions.map(({ version }) => version),
  );
  const { revision, writeId, createdAt, updatedAt } = skill;
  const rowState = `${revision} ${writeId} ${createdAt} ${updatedAt}`;
  documents().set(slug, { rowState, document }, { size: sizeOf(versions) });
  return document;
}

function sizeOf(versions: readonly { version: SkillVersionRow }[]): number {
  return versions.reduce((sum, { version }) => sum + version.files.length + version.forms.length, 1_000);
}

export async function skillDocumentKeyValue(slug: string) {
  const document = await loadSkillDocument(slug);
  if (document === null) return null;
  const summary = summariseSkillDocument(slug, document);
  return { document, metadata: summary === null ? {} : skillMetadata(summary) };
}

function skillDocumentOf(skill: SkillRow, rows: readonly SkillVersionRow[]): SkillDocument {
  const versions = rows
    .map((row) => versionDocumentOf(row, skill))
    .sort((a, b) => semver.rcompare(a.version, b.version));
  const latest = versions.find(({ version }) => version === skill.latestVersion);
  return {
    slug: skill.slug,
    revision: skill.revision,
    name: skill.name,
    description: skill.description,
    repoUrl: skill.sourceUrl,
    skillPath: skill.skillPath,
    owner: skill.owner,
    repo: skill.repo,
    license: skill.license,
    tags: z.array(z.string()).parse(JSON.parse(skill.tags)),
    category: skill.category,
    installs: skill.installs,
    version: latest?.version ?? null,
    certTier: latest?.certTier ?? null,
    trustTier: latest?.trustTier ?? null,
    score: latest?.score ?? null,
    createdAt: new Date(skill.createdAt).toISOString(),
    updatedAt: new Date(skill.updatedAt).toISOString(),
    versions,
  };
}

function versionDocumentOf(row: SkillVersionRow, { sourceUrl }: SkillRow): SkillVersionDocument {
  return {
    version: row.version,
    digest: row.digest,
    commit: row.commitSha,
    verdict: row.verdict,
    score: row.score,
    engine: row.engine,
    ...tiersOf({ ...row, sourceUrl }),
    tainted: row.taintedReason,
    yanked: row.yankedAt === null ? null : (row.yankedReason ?? "yanked"),
    publishedAt: new Date(row.publishedAt).toISOString(),
    verifiedAt: new Date(row.certifiedAt).toISOString(),
    files: fileEntriesSchema.parse(JSON.parse(row.files)),
    forms: installArchivesSchema.parse(JSON.parse(row.forms)),
  };
}
