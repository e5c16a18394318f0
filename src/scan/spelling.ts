/** Whether two names differ by one letter put in, left out, changed, or swapped with its neighbour. */
export function distanceIsOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  const rest = (from: string, skip: number) => from.slice(i + skip);
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 0) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    (a[i] === b[i + 1] && a[i + 1] === b[i] && rest(a, 2) === rest(b, 2))
  );
}
