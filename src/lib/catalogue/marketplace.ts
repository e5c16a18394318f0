/** The catalogue as Claude Code's marketplace wants it: one file, one name each. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { archiveFormsSchema } from "../../domain/skill-document.ts";
import { ledger } from "../db.ts";
import { withLatestVersion } from "./catalogue-skill.ts";

/** A client loads the file whole; the most installed come first, the rest is found by search. */
const MOST_PLUGINS = 2_000;

export interface MarketplacePlugin {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly packageName: string;
}

const rowSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  forms: z.string(),
  isFirst: z.number(),
});

/**
 * A plugin's name is unique in its marketplace, and for good: people refer to it. The first that published a name has
 * it, also after it was taken down; the others are named by their whole slug. Neither owners nor skills have two
 * hyphens in a row, so no two slugs give one name.
 */
export async function listMarketplace(): Promise<MarketplacePlugin[]> {
  const rows = await ledger().all(sql`
    SELECT s.slug, s.name, s.description, v.version, v.forms,
      s.id = (SELECT MIN(first.id) FROM skills first WHERE first.name = s.name) AS isFirst
    FROM skills s ${withLatestVersion}
    WHERE s.status = 'live' ORDER BY s.installs DESC, s.id DESC LIMIT ${MOST_PLUGINS}`);
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ slug, name, description, version, forms, isFirst }) => {
      const { packageName } = archiveFormsSchema.parse(JSON.parse(forms)).npm;
      return { name: isFirst === 1 ? name : slug.replaceAll("/", "--"), description, version, packageName };
    });
}
