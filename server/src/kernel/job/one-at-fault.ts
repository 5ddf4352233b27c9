import { inspect } from 'node:util';
import { isTrouble } from '#server/db/trouble.ts';

/** Reports the failure of one item to the operator. */
type Blame<T> = (one: T, error: unknown) => Promise<void> | void;

/**
 * Does the work for all items at once; if that fails, for each half, and so on down to the failing items, whatever the
 * class of their errors. Those are reported and do not stop the others. An infrastructure error is thrown, and the
 * whole is retried. Returns the failing items.
 */
export async function byHalves<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<unknown>,
  blame: Blame<T>,
): Promise<readonly T[]> {
  if (all.length === 0) return [];
  try {
    await work(all);
    return [];
  } catch (error) {
    if (isTrouble(error)) throw error;
    if (all.length === 1) {
      for (const one of all) await blame(one, error);
      return all;
    }
    const middle = all.length >> 1;
    const first = await byHalves(all.slice(0, middle), work, blame);
    return [...first, ...(await byHalves(all.slice(middle), work, blame))];
  }
}

/** The same for work done item by item. */
export async function eachAlone<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  blame: Blame<T>,
): Promise<readonly T[]> {
  const atFault: T[] = [];
  for (const one of all) atFault.push(...(await byHalves([one], () => work(one), blame)));
  return atFault;
}

/** The message of an error, as text that a database column can hold. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : inspect(error)).replaceAll('\0', '');
