import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { setPaid } from '#server/domain/payments/payment/payment.queries.ts';
import { reconcileBank } from '#server/domain/payments/reconciliation/reconcile.ts';
import { orderRefund, settleRefund } from '#server/domain/payments/refunds/refund.ts';
import { runCommand } from '../../../operator/operator.ts';
import { tell } from '../../../../test/portal/bank.ts';
import { breakRows } from '../../../../test/database/broken.ts';
import { addClient, type ClientShape } from '../../../../test/portal/client.ts';
import { portalWithBank } from '../../../../test/emulators/banks.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { payment } = contract;
const WHO = 200_001;
const NBSP = /\u00a0/g;
const BOTH = { p: 'i', amount: '629', other_amount: '188' } as const;

/** A client whose services and number are off for debt: the money of both accounts is short. */
const DEBTOR: ClientShape = { balance: -628_50, creditLimit: 628_50, blocked: true, telephone: true };

async function books(portal: TestPortal, who = WHO) {
  const { rows } = await portal.pool.query<{ kind: string; balance: string }>(
    'select kind, balance_kopecks as balance from account where contract_id = $1 order by kind',
    [who],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
}

const order = (portal: TestPortal, query: Record<string, string> = BOTH, who = WHO) =>
  portal.send(payment.sbp, { query: query as typeof BOTH }, who);

/** A payment of 629 ₽ and 188 ₽ that the bank has reported. */
async function paid(shape: ClientShape = { telephone: true }) {
  const { portal, bank } = await portalWithBank('sandbox');
  const client = await addClient(portal.world, shape);
  const { body } = await order(portal);
  await bank.pay(body.qr_id);
  portal.clock.advance(10_000);
  await portal.work();
  const at = () => ({ now: portal.clock.now(), zone: portal.world.provider.time_zone });
  const refund = (wanted: { amount?: number; account?: 'i' | 't' } = {}) =>
    portal.world.db
      .write((tx) =>
        orderRefund(
          tx,
          portal.world.outside.acquirer,
          {
            paymentId: body.payment_id,
            account: wanted.account,
            ...(wanted.amount !== undefined && { amount: kopecks(wanted.amount) }),
          },
          at(),
        ),
      )
      .catch((error: unknown) => (error as Error).message.replaceAll(NBSP, ' '));
  return { portal, client, order: body, at, refund, verify: () => portal.world.db.read(verifyLedger) };
}

test('one code takes the money for both accounts, whichever of them is named first', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await portal.pool.query(`update contract set printed_no = 'ЮЛ-3/17'`);
  const { status, body } = await order(portal);
  expect([status, body.amount, body.parts]).toEqual([
    200,
    '817.00',
    [
      { p: 'i', amount: '629.00' },
      { p: 't', amount: '188.00' },
    ],
  ]);
  const mirrored = await order(portal, { p: 't', amount: '188', other_amount: '629' });
  expect(mirrored.body.payment_id).toBe(body.payment_id);
  // The same sum in other parts, and the same sum for one account, are other orders.
  const parts = await order(portal, { p: 'i', amount: '628', other_amount: '189' });
  const alone = await order(portal, { p: 'i', amount: '817' });
  // So is the same part beside another one.
  const more = await order(portal, { p: 'i', amount: '630', other_amount: '188' });
  const others = [parts, alone, more];
  expect(others.map((one) => one.status)).toEqual([200, 200, 200]);
  expect(new Set([body, ...others.map((one) => one.body)].map(({ payment_id }) => payment_id)).size).toBe(4);
  for (const amounts of [BOTH, { p: 'i', amount: '628', other_amount: '189' }] as const)
    expect((await order(portal, amounts)).status).toBe(200);
  const { rows } = await portal.pool.query<{ amount: string; purpose: string }>(
    'select amount_kopecks as amount, purpose from sandbox_bank.qr order by created_at, qr_id',
  );
  expect(rows).toHaveLength(4);
  expect(rows.map(({ purpose }) => purpose.replaceAll(NBSP, ' '))).toContain(
    'Договор ЮЛ-3/17, счета «Интернет» 629 ₽ и «Телефон» 188 ₽',
  );
});

test.each([
  ['a part of nothing', { other_amount: '0' }, 409, 'payment_amount_too_small'],
  ['a first part of nothing', { amount: '0' }, 409, 'payment_amount_too_small'],
  ['less than the least payment in all', { amount: '5', other_amount: '4.99' }, 409, 'payment_amount_too_small'],
  ['more than the largest in all', { amount: '60000', other_amount: '40000.01' }, 409, 'payment_amount_too_large'],
  ['words', { other_amount: 'всё' }, 422, 'bad_input'],
])('refuses %s', async (_, change, status, code) => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  const answer = await order(portal, { ...BOTH, ...change });
  expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([status, code]);
  expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
});

