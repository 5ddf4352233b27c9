/** A queue that refuses work instead of growing without limit. */
export interface BoundedQueue {
  /** Runs the work in its turn; returns `undefined` at once if too many already wait for its lane. */
  run<T>(work: () => Promise<T>, lane?: number): Promise<T> | undefined;
}

interface Bounds {
  readonly running: number;
  /** Maximum waiting pieces of work, over all lanes, when a new one arrives; an array sets it by lane. */
  readonly waiting: number | readonly number[];
}

/** Runs at most `running` pieces of work at a time; the first lane goes first, and each lane is in order of arrival. */
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
