/** The list without duplicates: of entries with the same key the first one stays. */
export function uniqueBy<T>(list: readonly T[], key: (entry: T) => unknown): T[] {
  const seen = new Set<unknown>();
  return list.filter((entry) => {
    const mark = key(entry);
    return !seen.has(mark) && seen.add(mark);
  });
}