test('each part may be less than the least payment, and more than the other', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  expect((await order(portal, { p: 'i', amount: '0.01', other_amount: '9.99' })).status).toBe(200);
});

test('refuses a contract with one account', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  expect(await order(portal)).toMatchObject({ status: 409, body: { code: 'payment_no_account' } });
  expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
});

test('the database refuses accounts of two contracts, and a credit that leaves an account out', async () => {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, { telephone: true });
  const stranger = await addClient(portal.world, { contractId: 200_002 });
  const { body } = await order(portal);
  await expect(
    portal.pool.query('update payment set account_id = $1 where payment_id = $2', [
      stranger.accountId,
      body.payment_id,
    ]),
  ).rejects.toMatchObject({ constraint: 'joint_payment_is_whole' });
  // What a process of the version before would do: all of it to the account that it knows.
  const old = portal.world.db.write(async (tx) => {
    const incoming = {
      accountId: client.accountId,
      amount: kopecks(817_00),
      method: 'sbp',
      reference: 'sandbox:1',
      text: 'Пополнение',
    } as const;
    const now = portal.clock.now();
    const transactionId = await credit(tx, incoming, { now, zone: portal.world.provider.time_zone });
    await setPaid(tx, body.payment_id, { transactionId: transactionId ?? 0, externalId: '1', now });
  });
  await expect(old).rejects.toMatchObject({ constraint: 'joint_payment_is_whole' });
  expect(await books(portal)).toEqual({ i: 0, t: 0 });
});

test('a payment for both accounts is credited once, in one transaction, and brings back the services of both', async () => {
  const { portal, order: ordered, verify } = await paid(DEBTOR);
  expect(await books(portal)).toEqual({ i: 50, t: 188_00 });
  await tell(portal, { qrId: ordered.qr_id, amount: 817_00 });
  await portal.work();
  expect(await books(portal)).toEqual({ i: 50, t: 188_00 });
  const { rows } = await portal.pool.query(
    `select count(distinct transaction_id) as transactions, count(*) as entries from ledger_entry join ledger_transaction using (transaction_id)
     where kind = 'payment'`,
  );
  expect(rows).toEqual([{ transactions: 1, entries: 3 }]);
  expect((await portal.send(payment.status, { query: { payment_id: ordered.payment_id } }, WHO)).body).toMatchObject({
    state: 'paid',
    p: 'i',
    amount: '817.00',
    parts: ordered.parts,
    restored: [
      { name: 'Интернет дома', applied_at: expect.any(String) as string },
      { name: '+7\u00a08482\u00a055-11-22', applied_at: expect.any(String) as string },
    ],
  });
  expect(await verify()).toEqual([]);
});

test('the subscriber is told once, with what is on both accounts and what works again', async () => {
  const { portal } = await paid(DEBTOR);
  const { rows } = await portal.pool.query<{ title: string; body: string }>(
    `select title, body from message where notice_key like 'payment.came:%'`,
  );
  const said = rows.map(({ title, body }) => `${title} ${body}`.replaceAll(NBSP, ' '));
  expect(said).toEqual([
    'Получили 817 ₽ <p>Зачислили 629 ₽ на счёт «Интернет» и 188 ₽ на счёт «Телефон». ' +
      'Теперь на счёте «Интернет» 0,50 ₽, на счёте «Телефон» 188 ₽.</p><p>Снова работает: Интернет дома, +7 8482 55-11-22.</p>',
  ]);
});

test('one fiscal receipt has a position for each account', async () => {
  const { portal, order: ordered } = await paid();
  const { rows } = await portal.pool.query<{ amount_kopecks: string; document: { items: unknown; amount: number } }>(
    'select r.amount_kopecks, f.document from fiscal_receipt r join recorded_fiscal.receipt f on f.receipt_id = r.register_id',
  );
  expect(ordered.amount).toBe('817.00');
  expect(rows.map(({ document: { items, amount } }) => ({ items, amount }))).toEqual([
    {
      amount: 817_00,
      items: [
        { text: 'Аванс за услуги связи, лицевой счёт 200001i', amount: 629_00 },
        { text: 'Аванс за услуги связи, лицевой счёт 200001t', amount: 188_00 },
      ],
    },
  ]);
});

