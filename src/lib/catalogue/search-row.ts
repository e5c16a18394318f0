/**
 * The full-text rows of a skill, as statements for the batch that changes the skill, so that search is never stale.
 */
import { type SQL, sql } from "drizzle-orm";
import { withoutFrontMatter } from "../../domain/front-matter.ts";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { statement } from "../db.ts";

/** Enough to find a skill by its text; more would only slow ranking down. */
const BODY_CHARACTERS = 8_000;

export interface SearchText {
  readonly slug: string;
  readonly name: string;
  readonly files: readonly SkillFile[];
}

/** Replaces the rows if `guard` holds. */
export function searchRow({ slug, name, files }: SearchText, guard: SQL) {
  const body = bodyText(files);
  const headings = body
    .split("\n")
    .filter((line) => line.startsWith("#"))
    .map((line) => line.replace(/^#+\s*/, ""))
    .join("\n");
  return [
    ...dropSearchRow(slug, guard),
    statement(sql`
      INSERT INTO skill_search (rowid, name, description, tags, headings, body)
      SELECT id, ${`${name} ${slug}`}, description, tags, ${headings}, ${body}
      FROM skills WHERE slug = ${slug} AND ${guard}`),
    statement(sql`
      INSERT INTO skill_search_trigram (rowid, slug, description)
      SELECT id, slug, description FROM skills WHERE slug = ${slug} AND ${guard}`),
  ];
}

export function dropSearchRow(slug: string, guard: SQL = sql`TRUE`) {
  const id = sql`(SELECT id FROM skills WHERE slug = ${slug} AND ${guard})`;
  return [
    statement(sql`DELETE FROM skill_search WHERE rowid = ${id}`),
    statement(sql`DELETE FROM skill_search_trigram WHERE rowid = ${id}`),
  ];
}

/** SKILL.md without its front matter. */
function bodyText(files: readonly SkillFile[]): string {
  const skillMd = files.find(({ path }) => path === MANIFEST_NAME);
  if (skillMd === undefined) return "";
  return withoutFrontMatter(new TextDecoder().decode(skillMd.bytes)).slice(0, BODY_CHARACTERS);
}
