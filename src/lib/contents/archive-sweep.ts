/**
 * Walks through the archive store in pages and removes what the ledger no longer needs: bytes of submissions that
 * were refused long enough ago, bytes that no row names, and large reports that no row names. One walk for all, so
 * that whatever a crash leaves behind is found the next time round.
 */
import { notInArray, sql } from "drizzle-orm";
import { UNPUBLISHED_STATES } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { submissions } from "../ledger/schema.ts";
import { archiveBucket } from "../platform/bucket.ts";
import { dropContent, UNTOUCHED_MS } from "./content-removal.ts";

const CONTENT_KEY = /^content\/(sha256:[0-9a-f]{64})\//;
const REPORT_KEY = /^reports\/(sha256:[0-9a-f]{64})\/(.+)-(static|deep)\.json$/;

export interface SweepPage {
  /** The last key looked at; "" when the end was reached and the next page is the first again. */
  readonly after: string;
  readonly seen: number;
  readonly contentsDropped: number;
  readonly reportsDropped: number;
}

export interface SweepInput {
  readonly after: string;
  /** Refusals before this no longer need their bytes. */
  readonly refusedBeforeMs: number;
  readonly nowMs: number;
  readonly pageSize: number;
}

/** One page. Keys that are not ours to know are left alone. */
export async function sweepArchivePage(input: SweepInput): Promise<SweepPage> {
  const { after, pageSize, nowMs } = input;
  const bucket = archiveBucket();
  const page = await bucket.list({ limit: pageSize, ...(after === "" ? {} : { startAfter: after }) });
  const old = page.objects.filter(({ uploaded }) => nowMs - uploaded.getTime() >= UNTOUCHED_MS);
  const contentsDropped = await dropContents(old, input);
  const reports = await unnamedReports(old.map(({ key }) => key));
  if (reports.length > 0) await bucket.delete(reports);
  return {
    after: page.truncated ? (page.objects.at(-1)?.key ?? "") : "",
    seen: page.objects.length,
    contentsDropped,
    reportsDropped: reports.length,
  };
}

async function dropContents(
  old: readonly R2Object[],
  { refusedBeforeMs, nowMs }: SweepInput,
): Promise<number> {
  const digests = new Set(old.flatMap(({ key }) => CONTENT_KEY.exec(key)?.[1] ?? []));
  let dropped = 0;
  for (const digest of await unneeded([...digests], refusedBeforeMs)) {
    const isUnneeded = async () => (await unneeded([digest], refusedBeforeMs)).length === 1;
    if ((await dropContent(`content/${digest}/`, isUnneeded, nowMs)) === "dropped") dropped += 1;
  }
  return dropped;
}

/** Those that neither a version, nor a submission that is open or published, nor a fresh refusal needs. */
async function unneeded(digests: readonly string[], refusedBeforeMs: number): Promise<string[]> {
  if (digests.length === 0) return [];
  const needs = sql`(${notInArray(submissions.state, [...UNPUBLISHED_STATES])}
    OR rested_at IS NULL OR rested_at > ${refusedBeforeMs})`;
  const rows = await ledger().all<{ digest: string }>(sql`
    SELECT value AS digest FROM json_each(${JSON.stringify(digests)})
    WHERE NOT EXISTS (SELECT 1 FROM skill_versions WHERE digest = value)
      AND NOT EXISTS (SELECT 1 FROM submissions WHERE digest = value AND ${needs})
      AND NOT EXISTS (SELECT 1 FROM submissions WHERE upload_digest = value AND upload_digest <> '' AND ${needs})`);
  return rows.map(({ digest }) => digest);
}

/** A report is stored anew whenever it is saved: one that is old and unnamed belongs to a save that never ended. */
async function unnamedReports(keys: readonly string[]): Promise<string[]> {
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
