/** How many letters must be changed, added or removed to make one word of the other. */
function distance(one: string, other: string): number {
  const first = Array.from({ length: other.length + 1 }, (_, index) => index);
  const last = Array.from(one).reduce((above, letter, index) => nextRow(above, letter, other, index + 1), first);
  return last.at(-1) ?? 0;
}

/** The distances from the beginning of one word, one letter longer than that of the row above, to all beginnings of the other. */
const nextRow = (above: readonly number[], letter: string, other: string, head: number): number[] =>
  Array.from(other).reduce(
    (row, their, index) => {
      const [corner = 0, over = 0] = above.slice(index, index + 2);
      const left = row[index] ?? 0;
      return [...row, Math.min(over + 1, left + 1, corner + (letter === their ? 0 : 1))];
    },
    [head],
  );

/** The known words that a typed one may mean, the nearest first. */
export function nearest(typed: string, known: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(typed.length / 4));
  return known
    .map((word) => ({ word, far: distance(typed, word) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far)
    .map(({ word }) => word);
}
