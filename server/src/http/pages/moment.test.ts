import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal } from '../../../test/portal/portal.ts';

test('a reply tells the moment of the server, unless the browser keeps the reply', async () => {
  const portal = await testPortal();
  portal.clock.set(new Date('2026-11-21T03:00:00Z'));
  const own = await portal.send(contract.internetAccount.get, {}, 100_001);
  expect(own.headers['x-moment']).toBe(String(Date.parse('2026-11-21T03:00:00Z')));
  const kept = await portal.send(contract.byDefault.getTown, {});
  expect(kept.headers['cache-control']).toMatch('max-age');
  expect(kept.headers['x-moment']).toBeUndefined();
});
