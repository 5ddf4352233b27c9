import { expect, test } from 'vitest';
import { endWithin } from './ending.ts';

const never = () => new Promise<never>(() => undefined);

test('stops waiting when the time is over', async () => {
  const began = performance.now();
  await endWithin(50, never);
  expect(performance.now() - began).toBeGreaterThan(40);
});

test('returns as soon as the work ends, and passes on its failure', async () => {
  const began = performance.now();
  await endWithin(60_000, () => Promise.resolve());
  await expect(endWithin(60_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(performance.now() - began).toBeLessThan(30_000);
});
