import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { sql } from '#server/db/sql.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { runCommand } from '#server/operator/operator.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { callGate, TERMINAL, told } from '../../../../test/portal/payment-agents.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

const WHO = 200_001;
const ACCOUNT = sql`select account_id as id from account where contract_id = ${WHO}`;

/** A client with payments of 100 ₽ of each kind, who has spent all of them but 100 ₽. */
async function spent() {
  const atOnce = new AtOnce();
  const portal = await testPortal({
    template: 'empty',
    agents: TERMINAL,
    throughDatabase: atOnce.throughDatabase,
  });
  const { accountId } = await addClient(portal.world);
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const tools = { ...portal.world, agents: TERMINAL };
    const code = await runCommand(
      () => Promise.resolve(tools),
      line,
      (text) => void said.push(text.replaceAll('\u00a0', ' ')),
    );
    return { code, said: said.join('\n') };
  };
  const gate = (fields: Record<string, string>) => callGate(portal, fields);
  const pay = (txn_id: string) =>
    gate({ command: 'pay', txn_id, txn_date: '20261120100000', account: '200001i', sum: '100.00' });
  const agentsNumber = told((await pay('1')).xml, 'prv_txn') ?? '';
  await pay('2');
  await run('payment', 'post', '200001i', '100', '7', 'Оплата в офисе');
  const { body } = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '100' } }, WHO);
  await portal.world.outside.sandboxBank!.act(body.qr_id, 'pay', portal.clock.now());
  portal.clock.advance(10_000);
  await portal.work();
  const amount = kopecks(300_00);
  await portal.world.db.write(async (tx) => {
    const revenue = await providerAccount(tx, 'revenue');
    const text = 'Выезд мастера';
    await post(tx, {
      kind: 'charge',
      reference: 'test:17',
      day: day('2026-11-20'),
      happenedAt: portal.clock.now(),
      entries: [
        { accountId, amount: kopecks(0 - amount), text },
        { accountId: revenue, amount, text },
      ],
    });
  });
  const { rows } = await portal.pool.query<{ id: string }>(
    `select transaction_id::text as id from ledger_transaction where reference = 'office:7'`,
  );
  const balance = () => balanceOf(portal.world, accountId);
  expect(await balance()).toBe(100_00);
  const cancel = async (fields: Record<string, string>) =>
    told((await gate({ command: 'cancel', ...fields })).xml, 'result') === '0';
  const command = async (...line: string[]) => (await run(...line)).code === 0;
  return {
    portal,
    accountId,
    run,
    pay,
    balance,
    agentsNumber,
    both: (one: () => Promise<unknown>, other: () => Promise<unknown>) => atOnce.both(portal, one, other),
    ways: {
      'a cancellation of the agent': () => cancel({ txn_id: '1' }),
      'a cancellation of another payment': () => cancel({ txn_id: '2' }),
      'an undo in the office': () => command('payment', 'undo', rows[0]!.id, 'Ошибка кассира'),
      'a refund through the bank': () => command('payments', 'refund', body.payment_id),
    },
    cancel,
    taken: async () => {
      const { rowCount } = await portal.pool.query(
        `select from ledger_transaction where kind in ('refund', 'correction')`,
      );
      return rowCount;
    },
    books: () => portal.world.db.read(verifyLedger),
  };
}

type Way = keyof Awaited<ReturnType<typeof spent>>['ways'];
const WAYS: readonly Way[] = [
  'a cancellation of the agent',
  'a cancellation of another payment',
  'an undo in the office',
  'a refund through the bank',
];
const PAIRS = WAYS.flatMap((first) => WAYS.filter((second) => second !== first).map((second) => ({ first, second })));

describe('of two payments that are taken back at once, with money for one of them, one is', () => {
  test.each(PAIRS)('$first, then $second', async ({ first, second }) => {
    const { portal, both, ways, taken, balance, books } = await spent();
    expect(await both(ways[first], ways[second])).toEqual([true, false]);
    await portal.work();
    expect([await taken(), await balance(), await books()]).toEqual([1, 0, []]);
  });
});

test('a payment that is cancelled by both of its numbers at once is cancelled once', async () => {
  const { both, cancel, agentsNumber, taken, balance, books } = await spent();
  const answers = await both(
    () => cancel({ txn_id: '1' }),
    () => cancel({ prv_txn: agentsNumber }),
  );
  expect(answers).toEqual([true, true]);
  expect([await taken(), await balance(), await books()]).toEqual([1, 0, []]);
});

test('a repeat of the payment beside its cancellation credits nothing', async () => {
  const { both, ways, pay, taken, balance, books } = await spent();
  await both(ways['a cancellation of the agent'], () => pay('1'));
  expect(told((await pay('1')).xml, 'result')).toBe('300');
  expect([await taken(), await balance(), await books()]).toEqual([1, 0, []]);
});

test('the office undoes no payment of an agent, whether it is cancelled or not', async () => {
  const { run, ways, agentsNumber, taken, books } = await spent();
  const refusal = { code: 1, said: 'Такого платежа наличными в офисе нет. Номера — в ledger lines' };
  expect(await run('payment', 'undo', agentsNumber, 'Ошибка', '--debt=yes')).toEqual(refusal);
  await ways['a cancellation of the agent']();
  expect(await run('payment', 'undo', agentsNumber, 'Ошибка', '--debt=yes')).toEqual(refusal);
  expect([await taken(), await books()]).toEqual([1, []]);
});

