/** In the order in which a place that becomes free goes to them. */
const LINES = ['ahead', 'usual'] as const;
export type Line = (typeof LINES)[number];

/** Lets a few in at once, those who go ahead before the others, and in each line in the order in which they come. */
export type Gate = <T>(work: () => Promise<T>, line?: Line) => Promise<T>;

/** `isTrouble` knows it: it is what node-postgres says when no connection becomes free. */
const NO_PLACE = 'timeout exceeded when trying to connect';

/** With so few places no line keeps one for itself. */
const FEW = 2;

/** A gate of so many places, of which one is left to each line; who waits longer than `patience` milliseconds is turned away. */
export function openGate(places: number, patience: number): Gate {
  const mostOfLine = places > FEW ? places - 1 : places;
  const inside: Record<Line, number> = { ahead: 0, usual: 0 };
  const waiting = { ahead: new Set<() => void>(), usual: new Set<() => void>() };
  const hasRoom = (line: Line) => inside.ahead + inside.usual < places && inside[line] < mostOfLine;
  const enter = (line: Line): Promise<void> => {
    if (hasRoom(line)) {
      inside[line] += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        waiting[line].delete(admit);
        inside[line] += 1;
        resolve();
      };
      const timer = setTimeout(() => {
        waiting[line].delete(admit);
        reject(new Error(NO_PLACE));
      }, patience);
      waiting[line].add(admit);
    });
  };
  const leave = (line: Line): void => {
    inside[line] -= 1;
    const next = LINES.find((one) => waiting[one].size > 0 && hasRoom(one));
    if (next) waiting[next].values().next().value?.();
  };
  return async (work, line = 'usual') => {
    await enter(line);
    try {
      return await work();
    } finally {
      leave(line);
    }
  };
}
