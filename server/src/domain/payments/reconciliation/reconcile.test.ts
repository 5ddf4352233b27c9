import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { RegistryRow } from '#server/integrations/acquirer/port.ts';
import { breakRows } from '../../../../test/database/broken.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { portalWithBank } from '../../../../test/emulators/banks.ts';
import { cancelPayment } from '../payment/cancel.ts';
import { reconcileDay } from '#server/jobs/money/reconcile-day.ts';
import { lastBankDay, reconcileBank } from './reconcile.ts';

const WHO = 200_001;
const TODAY = day('2026-11-20');

async function portalOfRaiffeisen() {
  const { portal, bank } = await portalWithBank('raiffeisen');
  const { accountId } = await addClient(portal.world);
  const { db, outside, provider } = portal.world;
  const order = async (amount: string) => {
    const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount } }, WHO);
    return { orderId: body.payment_id, qrId: body.qr_id };
  };
  return {
    portal,
    bank,
    order,
    paid: async (amount: string) => {
      const ordered = await order(amount);
      await bank.pay(ordered.qrId);
      portal.clock.advance(10_000);
      await portal.work();
      return ordered;
    },
    compare: (rows: Partial<RegistryRow>[], of: Day = TODAY) => {
      const full = rows.map((row) => ({ day: of, amount: 0 as Kopecks, ...row }));
      return reconcileBank({ db, bank: outside.acquirer }, of, full, {
        now: portal.clock.now(),
        zone: provider.time_zone,
      });
    },
    balance: () => balanceOf(portal.world, accountId),
    findings: async () =>
      (
        await portal.pool.query<{ kind: string; subject: string }>(
          'select kind, subject from reconciliation_finding where resolved_at is null order by kind, subject',
        )
      ).rows.map(({ kind, subject }) => [kind, subject]),
  };
}

const sum = (kopecks: number) => kopecks as Kopecks;

test('a register line that the bank itself does not confirm credits nothing', async () => {
  const { order, compare, balance, findings } = await portalOfRaiffeisen();
  const { orderId, qrId } = await order('500');
  expect(await compare([{ orderId, qrId, amount: sum(500_00) }])).toEqual({ orders: 1, credited: 0 });
  expect([await balance(), await findings()]).toEqual([0, [['theirs_only', orderId]]]);
});

test('an order unknown here is shown once, by the bank’s number', async () => {
  const { compare, findings } = await portalOfRaiffeisen();
  const rows = [
    { orderId: 'somebody else’s 7', qrId: 'AD77', amount: sum(1_00) },
    { orderId: randomUUID(), qrId: 'AD78', amount: sum(2_00) },
  ];
  await compare(rows);
  await compare(rows);
  expect(await findings()).toEqual([
    ['theirs_only', 'AD77'],
    ['theirs_only', 'AD78'],
  ]);
});

test('a line is found by our order if it names one, else by the QR of the bank', async () => {
  const { paid, compare, findings } = await portalOfRaiffeisen();
  const [first, second] = [await paid('500'), await paid('600')];
  await compare([
    { orderId: first.orderId, qrId: second.qrId, amount: sum(500_00) },
    { qrId: second.qrId, amount: sum(600_00) },
  ]);
  expect(await findings()).toEqual([]);
});

test('the register of a day is complete at the next midnight in Moscow', () => {
  expect(lastBankDay(new Date('2026-11-20T20:59:59.999Z'))).toBe('2026-11-19');
  expect(lastBankDay(new Date('2026-11-20T21:00:00Z'))).toBe('2026-11-20');
});

test('another sum, or the same order twice, is shown and changes no balance', async () => {
  const { portal, paid, compare, balance, findings } = await portalOfRaiffeisen();
  const [first, second] = [await paid('500'), await paid('600')];
  const again = { ...second, amount: sum(600_00) };
  await compare([{ ...first, amount: sum(499_99) }, again, again]);
  expect(await balance()).toBe(1100_00);
  expect(await findings()).toEqual([first.orderId, second.orderId].sort().map((id) => ['sum_differs', id]));
  // Nor was either noted, even for a moment, as missing from the register.
  expect((await portal.pool.query(`select from reconciliation_finding where kind = 'ours_only'`)).rowCount).toBe(0);
});

test("a finding that the next day's register explains is no longer shown", async () => {
  const { portal, paid, compare, findings } = await portalOfRaiffeisen();
  const { orderId, qrId } = await paid('500');
  await compare([]);
  expect(await findings()).toEqual([['ours_only', orderId]]);
  portal.clock.advance(86_400_000);
  const tomorrow = addDays(TODAY, 1);
  await compare([{ orderId, qrId, amount: sum(500_00), day: tomorrow }], tomorrow);
  expect(await findings()).toEqual([]);
});

