/** `1,2,10-12` → 1, 2, 10, 11, 12; each once, by number. */
export function channelNumbers(typed: string): number[] {
  const numbers = typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    });
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** 1, 2, 10, 11, 12 → `1-2,10-12`. */
export function channelRanges(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const open = ranges.at(-1);
    if (open?.last === number - 1) open.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
