import { expect, inject, test } from 'vitest';
import { fuzz } from './fuzz.ts';

/** Seconds here, more of them where others work, too; more requests: `npm run fuzz`. */
test('whatever is sent to whatever address is answered as promised', { timeout: 300_000 }, async () => {
  const { faults, requests } = await fuzz(inject('databaseUrl'), { seed: 1, times: 8 });
  expect(faults.join('\n')).toBe('');
  expect(requests).toBeGreaterThan(3000);
});
