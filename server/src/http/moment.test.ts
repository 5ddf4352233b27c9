import { expect, test } from 'vitest';
import { testPortal } from '../../test/portal.ts';

test('a reply tells the moment of the server, unless the browser keeps the reply', async () => {
  const portal = await testPortal();
  const momentIn = async (url: string) => (await portal.inject({ url })).headers['x-moment'];
  portal.clock.set(new Date('2026-11-21T03:00:00Z'));
  expect(await momentIn('/api/v2/default/get-ip')).toBe(String(Date.parse('2026-11-21T03:00:00Z')));
  expect(await momentIn('/api/v2/default/get-town')).toBeUndefined();
});
