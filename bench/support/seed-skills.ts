/** Fills a database with the given number of published skills, as the pipeline would have written them. */
import type { D1Database } from "@cloudflare/workers-types";

const forms = JSON.stringify({
  tarGz: { key: "content/none/skill.tar.gz", size: 1, sha256: "0" },
  zip: { key: "content/none/skill.zip", size: 1, sha256: "0" },
  npm: {
    key: "content/none/npm.tgz",
    size: 1,
    sha256: "0",
    packageName: "@seed/skill",
    integrity: "sha512-0",
    shasum: "0",
  },
});

/** Bound to `?1` rows each; `n(i)` counts them. */
const statements = [
  `INSERT INTO submissions (id, source_kind, source_url, owner, repo, skill_path, skill_name, state, submitted_by, created_at, updated_at, rested_at)
   SELECT 'seed-' || i, 'github', 'https://github.com/seed/r' || i, 'seed', 'r' || i, '', 'skill-' || i, 'PUBLISHED', 'seed', i, i, i FROM n`,
  `INSERT INTO skills (id, slug, source_url, owner, repo, name, description, latest_version, created_at, updated_at)
   SELECT i + 1000000, 'seed/r' || i || '/skill-' || i, 'https://github.com/seed/r' || i, 'seed', 'r' || i, 'skill-' || i,
     'Skill number ' || i || ' turns notes into lists', '1.0.0', i, i FROM n`,
  `INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files, forms, published_at, certified_at)
   SELECT i + 1000000, '1.0.0', 'sha256:' || i, 'seed-' || i, 'PASS', 95, 'seed', 'engine', '[]', '${forms}', i, i FROM n`,
  `INSERT INTO skill_search (rowid, name, description, tags, headings, body)
   SELECT i + 1000000, 'skill-' || i, 'Skill number ' || i || ' turns notes into lists', '[]', 'Notes', 'Read the notes and list what was decided' FROM n`,
  `INSERT INTO skill_search_trigram (rowid, slug, description)
   SELECT i + 1000000, 'seed/r' || i || '/skill-' || i, 'Skill number ' || i FROM n`,
];

/** Rows for one statement: D1 stops a query at 30 s. */
const PORTION = 5_000;

export async function seedPublishedSkills(db: D1Database, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += PORTION) {
    const counted = `WITH RECURSIVE n(i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(rows, from + PORTION)})`;
    for (const statement of statements) await db.prepare(`${counted} ${statement}`).run();
  }
}
