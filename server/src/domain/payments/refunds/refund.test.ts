import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { carryOutRefund } from '#server/jobs/money/carry-out-refund.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { portalWithBank, type BankName } from '../../../../test/emulators/banks.ts';
import { endAsking, openRefunds, refundableOf, refundedUpTo } from './refund.queries.ts';
import { orderRefund, RefundRefused, settleRefund, takeRefundTurn } from './refund.ts';

const WHO = 200_001;

/** A received payment of 1 000 ₽. */
async function paid(name: BankName) {
  const { portal, bank } = await portalWithBank(name);
  const { accountId } = await addClient(portal.world);
  const { qr_id: qrId, payment_id: paymentId } = (
    await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '1000' } }, WHO)
  ).body;
  await bank.pay(qrId);
  portal.clock.advance(10_000);
  await portal.work();
  const { db, outside } = portal.world;
  const at = () => ({ now: portal.clock.now(), zone: portal.world.provider.time_zone });
  return {
    portal,
    bank,
    qrId,
    paymentId,
    at,
    refund: (amount: number) =>
      db
        .write((tx) => orderRefund(tx, outside.acquirer, { paymentId, amount: amount as Kopecks }, at()))
        .catch((error: unknown) => error),
    balance: () => balanceOf(portal.world, accountId),
    findings: () => db.read(verifyLedger),
    states: async () => {
      const { rows } = await portal.pool.query<{ state: string }>(
        'select state from refund order by created_at, refund_id',
      );
      return rows.map(({ state }) => state);
    },
  };
}

test('eight simultaneous requests make one refund', async () => {
  const { portal, bank, qrId, refund, balance, states, findings } = await paid('raiffeisen');
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(300_00)));
  expect(answers.filter((answer) => answer === 300_00)).toHaveLength(1);
  expect(answers.filter((answer) => answer instanceof RefundRefused)).toHaveLength(7);
  await portal.work();
  expect([await balance(), await bank.refunded(qrId), await states()]).toEqual([700_00, [300_00], ['done']]);
  expect(await findings()).toEqual([]);
});

