import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isTrouble } from '../trouble.ts';
import { openGate, type Line } from './gate.ts';

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

test('who goes ahead gets the next place, and each line leaves one to the other', async () => {
  const enter = openGate(3, 5000);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const come = (name: string, line?: Line) =>
    enter(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, line);
  const screens = ['screen 1', 'screen 2', 'screen 3', 'screen 4'].map((name) => come(name));
  await turnOfLoop();
  expect(begun).toEqual(['screen 1', 'screen 2']);
  const money = ['money 1', 'money 2', 'money 3'].map((name) => come(name, 'ahead'));
  await turnOfLoop();
  expect(begun.slice(2)).toEqual(['money 1']);
  for (const [ended, next] of [
    ['screen 1', 'money 2'],
    ['screen 2', 'screen 3'],
    ['money 1', 'money 3'],
    ['money 2', 'screen 4'],
  ] as const) {
    ends.get(ended)?.();
    await turnOfLoop();
    expect(begun.at(-1)).toBe(next);
  }
  for (const end of ends.values()) end();
  await Promise.all([...screens, ...money]);
});
