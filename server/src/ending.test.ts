import { expect, test } from 'vitest';
import { endWithin } from './ending.ts';

const never = () => new Promise<never>(() => undefined);

test('what hangs is left when its time is over', async () => {
  const began = performance.now();
  await endWithin(50, never);
  expect(performance.now() - began).toBeGreaterThan(40);
});

test('what ends in time is not waited for any longer, and its failure is told', async () => {
  const began = performance.now();
  await endWithin(60_000, () => Promise.resolve());
  await expect(endWithin(60_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(performance.now() - began).toBeLessThan(30_000);
});
