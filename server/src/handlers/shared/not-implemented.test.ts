import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { ProblemBody } from '@kabinet/contract/kernel/problem';
import { testPortal } from '../../../test/portal.ts';

/** The reply of a call that is not implemented has no schema; its refusals are still problems. */
const refusal = ({ body }: { body: unknown }) => body as ProblemBody;

const own = async (portal: Awaited<ReturnType<typeof testPortal>>, who: number) =>
  (await portal.send(contract.user.list, {}, who)).body[0]!.user_id;

test('a call that is not implemented says so, and names the way out', async () => {
  const portal = await testPortal();
  const { status, code, message } = refusal(await portal.send(contract.support.getOrderGoals, {}, 100_001));
  expect([status, code]).toEqual([501, 'not_built']);
  expect(message).toMatch(/поддержку/);
});

test.each(['foreign', 'absent'] as const)('an id that is %s is not found, wherever it stands', async (which) => {
  const portal = await testPortal();
  const id = which === 'foreign' ? await own(portal, 100_002) : 999_999_999;
  const phone_number = which === 'foreign' ? '78482003412' : '78482999999';
  const answers = [
    await portal.send(contract.internetAccount.statIsg, { query: { user_id: id } }, 100_001),
    await portal.send(contract.support.callBack, { body: { user_id: id } }, 100_001),
    await portal.send(contract.support.callBack, { body: { phone_number } }, 100_001),
  ];
  for (const answer of answers) expect(refusal(answer)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([
  { user_id: 'x' },
  { user_id: 1.5 },
  { user_id: {} },
  { user_id: '' },
  { phone_number: 5 },
  { phone_number: 'x' },
])('an invalid id belongs to nobody: %j', async (body) => {
  const portal = await testPortal();
  expect((await portal.send(contract.support.callBack, { body }, 100_001)).status).toBe(404);
});

test('an own id gets the reply «not implemented»', async () => {
  const portal = await testPortal();
  const user_id = String(await own(portal, 100_001));
  expect((await portal.send(contract.support.callBack, { body: { user_id } }, 100_001)).status).toBe(501);
  const body = { phone_number: '+7 (8482) 00-31-07' };
  expect((await portal.send(contract.support.callBack, { body }, 100_001)).status).toBe(501);
});

test('nothing belongs to a guest', async () => {
  const portal = await testPortal();
  expect((await portal.send(contract.support.callBack, { body: {} }, 'guest')).status).toBe(501);
  const user_id = await own(portal, 100_001);
  expect((await portal.send(contract.support.callBack, { body: { user_id } }, 'guest')).status).toBe(404);
});
