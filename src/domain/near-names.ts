/** Names that a reader may take for another. Pure. */

/** What a name may hold; see `namePattern` in manifest.ts. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-";

/**
 * Every name that differs by one letter left out, put in, changed, or swapped with its neighbour: some 70 for each
 * letter of the name. They can be looked up one by one in an index, where nearness itself cannot.
 */
export function nearNames(name: string): string[] {
  const near = new Set<string>();
  for (let i = 0; i <= name.length; i += 1) {
    const before = name.slice(0, i);
    const after = name.slice(i + 1);
    near.add(before + after);
    near.add(before + name.charAt(i + 1) + name.charAt(i) + name.slice(i + 2));
    for (const letter of LETTERS) {
      near.add(before + letter + after);
      near.add(before + letter + name.slice(i));
    }
  }
  near.delete(name);
  return [...near];
}
