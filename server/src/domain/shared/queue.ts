/** Work that is refused instead of piling up. */
export interface BoundedQueue {
  /** Runs the work when its turn comes; `undefined` at once when too many wait already for one of its lane. */
  run<T>(work: () => Promise<T>, lane?: number): Promise<T> | undefined;
}

interface Bounds {
  readonly running: number;
  /** How many may wait, in all lanes together, when one comes; by lane where there are several. */
  readonly waiting: number | readonly number[];
}

/** At most `running` pieces of work at a time; of those that wait, the first lane goes first, and in a lane who came first. */
export function boundedQueue({ running, waiting }: Bounds): BoundedQueue {
  let busy = 0;
  const lanes = [waiting].flat().map((most) => ({ most, line: [] as (() => void)[] }));
  const awaited = () => lanes.reduce((sum, { line }) => sum + line.length, 0);
  const leave = () => {
    busy -= 1;
    lanes.find(({ line }) => line.length > 0)?.line.shift()?.();
  };
  return {
    run<T>(work: () => Promise<T>, lane = 0) {
      const { most, line } = lanes[lane] ?? { most: 0, line: [] };
      if (busy >= running && awaited() >= most) return undefined;
      return new Promise<T>((resolve, reject) => {
        const begin = () => {
          busy += 1;
          work().then(resolve, reject).finally(leave);
        };
        if (busy < running) begin();
        else line.push(begin);
      });
    },
  };
}
