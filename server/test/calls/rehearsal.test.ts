import { expect, test } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import { BooksBehind } from '#server/kernel/job/behind.ts';
import { onTodaysBooks } from '#server/kernel/call/rehearsal.ts';

/** A database that notes how each transaction ends. */
function noting() {
  const did: string[] = [];
  const within = (kind: string) => async (work: (tx: Tx) => Promise<unknown>) => {
    try {
      return await work({} as Tx);
    } catch (error) {
      did.push(`${kind} rolled back`);
      throw error;
    }
  };
  return { did, db: { read: within('read'), write: within('write') } as unknown as Database };
}

test('a read on books that are behind is repeated once they have caught up, and nothing of that stays', async () => {
  const { did, db } = noting();
  let isBehind = true;
  const catchUp = () => Promise.resolve(void (isBehind = false));
  const read = () => (isBehind ? Promise.reject(new BooksBehind(catchUp)) : Promise.resolve('read'));
  expect(await onTodaysBooks(db, read)).toBe('read');
  expect(did).toEqual(['read rolled back', 'write rolled back']);
});

test('books of today are read at once, and any other error is the caller’s', async () => {
  const { did, db } = noting();
  expect(await onTodaysBooks(db, () => Promise.resolve('read'))).toBe('read');
  expect(did).toEqual([]);
  await expect(onTodaysBooks(db, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(did).toEqual(['read rolled back']);
});
