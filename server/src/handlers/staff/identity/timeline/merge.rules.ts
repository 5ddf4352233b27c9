import type { Instant } from '@kabinet/contract/kernel/day';

/** Something of one source, and the place after it. */
export interface Placed<Item> {
  readonly at: Instant;
  readonly place: string;
  readonly item: Item;
}

/** A source in its own order, newest first; one more than the page needs tells that there are more. */
export interface MergedSource<Item> {
  readonly name: string;
  readonly placed: readonly Placed<Item>[];
}

interface Merged<Item> {
  readonly items: Item[];
  /** By source; one that gave nothing keeps its former place. */
  readonly places: ReadonlyMap<string, string>;
  readonly hasMore: boolean;
}

/** The newest of all, each source in its own order. */
export function merge<Item>(sources: readonly MergedSource<Item>[], limit: number): Merged<Item> {
  const taken = new Map(sources.map(({ name }) => [name, 0]));
  const places = new Map<string, string>();
  const items: Item[] = [];
  const headOf = ({ name, placed }: MergedSource<Item>) => placed[taken.get(name) ?? 0];
  const newest = () =>
    sources.reduce<MergedSource<Item> | undefined>((best, one) => {
      const [head, other] = [headOf(one), best && headOf(best)];
      return head && (!other || head.at > other.at) ? one : best;
    }, undefined);
  for (let next = newest(); next && items.length < limit; next = newest()) {
    const head = headOf(next);
    if (!head) break;
    items.push(head.item);
    places.set(next.name, head.place);
    taken.set(next.name, (taken.get(next.name) ?? 0) + 1);
  }
  return { items, places, hasMore: newest() !== undefined };
}

/** «session=17.5~message=16.2» */
export const writePlaces = (places: ReadonlyMap<string, string>): string =>
  [...places].map(([name, place]) => `${name}=${place}`).join('~');

export const readPlaces = (cursor: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (cursor ?? '')
      .split('~')
      .filter(Boolean)
      .map((part) => {
        const [name = '', place = ''] = part.split('=');
        return [name, place] as const;
      }),
  );
