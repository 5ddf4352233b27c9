import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Database } from '#server/db/database.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { carryOutRefund } from '#server/jobs/money/carry-out-refund.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { EMULATED_BANKS, portalWithBank, type BankName } from '../../../../test/emulators/banks.ts';
import { orderRefund, RefundRefused } from './refund.ts';

// A refund beside everything that may happen to its payment at that moment, at the sandbox and the three real banks.

const WHO = 200_001;

/** A received payment of 1 000 ₽, and a client who has nothing else. */
async function paid(name: BankName) {
  const { portal, bank } = await portalWithBank(name);
  const { accountId } = await addClient(portal.world);
  const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '1000' } }, WHO);
  const { qr_id: qrId, payment_id: paymentId } = body;
  await bank.pay(qrId);
  portal.clock.advance(10_000);
  await portal.work();
  const { db, outside } = portal.world;
  const at = () => ({ now: portal.clock.now(), zone: portal.world.provider.time_zone });
  const rows = async (column: string) =>
    (await portal.pool.query<{ value: string }>(`select ${column} as value from refund order by created_at, refund_id`))
      .rows;
  return {
    portal,
    bank,
    /** All that the bank has told of the QR, so far, in this order. */
    tell: async (order: 'forwards' | 'backwards' = 'forwards') => {
      const all = [...(await bank.notifications(qrId))];
      for (const told of order === 'forwards' ? all : all.reverse()) {
        await portal.inject({
          method: 'POST',
          url: `/gateway/${name}`,
          headers: { ...told.headers },
          payload: told.body,
          ...(told.ip !== undefined && { remoteAddress: told.ip }),
        });
      }
    },
    order: (amount: number) =>
      db.write((tx) => orderRefund(tx, outside.acquirer, { paymentId, amount: amount as Kopecks }, at())),
    carryOut: async (world = portal.world) => {
      for (const { value: refundId } of await rows('refund_id')) await carryOutRefund(world, { refundId });
    },
    /** Somebody sends money back in the bank's own cabinet, or the bank does at the payer's claim. */
    sendBack: async (amount: number) => {
      const order = { refundId: randomUUID(), qrId, orderId: paymentId, amount: amount as Kopecks };
      expect(await outside.acquirer.refund(order)).toBe('done');
    },
    balance: () => balanceOf(portal.world, accountId),
    atBank: async () => [...(await bank.refunded(qrId))].sort((one, other) => one - other),
    states: async () => (await rows('state')).map(({ value }) => value),
    books: () => db.read(verifyLedger),
  };
}

/** Works until nothing is left to ask the bank. */
async function workOn({ portal }: Awaited<ReturnType<typeof paid>>): Promise<void> {
  for (let look = 0; look < 4; look += 1) {
    await portal.work();
    portal.clock.advance(600_000);
  }
}

describe.each(EMULATED_BANKS)('%s', (name) => {
  test('a process that dies between the bank’s yes and the commit sends the money back once', async () => {
    const office = await paid(name);
    await office.order(400_00);
    const { world } = office.portal;
    let writes = 0;
    const dying: Database = {
      ...world.db,
      write: (work) =>
        world.db.write(async (tx) => {
          const made = await work(tx);
          writes += 1;
          if (writes === 2) throw new Error('dead before the commit');
          return made;
        }),
    };
    await expect(office.carryOut({ ...world, db: dying })).rejects.toThrow('dead before the commit');
    expect([await office.atBank(), await office.states()]).toEqual([[400_00], ['due']]);
    await workOn(office);
    expect([await office.atBank(), await office.states()]).toEqual([[400_00], ['done']]);
    expect([await office.balance(), await office.books()]).toEqual([600_00, []]);
  });

  test('what the bank tells beside our request, twice and in any order, moves no money', async () => {
    const office = await paid(name);
    const { portal } = office;
    await office.order(1000_00);
    const { acquirer } = portal.world.outside;
    const refund = acquirer.refund.bind(acquirer);
    acquirer.refund = async (order) => {
      const answer = await refund(order);
      await office.tell('backwards');
      await portal.work();
      return answer;
    };
    await Promise.all([office.carryOut(), office.tell(), office.tell('backwards')]);
    await office.tell('backwards');
    await workOn(office);
    await office.tell();
    await workOn(office);
    expect([await office.atBank(), await office.states()]).toEqual([[1000_00], ['done']]);
    expect([await office.balance(), await office.books()]).toEqual([0, []]);
    const { rows } = await portal.pool.query('select state from payment');
    expect(rows).toEqual([{ state: 'refunded' }]);
    const { rowCount: credits } = await portal.pool.query(`select from ledger_transaction where kind = 'payment'`);
    expect(credits).toBe(1);
    const { rows: waiting } = await portal.pool.query(
      `select status, outcome from payment_notification where outcome in ('due', 'surplus', 'mismatch')`,
    );
    expect(waiting).toEqual([]);
  });

  test('parts that together exceed the payment, asked for at once and one after another', async () => {
    const office = await paid(name);
    const sums = [600_00, 500_00, 1000_00, 400_01];
    const both = await Promise.allSettled(sums.map((sum) => office.order(sum)));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of both) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RefundRefused);
    await workOn(office);
    const [first = 0] = await office.atBank();
    await expect(office.order(1000_01 - first)).rejects.toBeInstanceOf(RefundRefused);
    expect([await office.balance(), await office.books()]).toEqual([1000_00 - first, []]);
  });

  test('a refund beside a part that somebody has sent back in the bank’s cabinet is a refund of its own', async () => {
    const office = await paid(name);
    await office.sendBack(300_00);
    await office.order(400_00);
    await workOn(office);
    expect([await office.atBank(), await office.states()]).toEqual([[300_00, 400_00], ['done']]);
    expect([await office.balance(), await office.books()]).toEqual([600_00, []]);
  });

  test('a refund of what the bank has sent back by itself is declined, and the account keeps the money', async () => {
    const office = await paid(name);
    await office.sendBack(1000_00);
    await office.order(1000_00);
    await workOn(office);
    expect([await office.atBank(), await office.states()]).toEqual([[1000_00], ['declined']]);
    expect([await office.balance(), await office.books()]).toEqual([1000_00, []]);
  });
});
