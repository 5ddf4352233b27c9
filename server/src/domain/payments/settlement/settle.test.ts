import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { sql } from '#server/db/sql.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '../payment/credit.ts';
import { applyNotification } from '#server/jobs/money/apply-notification.ts';
import { notification, tell, type BankNotice } from '../../../../test/portal/bank.ts';
import { addClient, balanceOf, type ClientShape } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

const WHO = 200_001;

/** A client with 0 ₽ and a QR of 629 ₽. */
async function ordered(shape: ClientShape = {}, p: 'i' | 't' = 'i') {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, shape);
  const order = async (amount = '629') => (await portal.send(contract.payment.sbp, { query: { p, amount } }, WHO)).body;
  const { payment_id, qr_id: qrId } = await order();
  const outcomes = async () => {
    const { rows } = await portal.pool.query<{ outcome: string }>(
      'select outcome from payment_notification order by notification_id',
    );
    return rows.map(({ outcome }) => outcome);
  };
  return {
    portal,
    ...client,
    qrId,
    order,
    outcomes,
    bank: portal.world.outside.sandboxBank!,
    tell: (told: Partial<BankNotice> = {}) => tell(portal, { qrId, amount: 629_00, ...told }),
    balance: () => balanceOf(portal.world, client.accountId),
    state: async () => (await portal.send(contract.payment.status, { query: { payment_id } }, WHO)).body.state,
    findings: () => portal.world.db.read(verifyLedger),
  };
}

test('a payment reaches the balance, the history and the ledger', async () => {
  const { portal, tell, balance, state, findings } = await ordered();
  expect(await tell()).toBe(200);
  await portal.work();
  expect([await balance(), await state()]).toEqual([629_00, 'paid']);
  const { rows } = await portal.pool.query(
    `select method, text, day from ledger_entry where amount_kopecks > 0 and method is not null`,
  );
  expect(rows).toEqual([{ method: 'sbp', text: 'Пополнение по СБП', day: '2026-11-20' }]);
  expect(await findings()).toEqual([]);
});

test('the check of the books finds a QR that was credited twice', async () => {
  const { portal, tell, qrId, findings } = await ordered();
  await tell();
  await portal.work();
  await portal.pool.query(
    `insert into payment_notification (acquirer, external_id, qr_id, status, amount_kopecks, received_at, body, outcome, applied_at)
     select acquirer, 'another', qr_id, status, amount_kopecks, received_at, body, outcome, applied_at from payment_notification`,
  );
  expect(await findings()).toContainEqual({
    fault: 'payment_credited_twice',
    subject: `sandbox:${qrId}`,
    expected: 1,
    found: 2,
  });
});

test('and one operation that has paid two payments; two that nothing has paid are no fault', async () => {
  const { portal, tell, order, findings } = await ordered();
  await order('700');
  await order('800');
  expect(await findings()).toEqual([]);
  await tell();
  await portal.work();
  await portal.pool.query(
    `update payment set state = 'paid', paid_at = created_at, external_id = 'again',
       transaction_id = (select max(transaction_id) from payment) where amount_kopecks = 70000`,
  );
  expect(await findings()).toContainEqual({
    fault: 'payment_credited_twice',
    subject: expect.stringMatching(/^[0-9a-f-]{36}, [0-9a-f-]{36}$/) as unknown,
    expected: 1,
    found: 2,
  });
});

test('a payment that clears the debt restores the service and the network, and the client is told', async () => {
  const { portal, tell, userId, accountId } = await ordered({ balance: -628_50, creditLimit: 628_50, blocked: true });
  await tell();
  await portal.work();
  const { rows } = await portal.pool.query('select state, reason from service_user where account_id = $1', [accountId]);
  expect(rows).toEqual([{ state: 'active', reason: null }]);
  const network = await portal.pool.query(`select service, state ->> 'access' as access from recorded_network.service`);
  expect(network.rows).toEqual([{ service: `user:${userId}`, access: 'open' }]);
  const messages = await portal.pool.query('select contract_id, kind, title, body from message');
  expect(JSON.parse(JSON.stringify(messages.rows).replaceAll('\u00a0', ' '))).toEqual([
    {
      contract_id: WHO,
      kind: 'money',
      title: 'Получили 629 ₽',
      body: '<p>Платёж зачислен на счёт «Интернет». Теперь на счёте 0,50 ₽.</p><p>Снова работает: Интернет дома.</p>',
    },
  ]);
});

