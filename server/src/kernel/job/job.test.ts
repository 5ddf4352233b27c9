import { expect, test } from 'vitest';
import { z } from 'zod';
import { carryOut, type Job } from './job.ts';
import type { World } from '../world.ts';

const greet: Job<{ readonly name: string }> = {
  name: 'greet',
  version: 2,
  payload: z.object({ name: z.string() }),
  upgrade: (payload) => ({ name: (payload as { who: string }).who }),
};

async function greeted(stored: unknown): Promise<unknown[]> {
  const heard: unknown[] = [];
  await carryOut(greet, (_, payload) => Promise.resolve(void heard.push(payload))).work({} as World, stored);
  return heard;
}

test('upgrades a payload of an earlier version', async () => {
  expect(await greeted({ name: 'Анна', version: 2 })).toEqual([{ name: 'Анна' }]);
  expect(await greeted({ who: 'Анна', version: 1 })).toEqual([{ name: 'Анна' }]);
  expect(await greeted({ who: 'Анна' })).toEqual([{ name: 'Анна' }]);
});

test.each([[{ name: 'Анна', version: 3 }], [{ name: 5, version: 2 }], [{ version: 'newest' }], [null]])(
  'does nothing with %j',
  async (stored) => {
    await expect(greeted(stored)).rejects.toThrow(/greet/);
  },
);
