/** The catalogue read from the keys of the skills in KV: complete, and independent of the database. */
import { type PublishedSkillSummary, summariseSkillDocument } from "../../../domain/skill.ts";
import {
  isSkillRecord,
  parseSkillMetadata,
  SKILL_PREFIX,
  slugOfSkillKey,
  submissionsKv,
} from "../../platform/kv.ts";
import { KvBudget, listKeys } from "../../platform/kv-read.ts";
import { type ReadOptions, readDocuments, reportSkipped } from "./read-documents.ts";

/**
 * A summary of every published skill, in key order. Aliases are filtered out before any read. A key whose metadata
 * holds the whole summary needs no read; all others are read at once.
 */
export async function enumeratePublishedSkills(options: ReadOptions = {}): Promise<PublishedSkillSummary[]> {
  const kv = submissionsKv();
  const budget = new KvBudget();
  const { keys, complete } = await listKeys(kv, { prefix: SKILL_PREFIX, keep: isSkillRecord }, budget);
  const summaries = new Map<string, PublishedSkillSummary>();
  for (const { name, metadata } of keys) {
    const summary = parseSkillMetadata(metadata);
    if (summary !== null) summaries.set(name, { ...summary, slug: slugOfSkillKey(name) });
  }
  const unread = keys.map(({ name }) => name).filter((name) => !summaries.has(name));
  const parse = (key: string, value: unknown) => summariseSkillDocument(slugOfSkillKey(key), value);
  const { documents, skipped } = await readDocuments(kv, { keys: unread, parse }, budget);
  reportSkipped("enumeratePublishedSkills", { ...skipped, listComplete: complete }, options);
  return keys.flatMap(({ name }) => summaries.get(name) ?? documents.get(name) ?? []);
}
