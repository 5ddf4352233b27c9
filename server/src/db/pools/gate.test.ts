import { expect, test } from 'vitest';
import { isTrouble } from '../trouble.ts';
import { openGate } from './gate.ts';

const held = () => Promise.withResolvers<string>();

test('lets so many in, the next in the order in which they came, also after a failure', async () => {
  const enter = openGate(1, 5000);
  const [first, begun] = [held(), [] as string[]];
  const one = enter(() => first.promise);
  const others = ['second', 'third'].map((name) =>
    enter(() => {
      begun.push(name);
      return name === 'second' ? Promise.reject(new Error(name)) : Promise.resolve(name);
    }),
  );
  const settled = Promise.allSettled(others);
  expect(begun).toEqual([]);
  first.resolve('first');
  expect(await one).toBe('first');
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(begun).toEqual(['second', 'third']);
});

test('who waits too long is turned away, and leaves his place to nobody', async () => {
  const enter = openGate(1, 20);
  const first = held();
  const one = enter(() => first.promise);
  const late = await enter(() => Promise.resolve('late')).catch((error: unknown) => error);
  expect(isTrouble(late)).toBe(true);
  first.resolve('first');
  await one;
  expect(await enter(() => Promise.resolve('again'))).toBe('again');
});
