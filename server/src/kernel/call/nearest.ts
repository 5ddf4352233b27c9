/** The known words that are most like a mistyped one, the nearest first. */
export const nearest = <T>(typed: string, known: readonly T[], wordOf: (one: T) => string, most: number): T[] =>
  ranked(typed, known, wordOf)
    .slice(0, most)
    .map(({ one }) => one);

/** The known words that a typed one may mean, the nearest first: at most a letter of four differs. */
export function meant(typed: string, known: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(typed.length / 4));
  return ranked(typed, known, (word) => word)
    .filter(({ far }) => far <= most)
    .map(({ one }) => one);
}

const ranked = <T>(typed: string, known: readonly T[], wordOf: (one: T) => string): { one: T; far: number }[] =>
  known.map((one) => ({ one, far: distance(typed, wordOf(one)) })).toSorted((a, b) => a.far - b.far);

/** Letters to add, drop or replace to make one word of another (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1];
    for (const [place, same] of Array.from(other).entries()) {
      const replaced = (row[place] ?? 0) + (letter === same ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
