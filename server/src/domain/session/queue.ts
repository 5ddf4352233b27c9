/** Work that is refused instead of piling up. */
export interface BoundedQueue {
  /** Runs the work when its turn comes; `undefined` at once when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined;
}

/** At most `running` pieces of work at a time and `waiting` behind them, first come first served. */
export function boundedQueue({ running, waiting }: { running: number; waiting: number }): BoundedQueue {
  let busy = 0;
  const line: (() => void)[] = [];
  const leave = () => {
    busy -= 1;
    line.shift()?.();
  };
  return {
    run<T>(work: () => Promise<T>) {
      if (busy >= running && line.length >= waiting) return undefined;
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
