import { boundedQueue, type BoundedQueue } from '#domain/shared/queue.ts';
import { Problem } from '#kernel/problem.ts';

/** How much of one client is carried out at once in this process. */
export interface Turns {
  readonly running: number;
  readonly waiting: number;
  /** Milliseconds that one waits at most. */
  readonly patience: number;
}

export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work of one key takes turns; what would wait too long, or behind too many, is refused. Other keys are not concerned. */
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

/** What has waited too long leaves, and its turn is nobody's. */
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