test.each(['raiffeisen', 'yookassa', 'tbank'] as const)(
  '%s processes a refund for a while, and is asked until it has ended',
  async (name) => {
    const { portal, bank, qrId, refund, states } = await paid(name);
    bank.faults.refunds = 'requested';
    await refund(400_00);
    for (let look = 0; look < 3; look += 1) {
      await portal.work();
      portal.clock.advance(3_600_000);
    }
    expect([await states(), await bank.refunded(qrId)]).toEqual([['requested'], [400_00]]);
    bank.finishRefunds?.(qrId, 'done');
    await portal.work();
    expect(await states()).toEqual(['done']);
    // No job asks any more.
    const asked = await portal.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'carry_out_refund'`,
    );
    expect(asked.rowCount).toBe(0);
  },
);

test('the bank’s reply, repeated or after the end, changes nothing', async () => {
  const { portal, refund, at, balance, states, findings } = await paid('sandbox');
  await refund(400_00);
  const { rows } = await portal.pool.query<{ id: string }>('select refund_id as id from refund');
  const settle = (state: 'declined' | 'done') =>
    portal.world.db.write((tx) => settleRefund(tx, rows[0]?.id ?? '', state, at()));
  await Promise.all([settle('declined'), settle('declined'), settle('declined')]);
  await settle('done');
  await portal.work();
  expect([await balance(), await states(), await findings()]).toEqual([1000_00, ['declined'], []]);
});

test('no code can refund more than was received', async () => {
  const { portal, refund } = await paid('sandbox');
  await refund(600_00);
  await portal.work();
  await expect(
    portal.pool.query(
      `insert into refund (refund_id, payment_id, amount_kopecks, transaction_id, created_at)
       select gen_random_uuid(), payment_id, 40001, (select max(transaction_id) from ledger_transaction where kind = 'opening'
         or kind = 'payment'), now() from payment`,
    ),
  ).rejects.toMatchObject({ constraint: 'refunds_within_payment' });
});

test.each([
  ['refund_not_in_ledger', `update refund set amount_kopecks = amount_kopecks - 1`],
  ['refund_exceeds_payment', `update refund set amount_kopecks = 1000 * 1000`],
  ['refund_state_differs', `update payment set state = 'refunded'`],
])('verification finds %s', async (fault, statement) => {
  const { portal, refund, findings } = await paid('sandbox');
  await refund(600_00);
  await portal.work();
  expect(await findings()).toEqual([]);
  await portal.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  expect((await findings()).map((finding) => finding.fault)).toContain(fault);
});

test('of two processes that carry out a refund at once, one asks the bank', async () => {
  const { portal, bank, qrId, refund, balance, states, findings } = await paid('tbank');
  const { acquirer } = portal.world.outside;
  const atBank = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  let orders = 0;
  const order = acquirer.refund.bind(acquirer);
  acquirer.refund = async (wanted) => {
    orders += 1;
    atBank.resolve(undefined);
    await goOn.promise;
    return order(wanted);
  };
  await refund(300_00);
  const { rows } = await portal.pool.query<{ refundId: string }>('select refund_id as "refundId" from refund');
  const carryOut = () => carryOutRefund(portal.world, rows[0]!);
  const first = carryOut();
  await atBank.promise;
  const second = carryOut();
  await Promise.race([second, untilTwo(() => orders)]);
  goOn.resolve(undefined);
  await Promise.all([first, second]);
  await portal.work();
  expect([orders, await bank.refunded(qrId), await states()]).toEqual([1, [300_00], ['done']]);
  expect([await balance(), await findings()]).toEqual([700_00, []]);
});

async function untilTwo(count: () => number): Promise<void> {
  while (count() < 2) await pause(5);
}

test('the turn of a process that died during a refund passes on', async () => {
  const { portal, bank, qrId, refund, states } = await paid('tbank');
  await refund(300_00);
  const { rows } = await portal.pool.query<{ id: string }>('select refund_id as id from refund');
  await portal.world.db.write((tx) => takeRefundTurn(tx, rows[0]!.id, portal.clock.now()));
  await portal.work();
  expect([await states(), await bank.refunded(qrId)]).toEqual([['due'], []]);
  portal.clock.advance(120_000);
  await portal.work();
  expect([await states(), await bank.refunded(qrId)]).toEqual([['done'], [300_00]]);
});

test('a payment that another bank has taken is not refunded by this one', async () => {
  const { portal, bank, qrId, paymentId, at, balance, states } = await paid('raiffeisen');
  const { db, outside } = portal.world;
  const another = Object.create(outside.acquirer, { name: { value: 'tbank' } }) as typeof outside.acquirer;
  await expect(db.write((tx) => orderRefund(tx, another, { paymentId }, at()))).rejects.toThrow(
    new RefundRefused('Платёж принял другой банк: raiffeisen'),
  );
  await portal.work();
  expect([await balance(), await bank.refunded(qrId), await states()]).toEqual([1000_00, [], []]);
});

/** Two received payments, of 1 000 ₽ and of 500 ₽. */
async function paidTwice() {
  const first = await paid('raiffeisen');
  const { portal, bank, at } = first;
  const { db, outside } = portal.world;
  const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '500' } }, WHO);
  await bank.pay(body.qr_id);
  portal.clock.advance(10_000);
  await portal.work();
  const order = (paymentId: string, amount?: number, aloneBy?: string) =>
    db.write((tx) =>
      orderRefund(tx, outside.acquirer, { paymentId, amount: amount as Kopecks | undefined, aloneBy }, at()),
    );
  const rows = async (text: string) => (await portal.pool.query<Record<string, unknown>>(text)).rows;
  return { ...first, second: body.payment_id, order, rows, db };
}

test('a refund of one payment counts nothing of another one', async () => {
  const { portal, paymentId, second, order, rows, balance, findings, db } = await paidTwice();
  expect(await order(paymentId, 400_00)).toBe(400_00);
  await portal.work();
  const left = async (id: string) => (await db.read((tx) => refundableOf(tx, id))).left;
  expect([await left(paymentId), await left(second)]).toEqual([600_00, 500_00]);
  // By default all of it, and not what the other payment still has.
  expect(await order(second)).toBe(500_00);
  await portal.work();
  const states = await rows('select amount_kopecks as amount, state from payment order by amount_kopecks');
  expect(states).toEqual([
    { amount: 500_00, state: 'refunded' },
    { amount: 1000_00, state: 'paid' },
  ]);
  expect([await balance(), await findings()]).toEqual([600_00, []]);
  // Of the first payment there is left what has not been returned.
  expect(await order(paymentId)).toBe(600_00);
  await expect(order('00000000-0000-4000-8000-000000000000')).rejects.toThrow(new RefundRefused('Такого платежа нет'));
});

test('the turn to ask about one refund is not that of another, and only who has it gives it back', async () => {
  const { portal, paymentId, second, order, rows, db } = await paidTwice();
  await order(paymentId, 400_00);
  await order(second, 300_00);
  const ids = (await rows('select refund_id as id from refund order by amount_kopecks')).map(({ id }) => id as string);
  const [three, four] = [ids[0]!, ids[1]!];
  const now = portal.clock.now();
  const turns = await db.write(async (tx) => [
    await takeRefundTurn(tx, three, now),
    await takeRefundTurn(tx, four, now),
  ]);
  expect(turns.map((turn) => turn?.refund.amount)).toEqual([300_00, 400_00]);
  const asked = () => rows('select asked_until is not null as asked from refund order by amount_kopecks');
  const until = turns[0]!.until;
  await db.write((tx) => endAsking(tx, three, new Date(until.getTime() + 1)));
  expect(await asked()).toEqual([{ asked: true }, { asked: true }]);
  await db.write((tx) => endAsking(tx, three, until));
  expect(await asked()).toEqual([{ asked: false }, { asked: true }]);
});

test('what one person has refunded alone counts after a moment, without what was declined', async () => {
  const { portal, bank, paymentId, second, order, db, at } = await paidTwice();
  bank.faults.refunds = 'declined';
  await order(second, 200_00, 'anna');
  await portal.work();
  const { now } = at();
  const upTo = (since: Date) => db.read((tx) => refundedUpTo(tx, { paymentId: second, owner: 'anna', since }));
  await order(paymentId, 300_00, 'anna');
  expect(await upTo(new Date(now.getTime() - 1))).toEqual({ of_payment: 0, alone: 300_00 });
  expect(await upTo(now)).toEqual({ of_payment: 0, alone: 0 });
});

test('a process gives the turn back with the answer of the bank', async () => {
  const { portal, bank, refund, states } = await paid('raiffeisen');
  bank.faults.refunds = 'requested';
  await refund(400_00);
  await portal.work();
  const { rows } = await portal.pool.query('select asked_until from refund');
  expect([await states(), rows]).toEqual([['requested'], [{ asked_until: null }]]);
});

test('the list of the staff has each refund that is not done, and what it takes from which account', async () => {
  const { portal, paymentId, second, order, db } = await paidTwice();
  const listed = async () => (await db.read(openRefunds)).map(({ amount, state, parts }) => ({ amount, state, parts }));
  await order(paymentId, 400_00);
  await portal.work();
  expect(await listed()).toEqual([]);
  portal.clock.advance(1000);
  await order(paymentId, 100_00);
  portal.clock.advance(1000);
  await order(second, 300_00);
  expect(await listed()).toEqual([
    { amount: 300_00, state: 'due', parts: [{ p: 'i', amount: 300_00 }] },
    { amount: 100_00, state: 'due', parts: [{ p: 'i', amount: 100_00 }] },
  ]);
});

test('what the bank says of a refund that is done gives no money back, and makes no second receipt', async () => {
  const { portal, refund, at, balance, states, findings } = await paid('sandbox');
  await refund(400_00);
  await portal.work();
  const { rows } = await portal.pool.query<{ id: string }>('select refund_id as id from refund');
  const receipts = async () => (await portal.pool.query('select from fiscal_receipt')).rowCount;
  const before = await receipts();
  for (const state of ['declined', 'done', 'requested'] as const)
    await portal.world.db.write((tx) => settleRefund(tx, rows[0]!.id, state, at()));
  expect([await balance(), await states(), await findings()]).toEqual([600_00, ['done'], []]);
  expect(await receipts()).toBe(before);
  expect(await portal.world.db.write((tx) => takeRefundTurn(tx, rows[0]!.id, portal.clock.now()))).toBeUndefined();
});

test('a declined refund is told, and its money brings back what was off for debt', async () => {
  const { portal, bank, refund, balance, states } = await paid('raiffeisen');
  bank.faults.refunds = 'declined';
  await refund(1000_00);
  await portal.pool.query(`update service_user set state = 'blocked', reason = 'debt'`);
  await portal.pool.query('update account set debt_since = now() where contract_id is not null');
  expect(await balance()).toBe(0);
  await portal.work();
  expect(await states()).toEqual(['declined']);
  const { rows } = await portal.pool.query('select state, reason from service_user');
  expect(rows).toEqual([{ state: 'active', reason: null }]);
  const told = await portal.pool.query<{ notice_key: string }>('select notice_key from message order by message_id');
  expect(told.rows.map(({ notice_key: key }) => key.split(':')[0])).toContain('refund.declined');
});
