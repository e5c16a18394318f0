/** Skills with growing installs: the difference between this week and the week before, not the totals (L66). */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { ledger } from "../db.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  toCatalogueSkill,
  withLatestVersion,
} from "./catalogue-skill.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export interface TrendingSkill {
  readonly skill: CatalogueSkill;
  /** Installs of the last seven days minus those of the seven days before. */
  readonly change: number;
}

export async function listTrending(limit: number, nowMs: number): Promise<TrendingSkill[]> {
  const since = dayOf(nowMs - WEEK_MS);
  const rows = await ledger().all(sql`
    SELECT skill_id AS id, SUM(IIF(day > ${since}, 1, -1)) AS change FROM install_events
    WHERE day > ${dayOf(nowMs - 2 * WEEK_MS)} GROUP BY skill_id HAVING change > 0
    ORDER BY change DESC, skill_id LIMIT ${limit}`);
  const changes = z.array(z.object({ id: z.number(), change: z.number() })).parse(rows);
  const ids = JSON.stringify(changes.map(({ id }) => id));
  const found = await ledger().all(sql`
    SELECT ${catalogueColumns} FROM json_each(${ids}) selected JOIN skills s ON s.id = selected.value AND s.status = 'live'
    ${withLatestVersion} ORDER BY selected.key`);
  const skills = found.map(toCatalogueSkill);
  return skills.map((skill) => ({ skill, change: changes.find(({ id }) => id === skill.id)?.change ?? 0 }));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