test('each account tells its part in its history, and of which payment it is', async () => {
  const { portal } = await paid();
  const lines = await Promise.all([
    portal.send(contract.internetAccount.statPayments, {}, WHO),
    portal.send(contract.telephoneAccount.statPayments, {}, WHO),
  ]);
  const told = lines.map(({ body }) => body.items.map(({ text, amount }) => [text.replaceAll(NBSP, ' '), amount]));
  expect(told).toEqual([
    [['Пополнение по СБП, тем же платежом 188 ₽ на счёт «Телефон»', '629.00']],
    [['Пополнение по СБП, тем же платежом 629 ₽ на счёт «Интернет»', '188.00']],
  ]);
});

test('a crash while a payment is credited leaves both accounts as they were; the next try credits both', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, DEBTOR);
  const { body } = await order(portal);
  const { mend } = await breakRows(portal.pool, 'fiscal_receipt', 'true');
  await tell(portal, { qrId: body.qr_id, amount: 817_00 });
  await portal.work().catch(() => undefined);
  expect(await books(portal)).toEqual({ i: -628_50, t: 0 });
  await mend();
  await portal.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await portal.work();
  expect(await books(portal)).toEqual({ i: 50, t: 188_00 });
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a late notification, and one that only the register of the bank brings, credit both accounts', async () => {
  const { portal, bank } = await portalWithBank('raiffeisen');
  await addClient(portal.world, { telephone: true });
  const { body } = await order(portal);
  await bank.pay(body.qr_id);
  const rows = [{ orderId: body.payment_id, qrId: body.qr_id, amount: kopecks(817_00), day: day('2026-11-20') }];
  const { db, outside, provider } = portal.world;
  const compare = () =>
    reconcileBank({ db, bank: outside.acquirer }, day('2026-11-20'), rows, {
      now: portal.clock.now(),
      zone: provider.time_zone,
    });
  expect(await compare()).toEqual({ orders: 1, credited: 1 });
  expect(await compare()).toEqual({ orders: 1, credited: 0 });
  await portal.work();
  expect(await books(portal)).toEqual({ i: 629_00, t: 188_00 });
  expect((await portal.pool.query('select 1 from reconciliation_finding')).rowCount).toBe(0);
  const { rows: lines } = await portal.pool.query<{ text: string }>(
    `select distinct text from ledger_entry e join account a using (account_id) where a.contract_id is not null order by text`,
  );
  expect(lines.map(({ text }) => text.replaceAll(NBSP, ' '))).toEqual([
    'Пополнение по СБП, тем же платежом 188 ₽ на счёт «Телефон», найдено при сверке с банком',
    'Пополнение по СБП, тем же платежом 629 ₽ на счёт «Интернет», найдено при сверке с банком',
  ]);
});

test('all of it is refunded from both accounts, each its own part, with one receipt and one message', async () => {
  const { portal, refund, verify, order: ordered } = await paid();
  expect(await refund()).toBe(817_00);
  await portal.work();
  expect(await books(portal)).toEqual({ i: 0, t: 0 });
  expect((await portal.send(payment.status, { query: { payment_id: ordered.payment_id } }, WHO)).body.state).toBe(
    'refunded',
  );
  const { rows } = await portal.pool.query<{ document: { items: { amount: number }[] } }>(
    `select f.document from fiscal_receipt r join recorded_fiscal.receipt f on f.receipt_id = r.register_id
     where r.kind = 'sell_refund'`,
  );
  expect(rows.map(({ document }) => document.items.map(({ amount }) => amount))).toEqual([[629_00, 188_00]]);
  const { rows: said } = await portal.pool.query<{ body: string }>(
    `select body from message where notice_key like 'refund.begun:%'`,
  );
  expect(said.map(({ body }) => body.replaceAll(NBSP, ' '))).toEqual([
    '<p>Деньги придут туда, откуда вы платили. Теперь на счёте «Интернет» 0 ₽, на счёте «Телефон» 0 ₽.</p>',
  ]);
  expect(await verify()).toEqual([]);
});

test('a part is refunded from the account that the operator names, and never more than its part', async () => {
  const { portal, refund, verify } = await paid();
  expect(await refund({ amount: 100_00 })).toBe(
    'Платёж был на два счёта. Скажите, с какого вернуть эту сумму: --account i или --account t',
  );
  expect(await refund({ amount: 188_01, account: 't' })).toBe('Вернуть можно не больше 188 ₽');
  expect(await refund({ amount: 100_00, account: 't' })).toBe(100_00);
  await portal.work();
  expect(await books(portal)).toEqual({ i: 629_00, t: 88_00 });
  expect(await refund({ account: 't' })).toBe(88_00);
  await portal.work();
  expect(await books(portal)).toEqual({ i: 629_00, t: 0 });
  expect(await refund({ account: 't' })).toBe('Часть этого счёта уже возвращена целиком');
  // Only one account has something left, so nothing has to be named.
  expect(await refund({ amount: 29_00 })).toBe(29_00);
  await portal.work();
  expect(await refund()).toBe(600_00);
  await portal.work();
  expect(await books(portal)).toEqual({ i: 0, t: 0 });
  expect(await refund()).toBe('Платёж уже возвращён целиком');
  expect(await verify()).toEqual([]);
});

