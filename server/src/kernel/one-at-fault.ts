import { inspect } from 'node:util';
import { isTrouble } from '#db/trouble.ts';

/** Tells what was wrong with one: for the operator to see. */
type Blame<T> = (one: T, error: unknown) => Promise<void> | void;

/**
 * Does the work for all of them at once; if that fails, for each half, and so on down to the one that is at fault, whatever the class
 * of its fault. It is blamed and keeps no other from the work. Trouble of the infrastructure is nobody's fault: it is thrown, and
 * the whole is tried again. Answers those at fault.
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

/** The same for work that is done for one after the other. */
export async function eachAlone<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  blame: Blame<T>,
): Promise<readonly T[]> {
  const atFault: T[] = [];
  for (const one of all) atFault.push(...(await byHalves([one], () => work(one), blame)));
  return atFault;
}

/** What an error says, as text that a column of the database holds. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : inspect(error)).replaceAll('\0', '');
