/** A sequence that looks random and is the same for a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most so many of the items, in their order; the same ones for a seed. */
export function sample<Item>(items: readonly Item[], max: number, seed: number): readonly Item[] {
  if (items.length <= max) return items;
  const next = random(seed);
  const taken = new Set(
    items
      .map((item) => ({ item, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, max)
      .map(({ item }) => item),
  );
  return items.filter((item) => taken.has(item));
}