test('money that one account has spent stops the whole refund, and the other account keeps its money', async () => {
  const { portal, refund, verify } = await paid({
    balance: -628_50,
    creditLimit: 628_50,
    blocked: true,
    telephone: true,
  });
  await portal.pool.query('update account set credit_limit_kopecks = 0');
  expect(await refund()).toBe('На счёте абонента нет таких денег: они уже потрачены на услуги');
  expect(await books(portal)).toEqual({ i: 50, t: 188_00 });
  expect(await refund({ account: 't' })).toBe(188_00);
  await portal.work();
  expect(await books(portal)).toEqual({ i: 50, t: 0 });
  expect(await verify()).toEqual([]);
});

test('a refund that the bank declines comes back to both accounts', async () => {
  const { portal, refund, at, verify } = await paid();
  await refund();
  const { rows } = await portal.pool.query<{ id: string }>('select refund_id as id from refund');
  const settle = () => portal.world.db.write((tx) => settleRefund(tx, rows[0]?.id ?? '', 'declined', at()));
  await Promise.all([settle(), settle()]);
  expect(await books(portal)).toEqual({ i: 629_00, t: 188_00 });
  expect(await verify()).toEqual([]);
});

test.each([
  ['payment_not_in_ledger', 'update payment set other_kopecks = other_kopecks + 1'],
  [
    'refund_exceeds_part',
    `update ledger_entry e set amount_kopecks = case a.kind when 'i' then e.amount_kopecks + 200 else e.amount_kopecks - 200 end
     from ledger_transaction t, account a
     where t.transaction_id = e.transaction_id and t.kind = 'refund' and a.account_id = e.account_id and a.contract_id is not null`,
  ],
])('verification finds %s', async (fault, statement) => {
  const { portal, refund, verify } = await paid();
  await refund();
  await portal.work();
  await portal.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  expect((await verify()).map((finding) => finding.fault)).toContain(fault);
});

test('the command line shows both parts, and refunds one account', async () => {
  const { portal, order: ordered } = await paid();
  const run = async (...line: string[]) => {
    const said: string[] = [];
    await runCommand(
      () => Promise.resolve({ ...portal.world, agents: [] }),
      line,
      (text) => {
        said.push(text.replaceAll(NBSP, ' '));
      },
    );
    return said.join('\n');
  };
  expect(await run('payments', 'list', String(WHO))).toContain('Интернет 629 ₽ и Телефон 188 ₽, всего 817 ₽: оплачен');
  expect(await run('payments', 'refund', ordered.payment_id, '100')).toContain('--account i или --account t');
  expect(await run('payments', 'refund', ordered.payment_id, '100', '--account', 't')).toContain('Возврат 100 ₽');
  expect(await run('payments', 'refunds')).toContain('Телефон, 100 ₽  платёж');
});

test.each([
  ['both are off for debt', DEBTOR, { p: 't', amount: '10.00' }],
  ['both end within a week', { balance: 0, telephone: true, soon: 7 }, { p: 't', amount: '250.00' }],
  ['one has money for longer', { balance: 5000_00, telephone: true, soon: 7 }, null],
  ['both have money for longer', { balance: 0, telephone: true, soon: 8 }, null],
  ['there is one account', { ...DEBTOR, telephone: false }, null],
] as const)('offers one payment: %s', async (_, shape, other) => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, shape);
  if ('soon' in shape) portal.clock.set(new Date(Date.parse('2026-12-01T08:00:00Z') - shape.soon * 86_400_000));
  expect((await portal.send(payment.expectedPrice, { query: { p: 'i' } }, WHO)).body.other).toEqual(other);
});

test('a debtor of the demo owes on both accounts, and one payment brings everything back', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(payment.expectedPrice, {}, 100_002);
  expect([body.amount, body.other]).toEqual(['629.00', { p: 't', amount: '188.00' }]);
  const ordered = await order(portal, { p: 'i', amount: body.amount, other_amount: body.other?.amount ?? '' }, 100_002);
  await tell(portal, { qrId: ordered.body.qr_id, amount: 817_00 });
  await portal.work();
  const off = await portal.pool.query(
    `select 1 from service_user where contract_id = 100002 and reason = 'debt'
     union all select 1 from phone_number where contract_id = 100002 and reason = 'debt'`,
  );
  expect([off.rowCount, await books(portal, 100_002)]).toEqual([0, { i: 50, t: 60 }]);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});