test('a payment that leaves a debt restores nothing', async () => {
  const { portal, tell, balance } = await ordered({ balance: -629_01, creditLimit: 629_01, blocked: true });
  await tell();
  await portal.work();
  expect(await balance()).toBe(-1);
  const { rows } = await portal.pool.query('select state, reason from service_user');
  expect(rows).toEqual([{ state: 'blocked', reason: 'debt' }]);
  expect((await portal.pool.query(`select 1 from outbox_effect where kind = 'service.provision'`)).rowCount).toBe(0);
});

test('a payment to its own account restores a phone number', async () => {
  const { portal, tell } = await ordered({ telephone: true, blocked: true }, 't');
  await tell();
  await portal.work();
  const { rows } = await portal.pool.query('select state, reason from phone_number');
  expect(rows).toEqual([{ state: 'active', reason: null }]);
  // The internet account has received nothing.
  expect((await portal.pool.query(`select 1 from service_user where state = 'blocked'`)).rowCount).toBe(1);
});

test.each([
  ['declined', 'rejected'],
  ['expired', 'expired'],
] as const)(
  'a payment that the bank calls %s moves no money, and the next request has a new QR',
  async (status, state) => {
    const given = await ordered();
    await given.tell({ status });
    await given.portal.work();
    expect([await given.state(), await given.balance()]).toEqual([state, 0]);
    expect((await given.order()).qr_id).not.toBe(given.qrId);
  },
);

test('the same notification a hundred times credits once', async () => {
  const { portal, tell, balance, outcomes } = await ordered();
  const operationId = randomUUID();
  const replies = await Promise.all(Array.from({ length: 100 }, () => tell({ operationId })));
  expect(new Set(replies)).toEqual(new Set([200]));
  await portal.work();
  await tell({ operationId });
  await portal.work();
  expect([await balance(), await outcomes()]).toEqual([629_00, ['credited']]);
});

test('two payments of one QR are credited once; the second waits for the operator', async () => {
  const { portal, tell, balance, outcomes, findings } = await ordered();
  await tell();
  await tell();
  await portal.work();
  expect(await balance()).toBe(629_00);
  expect((await outcomes()).sort()).toEqual(['credited', 'surplus']);
  expect(await findings()).toEqual([]);
});

test('an operation that stands in the books for something else pays no QR and waits for the operator', async () => {
  const { portal, tell, state, outcomes, accountId, balance } = await ordered({ balance: 10_00 });
  const operationId = randomUUID();
  await tell({ operationId, status: 'declined' });
  await portal.work();
  await portal.world.db.write(async (tx) => {
    const { external_id } = await tx.one<{ external_id: string }>(sql`select external_id from payment_notification`);
    const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
    const money = { accountId, amount: kopecks(1_00), method: 'sbp', text: 'Пополнение' } as const;
    await credit(tx, { ...money, reference: `sandbox:${external_id}` }, at);
  });
  await tell({ operationId });
  await portal.work();
  expect([await outcomes(), await state(), await balance()]).toEqual([['rejected', 'surplus'], 'rejected', 11_00]);
});

test('credits money that arrives after the end of the QR', async () => {
  const { portal, qrId, tell, balance, state } = await ordered();
  portal.clock.advance(16 * 60_000);
  await portal.work();
  expect(await state()).toBe('expired');
  await tell({ qrId });
  await portal.work();
  expect([await balance(), await state()]).toEqual([629_00, 'paid']);
});

test('does not credit another sum than ordered', async () => {
  const { portal, tell, balance, state, outcomes } = await ordered();
  await tell({ amount: 62_90 });
  await portal.work();
  expect([await balance(), await state(), await outcomes()]).toEqual([0, 'pending', ['mismatch']]);
});

test('a payment of a QR that nobody ordered waits for the operator', async () => {
  const { portal, tell, outcomes } = await ordered();
  await tell({ qrId: 'AD0000' });
  await portal.work();
  expect(await outcomes()).toEqual(['mismatch']);
});

test.each(['declined', 'expired'] as const)(
  'a QR of another shop at the same bank that is %s brings no money to decide about',
  async (status) => {
    const { portal, tell, outcomes } = await ordered();
    await tell({ qrId: 'AD0000', status });
    await portal.work();
    expect(await outcomes()).toEqual(['ignored']);
  },
);

test('refuses a wrong signature, a changed body and a missing signature, and stores nothing', async () => {
  const { portal, qrId, tell, outcomes } = await ordered();
  const url = '/gateway/sandbox';
  const { body, headers } = notification({ qrId, amount: 629_00 });
  const replies = await Promise.all([
    portal.inject({ method: 'POST', url, headers, payload: body.replace('629.00', '999.00') }),
    portal.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: body }),
    // The same meaning in other bytes: the signature covers the bytes.
    portal.inject({ method: 'POST', url, headers, payload: body.replace('"629.00"', '"629.00" ') }),
  ]);
  expect(await tell({ secret: 'somebody else, quite unknown' })).toBe(403);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect(await outcomes()).toEqual([]);
});

