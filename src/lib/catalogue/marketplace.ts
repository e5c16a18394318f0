/** The catalogue as a marketplace file for Claude Code: one file, in which every plugin has a name of its own. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { installArchivesSchema } from "../../domain/skill-document.ts";
import { ledger } from "../db.ts";
import { withLatestVersion } from "./catalogue-skill.ts";

/** Clients load the whole file: it holds the most installed skills; users find the others by search. */
const MAX_PLUGINS = 2_000;

export interface MarketplacePlugin {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly packageName: string;
}

const rowSchema = z.object({
  plugin: z.string(),
  description: z.string(),
  version: z.string(),
  forms: z.string(),
});

/**
 * A plugin's name is unique in its marketplace and never changes its meaning, because users and settings refer to it.
 * The first skill that was published under a name keeps it, even after it was taken down; the others are named by
 * their whole slug. Neither owners nor skills have two hyphens in a row, so no two slugs give one name.
 */
const pluginName = sql.raw(
  `IIF(s.id = (SELECT MIN(first.id) FROM skills first WHERE first.name = s.name), s.name, REPLACE(s.slug, '/', '--'))`,
);

const isInFile = sql`s.id IN (SELECT id FROM skills WHERE status = 'live' AND latest_version IS NOT NULL
  ORDER BY installs DESC, id DESC LIMIT ${MAX_PLUGINS})`;

export async function listMarketplace(): Promise<MarketplacePlugin[]> {
  const rows = await ledger().all(sql`
    SELECT ${pluginName} AS plugin, s.description, v.version, v.forms FROM skills s ${withLatestVersion}
    WHERE ${isInFile} ORDER BY s.installs DESC, s.id DESC`);
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ plugin, description, version, forms }) => {
      const { packageName } = installArchivesSchema.parse(JSON.parse(forms)).npm;
      return { name: plugin, description, version, packageName };
    });
}

/** The name of this skill in the file; null if the file does not contain it. */
export async function findPluginName(slug: string): Promise<string | null> {
  const rows = await ledger().all<{ plugin: string }>(
    sql`SELECT ${pluginName} AS plugin FROM skills s WHERE s.slug = ${slug} AND ${isInFile}`,
  );
  return rows[0]?.plugin ?? null;
}
