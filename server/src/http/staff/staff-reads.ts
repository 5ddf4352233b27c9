import { boundedQueue } from '#server/domain/shared/queue.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/** Reads of the staff that run at once in a process: more would only take the processor and the database from subscribers (decision 229). */
const RUNNING = 2;
/** Milliseconds after which a read no longer keeps others waiting: a report takes longer than a search. */
const SLOW_MS = 250;
const WAITING = 500;
/** Seconds. */
const LATER = 5;

/** Lets few reads of the staff run at once, in the order in which they come; a slow one gives its place away and goes on. */
export function staffReads(): <T>(read: () => Promise<T>) => Promise<T> {
  const queue = boundedQueue({ running: RUNNING, waiting: WAITING });
  return <T>(read: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const turn = queue.run(() => {
        const answered = read();
        answered.then(resolve, reject);
        return endedOrSlow(answered);
      });
      if (!turn) reject(new Problem('overloaded', { retryAfter: LATER }));
    });
}

/** Resolves when the work has ended, whatever its end, or has taken long. */
async function endedOrSlow(work: Promise<unknown>): Promise<void> {
  const { promise: isSlow, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, SLOW_MS, undefined);
  await Promise.race([work.catch(() => undefined), isSlow]);
  clearTimeout(timer);
}
