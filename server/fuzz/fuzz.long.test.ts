import { expect, inject, test } from 'vitest';
import { fuzz } from './fuzz.ts';

/** It takes a quarter of a minute of a quiet machine, more of a busy one; for more requests: `npm run fuzz`. */
test('every reply to any request at any address is as promised', { timeout: 900_000 }, async () => {
  const { faults, requests } = await fuzz(inject('databaseUrl'), { seed: 1, times: 1 });
  expect(faults.join('\n')).toBe('');
  expect(requests).toBeGreaterThan(750);
});