test('does not read a notification larger than 64 KiB', async () => {
  const { portal } = await ordered();
  const payload = JSON.stringify({ text: 'x'.repeat(65 * 1024) });
  const headers = { 'content-type': 'application/json' };
  const reply = await portal.inject({ method: 'POST', url: '/gateway/sandbox', headers, payload });
  expect(reply.statusCode).toBe(413);
});

test('makes up for a lost notification by asking the bank', async () => {
  const { portal, qrId, bank, balance, state } = await ordered();
  // Nothing listens at the portal's address here, so every notification of the bank is lost.
  await bank.act(qrId, 'pay', portal.clock.now());
  await portal.work();
  expect(await balance()).toBe(0);
  portal.clock.advance(10_000);
  await portal.work();
  expect([await balance(), await state()]).toEqual([629_00, 'paid']);
});

test('also finds a payment of the last second after the end', async () => {
  const { portal, qrId, bank, balance, state } = await ordered();
  portal.clock.advance(15 * 60_000 - 1000);
  await portal.work();
  await bank.act(qrId, 'pay', portal.clock.now());
  portal.clock.advance(5 * 60_000);
  await portal.work();
  expect([await balance(), await state()]).toEqual([629_00, 'paid']);
});

test('an unpaid payment expires, and finally nobody asks the bank any more', async () => {
  const { portal, state } = await ordered();
  for (let minute = 0; minute < 40; minute += 1) {
    portal.clock.advance(60_000);
    await portal.work();
  }
  expect(await state()).toBe('expired');
  expect((await portal.pool.query('select 1 from graphile_worker.jobs')).rowCount).toBe(0);
});

test('killed between notification and credit, then applied twice at once: credited once', async () => {
  const { portal, tell, balance, outcomes, findings } = await ordered();
  await tell();
  // The process dies here: the notification is stored, its job has not started.
  expect([await balance(), await outcomes()]).toEqual([0, ['due']]);
  const { rows } = await portal.pool.query<{ id: number }>('select notification_id as id from payment_notification');
  const notificationId = rows[0]?.id ?? 0;
  await Promise.all(Array.from({ length: 8 }, () => applyNotification(portal.world, { notificationId })));
  await portal.work();
  expect([await balance(), await outcomes()]).toEqual([629_00, ['credited']]);
  expect(await findings()).toEqual([]);
});

test('of six operations of one QR applied at once, one is credited', async () => {
  const { portal, tell, balance, outcomes } = await ordered();
  for (let operation = 0; operation < 6; operation += 1) await tell();
  const { rows } = await portal.pool.query<{ id: number }>('select notification_id as id from payment_notification');
  await Promise.all(rows.map(({ id }) => applyNotification(portal.world, { notificationId: id })));
  expect(await balance()).toBe(629_00);
  expect((await outcomes()).sort()).toEqual(['credited', ...Array.from({ length: 5 }, () => 'surplus')]);
});

test("the result does not depend on the order of the bank's messages", async () => {
  const { portal, accountId, order, findings } = await ordered();
  const events = ['success', 'success', 'declined', 'expired', 'wrong sum'] as const;
  let sum = 100;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...events], { minLength: 5 }),
      fc.boolean(),
      async (shuffled, workBetween) => {
        const before = await balanceOf(portal.world, accountId);
        sum += 1;
        const { qr_id: qrId, payment_id } = await order(String(sum));
        for (const event of shuffled) {
          const wrong = event === 'wrong sum';
          await tell(portal, { qrId, amount: sum * 100 + (wrong ? 1 : 0), status: wrong ? 'success' : event });
          if (workBetween) await portal.work();
        }
        await portal.work();
        const { body } = await portal.send(contract.payment.status, { query: { payment_id } }, WHO);
        const { rows } = await portal.pool.query<{ outcome: string; count: number }>(
          `select outcome, count(*) from payment_notification where qr_id = $1 and outcome in ('credited', 'surplus', 'mismatch')
           group by outcome order by outcome`,
          [qrId],
        );
        expect(body.state).toBe('paid');
        expect((await balanceOf(portal.world, accountId)) - before).toBe(sum * 100);
        expect(rows.map(({ outcome, count }) => [outcome, count])).toEqual([
          ['credited', 1],
          ['mismatch', 1],
          ['surplus', 1],
        ]);
      },
    ),
    { numRuns: 12 },
  );
  expect(await findings()).toEqual([]);
});
