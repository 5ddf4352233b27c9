import { expect, test } from 'vitest';
import { boundedQueue } from './queue.ts';

test('refuses work at once when the queue is full, and runs all queued work', async () => {
  const queue = boundedQueue({ running: 2, waiting: 20 });
  const gate = Promise.withResolvers<undefined>();
  let together = 0;
  let most = 0;
  const work = async () => {
    together += 1;
    most = Math.max(most, together);
    await gate.promise;
    together -= 1;
  };
  const turns = Array.from({ length: 30 }, () => queue.run(work));
  expect(turns.filter((turn) => turn === undefined)).toHaveLength(8);
  gate.resolve(undefined);
  await Promise.all(turns.map(async (turn) => turn));
  expect(most).toBe(2);
  expect(queue.run(() => Promise.resolve('free again'))).toBeDefined();
});

test('failed work frees its place, too', async () => {
  const queue = boundedQueue({ running: 1, waiting: 1 });
  const failed = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});

test('the first lane goes first, and has places that the others cannot take', async () => {
  const queue = boundedQueue({ running: 1, waiting: [3, 2] });
  const gate = Promise.withResolvers<undefined>();
  const done: string[] = [];
  const work = (name: string) => async () => {
    await gate.promise;
    done.push(name);
  };
  const turns = [queue.run(work('begun'), 1), queue.run(work('stranger 1'), 1), queue.run(work('stranger 2'), 1)];
  expect(queue.run(work('stranger 3'), 1)).toBeUndefined();
  turns.push(queue.run(work('known'), 0));
  expect(queue.run(work('known too late'), 0)).toBeUndefined();
  gate.resolve(undefined);
  await Promise.all(turns.map(async (turn) => turn));
  expect(done).toEqual(['begun', 'known', 'stranger 1', 'stranger 2']);
});
