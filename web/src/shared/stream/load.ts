// What the page of the network shares with the stream: whether it is open, and what has come for it.

type Wish = (wants: boolean) => void;
type Show = (load: unknown) => void;

const shows = new Set<Show>();
const wishes = new Set<Wish>();

const tellWish = (): void => wishes.forEach((wish) => wish(shows.size > 0));

/** The side of the stream. */
export const hearLoad = {
  isWanted: (): boolean => shows.size > 0,
  /** Calls `wish` now and whenever the page opens or closes. */
  follow: (wish: Wish): (() => void) => {
    wishes.add(wish);
    if (shows.size > 0) wish(true);
    return () => wishes.delete(wish);
  },
};

export const tellLoad = (load: unknown): void => shows.forEach((show) => show(load));

/** The side of the page: calls `show` with each load of the network until the returned function is called. */
export function followLoad(show: Show): () => void {
  shows.add(show);
  tellWish();
  return () => {
    shows.delete(show);
    tellWish();
  };
}
