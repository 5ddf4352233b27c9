// React names the elements of `useId` by their place in the tree, so that the browser finds the same names: bits of the places in all
// lists and all components with an id above, the nearest ones first, in base 32.

/** A place in the tree: bits with a leading one, and what does not fit into them. */
export interface TreePlace {
  readonly bits: number;
  readonly overflow: string;
}

export const ROOT: TreePlace = { bits: 1, overflow: '' };

const lengthOf = (bits: number): number => 32 - Math.clz32(bits);
const MOST_BITS = 30;
const BITS_OF_DIGIT = 5;

/** The place of a child. */
export function childPlace({ bits, overflow }: TreePlace, children: number, index: number): TreePlace {
  const kept = lengthOf(bits) - 1;
  const rest = bits & ~(1 << kept);
  const own = lengthOf(children);
  if (own + kept <= MOST_BITS) return { bits: (1 << (own + kept)) | ((index + 1) << kept) | rest, overflow };
  // Whole digits go to the text.
  const moved = kept - (kept % BITS_OF_DIGIT);
  const left = kept - moved;
  return {
    bits: (1 << (own + left)) | ((index + 1) << left) | (rest >> moved),
    overflow: (rest & ((1 << moved) - 1)).toString(32) + overflow,
  };
}

/** The name of the `count`-th id (from 0) of a component at a place. */
export function idAt({ bits, overflow }: TreePlace, count: number): string {
  const digits = (bits & ~(1 << (lengthOf(bits) - 1))).toString(32) + overflow;
  return `_R_${digits}${count > 0 ? `H${count.toString(32)}` : ''}_`;
}
