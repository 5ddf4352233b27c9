import { boundedQueue } from '#server/domain/shared/queue.ts';
import { Problem } from '#server/kernel/call/problem.ts';

/** Lanes in order of priority, and the maximum waiting hashes when one of them arrives. */
const LANES = { known: 24, familiar: 20, clean: 16, suspect: 10 };
export type Lane = keyof typeof LANES;
const lanes = Object.keys(LANES) as Lane[];

/** A hash takes 20 ms of a core and 19 MiB, so this process queues hashes and other work is not affected. */
const line = boundedQueue({ running: 2, waiting: Object.values(LANES) });

/** Waits for queued work; throws if the queue is full. */
export function inLine<T>(turn: Promise<T> | undefined): Promise<T> {
  if (!turn) throw new Problem('overloaded', { retryAfter: 5 });
  return turn;
}

/** Carries out work that hashes a password, when it is its turn. */
export const inHashLine = <T>(lane: Lane, work: () => Promise<T>): Promise<T> =>
  inLine(line.run(work, lanes.indexOf(lane)));