test('a payment is missing from the register of its day in Moscow, which begins and ends at midnight', async () => {
  const { portal, paid, compare, findings } = await portalOfRaiffeisen();
  const orders = [await paid('500'), await paid('600'), await paid('700')];
  const moments = ['2026-11-19T20:59:59.999Z', '2026-11-19T21:00:00Z', '2026-11-20T21:00:00Z'];
  for (const [index, moment] of moments.entries()) {
    await portal.pool.query('update payment set paid_at = $1 where payment_id = $2', [moment, orders[index]!.orderId]);
  }
  await compare([]);
  expect(await findings()).toEqual([['ours_only', orders[1]!.orderId]]);
});

test('a register that comes up to two nights late, or after a night without the job, is compared all the same', async () => {
  const { portal, bank, order, balance, findings } = await portalOfRaiffeisen();
  const { orderId, qrId } = await order('500');
  await bank.pay(qrId);
  let rows: RegistryRow[] = [];
  const asked: Day[] = [];
  const registry = (of: Day) => {
    asked.push(of);
    return of === addDays(TODAY, 1)
      ? Promise.reject(new Error('no answer'))
      : Promise.resolve(of === TODAY ? rows : []);
  };
  Object.assign(portal.world.outside, { acquirer: { ...portal.world.outside.acquirer, registry } });
  portal.clock.set(new Date('2026-11-21T03:30:00Z'));
  await reconcileDay(portal.world);
  expect([asked, await balance()]).toEqual([['2026-11-18', '2026-11-19', '2026-11-20'], 0]);
  rows = [{ day: TODAY, orderId, qrId, amount: sum(500_00) }];
  portal.clock.set(new Date('2026-11-23T03:30:00Z'));
  await expect(reconcileDay(portal.world)).rejects.toThrow('no answer');
  expect([await balance(), await findings(), asked.slice(3)]).toEqual([
    500_00,
    [],
    ['2026-11-20', '2026-11-21', '2026-11-22'],
  ]);
});

test('an order that cannot be compared does not stop the others, and the run is repeated', async () => {
  const { portal, bank, order, compare, balance, findings } = await portalOfRaiffeisen();
  const [first, second] = [await order('500'), await order('600')];
  for (const { qrId } of [first, second]) await bank.pay(qrId);
  const rows = [
    { ...first, amount: sum(500_00) },
    { ...second, amount: sum(600_00) },
  ];
  const { mend } = await breakRows(portal.pool, 'payment', `new.payment_id = '${first.orderId}'`);
  await expect(compare(rows)).rejects.toThrow('Не сверено платежей реестра: 1 из 2');
  expect(await balance()).toBe(600_00);
  await mend();
  expect(await compare(rows)).toEqual({ orders: 2, credited: 1 });
  expect([await balance(), await findings()]).toEqual([1100_00, []]);
});

test('skips lines of another day in the file until that day is read', async () => {
  const { order, compare, findings } = await portalOfRaiffeisen();
  const { orderId, qrId } = await order('500');
  const found = await compare([{ orderId, qrId, amount: sum(500_00), day: addDays(TODAY, -1) }]);
  expect([found.orders, await findings()]).toEqual([0, []]);
});

test('an unpaid QR is cancelled at the bank; a payment in that moment is credited', async () => {
  const { portal, bank, order, balance } = await portalOfRaiffeisen();
  const { acquirer } = portal.world.outside;
  const { orderId, qrId } = await order('500');
  const unable = { name: acquirer.name, cancelQr: () => Promise.resolve(false) } as unknown as typeof acquirer;
  expect(await cancelPayment(portal.world.db, unable, orderId)).toBe(false);
  expect(await cancelPayment(portal.world.db, acquirer, orderId)).toBe(true);
  expect(await cancelPayment(portal.world.db, acquirer, orderId)).toBe(false);
  expect((await order('500')).orderId).not.toBe(orderId);
  await bank.pay(qrId);
  portal.clock.advance(10_000);
  await portal.work();
  expect(await balance()).toBe(500_00);
  expect(await cancelPayment(portal.world.db, acquirer, orderId)).toBe(false);
});

test('only the bank of an unpaid QR is asked to cancel it; what is paid meanwhile stays paid', async () => {
  const { portal, bank, order, paid, balance } = await portalOfRaiffeisen();
  const { name } = portal.world.outside.acquirer;
  const asked: string[] = [];
  const cancel = (bankName: string, orderId: string, meanwhile = () => Promise.resolve()) => {
    const cancelQr = (qrId: string) => {
      asked.push(qrId);
      return meanwhile().then(() => true);
    };
    return cancelPayment(portal.world.db, { name: bankName, cancelQr } as never, orderId);
  };
  expect(await cancel(name, (await paid('600')).orderId)).toBe(false);
  const { orderId, qrId } = await order('500');
  expect(await cancel('another', orderId)).toBe(false);
  expect(asked).toEqual([]);
  const pays = async () => {
    await bank.pay(qrId);
    portal.clock.advance(10_000);
    await portal.work();
  };
  expect(await cancel(name, orderId, pays)).toBe(false);
  expect([asked, await balance()]).toEqual([[qrId], 1100_00]);
  const { rows } = await portal.pool.query('select distinct state from payment');
  expect(rows).toEqual([{ state: 'paid' }]);
});
