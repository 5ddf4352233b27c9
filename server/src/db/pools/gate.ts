/** Lets a few in at once, the others in the order in which they come. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** `isTrouble` knows it: it is what node-postgres says when no connection becomes free. */
const NO_PLACE = 'timeout exceeded when trying to connect';

/** A gate of so many places; who waits longer than `patience` milliseconds is turned away. */
export function openGate(places: number, patience: number): Gate {
  let free = places;
  const waiting = new Set<() => void>();
  const enter = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        waiting.delete(admit);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(admit);
        reject(new Error(NO_PLACE));
      }, patience);
      waiting.add(admit);
    });
  };
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
