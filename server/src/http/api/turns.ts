import { boundedQueue, type BoundedQueue } from '#server/domain/shared/queue.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/** Limits of one client's concurrent requests in this process. */
export interface Turns {
  readonly running: number;
  readonly waiting: number;
  /** Maximum wait in milliseconds. */
  readonly patience: number;
}

export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Queues work by key; refuses it when the queue is full or the wait too long. Other keys are not affected. */
export function inTurns(bounds: Turns): InTurn {
  const byKey = new Map<string, { readonly queue: BoundedQueue; inside: number }>();
  return async (key, work) => {
    const own = byKey.get(key) ?? { queue: boundedQueue(bounds), inside: 0 };
    byKey.set(key, own);
    own.inside += 1;
    try {
      return await patiently(own.queue, work, bounds.patience);
    } finally {
      own.inside -= 1;
      if (own.inside === 0) byKey.delete(key);
    }
  };
}

const tooMany = () => new Problem('too_many_requests', { retryAfter: 5 });

/** Runs the work in its turn; refuses it after the wait limit and leaves its turn unused. */
async function patiently<T>(queue: BoundedQueue, work: () => Promise<T>, patience: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(tooMany());
  }, patience);
  const turn = queue.run(() => {
    clearTimeout(timer);
    return isLate ? late.promise : work();
  });
  if (turn) return Promise.race([turn, late.promise]);
  clearTimeout(timer);
  throw tooMany();
}
