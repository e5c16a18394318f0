/** Names that look alike, for finding typosquats. Pure. */

/** The characters of a name; see `namePattern` in manifest.ts. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-";

/**
 * Every name at edit distance one: a letter left out, added, changed, or swapped with its neighbour. There are about
 * 70 for each letter of the name. Each can be looked up in an index, which similarity itself cannot.
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
