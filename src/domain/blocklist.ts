/**
 * When a blocklist entry applies: every field that it has must match (L19). An entry without a source applies to all
 * sources. The stores express the same rule as SQL with `entryMatchesSql`; a test compares the two. Pure.
 */
export const BLOCK_FIELDS = ["owner", "sourceUrl", "skillName", "digest"] as const;

/** Null in an entry: the field is not compared. Null in a subject: unknown, so no entry with this field matches. */
export type BlockFields = Readonly<Record<(typeof BLOCK_FIELDS)[number], string | null>>;

export function entryMatches(entry: BlockFields, subject: BlockFields): boolean {
  return BLOCK_FIELDS.every((field) => entry[field] === null || entry[field] === subject[field]);
}

/**
 * Whether an entry may apply to a skill of which a client knows only some fields: none contradicts the entry and at least
 * one agrees, which errs on the safe side. `known` has its name in lower case.
 */
export function entryMayMatch(entry: BlockFields, known: BlockFields): boolean {
  const wanted = { ...entry, skillName: entry.skillName?.toLowerCase() ?? null };
  const comparable = BLOCK_FIELDS.filter((field) => wanted[field] !== null && known[field] !== null);
  return comparable.length > 0 && comparable.every((field) => wanted[field] === known[field]);
}
