/**
 * The one-time migration from flat slugs to `owner/repo/skill`. It lists the records themselves, never an index
 * (L15), leaves an alias for each old slug in the database and in KV, and reports ambiguous slugs instead of
 * migrating them (L17). Order for each record: alias in the database, new document, alias in KV, deletion of the old
 * document. It resumes after an interruption, and running it again changes nothing.
 */
import { summariseSkillDocument } from "../../../domain/skill.ts";
import { makeSlug, parseSlug, repositoryOf } from "../../../domain/slug.ts";
import { execute, ledger, statement } from "../../db.ts";
import { skillAliases } from "../../ledger/schema/skills.ts";
import {
  aliasKey,
  isSkillRecord,
  type KvClient,
  SKILL_PREFIX,
  skillKey,
  skillMetadata,
  slugOfSkillKey,
  submissionsKv,
} from "../../platform/kv.ts";
import { KvBudget, listKeys } from "../../platform/kv-read.ts";
import { type ReadOptions, readDocuments, reportSkipped } from "./read-documents.ts";

/** KV operations for one record: new document, alias, deletion. */
const OPERATIONS_PER_RECORD = 3;

export interface SlugMigration {
  readonly dryRun: boolean;
  readonly migrated: readonly { readonly from: string; readonly to: string }[];
  readonly refused: readonly { readonly slug: string; readonly reason: string }[];
  /** Records left for the next run because this one ran out of operations. */
  readonly remaining: number;
}

type Plan = { from: string; to: string; document: Record<string, unknown> };

export async function migrateSkillSlugs(options: { dryRun: boolean } & ReadOptions): Promise<SlugMigration> {
  const { dryRun } = options;
  const kv = submissionsKv();
  const budget = new KvBudget();
  const { keys, complete } = await listKeys(kv, { prefix: SKILL_PREFIX, keep: isSkillRecord }, budget);
  const slugs = keys.map(({ name }) => slugOfSkillKey(name));
  const old = slugs.filter((slug) => parseSlug(slug) === null);
  const { documents, skipped } = await readDocuments(
    kv,
    { keys: old.map(skillKey), parse: asObject },
    budget,
  );
  reportSkipped("migrateSkillSlugs", { ...skipped, listComplete: complete }, options);
  const begun = new Map((await ledger().select().from(skillAliases)).map((row) => [row.oldSlug, row.slug]));
  // A target with an alias in the database comes from an interrupted run of this migration.
  const known = new Set(slugs);
  const isTaken = (from: string, to: string) => known.has(to) && begun.get(from) !== to;
  const { plans, refused } = plan(old, documents, isTaken);
  const affordable = dryRun ? plans : plans.slice(0, Math.floor(budget.left / OPERATIONS_PER_RECORD));
  if (!dryRun) for (const record of affordable) await moveRecord(kv, record);
  return {
    dryRun,
    migrated: affordable.map(({ from, to }) => ({ from, to })),
    refused,
    remaining: plans.length - affordable.length,
  };
}

/** Decides the new slug of each old one. If two would become the same, both are refused. */
function plan(
  old: readonly string[],
  documents: ReadonlyMap<string, Record<string, unknown>>,
  isTaken: (from: string, to: string) => boolean,
): { plans: Plan[]; refused: { slug: string; reason: string }[] } {
  const refused: { slug: string; reason: string }[] = [];
  const byTarget = Map.groupBy(
    old.map((from) => ({ from, to: targetOf(from, documents.get(skillKey(from))) })),
    ({ to }) => to,
  );
  const plans: Plan[] = [];
  for (const [to, claims] of byTarget) {
    for (const { from } of claims) {
      const document = documents.get(skillKey(from));
      if (document === undefined) refused.push({ slug: from, reason: "its document is unreadable" });
      else if (to === null)
        refused.push({ slug: from, reason: "its repository or name is not valid in a slug" });
      else if (claims.length > 1)
        refused.push({ slug: from, reason: `${claims.length} records would become ${to}` });
      else if (isTaken(from, to)) refused.push({ slug: from, reason: `${to} exists already` });
      else plans.push({ from, to, document });
    }
  }
  return { plans, refused };
}

function targetOf(from: string, document: Record<string, unknown> | undefined): string | null {
  const summary = summariseSkillDocument(from, document);
  const repository = summary && repositoryOf(summary.repoUrl);
  return repository ? makeSlug({ ...repository, skill: from.split("/").at(-1) ?? from }) : null;
}

async function moveRecord(kv: KvClient, { from, to, document }: Plan): Promise<void> {
  await execute(
    statement(
      ledger()
        .insert(skillAliases)
        .values({ oldSlug: from, slug: to, createdAt: Date.now() })
        .onConflictDoUpdate({ target: skillAliases.oldSlug, set: { slug: to } }),
    ),
  );
  const moved = { ...document, slug: to };
  const summary = summariseSkillDocument(to, moved);
  await kv.put(skillKey(to), JSON.stringify(moved), {
    metadata: summary === null ? {} : skillMetadata(summary),
  });
  await kv.put(aliasKey(from), to);
  await kv.delete(skillKey(from));
}

function asObject(_key: string, value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}
