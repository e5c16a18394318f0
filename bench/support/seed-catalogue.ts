/** Fills a data folder with many skills: one is published by the pipeline, the others are copies of its rows under other names. */

import { Operator } from "../../test/support/client-run.ts";
import { withStorage } from "../../test/support/open-storage.ts";
import { goodSkill } from "../../test/support/skills.ts";
import { startServer } from "../../test/support/start-server.ts";

export const COMMON_WORDS = 30;
export const OWNERS = 100;
export const LIMITS = { RATE_LIMITS: "read=100000000,write=100000000" };

/** Names begin with every letter; each description has half of the common words and one unique word. */
export async function seedCatalogue(dataDir: string, count: number): Promise<void> {
  const server = await startServer({ args: ["--no-examples"], dataDir, env: LIMITS });
  const state = await new Operator(server).publish("acme", goodSkill("the-real-one"));
  await server.stop();
  if (state !== "PUBLISHED") throw new Error(`the first skill was not published: ${state}`);
  await withStorage(dataDir, async (miniflare) => {
    const db = await miniflare.getD1Database("DB");
    for (let from = 1; from <= count; from += 5_000) {
      const numbers = `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers
        WHERE n < ${Math.min(from + 4_999, count)})`;
      await db.batch(statementsFor(numbers).map((sql) => db.prepare(sql)));
    }
  });
}

function statementsFor(numbers: string): string[] {
  const name = "SUBSTR('abcdefghijklmnopqrstuvwxyz', n % 26 + 1, 1) || 'kill-' || n";
  const owner = `'owner' || (n % ${OWNERS})`;
  const slug = `${owner} || '/tools/' || ${name}`;
  // Each common word is in half of all skills.
  const words = (ending: string) =>
    Array.from({ length: COMMON_WORDS }, (_, i) => `common${i}${ending}`).join(" ");
  const description = `'Handles documents, unique' || n || ' and ' || IIF(n % 2, '${words("x")}', '${words("y")}')`;
  return [
    `${numbers} INSERT INTO skills (slug, source_url, owner, repo, name, description, category, latest_version, installs, created_at, updated_at)
     SELECT ${slug}, 'https://github.com/' || ${owner} || '/tools', ${owner}, 'tools', ${name}, ${description},
       'category-' || (n % 10), '1.0.0', n % 1000, 1, n FROM numbers`,
    `${numbers} INSERT INTO skill_versions (skill_id, version, digest, commit_sha, submission_id, verdict, score, engine, approved_by, files, forms, published_at, certified_at)
     SELECT s.id, '1.0.0', v.digest, v.commit_sha, v.submission_id, v.verdict, v.score, v.engine, v.approved_by, v.files, v.forms, v.published_at, v.certified_at
     FROM numbers JOIN skills s ON s.slug = ${slug}
     JOIN (SELECT * FROM skill_versions ORDER BY id LIMIT 1) v`,
    `${numbers} INSERT INTO skill_search (rowid, name, description, tags, headings, body)
     SELECT s.id, s.name || ' ' || s.slug, s.description, '[]', 'Work', 'Read the notes that the user gives you.'
     FROM numbers JOIN skills s ON s.slug = ${slug}`,
    `${numbers} INSERT INTO skill_search_trigram (rowid, slug, description)
     SELECT s.id, s.slug, s.description FROM numbers JOIN skills s ON s.slug = ${slug}`,
  ];
}