test.each(['a cancellation of the agent', 'an undo in the office', 'a refund through the bank'] as const)(
  'PostgreSQL refuses to take a payment back again after %s, by whatever code',
  async (way) => {
    const { portal, accountId, ways, books } = await spent();
    expect(await ways[way]()).toBe(true);
    const { rows } = await portal.pool.query<{ id: number }>(
      `select corrects_transaction_id as id from ledger_transaction where corrects_transaction_id is not null`,
    );
    const again = (kind: 'refund' | 'correction', kopeck: number) =>
      portal.world.db.write(async (tx) =>
        post(tx, {
          kind,
          reference: `again:${kind}`,
          day: day('2026-11-20'),
          happenedAt: portal.clock.now(),
          corrects: rows[0]!.id,
          entries: [
            { accountId, amount: kopecks(-kopeck), text: 'Ещё раз' },
            { accountId: await providerAccount(tx, 'acquirer'), amount: kopecks(kopeck), text: 'Ещё раз' },
          ],
        }),
      );
    await portal.pool.query('update account set credit_limit_kopecks = 100000 where account_id = $1', [accountId]);
    for (const kind of ['refund', 'correction'] as const) {
      await expect(again(kind, 1)).rejects.toMatchObject({ constraint: 'payment_is_taken_back_once' });
    }
    expect(await books()).toEqual([]);
  },
);

test('the limit of an account covers a cancellation, and its client is told', async () => {
  const { portal, cancel, balance } = await spent();
  await portal.pool.query(`update account set credit_limit_kopecks = 100_00 where contract_id = ${WHO}`);
  const toldTitles = async () => (await portal.pool.query(`select from message where title ~ 'отмен'`)).rowCount;
  expect([await cancel({ txn_id: '1' }), await balance(), await toldTitles()]).toEqual([true, 0, 1]);
  expect([await cancel({ txn_id: '2' }), await balance(), await toldTitles()]).toEqual([true, -100_00, 2]);
});

/** A debtor with a promised payment of 659 ₽, which a payment by the terminal has closed. */
async function promiseClosed(sum = '659.00') {
  const portal = await testPortal({ template: 'empty', agents: TERMINAL });
  const { accountId } = await addClient(portal.world, { balance: -628_50, creditLimit: 628_50, blocked: true });
  await portal.send(contract.promisedPayment.take, { body: { p: 'i' } }, WHO);
  const promises = async () =>
    (
      await portal.pool.query<Record<string, string>>(
        'select state, ends_on::text, fee_transaction_id::text from promised_payment order by 1',
      )
    ).rows;
  const before = await promises();
  portal.clock.advance(60_000);
  await callGate(portal, { command: 'pay', txn_id: '1', txn_date: '20261120100000', account: '200001i', sum });
  expect(await promises()).toMatchObject([{ state: 'repaid' }]);
  const cancel = async () => told((await callGate(portal, { command: 'cancel', txn_id: '1' })).xml, 'result') === '0';
  const limit = async () =>
    (
      await portal.pool.query<{ sum: number }>(
        'select credit_limit_kopecks as sum from account where contract_id is not null',
      )
    ).rows[0]?.sum;
  return { portal, before, promises, cancel, limit, balance: () => balanceOf(portal.world, accountId) };
}

test('a promised payment that the cancelled payment has closed holds again, to its own day and without a new fee', async () => {
  const { portal, before, promises, cancel, limit, balance } = await promiseClosed();
  portal.clock.advance(60_000);
  expect([await cancel(), await cancel(), await balance(), await limit()]).toEqual([true, true, -658_50, 659_00]);
  expect(await promises()).toEqual([...before, { ...before[0], state: 'repaid' }]);
  portal.clock.set(new Date('2026-11-23T20:00:00Z'));
  await portal.work();
  expect((await promises()).map(({ state }) => state)).toEqual(['ended', 'repaid']);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a cancellation that is refused leaves the promised payment closed', async () => {
  const { portal, promises, cancel, limit, balance } = await promiseClosed('700.00');
  const limited = (to: number) =>
    portal.pool.query('update account set credit_limit_kopecks = $1 where contract_id = $2', [to, WHO]);
  await limited(100_00);
  await portal.world.db.write(async (tx) =>
    post(tx, {
      kind: 'charge',
      reference: 'test:17',
      day: day('2026-11-20'),
      happenedAt: portal.clock.now(),
      entries: [
        { accountId: (await tx.one<{ id: number }>(ACCOUNT)).id, amount: kopecks(-100_00), text: 'Выезд мастера' },
        { accountId: await providerAccount(tx, 'revenue'), amount: kopecks(100_00), text: 'Выезд мастера' },
      ],
    }),
  );
  await limited(58_50);
  expect([await cancel(), await balance(), await limit()]).toEqual([false, -58_50, 58_50]);
  expect(await promises()).toMatchObject([{ state: 'repaid' }]);
});

test('the letter of a cancelled payment leads to the history of its account', async () => {
  const portal = await testPortal({ template: 'empty', agents: TERMINAL });
  await addClient(portal.world, { telephone: true });
  await portal.pool.query(
    `insert into contact (contract_id, kind, value, state) values (${WHO}, 'email', 'one@portal.example', 'active')`,
  );
  const paid = { command: 'pay', txn_id: '1', txn_date: '20261120100000', account: '200001t', sum: '100.00' };
  await callGate(portal, paid);
  await callGate(portal, { command: 'cancel', txn_id: '1' });
  const { rows } = await portal.pool.query(
    `select payload ->> 'link' as link from outbox_effect where kind = 'mail.send' and payload::text ~ 'отмен'`,
  );
  expect(rows).toEqual([{ link: '/payments-history/t' }]);
});
