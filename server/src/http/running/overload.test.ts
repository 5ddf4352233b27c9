import { expect, test } from 'vitest';
import { testPortal } from '../../../test/portal/portal.ts';

/** More than a process lets in at first. */
const CROWD = 560;

test('of a crowd that comes at once, whoever could not be answered in time is told when to come; afterwards all is as before', async () => {
  const portal = await testPortal();
  const town = () => portal.inject({ url: '/api/v2/default/get-town' });
  expect((await town()).statusCode).toBe(200);
  const crowd = Array.from({ length: CROWD }, town);
  // Money and health are not kept waiting at the door.
  const beside = [portal.inject({ url: '/livez' }), portal.inject({ url: '/gateway/osmp?command=check' })];
  const replies = await Promise.all(crowd);
  const refused = replies.filter(({ statusCode }) => statusCode === 503);
  expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBe(CROWD - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect(refused[0]?.json()).toMatchObject({ code: 'overloaded', request_id: expect.any(String) as string });
  expect((await Promise.all(beside)).map(({ statusCode }) => statusCode)).not.toContain(503);
  expect((await town()).statusCode).toBe(200);
});
