// Whether this tab shows the load of the network: only then does the stream of the browser send it.

type Wish = (wants: boolean) => void;

let shown = 0;
const wishes = new Set<Wish>();

const tellWish = (): void => wishes.forEach((wish) => wish(shown > 0));

/** For the stream. */
export const hearLoad = {
  isWanted: (): boolean => shown > 0,
  /** Calls `wish` whenever the page opens or closes, and at once if it is open. */
  follow: (wish: Wish): (() => void) => {
    wishes.add(wish);
    if (shown > 0) wish(true);
    return () => wishes.delete(wish);
  },
};

/** For the page: says that the load is on the screen, until the returned function is called. */
export function showLoad(): () => void {
  shown += 1;
  tellWish();
  return () => {
    shown -= 1;
    tellWish();
  };
}
