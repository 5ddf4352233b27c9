/** Random numbers from a fixed seed: the same demo on every machine. */
export interface Dice {
  /** A whole number, both ends inclusive. */
  between(low: number, high: number): number;
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean;
  pick<T>(of: readonly [T, ...T[]]): T;
}

/** A random generator that repeats for the same seed: mulberry32, 32 bits of state. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (of) => of[between(0, of.length - 1)] ?? of[0],
  };
}
