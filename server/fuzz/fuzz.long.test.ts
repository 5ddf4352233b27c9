import { expect, inject, test } from 'vitest';
import { fuzz } from './fuzz.ts';

/** It takes seconds, more of them on a busy machine; for more requests: `npm run fuzz`. */
test('every reply to any request at any address is as promised', { timeout: 300_000 }, async () => {
  const { faults, requests } = await fuzz(inject('databaseUrl'), { seed: 1, times: 4 });
  expect(faults.join('\n')).toBe('');
  expect(requests).toBeGreaterThan(3000);
});
