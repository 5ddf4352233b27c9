import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { portalWithBank } from '../../../../test/emulators/banks.ts';
import { addressList } from './addresses.ts';

test.each([
  ['185.71.76.0', true],
  ['185.71.76.31', true],
  ['185.71.76.32', false],
  ['77.75.156.35', true],
  ['77.75.156.36', false],
  ['2a02:5180:0:1509::2', true],
  ['2a02:5181::1', false],
  ['127.0.0.1', false],
  ['', false],
  ['not an address', false],
])('%s is of YooKassa: %s', (ip, expected) => {
  expect(addressList()(ip)).toBe(expected);
});

test('a configured list replaces the published one', () => {
  const isBank = addressList(['10.0.0.0/8', '::1']);
  expect([isBank('10.1.2.3'), isBank('::1'), isBank('185.71.76.1')]).toEqual([true, true, false]);
});

test('does not trust a notification when the bank itself says that nobody has paid', async () => {
  const { portal, bank } = await portalWithBank('yookassa');
  const { accountId } = await addClient(portal.world);
  const { qr_id } = (await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '500' } }, 200_001)).body;
  await bank.pay(qr_id);
  const [told] = await bank.notifications(qr_id);
  // The notification says «paid», the bank itself says «expired».
  await bank.expire(qr_id);
  const reply = await portal.inject({
    method: 'POST',
    url: '/gateway/yookassa',
    headers: { ...told!.headers },
    payload: told!.body,
    remoteAddress: told!.ip!,
  });
  await portal.work();
  expect([reply.statusCode, await balanceOf(portal.world, accountId)]).toEqual([200, 0]);
});

test('does not accept a notification while the bank is unavailable, so it is sent again', async () => {
  const { portal, bank } = await portalWithBank('yookassa');
  await addClient(portal.world);
  const { qr_id } = (await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '500' } }, 200_001)).body;
  await bank.pay(qr_id);
  const [told] = await bank.notifications(qr_id);
  bank.faults.isDown = true;
  const request = { method: 'POST', url: '/gateway/yookassa', headers: { ...told!.headers } } as const;
  const reply = await portal.inject({ ...request, payload: told!.body, remoteAddress: told!.ip! });
  expect(reply.statusCode).toBe(503);
  expect((await portal.pool.query('select 1 from payment_notification')).rowCount).toBe(0);
});

test('reads every page of the register', async () => {
  const { portal, bank } = await portalWithBank('yookassa');
  await addClient(portal.world);
  for (const amount of ['100', '200', '300']) {
    const { qr_id } = (await portal.send(contract.payment.sbp, { query: { p: 'i', amount } }, 200_001)).body;
    await bank.pay(qr_id);
  }
  const { acquirer } = portal.world.outside;
  const rows = await acquirer.registry!('2026-11-20' as never);
  expect(rows.map(({ amount }) => amount).sort()).toEqual([100_00, 200_00, 300_00]);
  expect(await acquirer.registry!('2026-11-19' as never)).toEqual([]);
});
