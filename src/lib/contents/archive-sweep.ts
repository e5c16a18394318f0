/**
 * Lists the archive store page by page and deletes objects that the database no longer needs: content of submissions rejected
 * long enough ago, content that no row names, and large scan reports that no row names. The listing covers every object, so
 * leftovers of a crash are found on the next pass.
 */
import { notInArray, sql } from "drizzle-orm";
import { UNPUBLISHED_STATES } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { submissions } from "../ledger/schema/submissions.ts";
import { archiveBucket } from "../platform/bucket.ts";
import { deleteUnneededContent, UNTOUCHED_MS } from "./content-removal.ts";

const CONTENT_KEY = /^content\/(sha256:[0-9a-f]{64})\//;
const REPORT_KEY = /^reports\/(sha256:[0-9a-f]{64})\/(.+)-(static|deep)\.json$/;

export interface SweepPage {
  /** The last key of the page; "" at the end of the listing, so that the next page is the first again. */
  readonly after: string;
  readonly seen: number;
  readonly contentsDropped: number;
  readonly reportsDropped: number;
}

export interface SweepInput {
  readonly after: string;
  /** Submissions rejected before this time no longer need their content. */
  readonly refusedBeforeMs: number;
  readonly nowMs: number;
  readonly pageSize: number;
}

/** Sweeps one page. Keys of an unknown pattern are left alone. */
export async function sweepArchivePage(input: SweepInput): Promise<SweepPage> {
  const { after, pageSize, nowMs } = input;
  const bucket = archiveBucket();
  const page = await bucket.list({ limit: pageSize, ...(after === "" ? {} : { startAfter: after }) });
  const old = page.objects.filter(({ uploaded }) => nowMs - uploaded.getTime() >= UNTOUCHED_MS);
  const contentsDropped = await deleteContents(old, input);
  const reports = await listUnnamedReports(old.map(({ key }) => key));
  if (reports.length > 0) await bucket.delete(reports);
  return {
    after: page.truncated ? (page.objects.at(-1)?.key ?? "") : "",
    seen: page.objects.length,
    contentsDropped,
    reportsDropped: reports.length,
  };
}

async function deleteContents(
  old: readonly R2Object[],
  { refusedBeforeMs, nowMs }: SweepInput,
): Promise<number> {
  const digests = new Set(old.flatMap(({ key }) => CONTENT_KEY.exec(key)?.[1] ?? []));
  let deleted = 0;
  for (const digest of await listUnneeded([...digests], refusedBeforeMs)) {
    const isUnneeded = async () => (await listUnneeded([digest], refusedBeforeMs)).length === 1;
    const removal = await deleteUnneededContent(`content/${digest}/`, isUnneeded, nowMs);
    if (removal === "deleted") deleted += 1;
  }
  return deleted;
}

/** The digests that no version, no open or published submission, and no recently rejected one needs. */
async function listUnneeded(digests: readonly string[], refusedBeforeMs: number): Promise<string[]> {
  if (digests.length === 0) return [];
  const needsContent = sql`(${notInArray(submissions.state, [...UNPUBLISHED_STATES])}
    OR rested_at IS NULL OR rested_at > ${refusedBeforeMs})`;
  const rows = await ledger().all<{ digest: string }>(sql`
    SELECT value AS digest FROM json_each(${JSON.stringify(digests)})
    WHERE NOT EXISTS (SELECT 1 FROM skill_versions WHERE digest = value)
      AND NOT EXISTS (SELECT 1 FROM submissions WHERE digest = value AND ${needsContent})
      AND NOT EXISTS (SELECT 1 FROM submissions WHERE upload_digest = value AND upload_digest <> '' AND ${needsContent})`);
  return rows.map(({ digest }) => digest);
}

/** Saving a report stores its object again, so an old object that no row names was left by a save that crashed. */
async function listUnnamedReports(keys: readonly string[]): Promise<string[]> {
  const reports = keys.flatMap((key) => {
    const [, digest, engine, depth] = REPORT_KEY.exec(key) ?? [];
    return digest === undefined ? [] : [{ key, digest, engine, depth }];
  });
  if (reports.length === 0) return [];
  const rows = await ledger().all<{ key: string }>(sql`
    SELECT value ->> 'key' AS key FROM json_each(${JSON.stringify(reports)})
    WHERE NOT EXISTS (SELECT 1 FROM scan_reports WHERE digest = value ->> 'digest'
      AND depth = value ->> 'depth' AND engine = value ->> 'engine' AND report IS NULL)`);
  return rows.map(({ key }) => key);
}
