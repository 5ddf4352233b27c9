import { beforeEach, expect, test, vi } from 'vitest';
import { staffReads } from './staff-reads.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** Reads by name, which end when they are told to. */
function readsOf(inTurn: ReturnType<typeof staffReads>) {
  const begun: string[] = [];
  const read = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const answered = inTurn(() => {
      begun.push(name);
      return promise;
    });
    answered.catch(() => undefined);
    return { answered, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, read };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('two run at once, the others in the order in which they came; one that fails makes room, too', async () => {
  const { begun, read } = readsOf(staffReads());
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map(read);
  expect(begun).toEqual(['a', 'b']);
  second?.fail();
  await expect(second?.answered).rejects.toThrow('b');
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  third?.end();
  first?.end();
  expect(await third?.answered).toBe('c');
  await settle();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  fourth?.end();
  expect(await fourth?.answered).toBe('d');
});

test('reports that take long keep no search waiting, and are answered', async () => {
  const { begun, read } = readsOf(staffReads());
  const [report, other] = ['report', 'other'].map(read);
  read('search');
  await vi.advanceTimersByTimeAsync(249);
  expect(begun).toEqual(['report', 'other']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['report', 'other', 'search']);
  report?.end();
  other?.end();
  expect([await report?.answered, await other?.answered]).toEqual(['report', 'other']);
});

test('when hundreds wait, the next one is told to come later', async () => {
  const { read } = readsOf(staffReads());
  for (let count = 0; count < 502; count += 1) read('one');
  await expect(read('one too many').answered).rejects.toMatchObject({ code: 'overloaded' });
});
