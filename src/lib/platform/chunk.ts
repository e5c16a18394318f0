/** The list in groups of at most `size`, in order; for APIs that accept only so many at once (L50). */
export function* chunk<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
